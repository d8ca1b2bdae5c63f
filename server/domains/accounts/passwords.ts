import { randomUUID } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash as argon2, type Options, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'
import type { FieldFault } from '#contract/errors.ts'
import { commonPasswords } from './common-passwords.ts'

/** Argon2id, as OWASP advises: 19 MiB, two passes, one lane. */
const cost: Options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** A core is left for everything that is no sign-in. */
const hashing = pLimit(Math.max(1, availableParallelism() - 1))

export async function hashPassword(password: string): Promise<string> {
  return hashing(() => argon2(password, cost))
}

/** Verified against when there is nothing to verify against, so that the answer takes as long. */
const nobodysHash = hashPassword(randomUUID())

interface Guard {
  /** Runs when the turn has come; what it throws ends the try. */
  before(): Promise<void>
  afterFailure(): Promise<void>
}

/**
 * Whether the password is the one that was hashed; never for `null`, and not any sooner. The guard runs within the
 * turn, so that many tries at once cannot slip past it together.
 */
export async function isPassword(password: string, stored: string | null, guard: Guard): Promise<boolean> {
  return hashing(async () => {
    await guard.before()
    const isRight = await verify(stored ?? (await nobodysHash), password)
    if (isRight && stored !== null) return true
    await guard.afterFailure()
    return false
  })
}

/** What is wrong with a password that somebody wants, beyond what the contract's shape says. */
export function weaknessesOf(password: string, email: string): FieldFault[] {
  const typed = password.trim().toLowerCase()
  const address = email.trim().toLowerCase()
  const name = address.split('@')[0] ?? ''
  if (typed === address || (name.length >= 4 && typed === name)) {
    return [{ message: 'Пароль не должен совпадать с e-mail', code: 'like_email' }]
  }
  if (commonPasswords.has(typed)) {
    return [{ message: 'Такой пароль слишком распространён: его подберут первым', code: 'common' }]
  }
  return []
}
