import type { Tx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/errors.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { deleteEmailsOf } from '#server/platform/mail/mail.ts'
import type { AccountDeps } from './accounts.deps.ts'
import { personErased, personLeaving } from './accounts.events.ts'
import { lockPerson, type Person, updatePerson } from './accounts.queries.ts'
import { ownAddress } from './accounts.service.ts'
import { requirePassword } from './passwords/password.service.ts'
import { deleteSecondFactor } from './second-factor/second-factor.queries.ts'
import { deleteDevices } from './sign-in/devices.queries.ts'
import { endSessions } from './sign-in/sessions.service.ts'
import { deleteConfirmationsOf, deleteLinks } from './tokens.queries.ts'

/** The author's name shown for posts of deleted people. */
const deletedName = 'Удалённый пользователь'

/**
 * Deletes an account in the caller's transaction, which has locked nobody yet: the row is kept without personal data,
 * as the author of what others have replied to. `mayGo` checks the person after they are locked. Throws CONFLICT if the
 * person is added to a company meanwhile.
 */
export async function eraseAccount(tx: Tx, id: string, mayGo: (person: Person | undefined) => void): Promise<void> {
  await personLeaving.emit(tx, { userId: id })
  const person = await lockPerson(tx, id)
  mayGo(person)
  if (!person) return
  await endSessions(tx, id)
  await deleteDevices(tx, id)
  await deleteSecondFactor(tx, id)
  await deleteLinks(tx, id)
  for (const email of new Set([person.email, ownAddress(person)])) {
    await deleteConfirmationsOf(tx, email)
    await deleteEmailsOf(tx, { id, email })
  }
  await updatePerson(tx, id, {
    email: `deleted-${id}@deleted.invalid`,
    name: deletedName,
    confirmedEmail: null,
    passwordHash: null,
    firstSignInAt: null,
    avatarKey: null,
    deletedAt: new Date(),
  })
  await personErased.emit(tx, { userId: id })
}

/** Deletes the account of the signed-in person. Throws INVALID_INPUT if the password is wrong. */
export async function deleteAccount(deps: AccountDeps, actor: Actor, password: string): Promise<void> {
  const { passwordHash } = await requirePassword(deps, actor, password)
  await deps.db.transaction(tx =>
    eraseAccount(tx, actor.id, person => {
      if (!person || person.passwordHash !== passwordHash) throw new AppError('UNAUTHENTICATED')
    }),
  )
}
