import { useNavigation } from 'react-router'
import type { CategoryPage } from '#contract/offers.ts'
import { counted, plants } from '#web/lib/plural.ts'
import { CheckboxField } from '#web/ui/checkbox-field.tsx'
import { FilterSheet, useFilterForm } from '#web/ui/filter-sheet.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useChosenPlace } from '../places/chosen-place.ts'
import { ChoiceList } from './choice-list.tsx'
import { type FilterState, filtersHref, readFilters } from './filter-state.ts'
import { RangeFields } from './range-fields.tsx'
import { zoneChoices, zoneName } from './zones.ts'

interface CategoryFiltersProps {
  path: string
  filters: FilterState
  page: CategoryPage
  /** For the button. */
  activeCount: number
}

/** A GET form that works without scripts. With scripts, every choice takes effect at once and updates the address. */
export function CategoryFilters({ path, filters, page, activeCount }: CategoryFiltersProps) {
  const { facets, count } = page
  const usual = useChosenPlace()
  const place = page.place ?? usual
  const { location: coming } = useNavigation()
  // While the next page loads, the form already shows the new choice.
  const shown = coming?.pathname === path ? readFilters(new URLSearchParams(coming.search)) : filters
  const { form, commit } = useFilterForm(chosen => filtersHref(path, readFilters(chosen)))
  return (
    <FilterSheet
      id="filters"
      label="Фильтры"
      form={form}
      onCommit={commit}
      activeCount={activeCount}
      action={path}
      showLabel={`Показать ${counted(count, plants)}`}
    >
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
      {place && (
        <>
          <input type="hidden" name="place" value={place.id} />
          <CheckboxField
            name="hardy"
            value="1"
            label={`Зимует здесь: ${place.name}`}
            hint="Без растений, зона которых неизвестна"
            checked={shown.hardy === '1'}
            onChange={commit}
          />
        </>
      )}
      <ChoiceList legend="Корневая система" name="rsp" choices={facets.rsp} chosen={shown.rsp} onCommit={commit} />
      <ChoiceList
        legend="Регион питомника"
        name="region"
        choices={facets.regions}
        chosen={shown.region}
        onCommit={commit}
      />
    </FilterSheet>
  )
}
