// Joins accounts (users), companies (companies, companyMembers).

import { and, desc, eq, inArray, isNull, ne, notInArray, or, sql } from 'drizzle-orm'
import {
  addToFriendsCounts,
  areApart,
  hasMuted,
  isApartFrom,
  isHeardBy,
  isSeenBy,
} from '#server/domains/accounts/accounts.api.ts'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import { companyOf } from '#server/domains/companies/companies.api.ts'
import type { UserRow } from '#server/domains/companies/companies.present.ts'
import { companyMembers } from '#server/domains/companies/companies.tables.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { prepared } from '#server/platform/database/prepared.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { friendshipRequests, friendships } from './friends.tables.ts'

const personColumns = {
  id: users.id,
  name: users.name,
  email: users.email,
  avatarKey: users.avatarKey,
  friendsCount: users.friendsCount,
  postsCount: users.postsCount,
  company: companyOf(users.id),
}

const isPresent = and(isNull(users.deletedAt), isNull(users.blockedAt))

/** A literal, not a parameter: PostgreSQL uses the partial index of pending requests only for a constant. */
const isPending = sql`${friendshipRequests.status} = 'pending'`

const friendsOf = (db: Db | Tx, userId: string) =>
  db.select({ id: friendships.friendId }).from(friendships).where(eq(friendships.userId, userId))

/** People with a pending friendship request to or from this person. */
function pendingOf(db: Db | Tx, userId: string) {
  const { fromId, toId } = friendshipRequests
  const asked = db
    .select({ id: toId })
    .from(friendshipRequests)
    .where(and(eq(fromId, userId), isPending))
  const asking = db
    .select({ id: fromId })
    .from(friendshipRequests)
    .where(and(eq(toId, userId), isPending))
  return asked.unionAll(asking)
}

export async function isFriend(db: Db | Tx, userId: string, otherId: string): Promise<boolean> {
  const rows = await db
    .select({ id: friendships.friendId })
    .from(friendships)
    .where(and(eq(friendships.userId, userId), eq(friendships.friendId, otherId)))
  return rows.length > 0
}

export async function listFriendIds(db: Db | Tx, userId: string): Promise<string[]> {
  return (await friendsOf(db, userId)).map(row => row.id)
}

/** Which of these people are friends or colleagues of the actor. */
export async function listAcquaintances(db: Db | Tx, actor: Actor, ids: string[]): Promise<string[]> {
  const { id: actorId, companyId } = actor
  return (await acquaintances(db).execute({ actorId, companyId, ids })).map(row => row.id)
}

const acquaintances = prepared(db => {
  const ids = sql`any(${sql.placeholder('ids')}::uuid[])`
  const friends = db
    .select({ id: friendships.friendId })
    .from(friendships)
    .where(and(eq(friendships.userId, sql.placeholder('actorId')), sql`${friendships.friendId} = ${ids}`))
  const colleagues = db
    .select({ id: companyMembers.userId })
    .from(companyMembers)
    .where(and(eq(companyMembers.companyId, sql.placeholder('companyId')), sql`${companyMembers.userId} = ${ids}`))
  return friends.union(colleagues).prepare('acquaintances')
})

/** A person with their relation to another one, or `undefined` if the person does not exist. */
export async function findRelation(db: Db | Tx, userId: string, id: string) {
  const { fromId, toId } = friendshipRequests
  const friendship = db
    .select({ one: sql`1` })
    .from(friendships)
    .where(and(eq(friendships.userId, userId), eq(friendships.friendId, users.id)))
  const request = db
    .select({ one: sql`1` })
    .from(friendshipRequests)
    .where(
      and(
        isPending,
        sql`least(${fromId}, ${toId}) = least(${users.id}, ${userId}::uuid)`,
        sql`greatest(${fromId}, ${toId}) = greatest(${users.id}, ${userId}::uuid)`,
      ),
    )
  const [row] = await db
    .select({
      id: users.id,
      isDeleted: sql<boolean>`${users.deletedAt} is not null`,
      isFriend: sql<boolean>`exists ${friendship}`,
      isPending: sql<boolean>`exists ${request}`,
      isApart: areApart(sql`${userId}::uuid`, users.id),
      isMuted: hasMuted(sql`${userId}::uuid`, users.id),
    })
    .from(users)
    .where(eq(users.id, id))
  return row
}

/** A person who has not deleted their account, and whether they and the actor have a block between them. */
export async function findPerson(db: Db | Tx, actor: Actor, id: string) {
  const [row] = await db
    .select({ ...personColumns, isApart: isApartFrom(actor, users.id) })
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
  return row
}

/** These people, also those who have deleted their account, in no order. */
export async function listPeople(db: Db, ids: string[]): Promise<UserRow[]> {
  return ids.length === 0 ? [] : db.select(personColumns).from(users).where(inArray(users.id, ids))
}

