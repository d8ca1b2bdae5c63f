import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { drawnMark } from '#contract/media.ts'
import type { ByteRange } from './file-store.ts'
import { fileOf, isAvif, keyOfFile, type MediaStore, mediaPath, pictureEnding } from './media.ts'
import { type AvifMaker, standInWidth } from './picture-avif.ts'
import { privatePrefix } from './private-addresses.ts'

const publicFile = new RegExp(`^[0-9a-f]{2}/[0-9a-f]{32}(?:${drawnMark})?-(?:${pictureEnding})$`)
const privateFile = new RegExp(`^private/(?<mark>[\\w-]+)/(?<name>[0-9a-f]{32})-(?:${pictureEnding})$`)

const forever = 'public, max-age=31536000, immutable'
/** Of a picture that stands in for one that is being made. */
const forNow = 'no-store'

interface Shown {
  /** The file's name in the store. */
  name: string
  cacheControl: string
}

/** The file behind a path below `/media/`; `null` for a path that does not exist, or not at present. */
function resolvePath(path: string, media: Pick<MediaStore, 'validUntil'>): Shown | null {
  if (publicFile.test(path)) return { name: path, cacheControl: forever }
  const { mark, name } = privateFile.exec(path)?.groups ?? {}
  const until = mark && name ? media.validUntil(mark, name) : null
  if (until === null) return null
  const seconds = Math.floor((until - Date.now()) / 1000)
  return { name: privatePrefix + path.split('/').at(-1), cacheControl: `private, max-age=${seconds}, immutable` }
}

/** A file never changes under its name. */
const etagOf = (name: string) => `"${name.split('/').at(-1)?.replace('.webp', '')}"`

const typeOf = (name: string) => (isAvif(name) ? 'image/avif' : 'image/webp')

const names = (header: string, etag: string) =>
  header.split(',').some(one => one.trim() === '*' || one.trim().replace(/^W\//, '') === etag)

/** The requested range of the file; `null`: all of it. */
function rangeOf({ headers }: FastifyRequest, etag: string, size: number): ByteRange | 'outside' | null {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? '') ?? []
  if ((from === '' && to === '') || (headers['if-range'] ?? etag) !== etag) return null
  if (from === '')
    return to === '0' || size === 0 ? 'outside' : { start: Math.max(0, size - Number(to)), end: size - 1 }
  const range = { start: Number(from), end: to === '' ? size - 1 : Math.min(Number(to), size - 1) }
  if (range.start >= size) return 'outside'
  return range.start > range.end ? null : range
}

function notFound(reply: FastifyReply): FastifyReply {
  reply.callNotFound()
  return reply
}

/**
 * Serves stored pictures from any storage, so that their addresses and permissions do not depend on it. An AVIF is made
 * after it is first asked for. 404 for what is not there and for a private picture without a valid address, 503 when the
 * storage does not answer.
 */
export function mediaRoutes(app: FastifyInstance, { media, avifs }: { media: MediaStore; avifs: AvifMaker }): void {
  /** A WebP in place of an AVIF: for good if it is smaller, else until the AVIF is made. Other pictures as they are. */
  async function standInFor(asked: Shown): Promise<Shown> {
    const [, width] = /-(\d+)\.avif$/.exec(asked.name) ?? []
    if (width === undefined) return asked
    const avif = await media.files.stat(asked.name)
    if (avif && avif.size > 0) return asked
    const key = keyOfFile(asked.name)
    const name = fileOf(key, standInWidth(Number(width)))
    if (avif) return { name, cacheControl: asked.cacheControl }
    if (await media.files.stat(name)) avifs.ask(key, Number(width))
    return { name, cacheControl: forNow }
  }

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const asked = resolvePath((request.params as { '*': string })['*'], media)
    if (!asked) return notFound(reply)
    const { name, cacheControl } = await standInFor(asked)
    const etag = etagOf(name)
    const describe = () =>
      reply.header('etag', etag).header('cache-control', cacheControl).header('accept-ranges', 'bytes')
    if (names(request.headers['if-none-match'] ?? '', etag)) return describe().code(304).send()
    const isHead = request.method === 'HEAD'
    const stat = isHead || request.headers.range ? await media.files.stat(name) : null
    if ((isHead || request.headers.range) && !stat) return notFound(reply)
    if (isHead && stat) return describe().type(typeOf(name)).header('content-length', stat.size).send()
    const range = stat && rangeOf(request, etag, stat.size)
    if (range === 'outside') return reply.code(416).header('content-range', `bytes */${stat?.size}`).send()
    const found = await media.files.open(name, range ?? undefined)
    if (!found) return notFound(reply)
    const { size, stream } = found
    describe().type(typeOf(name))
    if (!range) return reply.header('content-length', size).send(stream)
    return reply
      .code(206)
      .header('content-range', `bytes ${range.start}-${range.end}/${size}`)
      .header('content-length', range.end - range.start + 1)
      .send(stream)
  }

  app.route({ method: ['GET', 'HEAD'], url: `${mediaPath}*`, schema: { hide: true }, handler: answer })
}
