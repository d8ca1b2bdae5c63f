import { SlidersHorizontal, X } from 'lucide-react'
import { type FormEvent, useRef } from 'react'
import { useNavigate, useNavigation } from 'react-router'
import type { Facets } from '#contract/catalogue.ts'
import { counted, plants } from '#web/lib/plural.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonStyle } from '#web/ui/button-style.ts'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { ChoiceList } from './choice-list.tsx'
import { type FilterState, filtersHref, readFilters } from './filter-state.ts'
import { RangeFields } from './range-fields.tsx'
import { zoneChoices, zoneName } from './zones.ts'

interface CategoryFiltersProps {
  path: string
  filters: FilterState
  facets: Facets
  /** How many plants these filters leave, and how many filters there are: for the buttons. */
  count: number
  activeCount: number
}

const sheetId = 'filters'

/** A GET form that needs no script. With one, every choice takes effect at once and the address follows. */
export function CategoryFilters({ path, filters, facets, count, activeCount }: CategoryFiltersProps) {
  const form = useRef<HTMLFormElement>(null)
  const sheet = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()
  const { location: coming } = useNavigation()
  // While the next page is on its way the form already shows what was chosen; the address is its only state.
  const shown = coming?.pathname === path ? readFilters(new URLSearchParams(coming.search)) : filters

  function commit() {
    if (!form.current) return
    const chosen = new URLSearchParams()
    for (const [name, value] of new FormData(form.current)) if (typeof value === 'string') chosen.append(name, value)
    // Synchronously: the boxes are controlled, and a later update would show the old choice for a moment.
    void navigate(filtersHref(path, readFilters(chosen)), { preventScrollReset: true, flushSync: true })
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
        <form
          ref={form}
          method="get"
          action={path}
          onSubmit={submit}
          aria-label="Фильтры"
          className="grid gap-6 p-4 lg:p-0"
        >
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
          {filters.ordering && <input type="hidden" name="ordering" value={filters.ordering} />}
          <TextField
            key={filters.search}
            label="Название"
            type="search"
            name="search"
            maxLength={255}
            defaultValue={filters.search}
            placeholder="Например, Smaragd"
            onBlur={event => {
              if (event.target.value.trim() !== filters.search) commit()
            }}
          />
          <RangeFields
            legend="Цена, ₽"
            name="price"
            from={shown.price_from}
            to={shown.price_to}
            pattern="\s*\d{1,8}([.,]\d{1,2})?\s*"
            hint="Сумма в рублях, например 1500"
            onCommit={commit}
          />
          <RangeFields
            legend="Высота, см"
            name="height"
            from={shown.height_from}
            to={shown.height_to}
            pattern="\s*\d{1,5}\s*"
            hint="Высота в сантиметрах, например 150"
            onCommit={commit}
          />
          <SelectField
            label="Зона зимостойкости участка"
            hint="Москва и Нижний Новгород: 4, Петербург: 5, Екатеринбург: 3, Новосибирск: 2"
            name="zone"
            value={shown.zone}
            onChange={commit}
          >
            <option value="">Любая</option>
            {zoneChoices(facets.zones, shown.zone).map(({ zone, count: left }) => (
              <option key={zone} value={zone}>
                {zoneName(zone)} ({left})
              </option>
            ))}
          </SelectField>
          <ChoiceList legend="Корневая система" name="rsp" choices={facets.rsp} chosen={shown.rsp} onCommit={commit} />
          <ChoiceList
            legend="Регион питомника"
            name="region"
            choices={facets.regions}
            chosen={shown.region}
            onCommit={commit}
          />
          <div className="sticky bottom-0 -mx-4 border-t border-line bg-surface p-4 lg:static lg:m-0 lg:border-0 lg:bg-transparent lg:p-0">
            <Button type="submit" className="w-full">
              <span className="lg:hidden">Показать {counted(count, plants)}</span>
              <span className="max-lg:hidden">Применить</span>
            </Button>
          </div>
        </form>
      </div>
    </>
  )
}
