import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#web/lib/api.ts'

/** For the form that changes it: asked anew each time, or a stale form would undo what was changed elsewhere. */
export const meQuery = (api: Api) =>
  queryOptions({
    queryKey: ['member', 'me'],
    queryFn: ({ signal }) => api.call('GET /me/', { signal }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
