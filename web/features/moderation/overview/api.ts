import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#web/lib/api.ts'

export const overviewQuery = (api: Api) =>
  queryOptions({
    queryKey: ['member', 'staff', 'overview'],
    queryFn: ({ signal }) => api.call('GET /staff/overview/', { signal }),
    refetchOnWindowFocus: 'always',
  })
