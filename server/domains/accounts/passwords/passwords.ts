import { randomUUID } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash as argon2, type Options, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'
import type { FieldError } from '#contract/errors.ts'

/** Argon2id with the parameters recommended by OWASP: 19 MiB, two passes, one lane. */
const cost: Options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** One core is left for everything except hashing. */
const hashing = pLimit(Math.max(1, availableParallelism() - 1))

export async function hashPassword(password: string): Promise<string> {
  return hashing(() => argon2(password, cost))
}

/** Verified if there is no hash, so that the response takes as long. */
const nobodysHash = hashPassword(randomUUID())

interface Guard {
  /** Runs when the task starts; an error in it aborts the attempt. */
  before(): Promise<void>
  afterFailure(): Promise<void>
}

/**
 * Whether the password matches the hash; for `null` always false, after the same time. The guard runs when the task
 * starts, so that concurrent attempts cannot all pass it.
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

/** Maximum of characters of a name or an address that are looked for in a password. */
const ownWordLength = 64

/**
 * Errors of a new password beyond the contract's schema. The dictionaries are loaded by the first check: most processes
 * do not need them soon.
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
