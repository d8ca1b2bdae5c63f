import type { z } from 'zod'
import { editPasswordForm, type passwordResetConfirmForm } from '#contract/accounts.ts'
import type { FieldErrors } from '#contract/errors.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { formErrors } from '#server/platform/http/field-errors.ts'
import type { Actor, SignedIn } from '#server/platform/http/session.ts'
import { queueEmail } from '#server/platform/mail/mail.ts'
import type { AccountDeps } from '../accounts.deps.ts'
import { passwordChangedEmail } from '../accounts.emails.ts'
import { personActivated } from '../accounts.events.ts'
import { findOwner, findPerson, lockPerson, type Person, updatePerson } from '../accounts.queries.ts'
import { isSameEmail, ownAddress } from '../accounts.service.ts'
import { trustPassword } from '../email-change/email-changes.queries.ts'
import { listDevices } from '../sign-in/devices.queries.ts'
import { endSessions } from '../sign-in/sessions.service.ts'
import { triesOf } from '../sign-in/sign-in.service.ts'
import { resetEmail } from '../sign-up/activation.service.ts'
import { outcomeOf } from '../sign-up/sign-up.service.ts'
import { deleteOtherConfirmations, findReset, spendResets } from '../tokens.queries.ts'
import { hashOfToken } from '../tokens.ts'
import { hashPassword, isPassword, weaknessesOf } from './passwords.ts'

const wrongPassword = [{ message: 'Неверный пароль', code: 'wrong' }]

/** Whether the signed-in person has given the right password. Throws TOO_MANY_REQUESTS after too many wrong ones. */
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

/** The signed-in person, after checking their password. Throws INVALID_INPUT for a wrong one. */
export async function requirePassword(deps: AccountDeps, actor: Actor, password: string): Promise<Person> {
  const person = await ownRow(deps, actor)
  if (await knowsPassword(deps, person, password)) return person
  throw new AppError('INVALID_INPUT', undefined, { password: wrongPassword })
}

/** Changes the password and ends all other sessions. Throws TOO_MANY_REQUESTS after too many wrong old ones. */
export async function editPassword(
  deps: AccountDeps,
  actor: SignedIn,
  body: Record<string, unknown>,
): Promise<{ message: string }> {
  const person = await ownRow(deps, actor)
  const parsed = editPasswordForm.safeParse(body)
  const errors: FieldErrors = parsed.success ? {} : formErrors(parsed.error, body)
  const { old_password: old, new_password1: wanted } = body
  if (typeof wanted === 'string' && !errors.new_password1) {
    const weaknesses = await weaknessesOf(wanted, person)
    if (weaknesses.length > 0) errors.new_password1 = weaknesses
  }
  if (typeof old === 'string' && !errors.old_password && !(await knowsPassword(deps, person, old))) {
    errors.old_password = wrongPassword
  }
  if (!parsed.success || Object.keys(errors).length > 0) return outcomeOf(errors)

  const passwordHash = await hashPassword(parsed.data.new_password1)
  const isTold = await deps.limits.notices.allows(`password ${person.id}`)
  const isChanged = await deps.db.transaction(async tx => {
    const now = await lockPerson(tx, person.id)
    if (now?.passwordHash !== person.passwordHash) return false
    await updatePerson(tx, person.id, { passwordHash })
    await endSessions(tx, person.id, actor.sessionId)
    await spendResets(tx, person.id)
    if (isTold) await queueEmail(tx, passwordChangedEmail(ownAddress(now), deps.publicUrl), person.id)
    return true
  })
  return outcomeOf(isChanged ? {} : { old_password: wrongPassword })
}

/**
 * Sends a link for setting a new password to the person with this address, even if they changed it to one that is not
 * confirmed yet. Nothing reveals whether the person exists, not even the response time.
 */
export function requestReset(deps: AccountDeps, email: string): void {
  deps.background.run(() => sendReset(deps, email))
}

async function sendReset({ db, limits, publicUrl }: AccountDeps, email: string): Promise<void> {
  const found = await findOwner(db, email)
  if (!found || found.blockedAt || found.deletedAt) return
  const to = found.confirmedEmail ?? found.email
  if (!(await limits.emails.allows(to.toLowerCase()))) return
  await db.transaction(async tx => {
    const person = await lockPerson(tx, found.id)
    // No password may be set if the person was blocked meanwhile, or the link was requested for an address changed
    // since.
    if (person && !person.blockedAt && isSameEmail(to, person.confirmedEmail ?? person.email))
      await queueEmail(tx, await resetEmail(tx, person, publicUrl), person.id)
  })
}

const spentLink = () =>
  new AppError('GONE', 'Эта ссылка не действует: она открывается один раз в течение часа. Запросите новую.')

/**
 * Sets a password by the key of an email's link, which also confirms the recipient's address, and ends all sessions; a
 * link that would confirm another address becomes invalid. Throws GONE for a key that is wrong, used or expired, and
 * INVALID_INPUT for a weak password.
 */
export async function confirmReset(
  { db, limits, publicUrl }: AccountDeps,
  { token, new_password1: password }: z.output<typeof passwordResetConfirmForm>,
): Promise<void> {
  const tokenHash = hashOfToken(token)
  const known = await findReset(db, tokenHash)
  if (!known) throw spentLink()
  const weaknesses = await weaknessesOf(password, known)
  if (weaknesses.length > 0) throw new AppError('INVALID_INPUT', undefined, { new_password1: weaknesses })
  const passwordHash = await hashPassword(password)
  await db.transaction(async tx => {
    const person = await lockPerson(tx, known.userId)
    if (!person || !(await findReset(tx, tokenHash))) throw spentLink()
    const confirmed = isSameEmail(known.sentTo, person.email) ? { confirmedEmail: person.email } : {}
    await updatePerson(tx, person.id, { passwordHash, ...confirmed })
    if (person.confirmedEmail === null) await personActivated.emit(tx, { userId: person.id })
    await deleteOtherConfirmations(tx, person.id, known.sentTo)
    await trustPassword(tx, person.id, known.sentTo, passwordHash)
    await endSessions(tx, person.id)
    await spendResets(tx, person.id)
    await queueEmail(tx, passwordChangedEmail(ownAddress(person), publicUrl), person.id)
  })
  await limits.wrongForEmail.forget(triesOf(known.email))
  for (const { keyHash } of await listDevices(db, known.userId)) {
    await limits.wrongForEmail.forget(triesOf(known.email, keyHash))
  }
  await limits.wrongForPerson.forget(known.userId)
}
