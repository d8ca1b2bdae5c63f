import type { ReactNode } from 'react'
import type { LineWish } from '#contract/projects.ts'
import { formNames } from '#contract/variants.ts'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { rootWords } from '../products/form/sizes/words.ts'
import type { TypedWish } from './typed-line.ts'

type Numeric = Exclude<keyof LineWish, 'form' | 'root'>

const spans: { label: string; from: Numeric; to: Numeric }[] = [
  { label: 'Обхват ствола, см', from: 'girth_from', to: 'girth_to' },
  { label: 'Высота, см', from: 'height_from', to: 'height_to' },
  { label: 'Ширина, см', from: 'spread_from', to: 'spread_to' },
  { label: 'Размер кома или контейнера', from: 'root_size_from', to: 'root_size_to' },
]
const singles: { label: string; name: Numeric }[] = [
  { label: 'Высота штамба, см', name: 'stem_height' },
  { label: 'Стволов', name: 'stems' },
  { label: 'Пересадок', name: 'transplants' },
]

interface WishFieldsProps {
  wish: TypedWish
  errorOf: (name: Numeric) => string | undefined
  onChange: (some: Partial<TypedWish>) => void
}

/** The size that is wanted. */
export function WishFields({ wish, errorOf, onChange }: WishFieldsProps) {
  const numeric = (name: Numeric, label: ReactNode, placeholder?: string) => (
    <TextField
      label={label}
      inputMode="decimal"
      autoComplete="off"
      placeholder={placeholder}
      value={wish[name]}
      onChange={event => onChange({ [name]: event.target.value })}
      inputClassName="tabular-nums"
      error={errorOf(name)}
    />
  )
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 text-sm font-semibold">Какой размер нужен</legend>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        <SelectField label="Форма" value={wish.form} onChange={event => onChange({ form: event.target.value })}>
          <option value="">Любая</option>
          {Object.entries(formNames).map(([known, word]) => (
            <option key={known} value={known}>
              {word}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Упаковка корней"
          value={wish.root}
          onChange={event => onChange({ root: event.target.value })}
        >
          <option value="">Любая</option>
          {Object.entries(rootWords).map(([known, word]) => (
            <option key={known} value={known}>
              {word}
            </option>
          ))}
        </SelectField>
      </div>
      <div className="grid gap-3 sm:grid-cols-2">
        {spans.map(({ label, from, to }) => (
          <div key={from}>
            <p aria-hidden className="text-sm font-semibold">
              {label}
            </p>
            <div className="grid grid-cols-2 gap-2">
              {numeric(from, <span className="sr-only">{label}, от</span>, 'от')}
              {numeric(to, <span className="sr-only">{label}, до</span>, 'до')}
            </div>
          </div>
        ))}
      </div>
      <div className="grid grid-cols-2 items-end gap-3 sm:grid-cols-4">
        {singles.map(({ label, name }) => (
          <div key={name}>{numeric(name, label)}</div>
        ))}
      </div>
    </fieldset>
  )
}
