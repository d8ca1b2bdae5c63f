import type { FastifyInstance, FastifyRequest } from 'fastify'
import { statisticsCalls } from '#contract/statistics.ts'
import type { offerSearch } from '#server/domains/offers/search/offer-search.service.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Limits } from '#server/platform/http/limits/limits.ts'
import { registerCalls } from '#server/platform/http/routes.ts'
import { notFoundCounter } from './not-found.service.ts'
import type { CountedKind } from './statistics.queries.ts'
import { countVisit, getStatistics } from './statistics.service.ts'
import { viewCounter } from './view-counter.ts'

/** Milliseconds. */
const flushEvery = 5000

/** Of one address in an hour: an office stays below it. */
const countedPerHour = 600
/** Of one address in an hour: each runs a search. */
const searchesPerHour = 60

interface RouteDeps {
  db: Db
  secret: string
  limit: Limits['limit']
  search: Pick<ReturnType<typeof offerSearch>, 'findMissing'>
}

export function statisticsRoutes(app: FastifyInstance, { db, secret, limit, search }: RouteDeps): void {
  const counter = viewCounter(db, secret)
  const countNotFound = notFoundCounter({ db, secret, search })
  const visits = limit({ name: 'visits', points: countedPerHour, seconds: 3600, heldBack: 30 })
  const searches = limit({ name: 'not-found', points: searchesPerHour, seconds: 3600, heldBack: 30 })

  let flushing: NodeJS.Timeout | undefined
  app.addHook('onListen', async () => {
    // While the database is away, or busy, the next time is soon enough.
    flushing = setInterval(() => void counter.flush().catch(() => {}), flushEvery).unref()
  })
  app.addHook('onClose', async () => {
    clearInterval(flushing)
    await counter.flush().catch(error => app.log.error({ err: error }, 'views are not counted'))
  })

  async function count({ actor, ip, headers }: FastifyRequest, productId: number, kind: CountedKind): Promise<null> {
    await visits.take(ip)
    await countVisit(db, counter, { actor, productId, kind, ip, browser: headers['user-agent'] ?? '' })
    return null
  }

  registerCalls(app, statisticsCalls, {
    'POST /products/:id/seen/': ({ params, request }) => count(request, params.id, 'view'),
    'POST /products/:id/phone/': ({ params, request }) => count(request, params.id, 'phone'),
    'POST /offers/not-found/': async ({ actor, body, request: { ip, headers } }) => {
      await searches.take(ip)
      await countNotFound({ actor, query: body.query, ip, browser: headers['user-agent'] ?? '' })
      return null
    },
    'GET /teams/statistics/': ({ actor, query }) => getStatistics(db, counter, actor, query.weeks),
  })
}
