import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#web/lib/api.ts'

/** Posts per page. */
export const postsOnPage = 100

/** A person, a page of their posts that the caller may see, and whether the caller may request a friendship. */
export const profileQuery = (api: Api, id: string, page: number) =>
  queryOptions({
    queryKey: ['member', 'profile', id, page],
    queryFn: ({ signal }) => api.call('GET /posts/profile/:id/', { params: { id }, query: { page }, signal }),
  })
