import { sql } from 'drizzle-orm'
import type { Db, Tx } from '#server/platform/database/database.ts'

const referenceLock = 736_120_418

/** Takes the lock of `shareReference` as part of a longer statement. */
export const sharedReferenceLock = sql`pg_advisory_xact_lock_shared(${sql.raw(String(referenceLock))})`

/**
 * Keeps lookups, categories and the directory unchanged until `tx` ends, so that nothing is linked to an entry that is
 * being merged or hidden. Taken before all other locks, including those of companies and people.
 */
export async function shareReference(tx: Tx): Promise<void> {
  await tx.execute(sql`select ${sharedReferenceLock}`)
}

/** The exclusive lock for changes of lookups, categories or the directory, while nothing is being linked to them. */
export async function lockReference(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${referenceLock})`)
}

/** Makes one change of the reference data under the exclusive lock. */
export function changeReference<Changed>(db: Db, change: (tx: Tx) => Promise<Changed>): Promise<Changed> {
  return db.transaction(async tx => {
    await lockReference(tx)
    return change(tx)
  })
}
