import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Api } from '#web/lib/api.ts'

export const decisionsKey = ['member', 'decisions']

/** What moderators have decided about the person and their company. */
export const decisionsQuery = (api: Api, page: number) =>
  queryOptions({
    queryKey: [...decisionsKey, page],
    queryFn: ({ signal }) => api.call('GET /decisions/', { query: { page }, signal }),
    placeholderData: keepPreviousData,
  })
