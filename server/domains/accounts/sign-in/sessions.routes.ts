import type { FastifyInstance } from 'fastify'
import { sessionCalls } from '#contract/sessions.ts'
import type { Db } from '#server/platform/database/database.ts'
import { registerCalls } from '#server/platform/http/routes.ts'
import { endOtherSessions, endOwnSession, listOwnSessions } from './sessions.service.ts'

export function sessionRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  registerCalls(app, sessionCalls, {
    'GET /sessions/': ({ actor }) => listOwnSessions(db, actor),
    'DELETE /sessions/': async ({ actor }) => {
      await endOtherSessions(db, actor)
      return { message: 'sessions ended' as const }
    },
    'DELETE /sessions/:id/': async ({ actor, params }) => {
      await endOwnSession(db, actor, params.id)
      return { message: 'session ended' as const }
    },
  })
}
