import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#web/lib/api.ts'

/** How many posts come on a page. */
export const postsOnPage = 100

/** A person, a page of those of their posts that I may see, and whether I may ask for a friendship. */
export const profileQuery = (api: Api, id: string, page: number) =>
  queryOptions({
    queryKey: ['member', 'profile', id, page],
    queryFn: ({ signal }) => api.call('GET /posts/profile/:id/', { params: { id }, query: { page }, signal }),
  })
