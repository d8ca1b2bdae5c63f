import type { FastifyInstance } from 'fastify'
import { moderationOverviewCalls } from '#contract/moderation/overview.ts'
import type { Db } from '#server/platform/database/database.ts'
import { registerCalls } from '#server/platform/http/routes.ts'
import { getOverview } from './overview.service.ts'

export function moderationOverviewRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  registerCalls(app, moderationOverviewCalls, { 'GET /staff/overview/': () => getOverview(db) })
}
