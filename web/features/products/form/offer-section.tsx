import { useState } from 'react'
import { flushSync } from 'react-dom'
import { type FieldPath, type UseFormReturn, useFieldArray } from 'react-hook-form'
import type { Product } from '#contract/products.ts'
import { Button } from '#web/ui/button.tsx'
import { Rows3 } from '#web/ui/icons.ts'
import { SelectField } from '#web/ui/select-field.tsx'
import type { Choices } from './api.ts'
import { ChoiceField, type FieldOf, type FieldWiring, NumberField, wished } from './form-fields.tsx'
import { FormSection } from './form-section.tsx'
import { type OneSize, toOneSize, toSize } from './sizes/one-size.ts'
import { emptySize, isBlank, type SizeValues } from './sizes/size-values.ts'
import { SizesTable } from './sizes/sizes-table.tsx'
import type { ParsedProduct, ProductValues } from './values.ts'

interface OfferSectionProps {
  form: UseFormReturn<ProductValues, unknown, ParsedProduct>
  field: FieldOf
  /** Errors of the fields in the table. */
  wiring: (name: FieldPath<ProductValues>) => FieldWiring
  choices: Choices
  product: Product | null
}

/** Price, size, roots and age: fields for one size, or a table of several. */
export function OfferSection({ form, field, wiring, choices, product }: OfferSectionProps) {
  const rows = useFieldArray({ control: form.control, name: 'variants', keyName: 'key' })
  const isTable = rows.fields.length > 0
  const [beginAt, setBeginAt] = useState<number | null>(null)

  function toTable(): void {
    const size = toSize(form.getValues(), choices.rootPackagings, product)
    const made = isBlank(size) ? [size] : [size, emptySize]
    rows.replace(made)
    setBeginAt(made.length - 1)
  }

  function toFields(size: SizeValues): void {
    const fields = toOneSize(size, choices.rootPackagings, form.getValues())
    for (const [name, value] of Object.entries(fields)) form.setValue(name as keyof OneSize, value)
    flushSync(() => rows.replace([]))
    form.setFocus('price')
  }

  return (
    <FormSection title={isTable ? 'Цены и размеры' : 'Цена и размер'}>
      {isTable ? (
        <SizesTable
          form={form}
          rows={rows}
          saved={product?.variants ?? []}
          wiring={wiring}
          beginAt={beginAt}
          onOneSize={product && product.variants.length > 1 ? null : toFields}
        />
      ) : (
        <OneSizeFields field={field} choices={choices} onMore={toTable} />
      )}
      <ChoiceField wiring={field('age_group')} label={wished('Возрастная группа')} choices={choices.ageGroups} />
      <ChoiceField
        wiring={field('place_of_cultivation')}
        label={wished('Место выращивания')}
        choices={choices.places}
      />
    </FormSection>
  )
}

type OneSizeFieldsProps = Pick<OfferSectionProps, 'field' | 'choices'> & { onMore: () => void }

function OneSizeFields({ field, choices, onMore }: OneSizeFieldsProps) {
  return (
    <>
      <div className="sm:col-span-2 sm:max-w-1/2 sm:pr-2.5">
        <NumberField
          wiring={field('price')}
          label={wished('Цена, ₽')}
          placeholder="Например, 12 500"
          hint="За одно растение. Пусто: «Цена по запросу»"
        />
      </div>
      <fieldset className="sm:col-span-2">
        <legend className="mb-1 font-semibold">Высота предлагаемого растения</legend>
        <div className="grid grid-cols-[1fr_1fr_6rem] gap-3 sm:max-w-md">
          <NumberField wiring={field('s_height_from')} label="от" />
          <NumberField wiring={field('s_height_to')} label="до" />
          <SelectField label="единица" {...field('height_measure')}>
            <option value="SM">см</option>
            <option value="M">м</option>
          </SelectField>
        </div>
      </fieldset>
      <ChoiceField
        wiring={field('rsp')}
        label={wished('Упаковка корневой системы')}
        choices={choices.rootPackagings}
        className="sm:col-span-2"
      />
      <div className="grid grid-cols-[1fr_6rem] gap-3 sm:col-span-2 sm:max-w-md">
        <NumberField wiring={field('rsp_metric')} label="Размер упаковки" hint="С3 — это 3 л, RB60 — ком 60 см" />
        <SelectField label="единица" {...field('rsp_measure')}>
          <option value="">—</option>
          <option value="LITR">л</option>
          <option value="SM">см</option>
          <option value="PIECE">шт.</option>
        </SelectField>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 sm:col-span-2">
        <Button variant="secondary" size="sm" onClick={onMore}>
          <Rows3 size={16} />
          Ещё размеры и цены
        </Button>
        <p className="text-xs text-muted">Таблица размеров: обхват, наличие, артикул, оптовые цены</p>
      </div>
    </>
  )
}
