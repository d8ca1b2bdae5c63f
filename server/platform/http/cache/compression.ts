import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, brotliDecompress, constants, gunzip, gzip, gzipSync } from 'node:zlib'
import { LRUCache } from 'lru-cache'

export type Encoding = 'br' | 'gzip' | 'identity'

/** The best encoding that the client accepts. */
export function encodingFor(accepted: string | string[] | undefined): Encoding {
  if (typeof accepted !== 'string') return 'identity'
  if (/\bbr\b(?!\s*;\s*q=0(?:\.0*)?(?![.\d]))/.test(accepted)) return 'br'
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?![.\d]))/.test(accepted) ? 'gzip' : 'identity'
}

/** Bytes below which compressing saves nothing. */
const minimalSize = 1024
/** Bytes below which compressing synchronously is cheaper than handing the work to another thread. */
const atOnceBelow = 64 * 1024
/** Bytes of quickly compressed responses, with their originals, kept in memory by one process. */
const keptBytes = 16 * 1024 * 1024

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)
const decompress = { br: promisify(brotliDecompress), gzip: promisify(gunzip) }

/**
 * A copy in memory of its own. zlib's output is a slice of a 16 kB buffer, and that of `Buffer.from` may be one of an 8
 * kB pool: cached for long, a small response would hold all of it, more than is counted.
 */
export function owned(body: Buffer): Buffer {
  if (body.length === body.buffer.byteLength) return body
  const copy = Buffer.allocUnsafeSlow(body.length)
  body.copy(copy)
  return copy
}

function brotliParams(body: Buffer, quality: number) {
  // By default the encoder prepares for four megabytes. A window as long as the text costs no bytes.
  const window = Math.min(Math.max(Math.ceil(Math.log2(body.length + 16)), 16), 22)
  return { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_LGWIN]: window }
}

/** Compresses on another thread; `quality` is Brotli's, gzip has its own. */
export async function compress(body: Buffer, encoding: Encoding, quality: number): Promise<Buffer> {
  if (encoding === 'gzip') return compressGzip(body)
  if (encoding === 'br') return compressBrotli(body, { params: brotliParams(body, quality) })
  return body
}

export interface Packed {
  body: Buffer
  encoding: Encoding
}

/**
 * Packs well what was packed quickly, for a response that is sent many times: smaller by a fifth to a third for several
 * times the processor time.
 */
export async function repackWell({ body, encoding }: Packed): Promise<Buffer> {
  return encoding === 'identity' ? body : owned(await compress(await decompress[encoding](body), encoding, 6))
}

function compressAtOnce(body: Buffer, encoding: Encoding): Buffer {
  if (encoding === 'gzip') return gzipSync(body, { level: 1 })
  return encoding === 'br' ? brotliCompressSync(body, { params: brotliParams(body, 1) }) : body
}

/**
 * Returns the compressor of responses to one person: a tenth larger for an eighth of the CPU time. It remembers the
 * results of texts, because people often request unchanged data and many are shown the same; pages are bytes, and the
 * same for all.
 */
export function quickPacker(): (payload: string | Buffer, accepted: Encoding) => Promise<Packed> {
  const keep = () =>
    new LRUCache<string, Packed>({
      maxSize: keptBytes / 2,
      sizeCalculation: ({ body }, text) => body.length + 2 * text.length + 512,
    })
  const kept = { br: keep(), gzip: keep() }

  return async (payload, accepted) => {
    const known = accepted === 'identity' || typeof payload !== 'string' ? undefined : kept[accepted].get(payload)
    if (known) return known
    const plain = typeof payload === 'string' ? Buffer.from(payload) : payload
    if (plain.length < minimalSize || accepted === 'identity') return { body: plain, encoding: 'identity' }
    if (plain.length > atOnceBelow) return { body: await compress(plain, accepted, 1), encoding: accepted }
    const packed = { body: owned(compressAtOnce(plain, accepted)), encoding: accepted }
    if (typeof payload === 'string') kept[accepted].set(payload, packed)
    return packed
  }
}
