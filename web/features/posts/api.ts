import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#web/lib/api.ts'
import { type FeedSearch, noFilters } from './feed-filters.ts'

/** One page of the filtered feed. */
export const feedQuery = (api: Api, filters: FeedSearch = noFilters, page = 1) =>
  queryOptions({
    queryKey: ['member', 'feed', filters, page],
    // The event stream connects a moment later; that alone is no reason to fetch the page again.
    meta: { isNewEnoughAtStart: true },
    queryFn: ({ signal }) => {
      const { search, category, city, popular, wanted, trend } = filters
      return api.call('GET /posts/', {
        query: {
          search,
          product__category__name: category,
          product__team__team_city_id__name: city,
          ordering: popular ? '-likes_count' : '',
          is_request: wanted ? '1' : '',
          trend,
          page,
        },
        signal,
      })
    },
  })

export const postQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: ['member', 'post', id],
    queryFn: ({ signal }) => api.call('GET /posts/:id/', { params: { id }, signal }),
  })

export const trendsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['member', 'trends'],
    queryFn: ({ signal }) => api.call('GET /posts/trends/', { signal }),
  })

export const suggestedFriendsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['member', 'suggested-friends'],
    queryFn: ({ signal }) => api.call('GET /friends/suggested/', { signal }),
  })
