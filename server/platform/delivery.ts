import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { ContentVersions } from './content-version.ts'

type Encoding = 'br' | 'gzip' | 'identity'

interface Answer {
  version: number
  body: Buffer
  type: string
  etag: string
  encoding: Encoding
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

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)
const compressible = /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml)|image\/svg)/
/** Origin, because answers to other sites (CORS_ORIGINS) name the site. */
const variesBy = 'Accept-Encoding, Authorization, Origin'
const minimalSize = 1024
/** Bytes of answers kept in memory by one process. */
const keptBytes = 64 * 1024 * 1024

function encodingFor(request: FastifyRequest): Encoding {
  const accepted = request.headers['accept-encoding']
  if (typeof accepted !== 'string') return 'identity'
  if (/\bbr\b(?!\s*;\s*q=0(?:\.0*)?(?![.\d]))/.test(accepted)) return 'br'
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?![.\d]))/.test(accepted) ? 'gzip' : 'identity'
}

async function compress(body: Buffer, encoding: Encoding, quality: number): Promise<Buffer> {
  if (encoding === 'gzip') return compressGzip(body)
  if (encoding === 'br') return compressBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })
  return body
}

/** Bytes below which compressing at once takes less than handing the work to another thread. */
const atOnceBelow = 64 * 1024
const quickBrotli = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 16 },
}

/** For an answer to one person, which is sent once: a tenth larger, for an eighth of the processor's time. */
async function compressQuickly(body: Buffer, encoding: Encoding): Promise<Buffer> {
  if (body.length > atOnceBelow) return compress(body, encoding, 1)
  if (encoding === 'gzip') return gzipSync(body, { level: 1 })
  return encoding === 'br' ? brotliCompressSync(body, quickBrotli) : body
}

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
  const pending = new Map<string, Promise<Answer | null>>()

  app.decorateRequest('keep', null)

  app.addHook('onRequest', async (request, reply) => {
    if (!request.routeOptions.config.sameForAllVisitors || request.headers.authorization || request.method !== 'GET')
      return
    const key = `${encodingFor(request)} ${request.url}`
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
    const plain = Buffer.from(payload)
    const encoding = plain.length < minimalSize ? 'identity' : encodingFor(request)
    const { keep } = request
    const body = keep ? await compress(plain, encoding, 6) : await compressQuickly(plain, encoding)
    reply.header('vary', variesBy)
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    if (keep && reply.statusCode === 200) {
      const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}-${encoding}"`
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
