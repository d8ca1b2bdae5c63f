import type { FastifyInstance } from 'fastify'
import { referenceCalls } from '#contract/reference.ts'
import type { Db } from '#server/platform/database/database.ts'
import { registerCalls } from '#server/platform/http/routes.ts'
import { getDescribedLookups, lookupHandlers } from './lookups.service.ts'
import { lookupsScope } from './reference.scopes.ts'

export function lookupRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  const listOf = lookupHandlers(db)

  registerCalls(app, referenceCalls, {
    'GET /products/winter_hardiness/': ({ shows }) => {
      shows(lookupsScope)
      return getDescribedLookups(db, 'winter_hardiness')
    },
    'GET /products/growth_pattern/': listOf('growth_pattern'),
    'GET /products/place_of_cultivation/': listOf('place_of_cultivation'),
    'GET /products/crown_shape/': listOf('crown_shape'),
    'GET /products/сrown_shape/': listOf('crown_shape'),
    'GET /products/age_group/': listOf('age_group'),
    'GET /products/rsp/': listOf('root_packaging'),
  })
}