/** Friends of a person, those whom the actor may see, newest first. */
export async function listFriends(
  db: Db | Tx,
  actor: Actor,
  userId: string,
  { limit, offset }: { limit: number; offset: number },
) {
  // Limits to a page before the join, so that people of earlier pages are not read.
  const page = db
    .select({ friendId: friendships.friendId, createdAt: friendships.createdAt })
    .from(friendships)
    .where(and(eq(friendships.userId, userId), isSeenBy(actor, friendships.friendId)))
    .orderBy(desc(friendships.createdAt), desc(friendships.friendId))
    .limit(limit)
    .offset(offset)
    .as('page')
  return db
    .select(personColumns)
    .from(page)
    .innerJoin(users, eq(users.id, page.friendId))
    .orderBy(desc(page.createdAt), desc(page.friendId))
}

/** Pending requests to a person, newest first, except from deleted or blocked people. */
export async function listRequests(db: Db | Tx, toId: string, limit: number) {
  return db
    .select({ id: friendshipRequests.id, person: personColumns })
    .from(friendshipRequests)
    .innerJoin(users, eq(users.id, friendshipRequests.fromId))
    .where(and(eq(friendshipRequests.toId, toId), isPending, isPresent))
    .orderBy(desc(friendshipRequests.id))
    .limit(limit)
}

export async function insertRequest(tx: Tx, row: typeof friendshipRequests.$inferInsert): Promise<void> {
  await tx.insert(friendshipRequests).values(row)
}

/** Returns whether there was a pending request from one to the other. */
export async function answerRequest(
  tx: Tx,
  { fromId, toId }: { fromId: string; toId: string },
  status: 'accepted' | 'rejected',
): Promise<boolean> {
  const rows = await tx
    .update(friendshipRequests)
    .set({ status })
    .where(and(eq(friendshipRequests.fromId, fromId), eq(friendshipRequests.toId, toId), isPending))
    .returning({ id: friendshipRequests.id })
  return rows.length > 0
}

/** Makes two people friends and updates their counts; the caller has locked both rows. */
export async function insertFriendship(tx: Tx, one: string, other: string): Promise<void> {
  await tx.insert(friendships).values([
    { userId: one, friendId: other },
    { userId: other, friendId: one },
  ])
  await addToFriendsCounts(tx, [one, other], 1)
}

/** Ends the friendship of two people and updates their counts; the caller has locked both rows. False if there was none. */
export async function deleteFriendship(tx: Tx, one: string, other: string): Promise<boolean> {
  const isTheirs = (user: string, friend: string) => and(eq(friendships.userId, user), eq(friendships.friendId, friend))
  const ended = await tx
    .delete(friendships)
    .where(or(isTheirs(one, other), isTheirs(other, one)))
    .returning({ userId: friendships.userId })
  if (ended.length > 0) await addToFriendsCounts(tx, [one, other], -1)
  return ended.length > 0
}

/** Withdraws what one of these two has asked the other. */
export async function deletePendingRequests(tx: Tx, one: string, other: string): Promise<void> {
  const { fromId, toId } = friendshipRequests
  await tx.delete(friendshipRequests).where(and(isPending, inArray(fromId, [one, other]), inArray(toId, [one, other])))
}

/**
 * Friends of a person's friends who are not friends of that person and have no pending request, most common friends
 * first. Of many friends the newest `breadth` count, and as many of each one's.
 */
export async function listFriendsOfFriends(db: Db, userId: string, breadth: number, limit: number): Promise<string[]> {
  const near = db
    .select({ id: friendships.friendId })
    .from(friendships)
    .where(eq(friendships.userId, userId))
    .orderBy(desc(friendships.createdAt), desc(friendships.friendId))
    .limit(breadth)
    .as('near')
  const far = db
    .select({ id: friendships.friendId })
    .from(friendships)
    .where(eq(friendships.userId, near.id))
    .orderBy(friendships.friendId)
    .limit(breadth)
    .as('far')
  const rows = await db
    .select({ id: far.id })
    .from(near)
    .crossJoinLateral(far)
    .where(
      and(ne(far.id, userId), notInArray(far.id, friendsOf(db, userId)), notInArray(far.id, pendingOf(db, userId))),
    )
    .groupBy(far.id)
    .orderBy(sql`count(*) desc`, far.id)
    .limit(limit)
  return rows.map(row => row.id)
}

/** Those of these people who exist, are not friends of the actor, have no pending request and are not silenced. */
export async function listAskable(db: Db, actor: Actor, ids: string[]): Promise<UserRow[]> {
  const { id: userId } = actor
  return db
    .select(personColumns)
    .from(users)
    .where(
      and(
        inArray(users.id, ids),
        isPresent,
        notInArray(users.id, friendsOf(db, userId)),
        notInArray(users.id, pendingOf(db, userId)),
        isHeardBy(actor, users.id),
      ),
    )
}
