// Joins accounts (users), friends (friendships).
import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { areApart, isApartFrom } from '#server/domains/accounts/accounts.api.ts'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import { friendships } from '#server/domains/friends/friends.tables.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { isHidden } from '../post-rows.queries.ts'
import { mentions, posts } from '../posts.tables.ts'

/** The people of these ids who exist and have not deleted their account, with how the actor stands to them. */
export async function listMentioned(db: Db | Tx, actor: Actor, ids: string[]) {
  return db
    .select({ id: users.id, name: users.name, isApart: isApartFrom(actor, users.id) })
    .from(users)
    .where(and(sql`${users.id} = any(${sql.param(ids)}::uuid[])`, isNull(users.deletedAt)))
    .prepare('mentioned_people')
    .execute()
}

interface Text {
  postId: string
  commentId: string | null
}

const ofText = ({ postId, commentId }: Text) =>
  and(eq(mentions.postId, postId), commentId === null ? isNull(mentions.commentId) : eq(mentions.commentId, commentId))

/** Notes whom a text names; those who do not exist are left out. */
export async function insertMentions(tx: Tx, text: Text, ids: string[]): Promise<void> {
  const named = tx
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, ids), isNull(users.deletedAt)))
  const existing = (await named).map(({ id }) => ({ ...text, userId: id }))
  if (existing.length > 0) await tx.insert(mentions).values(existing).onConflictDoNothing()
}

/** Those whom a text names who have not been told, with what decides whether they may see the post. */
export async function listUntold(tx: Tx, text: Text, ids: string[], writerId: string) {
  return tx
    .select({
      userId: mentions.userId,
      authorId: posts.authorId,
      isPrivate: posts.isPrivate,
      isVisible: posts.isVisible,
      isHidden,
      isFriend: sql<boolean>`exists (select from ${friendships}
        where ${friendships.userId} = ${mentions.userId} and ${friendships.friendId} = ${posts.authorId})`,
      isApart: areApart(mentions.userId, posts.authorId),
      isApartFromWriter: areApart(mentions.userId, sql`${writerId}::uuid`),
    })
    .from(mentions)
    .innerJoin(posts, eq(posts.id, mentions.postId))
    .where(and(ofText(text), inArray(mentions.userId, ids), isNull(mentions.toldAt)))
}

/** How many people were told of this text, before and after its edits. */
export async function countTold(tx: Tx, text: Text): Promise<number> {
  return tx.$count(mentions, and(ofText(text), isNotNull(mentions.toldAt)))
}

export async function noteTold(tx: Tx, text: Text, ids: string[]): Promise<void> {
  await tx
    .update(mentions)
    .set({ toldAt: sql`now()` })
    .where(and(ofText(text), inArray(mentions.userId, ids)))
}
