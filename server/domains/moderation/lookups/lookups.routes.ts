import type { FastifyInstance } from 'fastify'
import { moderationLookupCalls } from '#contract/moderation/lookups.ts'
import type { Db } from '#server/platform/database/database.ts'
import { registerCalls } from '#server/platform/http/routes.ts'
import { createLookup, editLookup, listStaffLookups, mergeLookup, setLookupHidden } from './lookups.service.ts'

export function moderationLookupRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  registerCalls(app, moderationLookupCalls, {
    'GET /staff/lookups/:kind/': ({ params }) => listStaffLookups(db, params.kind),
    'POST /staff/lookups/': ({ actor, body }) => createLookup(db, actor, body),
    'POST /staff/lookups/:id/edit/': ({ actor, params, body }) => editLookup(db, actor, params.id, body),
    'POST /staff/lookups/:id/merge/': ({ actor, params, body }) => mergeLookup(db, actor, params.id, body),
    'POST /staff/lookups/:id/hide/': ({ actor, params, body }) =>
      setLookupHidden(db, actor, params.id, true, body.reason),
    'POST /staff/lookups/:id/restore/': ({ actor, params }) => setLookupHidden(db, actor, params.id, false),
  })
}
