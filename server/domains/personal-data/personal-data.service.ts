import { companyIdOf, getTeam } from '#server/domains/companies/companies.service.ts'
import { handOverOrClose } from '#server/domains/companies/members.service.ts'
import { listToldOf } from '#server/domains/notifications/notifications.service.ts'
import { renameAuthor } from '#server/domains/posts/posts.service.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/errors.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { deleteLettersOf } from '#server/platform/mail/mail.ts'
import type { AccountDeps } from '../accounts/accounts.deps.ts'
import { avatarOf } from '../accounts/accounts.present.ts'
import { findPerson, lockPerson, type Person, updatePerson } from '../accounts/accounts.queries.ts'
import { ownAddress } from '../accounts/accounts.service.ts'
import { listOwnEmailChanges } from '../accounts/email-change/email-changes.queries.ts'
import { requirePassword } from '../accounts/passwords/password.service.ts'
import { deleteSecondFactor } from '../accounts/second-factor/second-factor.queries.ts'
import { summariseSecondFactor } from '../accounts/second-factor/second-factor.service.ts'
import { deleteDevices, listDevices } from '../accounts/sign-in/devices.queries.ts'
import { listSessions } from '../accounts/sign-in/sessions.queries.ts'
import { deviceLabel, endSessions } from '../accounts/sign-in/sessions.service.ts'
import { deleteConfirmationsOf, deleteLinks } from '../accounts/tokens.queries.ts'
import {
  deleteOwnTraces,
  listOwnComments,
  listOwnConfirmations,
  listOwnFriends,
  listOwnLikes,
  listOwnMessages,
  listOwnPosts,
  listOwnProducts,
  listOwnRequests,
  listOwnUploads,
} from './personal-data.queries.ts'

/** Of a session or a device; what it is known by is a secret. */
const timesOf = ({ createdAt, lastUsedAt }: { createdAt: Date; lastUsedAt: Date }) => ({ createdAt, lastUsedAt })

/** Everything that is stored about the person, for them to keep. */
export async function collectPersonalData(deps: AccountDeps, actor: Actor): Promise<Record<string, unknown>> {
  const { db, media } = deps
  const person = await findPerson(db, actor.id)
  if (!person) throw new AppError('UNAUTHENTICATED')
  const { id, name, email, confirmedEmail, friendsCount, postsCount, createdAt } = person
  const [
    products,
    posts,
    comments,
    likes,
    friends,
    friendshipRequests,
    messages,
    notifications,
    uploads,
    sessions,
    devices,
    secondFactor,
    confirmations,
    emailChanges,
  ] = await Promise.all([
    listOwnProducts(db, id),
    listOwnPosts(db, id),
    listOwnComments(db, id),
    listOwnLikes(db, id),
    listOwnFriends(db, id),
    listOwnRequests(db, id),
    listOwnMessages(db, id),
    listToldOf(db, id),
    listOwnUploads(db, id),
    listSessions(db, id),
    listDevices(db, id),
    summariseSecondFactor(db, id),
    listOwnConfirmations(db, id),
    listOwnEmailChanges(db, id),
  ])
  return {
    profile: { id, name, email, confirmedEmail, avatar: avatarOf(person, deps), friendsCount, postsCount, createdAt },
    company: actor.companyId === null ? null : await getTeam(db, actor, actor.companyId),
    products: products.map(({ priceKopecks, ...product }) => ({
      ...product,
      price: priceKopecks === null ? null : priceKopecks / 100,
    })),
    posts: posts.map(({ pictureKeys, ...post }) => ({
      ...post,
      attachments: pictureKeys.map(key => media.urls(key)),
    })),
    comments,
    likes,
    friends,
    friendshipRequests,
    messages,
    notifications,
    uploads: uploads.map(upload => ({ ...upload, ...media.urls(upload.mediaKey) })),
    sessions: sessions.map(({ device, address, ...times }) => ({
      device: deviceLabel(device),
      address,
      ...timesOf(times),
    })),
    devices: devices.map(timesOf),
    secondFactor,
    confirmations,
    emailChanges,
  }
}

/** Who has written what is left of deleted people. */
const deletedName = 'Удалённый пользователь'

/**
 * Deletes an account in the caller's transaction, which holds nobody yet: what is left is a row without anything
 * personal, as the author of what others have answered to. `mayGo` looks at the person, once nobody else can change
 * them. Throws CONFLICT when the person is added to a company meanwhile.
 */
export async function eraseAccount(tx: Tx, id: string, mayGo: (person: Person | undefined) => void): Promise<void> {
  // The company first: whoever changes listings holds it before they hold a person.
  await handOverOrClose(tx, id)
  const person = await lockPerson(tx, id)
  mayGo(person)
  if (!person) return
  if ((await companyIdOf(tx, id)) !== null) {
    throw new AppError('CONFLICT', 'Вас только что добавили в компанию. Попробуйте удалить учётную запись ещё раз.')
  }
  await endSessions(tx, id)
  await deleteDevices(tx, id)
  await deleteSecondFactor(tx, id)
  await deleteLinks(tx, id)
  await deleteOwnTraces(tx, id)
  for (const email of new Set([person.email, ownAddress(person)])) {
    await deleteConfirmationsOf(tx, email)
    await deleteLettersOf(tx, { id, email })
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
  await renameAuthor(tx, id)
}

/** Deletes the account of the signed-in person. Throws INVALID_INPUT when the password is wrong. */
export async function deleteAccount(deps: AccountDeps, actor: Actor, password: string): Promise<void> {
  const { passwordHash } = await requirePassword(deps, actor, password)
  await deps.db.transaction(tx =>
    eraseAccount(tx, actor.id, person => {
      if (!person || person.passwordHash !== passwordHash) throw new AppError('UNAUTHENTICATED')
    }),
  )
}
