import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#web/lib/api.ts'

export const articlesQuery = (api: Api) =>
  queryOptions({
    queryKey: ['publications'],
    queryFn: ({ signal }) => api.call('GET /publications/', { signal }),
  })

export const articleQuery = (api: Api, article_slug: string) =>
  queryOptions({
    queryKey: ['publications', article_slug],
    queryFn: ({ signal }) => api.call('GET /publications/:article_slug/', { params: { article_slug }, signal }),
  })

export const sectionQuery = (api: Api, article_slug: string, section_slug: string) =>
  queryOptions({
    queryKey: ['publications', article_slug, section_slug],
    queryFn: ({ signal }) =>
      api.call('GET /publications/:article_slug/:section_slug/', { params: { article_slug, section_slug }, signal }),
  })
