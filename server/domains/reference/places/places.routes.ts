import type { FastifyInstance } from 'fastify'
import { placeCalls } from '#contract/places.ts'
import type { Db } from '#server/platform/database/database.ts'
import { registerCalls } from '#server/platform/http/routes.ts'
import { lookupsScope } from '../reference.scopes.ts'
import { placeFinder } from './places.service.ts'

export function placeRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  const find = placeFinder(db)

  registerCalls(app, placeCalls, {
    'GET /places/': ({ query, shows }) => {
      // Changes of places invalidate the lookups' scope.
      shows(lookupsScope)
      return find(query.search ?? '')
    },
  })
}
