import { companyIdOf, getTeam } from '#server/domains/companies/companies.service.ts'
import { handOverOrClose } from '#server/domains/companies/members.service.ts'
import { forgetActor } from '#server/domains/notifications/notifications.service.ts'
import { renameAuthor } from '#server/domains/posts/posts.service.ts'
import { AppError } from '#server/platform/errors.ts'
import { deleteLettersTo } from '#server/platform/mail.ts'
import type { Actor } from '#server/platform/session.ts'
import type { AccountDeps } from './accounts.deps.ts'
import { avatarOf } from './accounts.present.ts'
import { findPerson, lockPerson, updatePerson } from './accounts.queries.ts'
import { deleteKeys } from './keys.queries.ts'
import { requirePassword } from './password.service.ts'
import {
  deleteOwnTraces,
  listOwnComments,
  listOwnConfirmations,
  listOwnFriends,
  listOwnLikes,
  listOwnMessages,
  listOwnNotifications,
  listOwnPosts,
  listOwnProducts,
  listOwnRequests,
  listOwnSessions,
  listOwnUploads,
} from './personal-data.queries.ts'

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
    confirmations,
  ] = await Promise.all([
    listOwnProducts(db, id),
    listOwnPosts(db, id),
    listOwnComments(db, id),
    listOwnLikes(db, id),
    listOwnFriends(db, id),
    listOwnRequests(db, id),
    listOwnMessages(db, id),
    listOwnNotifications(db, id),
    listOwnUploads(db, id),
    listOwnSessions(db, id),
    listOwnConfirmations(db, id),
  ])
  return {
    profile: { id, name, email, confirmedEmail, avatar: avatarOf(person, deps), friendsCount, postsCount, createdAt },
    company: actor.companyId === null ? null : await getTeam(db, actor.companyId),
    products: products.map(({ priceKopecks, ...product }) => ({
      ...product,
      price: priceKopecks === null ? null : priceKopecks / 100,
    })),
    posts,
    comments,
    likes,
    friends,
    friendshipRequests,
    messages,
    notifications,
    uploads: uploads.map(upload => ({ ...upload, ...media.urls(upload.mediaKey) })),
    sessions,
    confirmations,
  }
}

/** Who has written what is left of deleted people. */
const deletedName = 'Удалённый пользователь'

/**
 * Deletes an account: what is left is a row without anything personal, as the author of what others have answered to.
 * Throws INVALID_INPUT when the password is wrong, and CONFLICT when the person is added to a company meanwhile.
 */
export async function deleteAccount(deps: AccountDeps, actor: Actor, password: string): Promise<void> {
  const { passwordHash } = await requirePassword(deps, actor, password)
  await deps.db.transaction(async tx => {
    // The company first: whoever changes listings holds it before they hold a person.
    await handOverOrClose(tx, actor.id)
    const person = await lockPerson(tx, actor.id)
    if (!person || person.passwordHash !== passwordHash) throw new AppError('UNAUTHENTICATED')
    if ((await companyIdOf(tx, person.id)) !== null) {
      throw new AppError('CONFLICT', 'Вас только что добавили в компанию. Попробуйте удалить учётную запись ещё раз.')
    }
    await deleteKeys(tx, person.id)
    await deleteOwnTraces(tx, person.id)
    await deleteLettersTo(tx, person.email)
    await updatePerson(tx, person.id, {
      email: `deleted-${person.id}@deleted.invalid`,
      name: deletedName,
      confirmedEmail: null,
      passwordHash: null,
      avatarKey: null,
      deletedAt: new Date(),
    })
    await forgetActor(tx, person, deletedName)
    await renameAuthor(tx, person.id)
  })
}
