import { and, asc, desc, eq, inArray, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { media } from '#server/platform/media/media.tables.ts'
import { users } from './accounts.tables.ts'

export type Person = typeof users.$inferSelect

const hasConfirmed = (email: string): SQL => sql`lower(${users.confirmedEmail}) = lower(${email})`
export const hasEmail = (email: string): SQL => sql`lower(${users.email}) = lower(${email})`

export async function findPerson(db: Db | Tx, id: string): Promise<Person | undefined> {
  const [row] = await db.select().from(users).where(eq(users.id, id))
  return row
}

export async function findPersonByEmail(db: Db | Tx, email: string): Promise<Person | undefined> {
  const [row] = await db.select().from(users).where(hasEmail(email))
  return row
}

/**
 * The owner of this address: the person whose current e-mail it is or, while that is not confirmed, whose last
 * confirmed one it was. A current owner is preferred.
 */
export async function findOwner(db: Db | Tx, email: string, except?: string): Promise<Person | undefined> {
  const isOther = except === undefined ? undefined : ne(users.id, except)
  const [row] = await db
    .select()
    .from(users)
    .where(and(or(hasEmail(email), hasConfirmed(email)), isOther))
    .orderBy(desc(hasEmail(email)), desc(users.id))
    .limit(1)
  return row
}

/**
 * Selects the person and locks them until the transaction ends. Every change of a person or their tokens takes this
 * lock first, so that such changes are serialised.
 */
export async function lockPerson(tx: Tx, id: string): Promise<Person | undefined> {
  const [row] = await tx.select().from(users).where(eq(users.id, id)).for('no key update')
  return row
}

/** Locks the person with this e-mail until the transaction ends, creating them if there is none. */
export async function lockOrInsertPerson(tx: Tx, row: typeof users.$inferInsert): Promise<Person> {
  await tx.insert(users).values(row).onConflictDoNothing()
  const [person] = await tx.select().from(users).where(hasEmail(row.email)).for('no key update')
  if (!person) throw new Error('insert left no row')
  return person
}

export async function updatePerson(tx: Tx, id: string, changes: Partial<typeof users.$inferInsert>): Promise<void> {
  await tx.update(users).set(changes).where(eq(users.id, id))
}

export async function insertPeople(tx: Tx, rows: (typeof users.$inferInsert)[]): Promise<void> {
  await tx.insert(users).values(rows)
}

/** A stored picture's row; an existing one counts as new, so that no clean-up deletes it meanwhile. */
export async function keepPicture(tx: Tx, key: string): Promise<void> {
  await tx
    .insert(media)
    .values({ key })
    .onConflictDoUpdate({ target: media.key, set: { createdAt: sql`now()` } })
}

/**
 * Locks these people until the transaction ends, in order of id. Every change of people and their data locks companies
 * first, then people, then the rest (docs/ARCHITECTURE.md), so that no two transactions deadlock.
 */
export async function lockPeople(tx: Tx, ids: string[]) {
  return tx
    .select({ id: users.id, name: users.name, deletedAt: users.deletedAt, blockedAt: users.blockedAt })
    .from(users)
    .where(sql`${users.id} = any(${sql.param(ids)}::uuid[])`)
    .orderBy(asc(users.id))
    .for('no key update')
    .prepare('lock_people')
    .execute()
}

/** Adds to the numbers of these people's public posts. The caller has locked them, if there are several. */
export async function addToPostsCounts(tx: Tx, changes: Map<string, number>): Promise<void> {
  const rows = [...changes].filter(([, change]) => change !== 0)
  if (rows.length === 0) return
  const ids = sql`${sql.param(rows.map(([id]) => id))}::uuid[]`
  const differences = sql`${sql.param(rows.map(([, change]) => change))}::int[]`
  await tx
    .update(users)
    .set({ postsCount: sql`${users.postsCount} + changed.by` })
    .from(sql`unnest(${ids}, ${differences}) changed (id, by)`)
    .where(sql`${users.id} = changed.id`)
    .prepare('add_to_posts_counts')
    .execute()
}

/** False if the person is already blocked. */
export async function setBlocked(tx: Tx, id: string, reason: string): Promise<boolean> {
  const changed = await tx
    .update(users)
    .set({ blockedAt: sql`now()`, blockReason: reason })
    .where(and(eq(users.id, id), isNull(users.blockedAt)))
    .returning({ id: users.id })
  return changed.length > 0
}

/** False if the person is not blocked. */
export async function setUnblocked(tx: Tx, id: string): Promise<boolean> {
  const changed = await tx
    .update(users)
    .set({ blockedAt: null, blockReason: '' })
    .where(and(eq(users.id, id), isNotNull(users.blockedAt)))
    .returning({ id: users.id })
  return changed.length > 0
}

/** Adds to the friend count of each of these people. The caller has locked them. */
export async function addToFriendsCounts(tx: Tx, ids: string[], change: 1 | -1): Promise<void> {
  await tx
    .update(users)
    .set({ friendsCount: sql`${users.friendsCount} + ${change}::int` })
    .where(inArray(users.id, ids))
}
