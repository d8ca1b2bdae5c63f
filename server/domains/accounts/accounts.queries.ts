import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { companyMembers } from '#server/domains/companies/companies.tables.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { media } from '#server/platform/media.tables.ts'
import { users } from './accounts.tables.ts'

export type Person = typeof users.$inferSelect

const hasEmail = (email: string): SQL => sql`lower(${users.email}) = lower(${email})`

/**
 * Gives what finds a person who may sign in, with the company where they work; `undefined` when there is none, they are
 * blocked or gone. Every request of a signed-in person asks: it is planned once for each connection.
 */
export function activePersonFinder(db: Db) {
  const statement = db
    .select({
      id: users.id,
      email: users.email,
      confirmedEmail: users.confirmedEmail,
      companyId: companyMembers.companyId,
    })
    .from(users)
    .leftJoin(companyMembers, eq(companyMembers.userId, users.id))
    .where(and(eq(users.id, sql.placeholder('id')), isNull(users.blockedAt), isNull(users.deletedAt)))
    .prepare('active_person')
  return async (id: string) => {
    const [row] = await statement.execute({ id })
    return row
  }
}

export async function findPerson(db: Db | Tx, id: string): Promise<Person | undefined> {
  const [row] = await db.select().from(users).where(eq(users.id, id))
  return row
}

export async function findPersonByEmail(db: Db | Tx, email: string): Promise<Person | undefined> {
  const [row] = await db.select().from(users).where(hasEmail(email))
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
