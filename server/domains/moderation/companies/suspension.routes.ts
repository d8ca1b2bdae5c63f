import type { FastifyInstance } from 'fastify'
import { moderationCompanyCalls } from '#contract/moderation/people.ts'
import type { Db } from '#server/platform/database/database.ts'
import { registerCalls } from '#server/platform/http/routes.ts'
import { clearCompany } from './clearing.service.ts'
import { blockCompany, listForStaff, unblockCompany } from './suspension.service.ts'

export function moderationCompanyRoutes(app: FastifyInstance, { db, publicUrl }: { db: Db; publicUrl: string }): void {
  registerCalls(app, moderationCompanyCalls, {
    'GET /staff/companies/': ({ query, address }) => listForStaff(db, query, publicUrl + address),
    'POST /staff/companies/:id/block/': ({ actor, params, body }) => blockCompany(db, actor, params.id, body),
    'POST /staff/companies/:id/clear/': ({ actor, params, body }) => clearCompany(db, actor, params.id, body),
    'POST /staff/companies/:id/unblock/': async ({ actor, params, body }) => {
      await db.transaction(tx => unblockCompany(tx, actor, params.id, body.reason))
      return { message: 'company unblocked' as const }
    },
  })
}
