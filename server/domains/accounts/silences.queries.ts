import { and, count, desc, eq, inArray, or, type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { prepared } from '#server/platform/database/prepared.ts'
import { personBlocks, personMutes, users } from './accounts.tables.ts'

type PersonId = string | SQLWrapper | Placeholder

/** Who looks, as far as blocks and mutes are concerned (Actor). */
export interface Looking {
  id: string | Placeholder
  silences: number
}

const blockedBy = (id: PersonId) =>
  sql`select ${personBlocks.blockedId} from ${personBlocks} where ${personBlocks.blockerId} = ${id}`
const blockersOf = (id: PersonId) =>
  sql`select ${personBlocks.blockerId} from ${personBlocks} where ${personBlocks.blockedId} = ${id}`
const mutedBy = (id: PersonId) =>
  sql`select ${personMutes.mutedId} from ${personMutes} where ${personMutes.userId} = ${id}`

/** People whom this person must not see: one of the two has blocked the other. As a subquery, it is read once. */
const apartFrom = (id: PersonId) => sql`${blockedBy(id)} union all ${blockersOf(id)}`

/** A subquery of the people who do not come up in this person's lists. */
export const silentFor = (id: PersonId): SQL => sql`(${apartFrom(id)} union all ${mutedBy(id)})`

/** Whether the person may be seen in a list, as far as blocks go; `undefined` if that needs no look. */
export const isSeenBy = ({ id, silences }: Looking, person: SQLWrapper): SQL | undefined =>
  silences === 0 ? undefined : sql`${person} not in (${apartFrom(id)})`

/** The same, and also that the person is not muted. */
export const isHeardBy = ({ id, silences }: Looking, person: SQLWrapper): SQL | undefined =>
  silences === 0 ? undefined : sql`${person} not in ${silentFor(id)}`

const isBlockBy = (blocker: PersonId, blocked: PersonId) =>
  sql`exists (select from ${personBlocks}
    where ${personBlocks.blockerId} = ${blocker} and ${personBlocks.blockedId} = ${blocked})`

/** Whether one of the two has blocked the other, by two keys. */
export const areApart = (one: PersonId, other: PersonId) =>
  sql<boolean>`(${isBlockBy(one, other)} or ${isBlockBy(other, one)})`

/** Whether the first has muted the second. */
export const hasMuted = (one: PersonId, other: PersonId) =>
  sql<boolean>`exists (select from ${personMutes}
    where ${personMutes.userId} = ${one} and ${personMutes.mutedId} = ${other})`

/** Whether the viewer and this person must not see each other. */
export const isApartFrom = ({ id, silences }: Looking, person: SQLWrapper) =>
  silences === 0 ? sql<boolean>`false` : areApart(id, person)

/** Whether there is somebody who must not, or does not want to, see what this person writes. */
export const isSilencedBySomebody = (id: PersonId) => sql<boolean>`(exists (${blockedBy(id)})
  or exists (${blockersOf(id)})
  or exists (select from ${personMutes} where ${personMutes.mutedId} = ${id}))`

/** Whether one of the two has blocked the other, whatever was known when the request began. */
export async function findApart(db: Db | Tx, one: string, other: string): Promise<boolean> {
  const [row] = await apart(db).execute({ one, other })
  return row?.areApart === true
}
const apart = prepared(db =>
  db
    .select({ areApart: areApart(sql.placeholder('one'), sql.placeholder('other')) })
    .from(sql`(select 1) one`)
    .prepare('are_apart'),
)

const notSeeing = prepared(db => {
  const isAuthor = (column: SQLWrapper) => sql`${column} = any(${sql.placeholder('ids')}::uuid[])`
  return db
    .select({ authorId: sql<string>`author_id`, id: sql<string>`person_id` })
    .from(
      sql`(select ${personBlocks.blockerId} as author_id, ${personBlocks.blockedId} as person_id
          from ${personBlocks} where ${isAuthor(personBlocks.blockerId)}
        union select ${personBlocks.blockedId}, ${personBlocks.blockerId}
          from ${personBlocks} where ${isAuthor(personBlocks.blockedId)}
        union select ${personMutes.mutedId}, ${personMutes.userId}
          from ${personMutes} where ${isAuthor(personMutes.mutedId)}) silent`,
    )
    .prepare('people_not_seeing')
})

/** Everybody who must not, or does not want to, see what one of these authors writes. */
export async function listNotSeeing(db: Db | Tx, ids: string[]): Promise<{ authorId: string; id: string }[]> {
  return notSeeing(db).execute({ ids })
}

const deaf = prepared(db => {
  const [to, from] = [sql`told.id`, sql.placeholder('from')]
  return db
    .select({ id: sql<string>`told.id` })
    .from(sql`unnest(${sql.placeholder('ids')}::uuid[]) as told (id)`)
    .where(or(areApart(to, from), hasMuted(to, from)))
    .prepare('people_not_to_tell')
})

/** Those of these people who must not, or do not want to, hear of this person. */
export async function listNotHearing(tx: Db | Tx, from: string, ids: string[]): Promise<Set<string>> {
  return new Set((await deaf(tx).execute({ from, ids })).map(row => row.id))
}

/** What these people see in lists has changed. The caller has locked them. */
export async function countSilences(tx: Tx, ids: string[]): Promise<void> {
  await tx
    .update(users)
    .set({ silences: sql`${users.silences} + 1` })
    .where(inArray(users.id, ids))
}

/** False if it was so already. */
export async function insertBlock(tx: Tx, blockerId: string, blockedId: string): Promise<boolean> {
  const rows = await tx.insert(personBlocks).values({ blockerId, blockedId }).onConflictDoNothing().returning()
  return rows.length > 0
}

export async function deleteBlock(tx: Tx, blockerId: string, blockedId: string): Promise<boolean> {
  const rows = await tx
    .delete(personBlocks)
    .where(and(eq(personBlocks.blockerId, blockerId), eq(personBlocks.blockedId, blockedId)))
    .returning()
  return rows.length > 0
}

export async function insertMute(tx: Tx, userId: string, mutedId: string): Promise<boolean> {
  const rows = await tx.insert(personMutes).values({ userId, mutedId }).onConflictDoNothing().returning()
  return rows.length > 0
}

export async function deleteMute(tx: Tx, userId: string, mutedId: string): Promise<boolean> {
  const rows = await tx
    .delete(personMutes)
    .where(and(eq(personMutes.userId, userId), eq(personMutes.mutedId, mutedId)))
    .returning()
  return rows.length > 0
}

export async function countBlocks(tx: Tx, blockerId: string): Promise<number> {
  const [row] = await tx.select({ count: count() }).from(personBlocks).where(eq(personBlocks.blockerId, blockerId))
  return row?.count ?? 0
}

export async function countMutes(tx: Tx, userId: string): Promise<number> {
  const [row] = await tx.select({ count: count() }).from(personMutes).where(eq(personMutes.userId, userId))
  return row?.count ?? 0
}

/** Whom this person has blocked, the last first. */
export async function listBlocks(db: Db, blockerId: string) {
  return db
    .select({ id: personBlocks.blockedId, createdAt: personBlocks.createdAt })
    .from(personBlocks)
    .where(eq(personBlocks.blockerId, blockerId))
    .orderBy(desc(personBlocks.createdAt), desc(personBlocks.blockedId))
}

/** Whom this person has muted, the last first. */
export async function listMutes(db: Db, userId: string) {
  return db
    .select({ id: personMutes.mutedId, createdAt: personMutes.createdAt })
    .from(personMutes)
    .where(eq(personMutes.userId, userId))
    .orderBy(desc(personMutes.createdAt), desc(personMutes.mutedId))
}

/** Of a deleted account. */
export async function deleteSilencesOf(tx: Tx, id: string): Promise<void> {
  await tx.delete(personBlocks).where(or(eq(personBlocks.blockerId, id), eq(personBlocks.blockedId, id)))
  await tx.delete(personMutes).where(or(eq(personMutes.userId, id), eq(personMutes.mutedId, id)))
}
