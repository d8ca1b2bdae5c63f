import { eq, sql } from 'drizzle-orm'
import type { Db, Tx } from '#server/platform/database.ts'
import { users } from './accounts.tables.ts'

/** A person who may sign in, or `undefined` when there is none or they are blocked. */
export async function findActivePerson(db: Db | Tx, id: string) {
  const [row] = await db
    .select({ id: users.id, email: users.email, name: users.name })
    .from(users)
    .where(sql`${eq(users.id, id)} and ${users.blockedAt} is null`)
  return row
}

export async function insertPeople(tx: Tx, rows: (typeof users.$inferInsert)[]): Promise<void> {
  await tx.insert(users).values(rows)
}
