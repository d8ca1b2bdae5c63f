import { useQuery } from '@tanstack/react-query'
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
}

const labels = { state: 'Состояние', stock: 'Наличие', freshness: 'Подтверждено' } as const

export function ListFilters({ view, search, onSearch, onChange }: ListFiltersProps) {
  const { api } = useApp()
  const { data: categories = [] } = useQuery(ownCategoriesQuery(api))
  return (
    <search className="mb-3 grid grid-cols-2 items-end gap-x-3 gap-y-2 lg:grid-cols-[2fr_repeat(4,1fr)]">
      <TextField
        label="Название или артикул"
        type="search"
        maxLength={255}
        className="max-lg:col-span-2"
        value={search}
        onChange={event => onSearch(event.target.value)}
      />
      <SelectField
        label="Группа растений"
        value={view.category}
        onChange={event => onChange({ category: event.target.value })}
      >
        <option value="">Все</option>
        {categories.map(({ id, name, slug }) => (
          <option key={id} value={slug}>
            {name}
          </option>
        ))}
      </SelectField>
      {(['state', 'stock', 'freshness'] as const).map(name => (
        <SelectField
          key={name}
          label={labels[name]}
          value={view[name]}
          onChange={event => onChange({ [name]: event.target.value })}
        >
          <option value="">Все</option>
          {Object.entries(filterChoices[name]).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </SelectField>
      ))}
    </search>
  )
}
