import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { eventsQuery } from '#contract/events.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Draining } from '#server/platform/http/draining.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { endOfAccess } from '#server/platform/http/session.ts'
import { liveStreams } from '#server/platform/live/live-streams.ts'
import { openStream } from './events.service.ts'

/**
 * Maximum duration of a stream in milliseconds: permissions are checked only when it opens, and the access token is
 * valid much longer.
 */
const lastsAtMost = 15 * 60_000

/**
 * `GET /api/events/`: not a call of the contract's maps, because it does not respond with JSON and does not end
 * (contract/events.ts).
 */
export function eventRoutes(
  app: FastifyInstance,
  { database, draining }: { database: Database; draining: Draining },
): void {
  const streams = liveStreams(database, 'new_post')
  draining.onLastConnection(streams.end)
  app.addHook('preClose', async () => streams.end())
  app.addHook('onClose', async () => streams.close())

  app.get<{ Querystring: z.output<typeof eventsQuery> }>(
    '/api/events/',
    {
      config: { access: 'member', isStream: true },
      schema: { hide: true, querystring: eventsQuery },
      exposeHeadRoute: false,
    },
    async ({ actor, query, headers }, reply) => {
      if (!actor) throw new AppError('UNAUTHENTICATED')
      const until = Math.min(endOfAccess(headers.authorization ?? ''), Date.now() + lastsAtMost)
      await openStream({ db: database.db, streams }, actor, reply.raw, { ...query, until, headers: reply.getHeaders() })
      return reply.hijack()
    },
  )
}
