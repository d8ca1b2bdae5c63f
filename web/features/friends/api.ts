import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#web/lib/api.ts'

/** Friends per page. */
export const friendsOnPage = 100

/** A person, a page of their friends and, on the person's own page, pending requests. */
export const friendsQuery = (api: Api, id: string, page: number) =>
  queryOptions({
    queryKey: ['member', 'friends', id, page],
    queryFn: ({ signal }) => api.call('GET /friends/:id/', { params: { id }, query: { page }, signal }),
  })
