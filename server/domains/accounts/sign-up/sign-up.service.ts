import { signupForm } from '#contract/accounts.ts'
import type { FieldFaults } from '#contract/errors.ts'
import type { Db } from '#server/platform/database/database.ts'
import { uuidv7 } from '#server/platform/database/ids.ts'
import { formFaults } from '#server/platform/http/field-errors.ts'
import { queueLetter } from '#server/platform/mail/mail.ts'
import type { AccountDeps } from '../accounts.deps.ts'
import { signUpLetter } from '../accounts.emails.ts'
import { findOwner, lockOrInsertPerson, type Person } from '../accounts.queries.ts'
import { hashPassword, weaknessesOf } from '../passwords/passwords.ts'
import { insertConfirmation } from '../tokens.queries.ts'
import { newSecretKey } from '../tokens.ts'
import { AddressTaken, requireNobodyElse } from './address-owner.ts'

const taken: FieldFaults = {
  email: [{ message: 'Пользователь с таким email уже зарегистрирован', code: 'unique' }],
}

/**
 * An address is taken by whoever may sign in with it, and by who has left it for one that is not confirmed yet; a
 * sign-up that was never confirmed holds nothing.
 */
const isTaken = (person: Person | undefined) =>
  person !== undefined && (person.confirmedEmail !== null || person.deletedAt !== null)

/** Faults that the contract's shape cannot know of, of the fields in which it has found none. */
async function furtherFaults(db: Db, body: Record<string, unknown>, known: FieldFaults): Promise<FieldFaults> {
  const { email, name, password1 } = body
  const faults: FieldFaults = {}
  if (typeof password1 === 'string' && !known.password1) {
    const weaknesses = await weaknessesOf(password1, {
      email: typeof email === 'string' ? email : '',
      name: typeof name === 'string' ? name : '',
    })
    if (weaknesses.length > 0) faults.password1 = weaknesses
  }
  if (typeof email === 'string' && !known.email && isTaken(await findOwner(db, email.trim()))) {
    Object.assign(faults, taken)
  }
  return faults
}

/** What sign-up and change of password answer, whatever comes of them (API.md section 4). */
export const outcomeOf = (faults: FieldFaults) => ({
  message: Object.keys(faults).length === 0 ? 'success' : JSON.stringify(faults),
})

/**
 * Writes a sign-up down and a letter with its link; nothing of it counts before the link is opened. Throws
 * TOO_MANY_REQUESTS.
 */
export async function signUp(
  { db, limits, publicUrl, wakeMail }: AccountDeps,
  ip: string,
  body: Record<string, unknown>,
): Promise<{ message: string }> {
  await limits.signUps.take(ip)
  const parsed = signupForm.safeParse(body)
  const known = parsed.success ? {} : formFaults(parsed.error, body)
  const faults = { ...known, ...(await furtherFaults(db, body, known)) }
  if (!parsed.success || Object.keys(faults).length > 0) return outcomeOf(faults)

  const { email, name, password1 } = parsed.data
  await limits.letters.take(email.toLowerCase())
  const passwordHash = await hashPassword(password1)
  const { key, tokenHash } = newSecretKey()
  const isWritten = await db
    .transaction(async tx => {
      const person = await lockOrInsertPerson(tx, { id: uuidv7(), email, name })
      if (isTaken(person)) return false
      await requireNobodyElse(tx, person)
      await insertConfirmation(tx, { id: uuidv7(), tokenHash, userId: person.id, email, name, passwordHash })
      await queueLetter(tx, signUpLetter(email, publicUrl, key), person.id)
      return true
    })
    .catch((error: unknown) => {
      if (error instanceof AddressTaken) return false
      throw error
    })
  if (!isWritten) return outcomeOf(taken)
  wakeMail()
  return outcomeOf({})
}
