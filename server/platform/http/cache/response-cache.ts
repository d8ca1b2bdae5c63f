import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { countCacheRequest } from '#server/platform/observability/meters.ts'
import { AppError, isUnavailable } from '../errors.ts'
import type { Limit } from '../limits/limits.ts'
import { cachedResponses } from './cached-responses.ts'
import { encodingFor, owned, type Packed, quickPacker, repackWell } from './compression.ts'
import type { Computed, ContentChanges, Scopes } from './content-changes.ts'

interface Answer extends Packed, Computed {
  /** When it was last found valid, in milliseconds since 1970. */
  confirmedAt: number
  type: string
  etag: string
  /** Packed quickly: it has been asked for once. */
  isQuick: boolean
}

/** The result of a computation; `null`: nothing that can be cached. */
type Outcome = Answer | 'unavailable' | null

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * The response is the same for all visitors without a token: it is cached, compressed, while the content is
     * unchanged.
     */
    sameForAllVisitors?: boolean
    /** The canonical form of the requested URL; `null` when the query will be refused. */
    addressOf?: (request: FastifyRequest) => string | null
  }
  interface FastifyRequest {
    /** Set while this request computes a response that will be cached. */
    keep: { state: number; settle: (outcome: Outcome) => void } | null
    /** What its response is made of, as far as the route says so. */
    shows: Scopes
  }
}

/** For pages: what the responses to their in-process requests are made of. */
const shownTo = new WeakMap<object, Scopes>()

/** What the response to this in-process request is made of. */
export function scopesShownTo(request: object): Scopes {
  return shownTo.get(request) ?? 'everything'
}

const compressible = /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml)|image\/svg)/
/** Origin, because responses to other sites (CORS_ORIGINS) name the site. */
const variesBy = 'Accept-Encoding, Authorization, Origin'

function send(request: FastifyRequest, reply: FastifyReply, answer: Answer): FastifyReply {
  reply
    .header('content-type', answer.type)
    .header('vary', variesBy)
    .header('cache-control', 'public, max-age=0, must-revalidate')
    .header('etag', answer.etag)
  if (request.headers['if-none-match'] === answer.etag) return reply.code(304).send()
  if (answer.encoding !== 'identity') reply.header('content-encoding', answer.encoding)
  return reply.code(200).send(answer.body)
}

/** Milliseconds for which a response that cannot be checked is still sent after it was last found valid. */
const staleFor = 10 * 60_000

/** While the database is unavailable: a response valid at its last check, marked as stale and not to be stored. */
function sendStale(reply: FastifyReply, answer: Answer): FastifyReply {
  reply
    .header('content-type', answer.type)
    .header('vary', variesBy)
    .header('cache-control', 'no-store')
    .header('age', Math.floor((Date.now() - answer.confirmedAt) / 1000))
    .header('x-stale', 'database-unavailable')
  if (answer.encoding !== 'identity') reply.header('content-encoding', answer.encoding)
  return reply.code(200).send(answer.body)
}

/** The cache key of a request; `null` when it will be refused. A route that reads no query needs none of its own. */
function addressOf(request: FastifyRequest): string | null {
  const { config, url = '' } = request.routeOptions
  return config.addressOf ? config.addressOf(request) : url
}

/**
 * How responses are sent: compressed, with an ETag, and, where a route says that they are the same for all visitors,
 * from the cache for as long as nothing they are made of has changed (content-changes.ts). Concurrent first requests
 * for one URL compute it once. Only what must be computed counts against `computations`. A response is packed quickly,
 * and well as soon as it is asked for again: most addresses of searches never are. Without `reuse` every response is
 * computed, for measuring it, and everything else stays as it is.
 */
