import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#web/lib/api.ts'

/** Invitations of the person's company that nobody has answered yet. */
export const invitationsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['member', 'invitations'],
    queryFn: ({ signal }) => api.call('GET /teams/invitations/', { signal }),
  })

/** Who invites whom by this link. */
export const invitationQuery = (api: Api, token: string) =>
  queryOptions({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => api.call('POST /teams/invitations/view/', { body: { token }, signal }),
    retry: false,
  })
