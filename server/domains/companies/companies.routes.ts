import type { FastifyInstance } from 'fastify'
import { companyCalls } from '#contract/companies.ts'
import { getLookups } from '#server/domains/lookups/lookups.service.ts'
import type { Db } from '#server/platform/database.ts'
import { registerCalls } from '#server/platform/routes.ts'
import { getTeam, listTeams } from './companies.service.ts'

export function companyRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  registerCalls(app, companyCalls, {
    'GET /teams/teams_list/': () => listTeams(db),
    'GET /teams/get_current_team/:id/': ({ params }) => getTeam(db, params.id),
    'GET /teams/specifics/': () => getLookups(db, 'specific'),
    'GET /teams/cities/': () => getLookups(db, 'region'),
    'GET /teams/deliveries/': () => getLookups(db, 'delivery'),
  })
}
