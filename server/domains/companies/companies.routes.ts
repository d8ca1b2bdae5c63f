import type { FastifyInstance } from 'fastify'
import { companyCalls } from '#contract/companies.ts'
import { requisitesCalls } from '#contract/requisites.ts'
import { personScope } from '#server/domains/accounts/accounts.scopes.ts'
import { lookupHandlers } from '#server/domains/reference/lookups.service.ts'
import { lookupsScope } from '#server/domains/reference/reference.scopes.ts'
import type { Db } from '#server/platform/database/database.ts'
import { registerCalls } from '#server/platform/http/routes.ts'
import { apiKeyRoutes } from './api-keys/api-keys.routes.ts'
import { companiesScope, companyScope } from './companies.scopes.ts'
import { getOwnTeam, getTeamFor, listTeams } from './companies.service.ts'
import { addMember, editMembership, leaveCompany, removeMember } from './members.service.ts'
import {
  readRequisites,
  saveOwnRequisites,
  getTeamRequisites,
  saveTeamRequisites,
} from './requisites/requisites.service.ts'
import { createCompany, editCompany } from './save-company.service.ts'

export function companyRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  const listOf = lookupHandlers(db)

  apiKeyRoutes(app, { db })
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
      const team = await getTeamFor(db, actor, params.id)
      shows(companyScope(team.id), lookupsScope, ...team.members.map(member => personScope(member.id)))
      return team
    },
    'GET /teams/specifics/': listOf('specific'),
    'GET /teams/cities/': listOf('region'),
    'GET /teams/deliveries/': listOf('delivery'),
    'GET /teams/get_my_team/': ({ actor }) => getOwnTeam(db, actor),
    'POST /teams/': ({ actor, body }) => createCompany(db, actor, body),
    'PATCH /teams/:id/': ({ actor, params, body }) => editCompany(db, actor, params.id, body),
    'POST /teams/add_member/': ({ actor, body }) => addMember(db, actor, body.email),
    'POST /teams/remove_member/': ({ actor, body }) => removeMember(db, actor, body.email),
    'PATCH /teams/membership/': ({ actor, body }) => editMembership(db, actor, body.shows_email),
    'POST /teams/leave/': ({ actor }) => leaveCompany(db, actor),
  })
}
