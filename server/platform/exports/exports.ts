import { randomUUID } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { finished, Readable, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { withBudget } from '../database/database-budget.ts'
import { temporaryFolderOf } from '../http/bodies/received-files.ts'
import { encodingFor } from '../http/cache/compression.ts'
import { AppError } from '../http/errors.ts'
import { networkOf } from '../http/limits/network-address.ts'
import { semaphore } from '../semaphore.ts'

/** A file that is written for a response. */
export interface ExportedFile {
  /** Its media type. */
  type: string
  /** Value of the Content-Disposition header. */
  disposition: string
  /** Called when its turn has come; what it reads, it reads as the parts are taken. */
  parts: () => AsyncIterable<Uint8Array>
}

/** Limits of one process; times in milliseconds. */
export interface ExportLimits {
  /** Files that wait for their turn, of all callers. */
  waiting: number
  /** Files of one person or network address: waiting, being written and being sent. */
  each: number
  /** How long a file may wait for its turn, and how long it may take to be written. */
  waitingTime: number
  writingTime: number
  /** Streams that are sent while they are written, of all callers. */
  streams: number
  /** Time in which a receiver takes the next part. */
  partTime: number
}

const usualLimits: ExportLimits = {
  waiting: 20,
  each: 6,
  waitingTime: 60_000,
  writingTime: 180_000,
  streams: 16,
  partTime: 60_000,
}

const tooMany = () =>
  new AppError('UNAVAILABLE', 'Сейчас готовится много файлов. Попробуйте ещё раз чуть позже.', undefined, 15)
const tooManyOfOne = () =>
  new AppError('TOO_MANY_REQUESTS', 'Прошлые файлы ещё готовятся. Подождите, пока они скачаются.', undefined, 15)
const tookTooLong = () => new AppError('UNAVAILABLE', 'Файл готовится слишком долго. Попробуйте позже.', undefined, 60)

/** Bytes that are read from a written file at once. */
const readSize = 256 * 1024
const isText = /^(?:text\/|application\/json)/

/** The compressor of texts, if the caller takes compressed ones. */
function compressorFor({ headers }: FastifyRequest, reply: FastifyReply, type: string): Transform | null {
  if (!isText.test(type)) return null
  reply.header('vary', 'Accept-Encoding, Authorization, Origin')
  const encoding = encodingFor(headers['accept-encoding'])
  if (encoding === 'identity') return null
  reply.header('content-encoding', encoding)
  return encoding === 'br'
    ? createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })
    : createGzip({ level: 1 })
}

/** Ends with an error when a receiver does not take the next part in time: it would hold its place for ever. */
async function* paced(parts: AsyncIterable<Uint8Array>, time: number, end: () => void): AsyncGenerator<Uint8Array> {
  for await (const part of parts) {
    const timer = setTimeout(end, time)
    try {
      yield part
    } finally {
      clearTimeout(timer)
    }
  }
}

export type Exports = ReturnType<typeof exportsOf>

/**
 * The files that this process writes for its callers: tables, documents, everything about a person. However many are
 * asked for, one is written at a time, in turns with other requests, and only a part of it is in memory.
 */
