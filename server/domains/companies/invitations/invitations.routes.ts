import type { FastifyInstance } from 'fastify'
import { invitationCalls } from '#contract/invitations.ts'
import type { Limits } from '#server/platform/http/limits/limits.ts'
import { registerCalls } from '#server/platform/http/routes.ts'
import { accept, invite, type InvitationDeps, listOpen, view, withdraw } from './invitations.service.ts'

/** Letters: of a company in an hour, to one address in a day. */
const lettersPerHour = 20
const lettersPerDay = 3

export function invitationRoutes(
  app: FastifyInstance,
  { limit, ...rest }: Omit<InvitationDeps, 'limits'> & { limit: Limits['limit'] },
): void {
  const deps: InvitationDeps = {
    ...rest,
    limits: {
      ofCompany: limit({ name: 'invitations', points: lettersPerHour, seconds: 3600 }),
      toAddress: limit({ name: 'invitations-to', points: lettersPerDay, seconds: 24 * 3600 }),
    },
  }
  registerCalls(app, invitationCalls, {
    'GET /teams/invitations/': ({ actor }) => listOpen(deps, actor),
    'POST /teams/invitations/': ({ actor, body }) => invite(deps, actor, body.email),
    'DELETE /teams/invitations/:id/': ({ actor, params }) => withdraw(deps, actor, params.id),
    'POST /teams/invitations/view/': ({ body }) => view(deps, body.token),
    'POST /teams/invitations/accept/': ({ actor, body }) => accept(deps, actor, body.token),
  })
}
