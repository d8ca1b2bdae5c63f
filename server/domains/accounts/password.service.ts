import type { z } from 'zod'
import { editPasswordForm, type passwordResetConfirmForm } from '#contract/accounts.ts'
import type { FieldFaults } from '#contract/errors.ts'
import { AppError } from '#server/platform/errors.ts'
import { formFaults } from '#server/platform/faults.ts'
import { queueLetter } from '#server/platform/mail.ts'
import type { Actor } from '#server/platform/session.ts'
import type { AccountDeps } from './accounts.deps.ts'
import { findPerson, findPersonByEmail, lockPerson, type Person, updatePerson } from './accounts.queries.ts'
import { resetLetter } from './activation.service.ts'
import { deleteSessions, findReset, spendResets } from './keys.queries.ts'
import { hashPassword, isPassword, weaknessesOf } from './passwords.ts'
import { hashOfKey } from './secret-keys.ts'
import { outcomeOf } from './sign-up.service.ts'

const wrongPassword = [{ message: 'Неверный пароль', code: 'wrong' }]

/** Whether the signed-in person knows their password. Throws TOO_MANY_REQUESTS after too many wrong ones. */
export async function knowsPassword({ limits }: AccountDeps, person: Person, password: string): Promise<boolean> {
  const isRight = await isPassword(password, person.passwordHash, {
    before: () => limits.wrongForPerson.check(person.id),
    afterFailure: async () => void (await limits.wrongForPerson.allows(person.id)),
  })
  if (isRight) await limits.wrongForPerson.forget(person.id)
  return isRight
}

async function ownRow({ db }: AccountDeps, actor: Actor): Promise<Person> {
  const person = await findPerson(db, actor.id)
  if (!person || person.deletedAt) throw new AppError('UNAUTHENTICATED')
  return person
}

/** The signed-in person, who has given their password. Throws INVALID_INPUT for a wrong one. */
export async function requirePassword(deps: AccountDeps, actor: Actor, password: string): Promise<Person> {
  const person = await ownRow(deps, actor)
  if (await knowsPassword(deps, person, password)) return person
  throw new AppError('INVALID_INPUT', undefined, { password: wrongPassword })
}

/** Sets another password and ends all other sessions. Throws TOO_MANY_REQUESTS after too many wrong old ones. */
export async function editPassword(
  deps: AccountDeps,
  actor: Actor,
  body: Record<string, unknown>,
): Promise<{ message: string }> {
  const person = await ownRow(deps, actor)
  const parsed = editPasswordForm.safeParse(body)
  const faults: FieldFaults = parsed.success ? {} : formFaults(parsed.error, body)
  const { old_password: old, new_password1: wanted } = body
  if (typeof wanted === 'string' && !faults.new_password1) {
    const weaknesses = weaknessesOf(wanted, person.email)
    if (weaknesses.length > 0) faults.new_password1 = weaknesses
  }
  if (typeof old === 'string' && !faults.old_password && !(await knowsPassword(deps, person, old))) {
    faults.old_password = wrongPassword
  }
  if (!parsed.success || Object.keys(faults).length > 0) return outcomeOf(faults)

  const passwordHash = await hashPassword(parsed.data.new_password1)
  const isChanged = await deps.db.transaction(async tx => {
    const now = await lockPerson(tx, person.id)
    if (now?.passwordHash !== person.passwordHash) return false
    await updatePerson(tx, person.id, { passwordHash })
    await deleteSessions(tx, person.id, actor.sessionId)
    await spendResets(tx, person.id)
    return true
  })
  return outcomeOf(isChanged ? {} : { old_password: wrongPassword })
}

/** Sends a link for a new password to whoever has this address; nothing shows whether somebody has. */
export async function requestReset({ db, limits, publicUrl, wakeMail }: AccountDeps, email: string): Promise<void> {
  if (!(await limits.letters.allows(email.toLowerCase()))) return
  const found = await findPersonByEmail(db, email)
  if (!found || found.blockedAt || found.deletedAt) return
  await db.transaction(async tx => {
    const person = await lockPerson(tx, found.id)
    // Blocked since: then nobody sets a password.
    if (person && !person.blockedAt && person.email === found.email)
      await queueLetter(tx, await resetLetter(tx, person, publicUrl))
  })
  wakeMail()
}

const spentLink = () =>
  new AppError('GONE', 'Эта ссылка не действует: она открывается один раз в течение часа. Запросите новую.')

/**
 * Sets a password by the key of a letter's link, which also shows that the address is the person's own, and ends all
 * sessions. Throws GONE for a key that is wrong, used or too old, and INVALID_INPUT for a weak password.
 */
export async function confirmReset(
  { db, limits }: AccountDeps,
  { token, new_password1: password }: z.output<typeof passwordResetConfirmForm>,
): Promise<void> {
  const tokenHash = hashOfKey(token)
  const known = await findReset(db, tokenHash)
  if (!known) throw spentLink()
  const weaknesses = weaknessesOf(password, known.email)
  if (weaknesses.length > 0) throw new AppError('INVALID_INPUT', undefined, { new_password1: weaknesses })
  const passwordHash = await hashPassword(password)
  await db.transaction(async tx => {
    const person = await lockPerson(tx, known.userId)
    if (!person || !(await findReset(tx, tokenHash))) throw spentLink()
    await updatePerson(tx, person.id, { passwordHash, confirmedEmail: person.email })
    await deleteSessions(tx, person.id)
    await spendResets(tx, person.id)
  })
  await limits.wrongForEmail.forget(known.email.toLowerCase())
  await limits.wrongForPerson.forget(known.userId)
}
