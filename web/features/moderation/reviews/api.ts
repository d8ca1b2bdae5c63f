import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#web/lib/api.ts'

/** Reviews and replies with open reports. */
export const reportedReviewsQuery = (api: Api, page: number) =>
  queryOptions({
    queryKey: ['member', 'staff', 'reported-reviews', page],
    queryFn: ({ signal }) => api.call('GET /staff/reviews/', { query: { page }, signal }),
    refetchOnWindowFocus: 'always',
  })

export const hiddenReviewsQuery = (api: Api, page: number) =>
  queryOptions({
    queryKey: ['member', 'staff', 'hidden-reviews', page],
    queryFn: ({ signal }) => api.call('GET /staff/reviews/hidden/', { query: { page }, signal }),
  })
