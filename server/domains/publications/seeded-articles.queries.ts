import { eq, isNotNull, like } from 'drizzle-orm'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { loadedSeeds } from '#server/platform/http/cache/content-changes.tables.ts'
import { articles } from './publications.tables.ts'

const prefix = 'publications/'

/** Stored instead of the fingerprint of an article that staff deleted: a new release does not restore it. */
export const buriedMark = 'deleted by staff'

/** Which state of each article of the data files is in the database, by its key in the files. */
export async function listSeedMarks(db: Db | Tx): Promise<Map<string, string>> {
  const rows = await db
    .select()
    .from(loadedSeeds)
    .where(like(loadedSeeds.name, `${prefix}%`))
  return new Map(rows.map(row => [row.name.slice(prefix.length), row.fingerprint]))
}

export async function putSeedMark(tx: Tx, key: string, fingerprint: string): Promise<void> {
  await tx
    .insert(loadedSeeds)
    .values({ name: prefix + key, fingerprint })
    .onConflictDoUpdate({ target: loadedSeeds.name, set: { fingerprint } })
}

/** Keys of the articles that staff have changed. */
export async function listEditedSeeds(db: Db | Tx): Promise<Set<string>> {
  const rows = await db.select({ key: articles.seedKey }).from(articles).where(isNotNull(articles.editedAt))
  return new Set(rows.flatMap(({ key }) => (key === null ? [] : [key])))
}

export async function findSeededArticle(tx: Tx, key: string): Promise<{ id: number } | undefined> {
  const [row] = await tx.select({ id: articles.id }).from(articles).where(eq(articles.seedKey, key))
  return row
}
