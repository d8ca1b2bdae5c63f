import type { FastifyInstance } from 'fastify'
import { apiKeyCalls } from '#contract/api-keys.ts'
import type { Db } from '#server/platform/database/database.ts'
import { registerCalls } from '#server/platform/http/routes.ts'
import { createKey, listOwnKeys, revokeKey } from './api-keys.service.ts'

export function apiKeyRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  registerCalls(app, apiKeyCalls, {
    'GET /teams/api-keys/': ({ actor }) => listOwnKeys(db, actor),
    'POST /teams/api-keys/': ({ actor, body }) => createKey(db, actor, body.name),
    'DELETE /teams/api-keys/:id/': ({ actor, params }) => revokeKey(db, actor, params.id),
  })
}
