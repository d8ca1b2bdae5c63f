import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#web/lib/api.ts'

/** Posts with open reports. */
export const reportedQuery = (api: Api, page: number) =>
  queryOptions({
    queryKey: ['member', 'staff', 'reported', page],
    queryFn: ({ signal }) => api.call('GET /staff/reports/', { query: { page }, signal }),
    refetchOnWindowFocus: 'always',
  })

export const hiddenQuery = (api: Api, page: number) =>
  queryOptions({
    queryKey: ['member', 'staff', 'hidden-posts', page],
    queryFn: ({ signal }) => api.call('GET /staff/reports/hidden/', { query: { page }, signal }),
  })
