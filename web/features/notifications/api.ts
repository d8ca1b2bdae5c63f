import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#web/lib/api.ts'

/** The unread ones; the bell of the top bar and the screen read the same list. */
export const notificationsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['member', 'notifications'],
    queryFn: ({ signal }) => api.call('GET /notifications/', { signal }),
  })
