import { randomUUID } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash as argon2, type Options, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'
import type { FieldError } from '#contract/errors.ts'

/** Argon2id, as OWASP advises: 19 MiB, two passes, one lane. */
const cost: Options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** One core is left for everything but sign-in. */
const hashing = pLimit(Math.max(1, availableParallelism() - 1))

export async function hashPassword(password: string): Promise<string> {
  return hashing(() => argon2(password, cost))
}

/** Verified against when there is nothing to verify against, so that the answer takes as long. */
const nobodysHash = hashPassword(randomUUID())

interface Guard {
  /** Runs when the task starts; an error in it ends the attempt. */
  before(): Promise<void>
  afterFailure(): Promise<void>
}

/**
 * Whether the password matches the hash; never for `null`, which takes as long. The guard runs when the task starts, so
 * that concurrent tries cannot all pass it.
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

/** Letters of a name or an address that are looked for in a password. */
const ownWordLength = 64

/**
 * Errors of a new password beyond the contract's schema. The dictionaries are loaded with the first check: most
 * processes need them late.
 */
export async function weaknessesOf(
  password: string,
  { email, name = '' }: { email: string; name?: string },
): Promise<FieldError[]> {
  const typed = password.trim().toLowerCase()
  const address = email.trim().toLowerCase()
  const local = address.split('@')[0] ?? ''
  if (typed === address || (local.length >= 4 && typed === local)) {
    return [{ message: 'Пароль не должен совпадать с e-mail', code: 'like_email' }]
  }
  if (typed === name.trim().toLowerCase()) {
    return [{ message: 'Пароль не должен совпадать с именем', code: 'like_name' }]
  }
  const { isGuessable } = await import('./password-strength.ts')
  const ownWords = [address, local, ...name.toLowerCase().split(/\s+/, 4)].map(word => word.slice(0, ownWordLength))
  if (
    isGuessable(
      password,
      ownWords.filter(word => word.length > 1),
    )
  ) {
    return [{ message: 'Такой пароль слишком распространён: его подберут первым', code: 'common' }]
  }
  return []
}
