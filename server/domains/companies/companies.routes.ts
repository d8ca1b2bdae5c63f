import type { FastifyInstance } from 'fastify'
import { companyCalls, type Team } from '#contract/companies.ts'
import { requisitesCalls } from '#contract/requisites.ts'
import { personScope } from '#server/domains/accounts/accounts.scopes.ts'
import { lookupHandlers } from '#server/domains/reference/lookups.service.ts'
import { lookupsScope } from '#server/domains/reference/reference.scopes.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Limits } from '#server/platform/http/limits/limits.ts'
import { registerCalls } from '#server/platform/http/routes.ts'
import type { MediaStore } from '#server/platform/media/media.ts'
import { apiKeyRoutes } from './api-keys/api-keys.routes.ts'
import { companiesScope, companyScope } from './companies.scopes.ts'
import { findOnMap, getOwnTeam, getTeamAt, getTeamFor, listTeams } from './companies.service.ts'
import { qrCodeRoutes } from './face/qr-code.routes.ts'
import { invitationRoutes } from './invitations/invitations.routes.ts'
import { addMember, editMembership, leaveCompany, removeMember } from './members.service.ts'
import {
  readRequisites,
  saveOwnRequisites,
  getTeamRequisites,
  saveTeamRequisites,
} from './requisites/requisites.service.ts'
import { createCompany, editCompany } from './save-company.service.ts'

const scopesOf = ({ id, members }: Team) => [
  companyScope(id),
  lookupsScope,
  ...members.map(member => personScope(member.id)),
]

export function companyRoutes(
  app: FastifyInstance,
  deps: { db: Db; media: MediaStore; publicUrl: string; limit: Limits['limit'] },
): void {
  const { db } = deps
  const listOf = lookupHandlers(db)

  apiKeyRoutes(app, { db })
  invitationRoutes(app, deps)
  qrCodeRoutes(app, deps)
  registerCalls(app, requisitesCalls, {
    'GET /teams/:id/requisites/': ({ actor, params }) => getTeamRequisites(db, actor, params.id),
    'PUT /teams/:id/requisites/': ({ actor, params, body }) => saveTeamRequisites(db, actor, params.id, body),
    'GET /me/requisites/': ({ actor }) => readRequisites(db, { personId: actor.id }),
    'PUT /me/requisites/': ({ actor, body }) => saveOwnRequisites(db, actor, body),
  })
  registerCalls(app, companyCalls, {
    'GET /teams/teams_list/': ({ shows }) => {
      shows(companiesScope, lookupsScope)
      return listTeams(db)
    },
    'GET /teams/get_current_team/:id/': async ({ actor, params, shows }) => {
      const team = await getTeamFor(deps, actor, params.id)
      shows(...scopesOf(team))
      return team
    },
    'GET /teams/at/:slug/': async ({ actor, params, shows }) => {
      // It loses a slug, which another company may then have, only with a change of its own.
      const team = await getTeamAt(deps, actor, params.slug)
      shows(...scopesOf(team))
      return team
    },
    'GET /teams/:id/on_map/': async ({ actor, params, shows }) => {
      shows(companyScope(params.id), lookupsScope)
      return findOnMap(db, actor, params.id)
    },
    'GET /teams/specifics/': listOf('specific'),
    'GET /teams/cities/': listOf('region'),
    'GET /teams/deliveries/': listOf('delivery'),
    'GET /teams/get_my_team/': ({ actor }) => getOwnTeam(deps, actor),
    'POST /teams/': ({ actor, body }) => createCompany(deps, actor, body),
    'PATCH /teams/:id/': ({ actor, params, body, files }) => editCompany(deps, actor, params.id, body, files),
    'POST /teams/add_member/': ({ actor, body }) => addMember(deps, actor, body.email),
    'POST /teams/remove_member/': ({ actor, body }) => removeMember(deps, actor, body.email),
    'PATCH /teams/membership/': ({ actor, body }) => editMembership(db, actor, body.shows_email),
    'POST /teams/leave/': ({ actor }) => leaveCompany(db, actor),
  })
}
