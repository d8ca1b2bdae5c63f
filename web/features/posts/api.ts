import { queryOptions } from '@tanstack/react-query'
import type { AnswerOf } from '#contract/calls.ts'
import type { Api } from '#web/lib/api.ts'
import { type FeedSearch, noFilters } from './feed-filters.ts'

/** One page of the filtered feed. */
export const feedQuery = (api: Api, filters: FeedSearch = noFilters, page = 1) =>
  queryOptions({
    queryKey: ['member', 'feed', filters, page],
    // The event stream connects a moment later; that alone is no reason to fetch the page again.
    meta: { isNewEnoughAtStart: true },
    queryFn: ({ signal }) => {
      const { search, category, city, popular, wanted, friends, trend } = filters
      return api.call('GET /posts/', {
        query: {
          search,
          product__category__name: category,
          product__team__team_city_id__name: city,
          ordering: popular ? '-likes_count' : '',
          is_request: wanted ? '1' : '',
          friends: friends ? '1' : '',
          trend,
          page,
        },
        signal,
      })
    },
  })

/** What people of a company write, for members. */
export const companyPostsQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: ['member', 'company-posts', id],
    queryFn: ({ signal }) => api.call('GET /teams/:id/posts/', { params: { id }, signal }),
  })

/** Comments that a post shows at first, and how many more each time they are asked for. */
export const commentsAtFirst = 20
export const moreComments = 50

/** A post with its latest comments: as many as have been shown when it is fetched again. */
export const postQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: ['member', 'post', id],
    queryFn: ({ signal, client, queryKey }) => {
      const shown = client.getQueryData<AnswerOf<'GET /posts/:id/'>>(queryKey)?.post.comments.length ?? 0
      const comments = Math.max(commentsAtFirst, shown)
      return api.call('GET /posts/:id/', { params: { id }, query: { comments }, signal })
    },
  })

/** Of the person's own company, unpublished ones too. */
export const ownListingsQuery = (api: Api, teamId: number) =>
  queryOptions({
    queryKey: ['member', 'own-listings', teamId],
    queryFn: ({ signal }) =>
      api.call('GET /products/get_all_products/:teamId/', { params: { teamId: String(teamId) }, signal }),
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

/** People whom one may mention, by what is typed of their name; friends first. */
export const suggestedPeopleQuery = (api: Api, q: string) =>
  queryOptions({
    queryKey: ['member', 'suggested-people', q],
    queryFn: ({ signal }) => api.call('GET /people/suggest/', { query: { q }, signal }),
  })
