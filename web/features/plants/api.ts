import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#web/lib/api.ts'

/** The query string of a page; the server validates it. */
export type PlantSearch = Record<string, string[]>

/** The query parameters of `/plants` and of a plant's page. */
export const listParameters = [
  'search',
  'letter',
  'genus',
  'category',
  'with_offers',
  'place',
  'hardy',
  'page',
] as const
export const offerParameters = ['ordering', 'region', 'root', 'stock', 'place', 'within', 'page'] as const

/** The named parameters that have a value. */
export function searchOf(params: URLSearchParams, names: readonly string[]): PlantSearch {
  return Object.fromEntries(
    names.map(name => [name, params.getAll(name).filter(Boolean)] as const).filter(([, values]) => values.length > 0),
  )
}

/** What the directory's page asks for; nothing is hardy without a place, and a place says nothing alone. */
export function directorySearchOf(params: URLSearchParams): PlantSearch {
  const { place, hardy, ...search } = searchOf(params, listParameters)
  return place && hardy ? { ...search, place, hardy } : search
}

/** The URL with these parameters changed; `null` removes one. A change returns to the first page. */
export function hrefWith(path: string, search: PlantSearch, changes: Record<string, string | null>): string {
  const next = {
    ...search,
    page: [],
    ...Object.fromEntries(Object.entries(changes).map(([name, value]) => [name, value === null ? [] : [value]])),
  }
  const query = new URLSearchParams(
    Object.entries(next).flatMap(([name, values]) => values.map(value => [name, value])),
  ).toString()
  return query ? `${path}?${query}` : path
}

export const plantsQuery = (api: Api, search: PlantSearch) =>
  queryOptions({
    queryKey: ['plants', search],
    queryFn: ({ signal }) => api.call('GET /plants/', { query: search, signal }),
  })

/** `place`: where it, or what replaces it, is to grow. */
export const plantQuery = (api: Api, slug: string, place?: string) =>
  queryOptions({
    queryKey: place ? ['plant', slug, { place }] : ['plant', slug],
    queryFn: ({ signal }) =>
      api.call('GET /plants/:slug/', { params: { slug }, query: place ? { place } : {}, signal }),
  })

export const plantOffersQuery = (api: Api, slug: string, search: PlantSearch) =>
  queryOptions({
    queryKey: ['plant', slug, 'offers', search],
    queryFn: ({ signal }) => api.call('GET /plants/:slug/offers/', { params: { slug }, query: search, signal }),
  })

/** The first plants of a search, to choose one of them. */
export const foundPlantsQuery = (api: Api, search: string) =>
  queryOptions({
    queryKey: ['found-plants', search],
    queryFn: ({ signal }) => api.call('GET /plants/', { query: { search, page_size: 6 }, signal }),
    enabled: search !== '',
  })
