import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#web/lib/api.ts'

/** The unread notifications, for the bell in the top bar. Whatever invalidates them also invalidates the groups. */
export const notificationsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['member', 'notifications'],
    queryFn: ({ signal }) => api.call('GET /notifications/', { signal }),
  })

const groupsKey = ['member', 'notifications', 'groups']

/** Groups of notifications: the latest and all earlier ones loaded so far. */
export const groupsQuery = (api: Api) =>
  queryOptions({
    queryKey: groupsKey,
    queryFn: async ({ signal, client }) => {
      const shown = client.getQueryData<Awaited<ReturnType<typeof read>>>(groupsKey)?.groups.length ?? 0
      const read = (before?: string) => api.call('GET /notifications/groups/', { query: { before }, signal })
      let { groups, has_earlier } = await read()
      while (has_earlier && groups.length < shown) {
        const earlier = await read(groups.at(-1)?.id)
        groups = groups.concat(earlier.groups)
        has_earlier = earlier.has_earlier
      }
      return { groups, has_earlier }
    },
  })
