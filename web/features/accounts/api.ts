import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#web/lib/api.ts'

/** For the form that changes it: refetched each time, or a stale form would undo changes made elsewhere. */
export const meQuery = (api: Api) =>
  queryOptions({
    queryKey: ['member', 'me'],
    queryFn: ({ signal }) => api.call('GET /me/', { signal }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })

/** Whether a code is asked for when the person signs in; it changes on other devices too. */
export const secondFactorQuery = (api: Api) =>
  queryOptions({
    queryKey: ['member', 'second-factor'],
    queryFn: ({ signal }) => api.call('GET /second-factor/', { signal }),
    staleTime: 0,
  })

/** The person's sessions; refetched each time, because they change on other devices. */
export const sessionsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['member', 'sessions'],
    queryFn: ({ signal }) => api.call('GET /sessions/', { signal }),
    staleTime: 0,
  })