export function exportsOf(dataDir: string, limits: ExportLimits = usualLimits) {
  const writing = semaphore(1, limits.waiting)
  const ofCaller = new Map<string, number>()
  let streams = 0

  /** Takes one of the caller's places until the response is over. Throws TOO_MANY_REQUESTS. */
  function admit({ actor, ip }: FastifyRequest, { raw }: FastifyReply) {
    const key = actor?.id ?? networkOf(ip)
    const held = ofCaller.get(key) ?? 0
    if (held >= limits.each) throw tooManyOfOne()
    ofCaller.set(key, held + 1)
    const gone = new AbortController()
    const endings: (() => void)[] = []
    finished(raw, error => {
      const now = (ofCaller.get(key) ?? 1) - 1
      if (now > 0) ofCaller.set(key, now)
      else ofCaller.delete(key)
      if (error) gone.abort()
      for (const end of endings) end()
    })
    return {
      /** Aborted when the caller goes before everything is sent. */
      gone: gone.signal,
      whenOver: (end: () => void) => void endings.push(end),
      /** The parts as the body of the response. */
      bodyOf(parts: AsyncIterable<Uint8Array>): Readable {
        const body = Readable.from(
          paced(parts, limits.partTime, () => raw.destroy()),
          { objectMode: false },
        )
        endings.push(() => body.destroy())
        return body
      },
    }
  }

  /** Does something when its turn comes, until `signal` is aborted. Throws UNAVAILABLE if too many wait, or for too long. */
  async function inTurn<Result>(
    work: (signal: AbortSignal) => Promise<Result>,
    signal: AbortSignal = new AbortController().signal,
  ): Promise<Result> {
    signal.throwIfAborted()
    const turn = writing.enter()
    const { promise: over, reject } = Promise.withResolvers<never>()
    const giveUp = (error: Error) => {
      turn.giveUp()
      reject(error)
    }
    const leave = () => giveUp(tooMany())
    signal.addEventListener('abort', leave)
    const waiting = setTimeout(leave, limits.waitingTime)
    try {
      await Promise.race([turn.entered, over]).catch((error: unknown) => {
        throw error instanceof AppError ? tooMany() : error
      })
    } finally {
      clearTimeout(waiting)
      signal.removeEventListener('abort', leave)
    }
    const late = new AbortController()
    const { promise: isLate, reject: end } = Promise.withResolvers<never>()
    const timer = setTimeout(() => {
      late.abort()
      end(tookTooLong())
    }, limits.writingTime)
    try {
      return await Promise.race([work(AbortSignal.any([signal, late.signal])), isLate])
    } finally {
      clearTimeout(timer)
      writing.leave()
    }
  }

  /** Writes into a file without a name: it is gone with this process, however that ends. */
  async function write(file: ExportedFile, compressor: Transform | null, signal: AbortSignal) {
    const path = join(temporaryFolderOf(dataDir), randomUUID())
    const written = await open(path, 'wx+')
    try {
      await rm(path)
      const toFile = (parts: AsyncIterable<Uint8Array>) => written.writeFile(parts)
      const source = Readable.from(file.parts())
      await withBudget(limits.writingTime, () =>
        compressor ? pipeline(source, compressor, toFile, { signal }) : pipeline(source, toFile, { signal }),
      )
      return { written, size: (await written.stat()).size }
    } catch (error) {
      await written.close()
      throw error
    }
  }

  async function* read(written: FileHandle): AsyncGenerator<Uint8Array> {
    for (let at = 0; ;) {
      const { bytesRead, buffer } = await written.read(Buffer.allocUnsafe(readSize), 0, readSize, at)
      if (bytesRead === 0) return
      at += bytesRead
      yield buffer.subarray(0, bytesRead)
    }
  }

  return {
    inTurn,

    /**
     * Writes a file when its turn comes and sends it once it is complete, so that a failure is an honest answer. Stops
     * when the caller goes. Throws TOO_MANY_REQUESTS if the caller has too many, UNAVAILABLE if too many wait or it takes
     * too long, and whatever the parts throw.
     */
    async send(request: FastifyRequest, reply: FastifyReply, file: ExportedFile): Promise<FastifyReply> {
      const { gone, whenOver, bodyOf } = admit(request, reply)
      try {
        const compressor = compressorFor(request, reply, file.type)
        const { written, size } = await inTurn(signal => write(file, compressor, signal), gone)
        whenOver(() => void written.close())
        if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'private, no-store')
        reply.type(file.type).header('content-disposition', file.disposition).header('content-length', size)
        return reply.send(bodyOf(read(written)))
      } catch (error) {
        reply.removeHeader('content-encoding').removeHeader('vary')
        // Nobody is there to be answered.
        if (gone.aborted) return reply.hijack()
        throw error
      }
    },

    /**
     * Sends what is too long to be written first while it is made. Throws TOO_MANY_REQUESTS if the caller has too many,
     * UNAVAILABLE if too many are under way.
     */
    async stream(
      request: FastifyRequest,
      reply: FastifyReply,
      { type, parts }: Omit<ExportedFile, 'disposition'>,
    ): Promise<FastifyReply> {
      if (streams >= limits.streams) throw tooMany()
      const { whenOver, bodyOf } = admit(request, reply)
      streams++
      whenOver(() => streams--)
      return reply.type(type).send(bodyOf(parts()))
    },
  }
}
