import type { FastifyInstance } from 'fastify'
import { referenceCalls } from '#contract/reference.ts'
import type { Db } from '#server/platform/database/database.ts'
import { registerCalls } from '#server/platform/http/routes.ts'
import { getDescribedLookups, getLookups } from './lookups.service.ts'

export function lookupRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  const crownShapes = () => getLookups(db, 'crown_shape')

  registerCalls(app, referenceCalls, {
    'GET /products/winter_hardiness/': () => getDescribedLookups(db, 'winter_hardiness'),
    'GET /products/growth_pattern/': () => getLookups(db, 'growth_pattern'),
    'GET /products/place_of_cultivation/': () => getLookups(db, 'place_of_cultivation'),
    'GET /products/crown_shape/': crownShapes,
    'GET /products/сrown_shape/': crownShapes,
    'GET /products/age_group/': () => getLookups(db, 'age_group'),
    'GET /products/rsp/': () => getLookups(db, 'root_packaging'),
  })
}
