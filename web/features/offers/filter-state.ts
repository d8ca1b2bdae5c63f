import { type ListSearch, listSearch } from './api.ts'

/** The filters of a category page as in its address: texts, `''` if not set. */
export interface FilterState {
  search: string
  price_from: string
  price_to: string
  height_from: string
  height_to: string
  zone: string
  /** With `hardy`, the place whose zone the plants bear. */
  place: string
  hardy: string
  rsp: string[]
  region: string[]
  ordering: string
}

export const orderings = [
  { value: '', name: 'Сначала новые' },
  { value: 'price', name: 'Дешевле' },
  { value: '-price', name: 'Дороже' },
]

const single = ['search', 'price_from', 'price_to', 'height_from', 'height_to', 'zone', 'place', 'hardy'] as const
const multiple = ['rsp', 'region'] as const

export function readFilters(params: URLSearchParams): FilterState {
  const one = (name: string) => params.get(name)?.trim() ?? ''
  const many = (name: string) => params.getAll(name).filter(Boolean)
  const ordering = one('ordering')
  const isHardy = one('place') !== '' && one('hardy') !== ''
  return {
    search: one('search'),
    price_from: one('price_from'),
    price_to: one('price_to'),
    height_from: one('height_from'),
    height_to: one('height_to'),
    zone: one('zone'),
    place: isHardy ? one('place') : '',
    hardy: isHardy ? one('hardy') : '',
    rsp: many('rsp'),
    region: many('region'),
    // Newest first is the default.
    ordering: ordering === '-created_at' ? '' : ordering,
  }
}

/** The address of these filters (`?…`, or the bare path) on the given page. */
export function filtersHref(path: string, filters: FilterState, page = 1): string {
  const params = new URLSearchParams()
  for (const name of single) if (filters[name]) params.set(name, filters[name])
  for (const name of multiple) for (const id of filters[name]) params.append(name, id)
  if (filters.ordering) params.set('ordering', filters.ordering)
  if (page > 1) params.set('page', String(page))
  return params.size > 0 ? `${path}?${params}` : path
}

/** Fills rows of two, three and four alike. */
export const gridPageSize = 24

/** The API query for a page's address. Unknown parameters are left out, so that they make no cache entries. */
export function listSearchOf(params: URLSearchParams): ListSearch {
  const known = new URLSearchParams(filtersHref('', readFilters(params)).slice(1))
  known.set('page_size', String(gridPageSize))
  const page = params.get('page')
  if (page) known.set('page', page)
  return listSearch(known)
}

export const pageOf = (params: URLSearchParams) => Number(params.get('page')) || 1
export const pagesFor = (count: number) => Math.ceil(count / gridPageSize)
