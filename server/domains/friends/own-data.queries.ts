// Joins accounts (users).
import { eq, or } from 'drizzle-orm'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import type { Db } from '#server/platform/database/database.ts'
import { friendshipRequests, friendships } from './friends.tables.ts'

export async function listOwnFriends(db: Db, userId: string) {
  return db
    .select({ id: users.id, name: users.name, createdAt: friendships.createdAt })
    .from(friendships)
    .innerJoin(users, eq(users.id, friendships.friendId))
    .where(eq(friendships.userId, userId))
}

/** Friendship requests that the person has sent or received. */
export async function listOwnRequests(db: Db, userId: string) {
  return db
    .select({
      fromId: friendshipRequests.fromId,
      toId: friendshipRequests.toId,
      status: friendshipRequests.status,
      createdAt: friendshipRequests.createdAt,
    })
    .from(friendshipRequests)
    .where(or(eq(friendshipRequests.fromId, userId), eq(friendshipRequests.toId, userId)))
}
