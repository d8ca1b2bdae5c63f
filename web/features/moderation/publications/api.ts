import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Api } from '#web/lib/api.ts'

const key = ['staff', 'publications']

export const staffArticlesQuery = (api: Api, page: number) =>
  queryOptions({
    queryKey: [...key, 'list', page],
    queryFn: ({ signal }) => api.call('GET /staff/publications/', { query: { page }, signal }),
    placeholderData: keepPreviousData,
  })

/** An article for editing; always refetched, because saving needs its present version. */
export const staffArticleQuery = (api: Api, id: number) =>
  queryOptions({
    queryKey: [...key, id],
    queryFn: ({ signal }) => api.call('GET /staff/publications/:id/', { params: { id: String(id) }, signal }),
    staleTime: 0,
    gcTime: 0,
    // Not refetched during editing.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

export const previewQuery = (api: Api, text: string) =>
  queryOptions({
    queryKey: [...key, 'preview', text],
    queryFn: ({ signal }) => api.call('POST /staff/publications/preview/', { body: { text }, signal }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    // Each pause in typing creates another entry.
    gcTime: 10_000,
  })

/** Call after a change: invalidates articles for readers and moderators. */
export async function forgetArticles(queries: QueryClient): Promise<void> {
  queries.removeQueries({ queryKey: ['publications'] })
  await queries.invalidateQueries({ queryKey: [...key, 'list'] })
}
