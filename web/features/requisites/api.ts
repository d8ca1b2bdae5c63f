import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#web/lib/api.ts'

export const teamRequisitesQuery = (api: Api, team: string) =>
  queryOptions({
    queryKey: ['member', 'requisites', team],
    queryFn: ({ signal }) => api.call('GET /teams/:id/requisites/', { params: { id: team }, signal }),
  })

export const ownRequisitesQuery = (api: Api) =>
  queryOptions({
    queryKey: ['member', 'requisites', 'own'],
    queryFn: ({ signal }) => api.call('GET /me/requisites/', { signal }),
  })
