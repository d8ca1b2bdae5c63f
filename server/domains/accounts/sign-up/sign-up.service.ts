import { signupForm } from '#contract/accounts.ts'
import type { FieldErrors } from '#contract/errors.ts'
import type { Db } from '#server/platform/database/database.ts'
import { uuidv7 } from '#server/platform/database/ids.ts'
import { formErrors } from '#server/platform/http/field-errors.ts'
import { queueEmail } from '#server/platform/mail/mail.ts'
import type { AccountDeps } from '../accounts.deps.ts'
import { signUpEmail } from '../accounts.emails.ts'
import { findOwner, lockOrInsertPerson, type Person } from '../accounts.queries.ts'
import { hashPassword, weaknessesOf } from '../passwords/passwords.ts'
import { insertConfirmation } from '../tokens.queries.ts'
import { newToken } from '../tokens.ts'
import { AddressTaken, requireNobodyElse } from './address-owner.ts'

const taken: FieldErrors = {
  email: [{ message: 'Пользователь с таким email уже зарегистрирован', code: 'unique' }],
}

/**
 * An address is taken by a person who may sign in with it, or who has changed it to one that is not confirmed yet; a
 * sign-up that was never confirmed reserves nothing.
 */
const isTaken = (person: Person | undefined) =>
  person !== undefined && (person.confirmedEmail !== null || person.deletedAt !== null)

/** Errors that the contract's schema cannot detect, for fields in which it has found none. */
async function furtherErrors(db: Db, body: Record<string, unknown>, known: FieldErrors): Promise<FieldErrors> {
  const { email, name, password1 } = body
  const errors: FieldErrors = {}
  if (typeof password1 === 'string' && !known.password1) {
    const weaknesses = await weaknessesOf(password1, {
      email: typeof email === 'string' ? email : '',
      name: typeof name === 'string' ? name : '',
    })
    if (weaknesses.length > 0) errors.password1 = weaknesses
  }
  if (typeof email === 'string' && !known.email && isTaken(await findOwner(db, email.trim()))) {
    Object.assign(errors, taken)
  }
  return errors
}

/** The response of sign-up and password reset, whatever the outcome (API.md section 4). */
export const outcomeOf = (errors: FieldErrors) => ({
  message: Object.keys(errors).length === 0 ? 'success' : JSON.stringify(errors),
})

/**
 * Stores a sign-up and an email with its link; it has no effect before the link is opened. `cookie` is for the browser,
 * which the link signs in. Throws TOO_MANY_REQUESTS.
 */
export async function signUp(
  { db, limits, publicUrl, signUpCookies }: AccountDeps,
  ip: string,
  body: Record<string, unknown>,
): Promise<{ message: string; cookie?: string }> {
  await limits.signUps.take(ip)
  const parsed = signupForm.safeParse(body)
  const known = parsed.success ? {} : formErrors(parsed.error, body)
  const errors = { ...known, ...(await furtherErrors(db, body, known)) }
  if (!parsed.success || Object.keys(errors).length > 0) return outcomeOf(errors)

  const { email, name, password1 } = parsed.data
  await limits.emails.take(email.toLowerCase())
  const passwordHash = await hashPassword(password1)
  const { key, tokenHash } = newToken()
  const userId = await db
    .transaction(async tx => {
      const person = await lockOrInsertPerson(tx, { id: uuidv7(), email, name })
      if (isTaken(person)) return null
      await requireNobodyElse(tx, person)
      await insertConfirmation(tx, { id: uuidv7(), tokenHash, userId: person.id, email, name, passwordHash })
      await queueEmail(tx, signUpEmail(email, publicUrl, key), person.id)
      return person.id
    })
    .catch((error: unknown) => {
      if (error instanceof AddressTaken) return null
      throw error
    })
  if (userId === null) return outcomeOf(taken)
  return { ...outcomeOf({}), cookie: signUpCookies.header({ userId, passwordHash }) }
}
