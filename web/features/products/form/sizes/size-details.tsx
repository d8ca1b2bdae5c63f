import { type Control, useFieldArray, useWatch } from 'react-hook-form'
import { formNames, forms, variantLimits } from '#contract/variants.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckboxField } from '#web/ui/checkbox-field.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Plus, X } from '#web/ui/icons.ts'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { type FieldWiring, NumberField } from '../form-fields.tsx'
import type { ParsedProduct, ProductValues } from '../values.ts'
import type { SizeFieldOf } from './size-field.ts'

interface SizeDetailsProps {
  control: Control<ProductValues, unknown, ParsedProduct>
  place: number
  field: SizeFieldOf
  /** Errors of the fields that are not texts of the row. */
  wiring: (name: `variants.${number}.${string}`) => FieldWiring
}

/** Rarely used fields, below the main fields of an open row. */
export function SizeDetails({ control, place, field, wiring }: SizeDetailsProps) {
  const [stock, quantity] = useWatch({
    control,
    name: [`variants.${place}.stock`, `variants.${place}.stock_quantity`],
  })
  return (
    <div className="mt-4 grid grid-cols-2 gap-x-3 gap-y-4 @min-[44rem]:grid-cols-4">
      {stock === 'expected' && (
        <TextField
          label="Ожидается с"
          type="date"
          required
          {...field('available_from')}
          className="col-span-full @min-[44rem]:col-span-1"
        />
      )}
      <div>
        <NumberField wiring={field('stock_quantity')} label="Сколько есть, шт." />
        {quantity !== '' && (
          <CheckboxField label="не меньше" {...wiring(`variants.${place}.stock_is_minimum`)} className="text-sm" />
        )}
      </div>
      <TextField label="Артикул" autoComplete="off" {...field('sku')} />
      <SelectField label="Форма" {...field('form')}>
        <option value="">—</option>
        {forms.map(form => (
          <option key={form} value={form}>
            {formNames[form]}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Ширина, см"
        placeholder="от–до"
        inputMode="text"
        autoComplete="off"
        inputClassName="tabular-nums"
        {...field('spread')}
      />
      <NumberField wiring={field('stem_height')} label="Штамб, см" />
      <NumberField wiring={field('stems')} label="Стволов" />
      <NumberField wiring={field('transplants')} label="Пересадок" />
      <NumberField wiring={field('weight')} label="Вес одного, кг" placeholder="оценим по размеру" />
      <NumberField wiring={field('volume')} label="Место в кузове, м³" placeholder="оценим по размеру" />
      <TextField label="Примечание" autoComplete="off" {...field('note')} className="col-span-full" />
      <Tiers control={control} place={place} wiring={wiring} />
    </div>
  )
}

/** «от 50 шт. — 900 ₽» */
function Tiers({ control, place, wiring }: Omit<SizeDetailsProps, 'field'>) {
  const tiers = useFieldArray({ control, name: `variants.${place}.price_tiers`, keyName: 'key' })
  const error = wiring(`variants.${place}.price_tiers.root`).error ?? wiring(`variants.${place}.price_tiers`).error
  const errorId = `tiers-${place}-error`
  return (
    <fieldset className="col-span-full" aria-describedby={error && errorId}>
      <legend className="mb-1 text-sm font-semibold">Цена от количества</legend>
      <ul className="grid gap-2">
        {tiers.fields.map(({ key }, index) => (
          <li key={key} className="flex max-w-md items-start gap-2">
            <NumberField
              wiring={wiring(`variants.${place}.price_tiers.${index}.quantity_from`)}
              label={<span className="sr-only">{`Цена ${index + 1}: от скольких штук`}</span>}
              placeholder="от … шт."
            />
            <NumberField
              wiring={wiring(`variants.${place}.price_tiers.${index}.price`)}
              label={<span className="sr-only">{`Цена ${index + 1}: рублей за штуку`}</span>}
              placeholder="цена, ₽"
            />
            <IconButton
              label={`Убрать цену ${index + 1}`}
              icon={<X size={20} />}
              onClick={() => tiers.remove(index)}
              className="mt-1"
            />
          </li>
        ))}
      </ul>
      {error && <FieldError id={errorId}>{error}</FieldError>}
      {tiers.fields.length < variantLimits.tiers && (
        <Button
          variant="quiet"
          size="sm"
          className="-ml-3"
          onClick={() => tiers.append({ quantity_from: '', price: '' })}
        >
          <Plus size={16} />
          {tiers.fields.length === 0 ? 'Добавить оптовую цену' : 'Ещё цена'}
        </Button>
      )}
    </fieldset>
  )
}
