import type { FastifyInstance } from 'fastify'
import { staffOverviewCalls } from '#contract/moderation/overview.ts'
import type { Db } from '#server/platform/database/database.ts'
import { registerCalls } from '#server/platform/http/routes.ts'
import { getOverview } from './overview.service.ts'

export function overviewRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  registerCalls(app, staffOverviewCalls, { 'GET /staff/overview/': () => getOverview(db) })
}
