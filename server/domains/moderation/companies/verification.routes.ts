import type { FastifyInstance } from 'fastify'
import { verificationCalls } from '#contract/moderation/verification.ts'
import type { Db } from '#server/platform/database/database.ts'
import { registerCalls } from '#server/platform/http/routes.ts'
import { correctCompany, unverifyCompany, verifyCompany } from './verification.service.ts'

export function verificationRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  registerCalls(app, verificationCalls, {
    'POST /staff/companies/:id/verify/': ({ actor, params, body }) => verifyCompany(db, actor, params.id, body),
    'POST /staff/companies/:id/unverify/': ({ actor, params, body }) => unverifyCompany(db, actor, params.id, body),
    'POST /staff/companies/:id/correct/': ({ actor, params, body }) => correctCompany(db, actor, params.id, body),
  })
}
