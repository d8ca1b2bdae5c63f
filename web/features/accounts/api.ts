import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#web/lib/api.ts'

/**
 * The person themself. Read anew by whoever needs it later than a few seconds after the last reading: the start of a page
 * reads it once for the session, the menu and the screen.
 */
export const meQuery = (api: Api) =>
  queryOptions({
    queryKey: ['member', 'me'],
    queryFn: ({ signal }) => api.call('GET /me/', { signal }),
    staleTime: 5_000,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

/** Whether the person is a moderator, for the link to their room; the room itself asks anew. */
export const isStaffQuery = (api: Api) =>
  queryOptions({ ...meQuery(api), select: me => me.is_staff, staleTime: Number.POSITIVE_INFINITY })

/** Whether signing in asks for a code; always refetched, because it can change on other devices. */
export const secondFactorQuery = (api: Api) =>
  queryOptions({
    queryKey: ['member', 'second-factor'],
    queryFn: ({ signal }) => api.call('GET /second-factor/', { signal }),
    staleTime: 0,
  })

/** The person's sessions; always refetched, because they can change on other devices. */
export const sessionsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['member', 'sessions'],
    queryFn: ({ signal }) => api.call('GET /sessions/', { signal }),
    staleTime: 0,
  })
