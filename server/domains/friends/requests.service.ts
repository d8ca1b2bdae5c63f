import { findApart, lockPeople } from '#server/domains/accounts/accounts.api.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { uuidv7 } from '#server/platform/database/ids.ts'
import { AppError } from '#server/platform/http/errors.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { endStreamsOf } from '#server/platform/live/live.ts'
import { canApproach } from '#server/policy/people.ts'
import { friendshipAnswered, friendshipAsked } from './friends.events.ts'
import {
  answerRequest,
  deleteFriendship,
  deletePendingRequests,
  insertFriendship,
  insertRequest,
} from './friends.queries.ts'
import { canAskForFriendship } from './friends.service.ts'
import type { Suggestions } from './suggestions.ts'

const noSuchPerson = () => new AppError('NOT_FOUND', 'Такого человека нет.')

/**
 * Locks the actor and the other person until the transaction ends: changes between two people are serialised. Throws
 * NOT_FOUND if the other one does not exist.
 */
export async function lockBoth(tx: Tx, actor: Actor, id: string) {
  const people = await lockPeople(tx, [actor.id, id])
  const me = people.find(person => person.id === actor.id)
  const other = people.find(person => person.id !== actor.id)
  if (!me || !other || other.deletedAt) throw noSuchPerson()
  return { me, other }
}

/** Throws NOT_FOUND if the person does not exist and INVALID_INPUT for oneself. */
export async function askForFriendship(db: Db, actor: Actor, id: string) {
  if (id === actor.id) throw new AppError('INVALID_INPUT', 'Предложить дружбу можно только другому человеку.')
  return db.transaction(async tx => {
    const { me, other } = await lockBoth(tx, actor, id)
    if (!canApproach({ isApart: await findApart(tx, me.id, other.id) })) throw noSuchPerson()
    if (!(await canAskForFriendship(tx, actor, other.id))) return { message: 'request already sent' as const }
    await insertRequest(tx, { id: uuidv7(), fromId: me.id, toId: other.id })
    await friendshipAsked.emit(tx, { fromId: me.id, toId: other.id })
    return { message: 'friendship request created' as const }
  })
}

/** Throws NOT_FOUND if this person has no pending request to the actor. */
export async function answerFriendship(
  { db, suggestions }: { db: Db; suggestions: Suggestions },
  actor: Actor,
  id: string,
  status: 'accepted' | 'rejected',
) {
  await db.transaction(async tx => {
    const { me, other } = await lockBoth(tx, actor, id)
    // Requests of blocked people are not shown, and cannot be answered.
    if (other.blockedAt || !(await answerRequest(tx, { fromId: other.id, toId: me.id }, status))) {
      throw new AppError('NOT_FOUND', 'Такой просьбы нет.')
    }
    if (status === 'accepted') await insertFriendship(tx, me.id, other.id)
    await friendshipAnswered.emit(tx, { fromId: other.id, toId: me.id, status })
  })
  if (status === 'accepted') suggestions.forget([actor.id, id])
  return { message: 'friendship request updated' as const }
}

/** Nobody is told. Throws NOT_FOUND if the two are no friends. */
export async function endFriendship(
  { db, suggestions }: { db: Db; suggestions: Suggestions },
  actor: Actor,
  id: string,
) {
  await db.transaction(async tx => {
    const { me, other } = await lockBoth(tx, actor, id)
    if (!(await deleteFriendship(tx, me.id, other.id)))
      throw new AppError('NOT_FOUND', 'Вы с этим человеком не дружите.')
    // What they watch may be private.
    await endStreamsOf(tx, [me.id, other.id])
  })
  suggestions.forget([actor.id, id])
  return { message: 'friendship ended' as const }
}

/** Ends the friendship of these two and whatever one has asked the other, if there is any. The caller has locked both. */
export async function separate(tx: Tx, one: string, other: string): Promise<void> {
  await deletePendingRequests(tx, one, other)
  await deleteFriendship(tx, one, other)
}
