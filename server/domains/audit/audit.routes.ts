import type { FastifyInstance } from 'fastify'
import { auditCalls } from '#contract/moderation/audit.ts'
import type { Db } from '#server/platform/database/database.ts'
import { registerCalls } from '#server/platform/http/routes.ts'
import { listAudit } from './audit.service.ts'

export function auditRoutes(app: FastifyInstance, { db, publicUrl }: { db: Db; publicUrl: string }): void {
  registerCalls(app, auditCalls, {
    'GET /staff/journal/': ({ query, address }) => listAudit(db, query, publicUrl + address),
  })
}
