import type { FastifyInstance } from 'fastify'
import { transportCalls } from '#contract/transport.ts'
import { companyScope } from '#server/domains/companies/companies.scopes.ts'
import { changeDeliveryTerms, getDeliveryTerms } from '#server/domains/companies/delivery-terms.service.ts'
import type { Db } from '#server/platform/database/database.ts'
import { registerCalls } from '#server/platform/http/routes.ts'
import { changeSiteVehicles, getSiteVehicles } from './vehicles.service.ts'

export function transportRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  registerCalls(app, transportCalls, {
    'GET /teams/:id/delivery_terms/': async ({ actor, params, shows }) => {
      const terms = await getDeliveryTerms(db, actor, params.id)
      shows(companyScope(params.id))
      return terms
    },
    'PUT /teams/:id/delivery_terms/': ({ actor, params, body }) => changeDeliveryTerms(db, actor, params.id, body),
    'GET /staff/vehicles/': () => getSiteVehicles(db),
    'PUT /staff/vehicles/': ({ actor, body }) => changeSiteVehicles(db, actor, body.vehicles),
  })
}