export function addResponseCache(
  app: FastifyInstance,
  changes: ContentChanges,
  computations: Limit,
  { reuse = true }: { reuse?: boolean } = {},
): void {
  const kept = cachedResponses<Answer>()
  const packQuickly = quickPacker()
  const pending = new Map<string, { state: number; outcome: Promise<Outcome> }>()

  app.decorateRequest('keep', null)
  app.decorateRequest('shows', 'everything')

  function sendHolding(request: FastifyRequest, reply: FastifyReply, answer: Answer): FastifyReply {
    if (request.isWithinPage) shownTo.set(request.raw, answer.scopes)
    return send(request, reply, answer)
  }

  async function improve(key: string, answer: Answer): Promise<void> {
    answer.isQuick = false
    const body = await repackWell(answer)
    // Another answer may have replaced it meanwhile.
    if (kept.get(key) === answer) kept.set(key, { ...answer, body })
  }

  async function count({ isWithinPage, ip }: FastifyRequest): Promise<void> {
    // A page has been counted before it requests its data.
    if (!isWithinPage) await computations.take(ip)
  }

  app.addHook('onRequest', async (request, reply) => {
    const { method, actor, routeOptions } = request
    if (!routeOptions.config.sameForAllVisitors || actor || (method !== 'GET' && method !== 'HEAD')) return
    const address = addressOf(request)
    if (address === null) return
    const key = `${encodingFor(request.headers['accept-encoding'])} ${address}`
    const answer = reuse ? kept.get(key) : undefined
    let asked: number
    try {
      asked = await changes.currentForRequest()
    } catch (error) {
      // A page made of stale responses would be cached as fresh.
      const isShown = answer && !request.isWithinPage && Date.now() - answer.confirmedAt <= staleFor
      if (isShown && isUnavailable(error)) {
        countCacheRequest('unconfirmed')
        return sendStale(reply, answer)
      }
      throw error
    }
    if (answer && changes.holds(answer)) {
      answer.state = changes.known()
      answer.confirmedAt = Date.now()
      if (answer.isQuick) void improve(key, answer).catch(() => {})
      countCacheRequest('hit')
      return sendHolding(request, reply, answer)
    }
    for (let underWay = pending.get(key); underWay && reuse; underWay = pending.get(key)) {
      const shared = await underWay.outcome
      if (shared === 'unavailable') throw new AppError('UNAVAILABLE')
      if (shared === null) return count(request)
      // One that began before this check may be outdated.
      if (underWay.state >= asked || changes.holds(shared)) {
        countCacheRequest('shared')
        return sendHolding(request, reply, shared)
      }
    }
    countCacheRequest(answer ? 'stale' : 'miss')
    const { promise, resolve } = Promise.withResolvers<Outcome>()
    const state = changes.known()
    pending.set(key, { state, outcome: promise })
    request.keep = {
      state,
      settle: computed => {
        pending.delete(key)
        request.keep = null
        if (computed && computed !== 'unavailable') kept.set(key, computed)
        resolve(computed)
      },
    }
    return count(request)
  })

  app.addHook('onSend', async (request, reply, payload: unknown) => {
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload
    const type = String(reply.getHeader('content-type') ?? '')
    const { keep } = request
    const isCompressible = compressible.test(type)
    if (reply.hasHeader('content-encoding') || (!isCompressible && !keep)) return payload
    const accepted = isCompressible ? encodingFor(request.headers['accept-encoding']) : 'identity'
    const { body, encoding } = await packQuickly(payload, accepted)
    reply.header('vary', variesBy)
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    // A route may say that its response holds only for now.
    if (keep && reply.statusCode === 200 && reply.getHeader('cache-control') !== 'no-store') {
      const etag = `"${hash('sha256', payload, 'base64url').slice(0, 22)}-${encoding}"`
      const { state } = keep
      const scopes = request.shows
      if (request.isWithinPage) shownTo.set(request.raw, scopes)
      keep.settle({
        state,
        scopes,
        confirmedAt: Date.now(),
        body: owned(body),
        type,
        etag,
        encoding,
        isQuick: encoding !== 'identity',
      })
      reply.header('etag', etag).header('cache-control', 'public, max-age=0, must-revalidate')
      if (request.headers['if-none-match'] === etag) {
        reply.code(304).removeHeader('content-encoding')
        return ''
      }
    } else if (!reply.hasHeader('cache-control')) {
      reply.header('cache-control', 'no-store')
    }
    // Waiting requests would wait as long again in vain.
    if (reply.statusCode === 503) request.keep?.settle('unavailable')
    return body
  })

  // When the request ends without a cacheable response, the waiting ones compute their own.
  app.addHook('onResponse', async request => request.keep?.settle(null))
  app.addHook('onRequestAbort', async request => request.keep?.settle(null))
}
