import type { z } from 'zod'
import type { editProfileForm, Me, Profile } from '#contract/accounts.ts'
import { isUniqueViolation } from '#server/platform/database/database.ts'
import type { ReceivedFile } from '#server/platform/http/bodies/received-files.ts'
import { AppError } from '#server/platform/http/errors.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { storePicture } from '#server/platform/media/pictures.ts'
import type { AccountDeps } from '../accounts.deps.ts'
import { personRenamed } from '../accounts.events.ts'
import { avatarOf, presentProfile } from '../accounts.present.ts'
import { findOwner, findPerson, keepPicture, lockPerson, updatePerson } from '../accounts.queries.ts'
import { isSameEmail } from '../accounts.service.ts'
import { changeAddress } from '../email-change/email-change.service.ts'
import { AddressTaken } from '../sign-up/address-owner.ts'

type ProfileForm = z.output<typeof editProfileForm>

export async function getMe(deps: AccountDeps, actor: Actor): Promise<Me> {
  const person = await findPerson(deps.db, actor.id)
  if (!person) throw new AppError('UNAUTHENTICATED')
  const { id, name, email } = person
  return { id, name, email, avatar: avatarOf(person, deps), is_staff: actor.isStaff }
}

type EditedProfile = { message: 'information updated'; user: Profile } | { message: 'email already exists' }
const emailExists = { message: 'email already exists' } as const

/**
 * Throws INVALID_INPUT for a file that is not a picture, and TOO_MANY_REQUESTS for too many emails to the new address.
 */
export async function editProfile(
  deps: AccountDeps,
  actor: Actor,
  { name, email }: ProfileForm,
  [avatar]: ReceivedFile[],
): Promise<EditedProfile> {
  const { db, media, limits } = deps
  const holder = await findOwner(db, email)
  if (holder && holder.id !== actor.id) return emailExists
  // Only a change of the e-mail to a free address sends emails.
  if (!holder) {
    await limits.addressChanges.take(actor.id)
    await limits.emails.take(email.toLowerCase())
  }
  const avatarKey = avatar ? await storePicture(media, avatar) : null
  try {
    const person = await db.transaction(async tx => {
      const before = await lockPerson(tx, actor.id)
      if (!before || before.deletedAt) throw new AppError('UNAUTHENTICATED')
      if (avatarKey) await keepPicture(tx, avatarKey)
      const changes = { name, email, ...(avatarKey ? { avatarKey } : {}) }
      await updatePerson(tx, actor.id, changes)
      if (before.name !== name) await personRenamed.emit(tx, { userId: actor.id })
      if (!isSameEmail(before.email, email)) await changeAddress(tx, before, email, deps)
      return { ...before, ...changes }
    })
    return { message: 'information updated', user: presentProfile(person, { ...deps, showEmail: true }) }
  } catch (error) {
    if (isUniqueViolation(error) || error instanceof AddressTaken) return emailExists
    throw error
  }
}
