import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#web/lib/api.ts'

export const savedSearchesQuery = (api: Api) =>
  queryOptions({
    queryKey: ['member', 'saved-searches'],
    queryFn: ({ signal }) => api.call('GET /saved-searches/', { signal }),
  })

export const stockAlertsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['member', 'stock-alerts'],
    queryFn: ({ signal }) => api.call('GET /stock-alerts/', { signal }),
  })

export const savedPlantsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['member', 'saved-plants'],
    queryFn: ({ signal }) => api.call('GET /saved-plants/', { signal }),
  })
