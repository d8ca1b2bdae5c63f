import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#web/lib/api.ts'

/** How the person wants to be told. */
export const settingsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['member', 'notification-settings'],
    queryFn: ({ signal }) => api.call('GET /notification-settings/', { signal }),
  })
