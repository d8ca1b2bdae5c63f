import { and, inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '../database/database.ts'
import { media } from './media.tables.ts'

/**
 * Writes the rows of pictures whose files are stored, before anything refers to them. An existing one counts as new
 * again, so that a running clean-up keeps it.
 */
export async function putMedia(tx: Tx, keys: string[]): Promise<void> {
  if (keys.length === 0) return
  await tx
    .insert(media)
    // In the same order everywhere: two forms with the same pictures then wait one after the other instead of
    // deadlocking.
    .values([...new Set(keys)].toSorted().map(key => ({ key })))
    .onConflictDoUpdate({ target: media.key, set: { createdAt: sql`now()` } })
}

/** Deletes rows to which nothing refers any more, of documents and pictures that have keys of their own. */
export async function deleteMedia(tx: Tx, keys: string[]): Promise<void> {
  if (keys.length > 0) await tx.delete(media).where(inArray(media.key, keys))
}

/** Columns that refer to a picture, whatever table they are in. */
async function listReferences(db: Db | Tx): Promise<{ table: string; column: string }[]> {
  const references = sql<{ table: string; column: string }>`
    (select con.conrelid::regclass::text as "table", att.attname as "column"
     from pg_constraint con
     join pg_attribute att on att.attrelid = con.conrelid and att.attnum = con.conkey[1]
     where con.contype = 'f' and con.confrelid = 'media'::regclass) as reference`
  return db.select({ table: sql<string>`"table"`, column: sql<string>`"column"` }).from(references)
}

/** Deletes the rows of unreferenced pictures that have not been stored again since. */
export async function deleteUnusedMedia(db: Db | Tx, hours: number): Promise<void> {
  const isUnused = (await listReferences(db)).map(
    ({ table, column }): SQL =>
      sql`not exists (select 1 from ${sql.raw(table)} where ${sql.raw(table)}.${sql.identifier(column)} = ${media.key})`,
  )
  await db.delete(media).where(and(lt(media.createdAt, sql`now() - make_interval(hours => ${hours})`), ...isUnused))
}

export async function listMediaKeys(db: Db): Promise<string[]> {
  return (await db.select({ key: media.key }).from(media)).map(row => row.key)
}
