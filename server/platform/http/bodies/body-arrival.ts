import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { AppError } from '../errors.ts'
import type { Share } from './bodies-under-way.ts'

/** Bytes of a JSON body, or of the texts of a form together (API.md section 1). */
export const bodyLimit = 1024 * 1024

/** How fast a body has to arrive. */
export interface Pace {
  /** Milliseconds within which some bytes must arrive. */
  idle: number
  /** Milliseconds for a body without files. */
  whole: number
  /** Average bytes per second that a body with files must reach once `whole` is over: a phone with a bad connection. */
  slowest: number
}

export const usualPace: Pace = { idle: 10_000, whole: 120_000, slowest: 16 * 1024 }

/** A body that is being read. */
export interface Arrival {
  /** Aborted, with an AppError as reason, when the body is refused: too large, too slow, or broken off. */
  readonly signal: AbortSignal
  refuse(error: unknown): void
  /** Reports that so many of the received bytes belong to a file and are not held in memory. */
  wereFile(bytes: number): void
  /** Stops watching. */
  end(): void
}

interface Expected {
  share: Share
  pace: Pace
  /** Bytes of everything but files. */
  most: number
  takesFiles: boolean
}

/** How many times per `idle` arrival is checked. */
const looks = 10

/** Watches a body while it is read by others. */
export function follow(raw: IncomingMessage, { share, pace, most, takesFiles }: Expected): Arrival {
  const controller = new AbortController()
  let received = 0
  let texts = 0

  function end(): void {
    clearInterval(timer)
    raw.off('data', onData).off('close', onClose)
  }
  function refuse(error: unknown): void {
    end()
    controller.abort(error)
  }
  function onData(chunk: Buffer): void {
    received += chunk.length
    texts += chunk.length
    try {
      if (texts > most) throw new AppError('TOO_LARGE')
      share.add('texts', chunk.length)
    } catch (error) {
      refuse(error)
    }
  }
  function onClose(): void {
    if (!raw.complete) refuse(new AppError('UNREADABLE_BODY'))
  }

  // Checks are counted, not milliseconds: a blocked process cannot see what has arrived.
  const step = pace.idle / looks
  let looked = 0
  let quiet = 0
  let seen = 0
  function look(): void {
    // A slow disk is not the sender's fault.
    if (raw.isPaused()) return
    looked++
    quiet = received === seen ? quiet + 1 : 0
    seen = received
    const passed = looked * step
    const isSlow = passed >= pace.whole && (!takesFiles || (received * 1000) / passed < pace.slowest)
    if (quiet >= looks || isSlow) refuse(new AppError('UNREADABLE_BODY', 'Запрос передавался слишком медленно.'))
  }
  const timer = setInterval(look, step)

  raw.on('data', onData).on('close', onClose)
  return {
    signal: controller.signal,
    refuse,
    wereFile(bytes) {
      texts -= bytes
      try {
        share.add('texts', -bytes)
        share.add('files', bytes)
      } catch (error) {
        refuse(error)
      }
    },
    end,
  }
}

/**
 * The whole of a stream as text, using no more memory than its bytes, however small the chunks are. Throws TOO_LARGE
 * beyond so many bytes, and the reason for which the signal is aborted.
 */
export function readText(stream: Readable, most: number, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    let held = Buffer.alloc(0)
    let length = 0
    function settle(outcome: () => void): void {
      stream.off('data', onData).off('end', onEnd).off('error', onError)
      signal.removeEventListener('abort', onAbort)
      outcome()
    }
    function onData(chunk: Buffer): void {
      if (length + chunk.length > most) {
        settle(() => reject(new AppError('TOO_LARGE')))
        return
      }
      if (length + chunk.length > held.length) {
        const larger = Buffer.allocUnsafe(Math.max(length + chunk.length, Math.min(2 * held.length, most)))
        held.copy(larger, 0, 0, length)
        held = larger
      }
      chunk.copy(held, length)
      length += chunk.length
    }
    const onEnd = () => settle(() => resolve(held.toString('utf8', 0, length)))
    const onError = (error: Error) => settle(() => reject(error))
    const onAbort = () => settle(() => reject(signal.reason as Error))
    stream.on('data', onData).on('end', onEnd).on('error', onError)
    signal.addEventListener('abort', onAbort)
  })
}
