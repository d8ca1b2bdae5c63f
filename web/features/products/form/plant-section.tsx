import { useQuery } from '@tanstack/react-query'
import { type Control, Controller } from 'react-hook-form'
import { useApp } from '#web/lib/app-context.ts'
import { ComboboxField } from '#web/ui/combobox-field.tsx'
import { matchingOptions } from '#web/ui/combobox-options.ts'
import { SelectField } from '#web/ui/select-field.tsx'
import { useSettled } from '#web/ui/use-settled.ts'
import { type Choices, generaQuery, heardVarietiesQuery, type PlantName, varietiesQuery } from './api.ts'
import type { FieldOf } from './form-fields.tsx'
import { FormSection } from './form-section.tsx'
import type { ParsedProduct, ProductValues } from './values.ts'

interface PlantSectionProps {
  control: Control<ProductValues, unknown, ParsedProduct>
  field: FieldOf
  choices: Choices
  name: PlantName
  /** Called when typing of the name starts or ends. */
  onNaming: (isNaming: boolean) => void
}

const none: string[] = []

/** Which plant it is: category, then genus and species with the directory's suggestions. */
export function PlantSection({ control, field, choices, name, onNaming }: PlantSectionProps) {
  const { api } = useApp()
  const category = choices.categories.find(({ id }) => String(id) === name.category)?.name ?? ''
  const { data: genera = none } = useQuery(generaQuery(api, category))
  // Only a genus in the directory has varieties.
  const genus = genera.find(known => known.toLowerCase() === name.genus.trim().toLowerCase()) ?? ''
  const { data: varieties = none } = useQuery(varietiesQuery(api, category, genus))
  const typed = useSettled(name.species.trim())
  const isUnknown = varieties.length > 0 && typed.length > 1 && matchingOptions(varieties, typed).length === 0
  const { data: heard = none } = useQuery({ ...heardVarietiesQuery(api, genus, typed), enabled: isUnknown })
  // The response also contains plants of other categories.
  const meant = isUnknown ? heard.filter(variety => varieties.includes(variety)) : none

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
        options={meant.length > 0 ? meant : varieties}
        isSearched={meant.length > 0}
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
  isSearched?: boolean
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
