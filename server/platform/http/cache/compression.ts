import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
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

async function compress(body: Buffer, encoding: Encoding, quality: number): Promise<Buffer> {
  if (encoding === 'gzip') return compressGzip(body)
  if (encoding === 'br') return compressBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })
  return body
}

export interface Packed {
  body: Buffer
  encoding: Encoding
}

/** For a response that is sent many times. */
export async function packWell(text: string, accepted: Encoding): Promise<Packed> {
  const plain = Buffer.from(text)
  const encoding = plain.length < minimalSize ? 'identity' : accepted
  return { body: owned(await compress(plain, encoding, 6)), encoding }
}

function compressAtOnce(body: Buffer, encoding: Encoding): Buffer {
  if (encoding === 'gzip') return gzipSync(body, { level: 1 })
  const params = { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 16 }
  return encoding === 'br' ? brotliCompressSync(body, { params }) : body
}

/**
 * Returns the compressor of responses to one person: a tenth larger for an eighth of the CPU time. It remembers
 * results, because people often request unchanged data and many are shown the same.
 */
export function quickPacker(): (text: string, accepted: Encoding) => Promise<Packed> {
  const keep = () =>
    new LRUCache<string, Packed>({
      maxSize: keptBytes / 2,
      sizeCalculation: ({ body }, text) => body.length + 2 * text.length + 512,
    })
  const kept = { br: keep(), gzip: keep() }

  return async (text, accepted) => {
    const known = accepted === 'identity' ? undefined : kept[accepted].get(text)
    if (known) return known
    const plain = Buffer.from(text)
    if (plain.length < minimalSize || accepted === 'identity') return { body: plain, encoding: 'identity' }
    if (plain.length > atOnceBelow) return { body: await compress(plain, accepted, 1), encoding: accepted }
    const packed = { body: owned(compressAtOnce(plain, accepted)), encoding: accepted }
    kept[accepted].set(text, packed)
    return packed
  }
}
