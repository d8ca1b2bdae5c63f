import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#web/lib/api.ts'

/** How many friends come on a page. */
export const friendsOnPage = 100

/** A person, a page of their friends and, on one's own page, who asks for a friendship. */
export const friendsQuery = (api: Api, id: string, page: number) =>
  queryOptions({
    queryKey: ['member', 'friends', id, page],
    queryFn: ({ signal }) => api.call('GET /friends/:id/', { params: { id }, query: { page }, signal }),
  })
