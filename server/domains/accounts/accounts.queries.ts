import { and, desc, eq, ne, or, type SQL, sql } from 'drizzle-orm'
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
 * Whose address this is: their present e-mail or, while that is not confirmed, the last one that was. Of a present and
 * a last one the present one comes first.
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
 * The person, held until the transaction ends. Whatever changes a person or their keys takes this first, so that such
 * changes come one after another.
 */
export async function lockPerson(tx: Tx, id: string): Promise<Person | undefined> {
  const [row] = await tx.select().from(users).where(eq(users.id, id)).for('no key update')
  return row
}

/** The person with this e-mail, made now when there is none, and held until the transaction ends. */
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

/** A stored picture's row; one that is there already counts as new, so that no clean-up takes it meanwhile. */
export async function keepPicture(tx: Tx, key: string): Promise<void> {
  await tx
    .insert(media)
    .values({ key })
    .onConflictDoUpdate({ target: media.key, set: { createdAt: sql`now()` } })
}
