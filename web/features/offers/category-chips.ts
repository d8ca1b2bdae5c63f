import type { CategoryPage } from '#contract/offers.ts'
import { formatPrice } from '#web/lib/format-price.ts'
import { type FilterState, readFilters } from './filter-state.ts'

/** Without filters; the order stays. */
export function clearedFilters(filters: FilterState): FilterState {
  return { ...readFilters(new URLSearchParams()), ordering: filters.ordering }
}

export interface ActiveFilter {
  key: string
  text: string
  /** The filters without this one. */
  without: FilterState
}

function rangeText(from: string, to: string, show: (value: string) => string): string {
  if (from && to) return `${show(from)} – ${show(to)}`
  return from ? `от ${show(from)}` : `до ${show(to)}`
}

const price = (value: string) => {
  const rubles = Number(value.replace(',', '.'))
  return Number.isFinite(rubles) ? formatPrice(rubles) : value
}
const height = (value: string) => `${value} см`

/** The active filters, one entry per chip. */
export function activeFilters(
  filters: FilterState,
  { facets, place }: Pick<CategoryPage, 'facets' | 'place'>,
): ActiveFilter[] {
  const active: ActiveFilter[] = []
  if (filters.search) active.push({ key: 'search', text: `«${filters.search}»`, without: { ...filters, search: '' } })
  if (filters.price_from || filters.price_to)
    active.push({
      key: 'price',
      text: rangeText(filters.price_from, filters.price_to, price),
      without: { ...filters, price_from: '', price_to: '' },
    })
  if (filters.height_from || filters.height_to)
    active.push({
      key: 'height',
      text: `высота ${rangeText(filters.height_from, filters.height_to, height)}`,
      without: { ...filters, height_from: '', height_to: '' },
    })
  if (filters.zone) active.push({ key: 'zone', text: `зона ${filters.zone}`, without: { ...filters, zone: '' } })
  if (place)
    active.push({
      key: 'hardy',
      text: `зимует: ${place.name}, зона ${place.zone}`,
      without: { ...filters, place: '', hardy: '' },
    })
  const chosen = [
    { name: 'rsp', choices: facets.rsp },
    { name: 'region', choices: facets.regions },
  ] as const
  for (const { name, choices } of chosen)
    for (const id of filters[name])
      active.push({
        key: `${name}-${id}`,
        text: choices.find(choice => String(choice.id) === id)?.name ?? id,
        without: { ...filters, [name]: filters[name].filter(other => other !== id) },
      })
  return active
}
