import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#web/lib/api.ts'

export const statisticsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['member', 'statistics'],
    queryFn: ({ signal }) => api.call('GET /teams/statistics/', { signal }),
  })
