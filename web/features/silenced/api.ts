import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#web/lib/api.ts'

/** Whom the person has blocked and muted, and which hashtags. */
export const silencedQuery = (api: Api) =>
  queryOptions({
    queryKey: ['member', 'silenced'],
    queryFn: ({ signal }) => api.call('GET /silenced/', { signal }),
  })
