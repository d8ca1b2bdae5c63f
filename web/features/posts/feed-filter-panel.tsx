import { CheckboxField } from '#web/ui/checkbox-field.tsx'
import { FilterSheet, useFilterForm } from '#web/ui/filter-sheet.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { sortNames } from '#web/ui/sort-names.ts'
import { TextField } from '#web/ui/text-field.tsx'
import { byLikes, type FeedSearch, feedHref, fieldNames, readFeedFilters } from './feed-filters.ts'

interface FeedFilterPanelProps {
  filters: FeedSearch
  activeCount: number
  /** The names to choose from. */
  categories: readonly string[]
  cities: readonly string[]
}

/** The selected value is always an option, even while the lists load or if they do not contain it. */
const offered = (names: readonly string[], chosen: string) =>
  chosen === '' || names.includes(chosen) ? names : [chosen, ...names]

/** Every choice takes effect at once and goes to page 1. */
export function FeedFilterPanel({ filters, activeCount, categories, cities }: FeedFilterPanelProps) {
  const { form, commit } = useFilterForm(chosen => feedHref(readFeedFilters(chosen)))
  return (
    <FilterSheet
      id="feed-filters"
      label="Фильтры ленты"
      form={form}
      onCommit={commit}
      activeCount={activeCount}
      action="/feed"
      isInstant
      showLabel="Показать записи"
    >
      <TextField
        key={filters.search}
        label="Поиск в ленте"
        type="search"
        name={fieldNames.search}
        maxLength={255}
        defaultValue={filters.search}
        placeholder="Слово, растение, имя"
        onBlur={event => {
          if (event.target.value.trim() !== filters.search) commit()
        }}
      />
      <SelectField label="Категория" name={fieldNames.category} value={filters.category} onChange={commit}>
        <option value="">Все категории</option>
        {offered(sortNames(categories), filters.category).map(name => (
          <option key={name}>{name}</option>
        ))}
      </SelectField>
      <SelectField label="Город" name={fieldNames.city} value={filters.city} onChange={commit}>
        <option value="">Вся Россия</option>
        {offered(cities, filters.city).map(name => (
          <option key={name}>{name}</option>
        ))}
      </SelectField>
      {/* The tab stays. */}
      {filters.wanted && <input type="hidden" name={fieldNames.wanted} value="1" />}
      {filters.friends && <input type="hidden" name={fieldNames.friends} value="1" />}
      <div>
        <CheckboxField
          name={fieldNames.popular}
          value={byLikes}
          label="Сначала популярные"
          checked={filters.popular}
          onChange={commit}
        />
      </div>
    </FilterSheet>
  )
}
