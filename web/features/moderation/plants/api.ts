import { queryOptions } from '@tanstack/react-query'
import type { LookupKind } from '#contract/moderation/lookups.ts'
import type { Api } from '#web/lib/api.ts'
import { entriesOnPage } from '#web/ui/paged.tsx'

const directory = ['member', 'staff', 'directory'] as const

export const generaQuery = (api: Api, search: string, page: number) =>
  queryOptions({
    queryKey: [...directory, 'genera', search, page],
    queryFn: ({ signal }) =>
      api.call('GET /staff/directory/genera/', { query: { search, page, page_size: entriesOnPage }, signal }),
  })

export const genusQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: [...directory, 'genus', id],
    queryFn: ({ signal }) => api.call('GET /staff/directory/genera/:id/', { params: { id }, signal }),
  })

export const plantsQuery = (api: Api, search: string, page: number) =>
  queryOptions({
    queryKey: [...directory, 'species', search, page],
    queryFn: ({ signal }) =>
      api.call('GET /staff/directory/species/', { query: { search, page, page_size: entriesOnPage }, signal }),
  })

/** Plants to choose from, by part of a name. */
export const plantTargetsQuery = (api: Api, search: string) =>
  queryOptions({
    queryKey: [...directory, 'species-targets', search],
    queryFn: ({ signal }) => api.call('GET /staff/directory/species/', { query: { search, page_size: 100 }, signal }),
  })

export const categoriesQuery = (api: Api) =>
  queryOptions({
    queryKey: [...directory, 'categories'],
    queryFn: ({ signal }) => api.call('GET /staff/directory/categories/', { signal }),
  })

export const lookupsQuery = (api: Api, kind: LookupKind) =>
  queryOptions({
    queryKey: [...directory, 'lookups', kind],
    queryFn: ({ signal }) => api.call('GET /staff/lookups/:kind/', { params: { kind }, signal }),
  })
