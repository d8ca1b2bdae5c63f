import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { countCacheRequest } from '#server/platform/observability/meters.ts'
import { AppError, isUnavailable } from '../errors.ts'
import type { Limit } from '../limits/limits.ts'
import { cachedResponses } from './cached-responses.ts'
import { encodingFor, type Packed, packWell, quickPacker } from './compression.ts'
import type { ContentVersions } from './content-version.ts'

interface Answer extends Packed {
  version: number
  /** When it was last found to hold, in milliseconds since 1970. */
  confirmedAt: number
  type: string
  etag: string
}

/** What became of a computation; `null`: nothing that can be kept. */
type Outcome = Answer | 'unavailable' | null

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The answer to a visitor without a token is the same for all: it is kept, compressed, while the content is unchanged. */
    sameForAllVisitors?: boolean
    /** Writes the address that was asked for in one way, however it was spelled; `null` when the query will be refused. */
    addressOf?: (request: FastifyRequest) => string | null
  }
  interface FastifyRequest {
    /** Set while this request computes an answer that will be kept. */
    keep: { version: number; settle: (outcome: Outcome) => void } | null
  }
}

const compressible = /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml)|image\/svg)/
/** Origin, because answers to other sites (CORS_ORIGINS) name the site. */
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

/** Milliseconds for which an answer is sent that cannot be judged, after it was last found to hold. */
const staleFor = 10 * 60_000

/** While the database is away: what held when it last answered, marked as such, and for nobody to store. */
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

/** What a request asks for, in one spelling; `null` when it will be refused. A route that reads no query needs no own. */
function addressOf(request: FastifyRequest): string | null {
  const { config, url = '' } = request.routeOptions
  return config.addressOf ? config.addressOf(request) : url
}

/**
 * How answers leave the server: compressed, with an ETag, and, where a route says that it is the same for all
 * visitors, from memory for as long as nothing that public answers are made of has changed (content-version.ts).
 * Concurrent first requests for one address compute it once. Only what must be computed counts against `computations`.
 */
export function addResponseCache(app: FastifyInstance, versions: ContentVersions, computations: Limit): void {
  const kept = cachedResponses<Answer>()
  const packQuickly = quickPacker()
  const pending = new Map<string, Promise<Outcome>>()

  app.decorateRequest('keep', null)

  async function count({ isWithinPage, ip }: FastifyRequest): Promise<void> {
    // A page has been counted before it asks for what it shows.
    if (!isWithinPage) await computations.take(ip)
  }

  app.addHook('onRequest', async (request, reply) => {
    const { method, actor, routeOptions } = request
    if (!routeOptions.config.sameForAllVisitors || actor || (method !== 'GET' && method !== 'HEAD')) return
    const address = addressOf(request)
    if (address === null) return
    const key = `${encodingFor(request.headers['accept-encoding'])} ${address}`
    const answer = kept.get(key)
    let version: number
    try {
      version = await versions.current()
    } catch (error) {
      // A page made of what is old would be kept as new.
      const isShown = answer && !request.isWithinPage && Date.now() - answer.confirmedAt <= staleFor
      if (isShown && isUnavailable(error)) {
        countCacheRequest('unconfirmed')
        return sendStale(reply, answer)
      }
      throw error
    }
    if (answer?.version === version) {
      answer.confirmedAt = Date.now()
      countCacheRequest('hit')
      return send(request, reply, answer)
    }
    const turn = `${version} ${key}`
    const underWay = pending.get(turn)
    countCacheRequest(underWay ? 'shared' : answer ? 'stale' : 'miss')
    if (underWay) {
      const shared = await underWay
      if (shared === 'unavailable') throw new AppError('UNAVAILABLE')
      if (shared) return send(request, reply, shared)
      return count(request)
    }
    const { promise, resolve } = Promise.withResolvers<Outcome>()
    pending.set(turn, promise)
    request.keep = {
      version,
      settle: computed => {
        pending.delete(turn)
        request.keep = null
        if (computed && computed !== 'unavailable') kept.set(key, computed)
        resolve(computed)
      },
    }
    return count(request)
  })

  app.addHook('onSend', async (request, reply, payload: unknown) => {
    if (typeof payload !== 'string') return payload
    const type = String(reply.getHeader('content-type') ?? '')
    if (!compressible.test(type) || reply.hasHeader('content-encoding')) return payload
    const { keep } = request
    const accepted = encodingFor(request.headers['accept-encoding'])
    const { body, encoding } = await (keep ? packWell(payload, accepted) : packQuickly(payload, accepted))
    reply.header('vary', variesBy)
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    if (keep && reply.statusCode === 200) {
      const etag = `"${createHash('sha256').update(payload).digest('base64url').slice(0, 22)}-${encoding}"`
      const answer: Answer = { version: keep.version, confirmedAt: Date.now(), body, type, etag, encoding }
      keep.settle(answer)
      reply.header('etag', etag).header('cache-control', 'public, max-age=0, must-revalidate')
      if (request.headers['if-none-match'] === etag) {
        reply.code(304).removeHeader('content-encoding')
        return ''
      }
    } else if (!reply.hasHeader('cache-control')) {
      reply.header('cache-control', 'no-store')
    }
    // Those who wait for it would wait as long again in vain.
    if (reply.statusCode === 503) request.keep?.settle('unavailable')
    return body
  })

  // Whatever ended the request without an answer worth keeping lets the waiting ones compute their own.
  app.addHook('onResponse', async request => request.keep?.settle(null))
  app.addHook('onRequestAbort', async request => request.keep?.settle(null))
}
