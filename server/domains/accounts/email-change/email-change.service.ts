import { isUniqueViolation, type Tx } from '#server/platform/database/database.ts'
import { uuidv7 } from '#server/platform/database/ids.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { queueEmail } from '#server/platform/mail/mail.ts'
import type { AccountDeps } from '../accounts.deps.ts'
import { addressChangedEmail, undoDays } from '../accounts.emails.ts'
import { findOwner, lockPerson, type Person, updatePerson } from '../accounts.queries.ts'
import { isSameEmail } from '../accounts.service.ts'
import { eraseAccount } from '../erase-account.service.ts'
import { deleteSecondFactorSince } from '../second-factor/second-factor.queries.ts'
import { endSessions } from '../sign-in/sessions.service.ts'
import { addressEmail, resetKey } from '../sign-up/activation.service.ts'
import { AddressTaken, requireNobodyElse } from '../sign-up/address-owner.ts'
import { deleteOtherConfirmations, spendResets } from '../tokens.queries.ts'
import { hashOfToken, newToken } from '../tokens.ts'
import { findEmailChange, insertEmailChange, spendEmailChange } from './email-changes.queries.ts'

type EmailChange = NonNullable<Awaited<ReturnType<typeof findEmailChange>>>

const unknownLink = () =>
  new AppError('NOT_FOUND', 'Такой ссылки нет: возможно, она скопирована не целиком или учётную запись удалили.')

const addressGone = () =>
  new AppError(
    'CONFLICT',
    'Вернуть адрес нельзя: с тех пор его подтвердил владелец другой учётной записи. Напишите нам, и мы разберёмся.',
  )

/**
 * Follow-ups of a changed e-mail that is already stored. It is used at once; rights tied to an address wait until it is
 * confirmed, and the last confirmed address gets an email with a link that reverts the change. Password links become
 * invalid. Throws AddressTaken.
 */
export async function changeAddress(tx: Tx, before: Person, email: string, { publicUrl }: AccountDeps): Promise<void> {
  const { id, confirmedEmail, passwordHash } = before
  await requireNobodyElse(tx, { id, email })
  await spendResets(tx, id)
  // A change back to the confirmed address needs no email.
  if (isSameEmail(confirmedEmail, email)) return
  if (confirmedEmail !== null) {
    const { key, tokenHash } = newToken()
    await insertEmailChange(tx, { id: uuidv7(), tokenHash, userId: id, email: confirmedEmail, passwordHash })
    await queueEmail(tx, addressChangedEmail(confirmedEmail, email, publicUrl, key), id)
  }
  await queueEmail(tx, await addressEmail(tx, id, email, publicUrl), id)
}

function requireUsable(change: EmailChange): void {
  if (change.usedAt) throw new AppError('GONE', 'По этой ссылке адрес уже вернули: второй раз она не нужна.')
  if (change.overtakenAt) throw new AppError('GONE', 'Ссылка больше не нужна: адрес уже вернули по другому письму.')
  if (!change.isFresh) throw new AppError('GONE', `Срок ссылки истёк: она действует ${undoDays} дней.`)
}

/**
 * Frees the address from a person who has taken it since without confirming it: a sign-up is deleted, a change
 * reverted. Throws CONFLICT if they have confirmed it.
 */
async function clearAddress(tx: Tx, email: string, exceptId: string): Promise<void> {
  const holder = await findOwner(tx, email, exceptId)
  if (!holder) return
  if (isSameEmail(holder.confirmedEmail, email)) throw addressGone()
  if (holder.confirmedEmail === null) {
    return eraseAccount(tx, holder.id, now => {
      if (now && now.confirmedEmail !== null) throw addressGone()
    })
  }
  const now = await lockPerson(tx, holder.id)
  if (!now?.confirmedEmail || isSameEmail(now.confirmedEmail, email)) throw addressGone()
  if (!isSameEmail(now.email, email)) return
  await updatePerson(tx, now.id, { email: now.confirmedEmail })
  await deleteOtherConfirmations(tx, now.id, now.confirmedEmail)
}

/**
 * Restores the address that a person had before their e-mail was changed, by the key in the email about the change:
 * every later change is reverted, a second factor added since is removed, all sessions end, and a password that may be
 * somebody else's is cleared. Throws NOT_FOUND, GONE for a link that is used, outdated or expired, and CONFLICT if the
 * address belongs to somebody else.
 */
export async function takeBackAddress({ db }: AccountDeps, key: string) {
  const tokenHash = hashOfToken(key)
  const known = await findEmailChange(db, tokenHash)
  if (!known) throw unknownLink()
  requireUsable(known)
  const { email, userId } = known
  try {
    return await db.transaction(async tx => {
      await clearAddress(tx, email, userId)
      const person = await lockPerson(tx, userId)
      const change = await findEmailChange(tx, tokenHash)
      if (!person || !change) throw unknownLink()
      requireUsable(change)
      const isPasswordKept = person.passwordHash === change.passwordHash
      const password = isPasswordKept ? {} : { passwordHash: null }
      await updatePerson(tx, userId, { email, confirmedEmail: email, ...password })
      await requireNobodyElse(tx, { id: userId, email })
      await endSessions(tx, userId)
      await deleteSecondFactorSince(tx, userId, change.createdAt)
      await spendResets(tx, userId)
      await deleteOtherConfirmations(tx, userId, email)
      await spendEmailChange(tx, change)
      const resetToken = person.blockedAt ? null : await resetKey(tx, userId, email)
      return { message: 'success' as const, email, is_password_kept: isPasswordKept, reset_token: resetToken }
    })
  } catch (error) {
    // Taken concurrently.
    if (isUniqueViolation(error) || error instanceof AddressTaken) throw addressGone()
    throw error
  }
}
