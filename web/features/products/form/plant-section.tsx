import { useQuery } from '@tanstack/react-query'
import { type Control, Controller } from 'react-hook-form'
import { useApp } from '#web/lib/app-context.ts'
import { ComboboxField } from '#web/ui/combobox-field.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { type Choices, generaQuery, type PlantName, varietiesQuery } from './api.ts'
import type { FieldOf } from './form-fields.tsx'
import { FormSection } from './form-section.tsx'
import type { ParsedProduct, ProductValues } from './values.ts'

interface PlantSectionProps {
  control: Control<ProductValues, unknown, ParsedProduct>
  field: FieldOf
  choices: Choices
  name: PlantName
  /** Somebody has begun or ended writing the name. */
  onNaming: (isNaming: boolean) => void
}

const none: string[] = []

/** Which plant it is: the category, then the two halves of the name with the directory's suggestions. */
export function PlantSection({ control, field, choices, name, onNaming }: PlantSectionProps) {
  const { api } = useApp()
  const category = choices.categories.find(({ id }) => String(id) === name.category)?.name ?? ''
  const { data: genera = none } = useQuery(generaQuery(api, category))
  // Only a genus of the directory has varieties there.
  const genus = genera.find(known => known.toLowerCase() === name.genus.trim().toLowerCase()) ?? ''
  const { data: varieties = none } = useQuery(varietiesQuery(api, category, genus))

  return (
    <FormSection
      title="Растение"
      hint="Со звёздочкой — нужно для сохранения, с бледной — желательно: по этому ищут покупатели."
    >
      <SelectField label="Категория" required {...field('category')} className="sm:col-span-2">
        <option value="">Выберите категорию</option>
        {choices.categories.map(({ id, name: title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </SelectField>
      <NameField
        control={control}
        onNaming={onNaming}
        name="genus"
        label="Род"
        options={genera}
        placeholder="Например, туя"
        emptyText="Такого рода в справочнике нет. Оставьте как есть, если написано верно."
      />
      <NameField
        control={control}
        onNaming={onNaming}
        name="species"
        label="Вид или сорт"
        options={varieties}
        placeholder="Например, западная"
        emptyText={
          genus
            ? 'Такого вида или сорта в справочнике нет. Оставьте как есть, если написано верно.'
            : 'Сначала выберите род: подскажем его виды и сорта.'
        }
      />
    </FormSection>
  )
}

interface NameFieldProps extends Pick<PlantSectionProps, 'control' | 'onNaming'> {
  name: 'genus' | 'species'
  label: string
  options: readonly string[]
  placeholder: string
  emptyText: string
}

function NameField({ control, name, onNaming, ...combobox }: NameFieldProps) {
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { ref, onBlur, ...field }, fieldState }) => (
        <ComboboxField
          required
          {...combobox}
          {...field}
          onFocus={() => onNaming(true)}
          onBlur={() => {
            onBlur()
            onNaming(false)
          }}
          inputRef={ref}
          error={fieldState.error?.message}
        />
      )}
    />
  )
}
