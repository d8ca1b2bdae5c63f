import { useNavigation } from 'react-router'
import type { OfferPage } from '#contract/offer-search.ts'
import { counted } from '#web/lib/plural.ts'
import { CheckboxField } from '#web/ui/checkbox-field.tsx'
import { FilterSheet, useFilterForm } from '#web/ui/filter-sheet.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { distances } from '../../places/place-choice.tsx'
import { ChoiceList } from '../choice-list.tsx'
import { RangeFields } from '../range-fields.tsx'
import { zoneName } from '../zones.ts'
import { type Chosen, hrefOf, inForce, path, readAddress, submitted } from './address.ts'
import { monthNames } from './chips.ts'
import { QuantityField } from './quantity-field.tsx'
import { offerForms } from './texts.ts'

/** The sheet's id, for the button that opens it. */
export const filtersId = 'filters'

interface OfferFiltersProps {
  chosen: Chosen
  page: OfferPage
  /** How many filters are active. */
  activeCount: number
}

/** Kept by the form, shown elsewhere: the search and its chips, the place, the order. */
const kept = ['search', 'as_written', 'ignore', 'plant', 'company', 'place', 'ordering']
/** Behind «Ещё условия». */
const lessUsed = [
  'form',
  'stem_height_from',
  'stem_height_to',
  'spread_from',
  'spread_to',
  'root_size_from',
  'root_size_to',
  'evergreen',
  'flowering_month',
  'has_photos',
  'fresh',
]

const size = { pattern: '\\s*\\d{1,5}([.,]\\d)?\\s*', hint: 'Сантиметры, например 18 или 12,5' }
const price = { pattern: '\\s*\\d{1,9}([.,]\\d{1,2})?\\s*', hint: 'Сумма в рублях, например 1500' }
const rootSize = { pattern: '\\s*\\d{1,5}([.,]\\d)?\\s*', hint: 'Литры контейнера или сантиметры кома, например 80' }

const numbers = new Intl.NumberFormat('ru-RU')

/** A GET form of everything that offers can be narrowed by. With scripts each choice takes effect at once. */
export function OfferFilters({ chosen, page: { facets, understood, count, place }, activeCount }: OfferFiltersProps) {
  const { location: coming } = useNavigation()
  // While the next page loads, the form already shows the new choice.
  const shown = inForce(
    coming?.pathname === path ? readAddress(new URLSearchParams(coming.search)) : chosen,
    understood,
  )
  const { form, commit } = useFilterForm(entries => hrefOf(submitted(entries, chosen, understood)))
  const one = (name: string) => shown[name]?.[0] ?? ''
  const list = (name: string) => ({ name, chosen: shown[name] ?? [], onCommit: commit })
  const counts = (name: 'root' | 'stock' | 'region' | 'category' | 'form') => ({
    ...list(name),
    choices: facets[name].map(({ value, name: label, count: left }) => ({ id: value, name: label, count: left })),
  })
  const range = (name: string) => ({ name, from: one(`${name}_from`), to: one(`${name}_to`), onCommit: commit })
  const flag = (name: string, label: string) => (
    <CheckboxField name={name} value="1" label={label} checked={one(name) === '1'} onChange={commit} />
  )
  return (
    <FilterSheet
      id={filtersId}
      label="Фильтры"
      form={form}
      onCommit={commit}
      activeCount={activeCount}
      action={path}
      isOpenedElsewhere
      showLabel={count > 0 ? `Показать ${counted(count, offerForms)}` : 'Ничего не подошло'}
    >
      {kept.flatMap(name =>
        // The place that the words name stays with them.
        ((name === 'place' ? shown : chosen)[name] ?? []).map(value => (
          <input key={name + value} type="hidden" name={name} value={value} />
        )),
      )}
      <QuantityField value={one('quantity')} onCommit={commit} />
      <RangeFields legend="Обхват ствола, см" {...range('girth')} {...size} bounds={facets.girth} />
      <RangeFields legend="Высота, см" {...range('height')} {...size} bounds={facets.height} />
      <RangeFields legend="Цена за штуку, ₽" {...range('price')} {...price} bounds={facets.price} />
      <ChoiceList legend="Корни и упаковка" {...counts('root')} />
      <SelectField
        label="Зона зимостойкости участка"
        hint="Москва и Нижний Новгород: 4, Петербург: 5, Екатеринбург: 3, Новосибирск: 2"
        name="zone"
        value={one('zone')}
        onChange={commit}
      >
        <option value="">Любая</option>
        {one('zone') && !facets.zone.some(({ value }) => String(value) === one('zone')) && (
          <option value={one('zone')}>{zoneName(Number(one('zone')))}</option>
        )}
        {facets.zone.map(({ value, count: left }) => (
          <option key={value} value={value}>
            {zoneName(value)} ({left})
          </option>
        ))}
      </SelectField>
      {place && (
        <CheckboxField
          name="hardy"
          value="1"
          label={`Зимует здесь: ${place.name}, зона ${place.zone}`}
          hint="Без растений, зона которых неизвестна"
          checked={one('hardy') === '1'}
          onChange={commit}
        />
      )}
      <ChoiceList legend="Наличие" {...counts('stock')} />
      <ChoiceList legend="Регион питомника" {...counts('region')} />
      {place && (
        <SelectField label={`Расстояние, откуда: ${place.name}`} name="within" value={one('within')} onChange={commit}>
          <option value="">Любое расстояние</option>
          {[...new Set([...distances.map(String), one('within')])].filter(Boolean).map(value => (
            <option key={value} value={value}>
              до {numbers.format(Number(value))} км
            </option>
          ))}
        </SelectField>
      )}
      {flag('verified', 'Только проверенные компании')}
      <ChoiceList legend="Категория" {...counts('category')} />
      <details open={lessUsed.some(name => shown[name]?.length) || undefined}>
        <summary className="link inline-flex min-h-11 items-center font-semibold">Ещё условия</summary>
        <div className="grid gap-5 pt-2">
          <ChoiceList legend="Форма" {...counts('form')} />
          <RangeFields legend="Высота штамба, см" {...range('stem_height')} {...size} />
          <RangeFields legend="Ширина, см" {...range('spread')} {...size} />
          <RangeFields legend="Размер кома или контейнера" {...range('root_size')} {...rootSize} />
          <SelectField label="Листва зимой" name="evergreen" value={one('evergreen')} onChange={commit}>
            <option value="">Не важно</option>
            <option value="1">Вечнозелёные</option>
            <option value="0">Листопадные</option>
          </SelectField>
          <ChoiceList
            legend="Цветёт"
            {...list('flowering_month')}
            choices={monthNames.map((name, at) => ({ id: at + 1, name }))}
          />
          {flag('has_photos', 'С фотографиями питомника')}
          {flag('fresh', 'Подтверждены за две недели')}
        </div>
      </details>
    </FilterSheet>
  )
}
