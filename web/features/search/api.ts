import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#web/lib/api.ts'

/** People by name and posts by words, at most twenty of each. */
export const searchQuery = (api: Api, query: string) =>
  queryOptions({
    queryKey: ['member', 'search', query],
    queryFn: ({ signal }) => api.call('POST /search/', { body: { query }, signal }),
  })
