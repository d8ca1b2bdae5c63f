import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#web/lib/api.ts'

/** For the form that changes it: always refetched, as a stale form would undo changes made elsewhere. */
export const meQuery = (api: Api) =>
  queryOptions({
    queryKey: ['member', 'me'],
    queryFn: ({ signal }) => api.call('GET /me/', { signal }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })

/** Whether the person is a moderator, for the link to their room; the room itself asks anew. */
export const isStaffQuery = (api: Api) =>
  queryOptions({
    queryKey: ['member', 'is-staff'],
    queryFn: async ({ signal }) => (await api.call('GET /me/', { signal })).is_staff,
    staleTime: Number.POSITIVE_INFINITY,
  })

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
