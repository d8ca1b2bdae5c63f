import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#web/lib/api.ts'

/** Ids of those that were read on this page: an answer that was on its way meanwhile does not bring them back. */
export const readHere = new Set<string>()

/** The unread ones; the bell of the top bar and the screen read the same list. */
export const notificationsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['member', 'notifications'],
    queryFn: async ({ signal }) => {
      const unread = await api.call('GET /notifications/', { signal })
      return unread.filter(({ id }) => !readHere.has(id))
    },
  })
