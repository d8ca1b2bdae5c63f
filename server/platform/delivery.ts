import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { encodingFor, type Packed, packWell, quickPacker } from './compression.ts'
import type { ContentVersions } from './content-version.ts'

interface Answer extends Packed {
  version: number
  type: string
  etag: string
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The answer to a visitor without a token is the same for all: it is kept, compressed, while the content is unchanged. */
    sameForAllVisitors?: boolean
  }
  interface FastifyRequest {
    /** Set while this request computes an answer that will be kept. */
    keep: { key: string; version: number; settle: (answer: Answer | null) => void } | null
  }
}

const compressible = /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml)|image\/svg)/
/** Origin, because answers to other sites (CORS_ORIGINS) name the site. */
const variesBy = 'Accept-Encoding, Authorization, Origin'
/** Bytes of answers kept in memory by one process. */
const keptBytes = 64 * 1024 * 1024

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

/**
 * How answers leave the server: compressed, with an ETag, and, where a route says that it is the same for all
 * visitors, from memory for as long as nothing that public answers are made of has changed (content-version.ts).
 * Concurrent first requests for one address compute it once.
 */
export function addDelivery(app: FastifyInstance, versions: ContentVersions): void {
  const kept = new LRUCache<string, Answer>({ maxSize: keptBytes, sizeCalculation: answer => answer.body.length + 512 })
  const packQuickly = quickPacker()
  const pending = new Map<string, Promise<Answer | null>>()

  app.decorateRequest('keep', null)

  app.addHook('onRequest', async (request, reply) => {
    if (!request.routeOptions.config.sameForAllVisitors || request.headers.authorization || request.method !== 'GET')
      return
    const key = `${encodingFor(request.headers['accept-encoding'])} ${request.url}`
    const version = await versions.current()
    const answer = kept.get(key)
    if (answer?.version === version) return send(request, reply, answer)
    const turn = `${version} ${key}`
    const underWay = pending.get(turn)
    if (underWay) {
      const shared = await underWay
      if (shared) return send(request, reply, shared)
      return
    }
    const { promise, resolve } = Promise.withResolvers<Answer | null>()
    pending.set(turn, promise)
    request.keep = {
      key,
      version,
      settle: computed => {
        pending.delete(turn)
        request.keep = null
        if (computed) kept.set(key, computed)
        resolve(computed)
      },
    }
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
      const answer: Answer = { version: keep.version, body, type, etag, encoding }
      keep.settle(answer)
      reply.header('etag', etag).header('cache-control', 'public, max-age=0, must-revalidate')
      if (request.headers['if-none-match'] === etag) {
        reply.code(304).removeHeader('content-encoding')
        return ''
      }
    } else if (!reply.hasHeader('cache-control')) {
      reply.header('cache-control', 'no-store')
    }
    return body
  })

  // Whatever ended the request without an answer worth keeping lets the waiting ones compute their own.
  app.addHook('onResponse', async request => request.keep?.settle(null))
  app.addHook('onRequestAbort', async request => request.keep?.settle(null))
}
