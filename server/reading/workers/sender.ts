import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#server/platform/http/errors.ts'
import { fieldError } from '#server/platform/http/field-errors.ts'
import { networkOf } from '#server/platform/http/limits/network-address.ts'
import type { Actor } from '#server/platform/http/session.ts'
import type { Asker } from './places.ts'
import { ReadingInterrupted, ReadingRefused } from './reading-process.ts'

/** Who sends something that is read while they wait; `signal` is aborted when they do not wait any longer. */
export interface Sender {
  asker: Asker
  signal: AbortSignal
}

export function senderOf(actor: Actor | null, { ip }: FastifyRequest, { raw }: FastifyReply): Sender {
  const gone = new AbortController()
  raw.once('close', () => gone.abort())
  const network = networkOf(ip)
  return {
    asker: actor ? { kind: 'member', person: actor.id, network } : { kind: 'visitor', network },
    signal: gone.signal,
  }
}

/** What they are told if it could not be read; `tooMany`: if it has too many lines. */
export function refusalOf(error: unknown, field: 'file' | 'text', tooMany: string): unknown {
  if (error instanceof ReadingRefused) {
    const message = error.code === 'too_many' ? tooMany : error.message
    return new AppError('INVALID_INPUT', undefined, { [field]: fieldError(message, error.code) })
  }
  if (error instanceof ReadingInterrupted)
    return new AppError('UNAVAILABLE', 'Прочитать не удалось. Попробуйте ещё раз.', undefined, 5)
  return error
}
