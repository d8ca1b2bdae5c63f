import type { FastifyInstance } from 'fastify'
import { staffJournalCalls } from '#contract/moderation/audit.ts'
import type { Db } from '#server/platform/database/database.ts'
import { registerCalls } from '#server/platform/http/routes.ts'
import { listJournal } from './audit.service.ts'

export function journalRoutes(app: FastifyInstance, { db, publicUrl }: { db: Db; publicUrl: string }): void {
  registerCalls(app, staffJournalCalls, {
    'GET /staff/journal/': ({ query, address }) => listJournal(db, query, publicUrl + address),
  })
}
