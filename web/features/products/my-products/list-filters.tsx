import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useApp } from '#web/lib/app-context.ts'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { ownCategoriesQuery } from './api.ts'
import { filterChoices, type OwnView } from './own-view.ts'

interface ListFiltersProps {
  view: OwnView
  /** The text while it is being typed. */
  search: string
  onSearch: (search: string) => void
  onChange: (changes: Partial<OwnView>) => void
  /** At the end of the line. */
  children: ReactNode
}

const labels = { state: 'Состояние', stock: 'Наличие', freshness: 'Подтверждено' } as const
const all = { state: 'Все состояния', stock: 'Любое наличие', freshness: 'Любая свежесть' } as const

/** On a desk the fields themselves say what they are for: a line of labels would be one plant less in sight. */
const label = (text: string) => <span className="lg:sr-only">{text}</span>

export function ListFilters({ view, search, onSearch, onChange, children }: ListFiltersProps) {
  const { api } = useApp()
  const { data: categories = [] } = useQuery(ownCategoriesQuery(api))
  return (
    <search className="mb-3 grid grid-cols-2 items-end gap-x-3 gap-y-2 lg:grid-cols-[2fr_repeat(4,1fr)_auto] lg:items-center">
      <TextField
        label={label('Название или артикул')}
        placeholder="Название или артикул"
        type="search"
        maxLength={255}
        className="max-lg:col-span-2"
        value={search}
        onChange={event => onSearch(event.target.value)}
      />
      <SelectField
        label={label('Группа растений')}
        value={view.category}
        onChange={event => onChange({ category: event.target.value })}
      >
        <option value="">Все группы</option>
        {categories.map(({ id, name, slug }) => (
          <option key={id} value={slug}>
            {name}
          </option>
        ))}
      </SelectField>
      {(['state', 'stock', 'freshness'] as const).map(name => (
        <SelectField
          key={name}
          label={label(labels[name])}
          value={view[name]}
          onChange={event => onChange({ [name]: event.target.value })}
        >
          <option value="">{all[name]}</option>
          {Object.entries(filterChoices[name]).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </SelectField>
      ))}
      {children}
    </search>
  )
}
