import { SlidersHorizontal, X } from 'lucide-react'
import { type FormEvent, useRef } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { buttonStyle } from '#web/ui/button-style.ts'
import { CheckboxField } from '#web/ui/checkbox-field.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { byLikes, type FeedSearch, feedHref, fieldNames, readFeedFilters } from './feed-filters.ts'

interface FeedFilterPanelProps {
  filters: FeedSearch
  activeCount: number
  /** The names to choose from. */
  categories: readonly string[]
  cities: readonly string[]
}

const sheetId = 'feed-filters'

/** What is chosen is always offered, also when the lists are still on their way or do not know it. */
const offered = (names: readonly string[], chosen: string) =>
  chosen === '' || names.includes(chosen) ? names : [chosen, ...names]

/** A column where there is room, a sheet from below on a phone. Every choice takes effect at once and leads to page 1. */
export function FeedFilterPanel({ filters, activeCount, categories, cities }: FeedFilterPanelProps) {
  const form = useRef<HTMLFormElement>(null)
  const sheet = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()

  function commit() {
    if (!form.current) return
    const chosen = new URLSearchParams()
    for (const [name, value] of new FormData(form.current)) if (typeof value === 'string') chosen.append(name, value)
    // Synchronously: the controls follow the address, and a later update would show the old choice for a moment.
    void navigate(feedHref(readFeedFilters(chosen)), { preventScrollReset: true, flushSync: true })
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    commit()
    if (sheet.current?.matches(':popover-open')) sheet.current.hidePopover()
  }

  return (
    <>
      <button type="button" popoverTarget={sheetId} className={buttonStyle('secondary', 'md', 'filter-open lg:hidden')}>
        <SlidersHorizontal aria-hidden size={18} />
        Фильтры
        {activeCount > 0 && (
          <span className="grid size-6 place-items-center rounded-full bg-leaf text-sm text-on-leaf tabular-nums">
            {activeCount}
          </span>
        )}
      </button>
      <div ref={sheet} id={sheetId} popover="auto" className="filter-sheet">
        <form ref={form} onSubmit={submit} aria-label="Фильтры ленты" className="grid gap-4 p-4 lg:p-0">
          <div className="flex items-center justify-between lg:hidden">
            <p className="font-serif text-xl">Фильтры</p>
            <button
              type="button"
              popoverTarget={sheetId}
              popoverTargetAction="hide"
              aria-label="Закрыть"
              className="grid size-11 place-items-center rounded-md text-leaf"
            >
              <X aria-hidden size={24} />
            </button>
          </div>
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
            {offered(categories, filters.category).map(name => (
              <option key={name}>{name}</option>
            ))}
          </SelectField>
          <SelectField label="Город" name={fieldNames.city} value={filters.city} onChange={commit}>
            <option value="">Вся Россия</option>
            {offered(cities, filters.city).map(name => (
              <option key={name}>{name}</option>
            ))}
          </SelectField>
          <div>
            <CheckboxField
              name={fieldNames.popular}
              value={byLikes}
              label={<span className="inline-block first-letter:uppercase">most popular first</span>}
              hint="Сначала популярные"
              checked={filters.popular}
              onChange={commit}
            />
            <CheckboxField
              name={fieldNames.wanted}
              value="1"
              label={<span className="inline-block first-letter:uppercase">wanted to buy</span>}
              hint="Только «Куплю»"
              checked={filters.wanted}
              onChange={commit}
            />
          </div>
          <Button type="submit" variant="secondary" className="w-full">
            <span className="lg:hidden">Показать записи</span>
            <span className="max-lg:hidden">Применить</span>
          </Button>
        </form>
      </div>
    </>
  )
}
