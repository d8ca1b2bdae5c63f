import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#web/lib/api.ts'

/** What may be planted in place of a plant that nobody offers; nothing else of its page. */
export const substitutesQuery = (api: Api, slug: string | null) =>
  queryOptions({
    queryKey: ['plant', slug, 'substitutes'],
    queryFn: async ({ signal }) =>
      slug === null ? [] : (await api.call('GET /plants/:slug/', { params: { slug }, signal })).substitutes,
  })
