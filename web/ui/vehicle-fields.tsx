import { type Control, type FieldValues, useFieldArray } from 'react-hook-form'
import { transportLimits } from '#contract/transport.ts'
import { Button } from './button.tsx'
import { CheckboxField } from './checkbox-field.tsx'
import { IconButton } from './icon-button.tsx'
import { Plus, X } from './icons.ts'
import { TextField } from './text-field.tsx'

interface VehicleFieldsProps {
  control: Control<FieldValues>
  /** Connects a control, and shows its error. */
  field: (name: string) => { name: string; error?: string }
  legend: string
}

const noVehicle = {
  name: '',
  payload_kg: '',
  volume_m3: '',
  length_m: '',
  price_per_km: '',
  price_min: '',
  with_crane: false,
}

/** Kinds of lorries in a form: what they carry and cost. */
export function VehicleFields({ control, field, legend }: VehicleFieldsProps) {
  const vehicles = useFieldArray({ control, name: 'vehicles', keyName: 'key' })
  const number = (at: number, name: string, label: string) => (
    <TextField
      label={label}
      inputMode="decimal"
      autoComplete="off"
      inputClassName="tabular-nums"
      {...field(`vehicles.${at}.${name}`)}
    />
  )
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">{legend}</legend>
      <ul className="grid gap-4">
        {vehicles.fields.map(({ key }, at) => (
          <li key={key} className="rounded-lg border border-line p-3">
            <div className="flex items-start gap-2">
              <TextField
                label="Машина"
                placeholder="Газель"
                autoComplete="off"
                className="grow"
                {...field(`vehicles.${at}.name`)}
              />
              <IconButton
                label={`Убрать машину ${at + 1}`}
                icon={<X size={20} />}
                onClick={() => vehicles.remove(at)}
                className="mt-6"
              />
            </div>
            <div className="mt-3 grid grid-cols-2 gap-3 sm:grid-cols-3">
              {number(at, 'payload_kg', 'Груз, кг')}
              {number(at, 'volume_m3', 'Кузов, м³')}
              {number(at, 'length_m', 'Длина, м')}
              {number(at, 'price_per_km', '₽ за км')}
              {number(at, 'price_min', 'Не меньше, ₽')}
            </div>
            <CheckboxField label="С манипулятором" className="mt-2" {...field(`vehicles.${at}.with_crane`)} />
          </li>
        ))}
      </ul>
      {vehicles.fields.length < transportLimits.vehicles && (
        <Button variant="quiet" size="sm" className="-ml-3 mt-2" onClick={() => vehicles.append(noVehicle)}>
          <Plus size={16} />
          Добавить машину
        </Button>
      )}
    </fieldset>
  )
}

type Said = Record<string, string | number | boolean>

/** Vehicles as the fields show them. */
export const typedVehicles = (vehicles: Said[]) =>
  vehicles.map(vehicle =>
    Object.fromEntries(
      Object.entries(vehicle).map(([name, value]) => [
        name,
        typeof value === 'number' ? String(value).replace('.', ',') : value,
      ]),
    ),
  )
