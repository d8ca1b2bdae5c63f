import type { Product } from '#contract/products.ts'
import { stockNames } from '#contract/stock-names.ts'

export const nobody = 'Не назначен'

/** Shown instead of the link while others cannot see the product. */
export function statusOf({ is_active, review }: Pick<Product, 'is_active' | 'review'>): string {
  if (is_active) return ''
  if (review === null) return 'Уже опубликуется'
  return review.state === 'returned' ? 'Вернули на доработку' : 'Снято с публикации'
}

export const sortings = [
  { value: 'name', name: 'По названию' },
  { value: 'category', name: 'По группе' },
  { value: 'price', name: 'По цене' },
] as const
/** The column by which the list is sorted, always ascending; none: newest first. */
export type Sorting = (typeof sortings)[number]['value'] | ''

/** The choices of each filter except the category. */
export const filterChoices = {
  state: { published: 'Опубликованы', waiting: 'Ждут публикации', returned: 'Возвращены', hidden: 'Сняты' },
  stock: stockNames,
  freshness: { fresh: 'До 14 дней', ageing: 'До 45 дней', stale: 'Устарели' },
} as const

const names = ['search', 'category', 'state', 'stock', 'freshness'] as const

/** The list's state in the address: filters, order and page; defaults are left out. */
export interface OwnView {
  search: string
  category: string
  state: string
  stock: string
  freshness: string
  sort: Sorting
  page: number
}

/** Invalid parameters of an address are ignored. */
export function readView(params: URLSearchParams): OwnView {
  const chosen = (name: keyof typeof filterChoices) => {
    const value = params.get(name) ?? ''
    return Object.hasOwn(filterChoices[name], value) ? value : ''
  }
  return {
    search: (params.get('search') ?? '').slice(0, 255),
    category: params.get('category') ?? '',
    state: chosen('state'),
    stock: chosen('stock'),
    freshness: chosen('freshness'),
    sort: sortings.find(({ value }) => value === params.get('sort'))?.value ?? '',
    page: Math.max(1, Math.trunc(Number(params.get('page'))) || 1),
  }
}

export function viewParams(view: OwnView): URLSearchParams {
  return new URLSearchParams([
    ...names.flatMap(name => (view[name].trim() ? [[name, view[name].trim()]] : [])),
    ...(view.sort ? [['sort', view.sort]] : []),
    ...(view.page > 1 ? [['page', String(view.page)]] : []),
  ])
}

export const isFiltered = (view: OwnView) => names.some(name => view[name].trim() !== '')
