import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#web/lib/api.ts'

export const latestQuery = (api: Api) =>
  queryOptions({
    queryKey: ['products', 'latest'],
    queryFn: ({ signal }) => api.call('GET /products/latest/', { signal }),
  })

export const showcaseQuery = (api: Api) =>
  queryOptions({ queryKey: ['showcase'], queryFn: ({ signal }) => api.call('GET /showcase/', { signal }) })

export const categoriesQuery = (api: Api) =>
  queryOptions({ queryKey: ['categories'], queryFn: ({ signal }) => api.call('GET /products/categories/', { signal }) })

/** The page's query string is the filter; the server validates it. */
export type ListSearch = Record<string, string[]>

export function listSearch(params: URLSearchParams): ListSearch {
  return Object.fromEntries([...new Set(params.keys())].sort().map(name => [name, params.getAll(name)]))
}

export const searchQuery = (api: Api, search: ListSearch) =>
  queryOptions({
    queryKey: ['products', 'search', search],
    queryFn: ({ signal }) => api.call('GET /products/', { query: search, signal }),
  })

export const categoryQuery = (api: Api, slug: string, search: ListSearch) =>
  queryOptions({
    queryKey: ['products', 'category', slug, search],
    queryFn: ({ signal }) =>
      api.call('GET /products/:category_slug/', { params: { category_slug: slug }, query: search, signal }),
  })
