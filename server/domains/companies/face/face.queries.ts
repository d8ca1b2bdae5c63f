import { and, asc, count, desc, eq, inArray, notInArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { companyPhotos, companySlugs } from '../companies.tables.ts'

/** The photos of a company in the query, in order. */
export function photosOf(companyId: SQLWrapper): SQL<{ id: number; mediaKey: string }[]> {
  return sql`(select coalesce(json_agg(json_build_object('id', ${companyPhotos.id}, 'mediaKey', ${companyPhotos.mediaKey})
      order by ${companyPhotos.id}), '[]')
    from ${companyPhotos} where ${companyPhotos.companyId} = ${companyId})`
}

export async function countPhotos(tx: Tx, companyId: number): Promise<number> {
  const [row] = await tx.select({ count: count() }).from(companyPhotos).where(eq(companyPhotos.companyId, companyId))
  return row?.count ?? 0
}

export async function insertPhotos(tx: Tx, companyId: number, mediaKeys: string[]): Promise<void> {
  if (mediaKeys.length > 0) await tx.insert(companyPhotos).values(mediaKeys.map(mediaKey => ({ companyId, mediaKey })))
}

/** Deletes those of these photos that the company has; without ids, all of them. */
export async function deletePhotos(tx: Tx, companyId: number, ids?: number[]): Promise<void> {
  if (ids?.length === 0) return
  await tx
    .delete(companyPhotos)
    .where(and(eq(companyPhotos.companyId, companyId), ids && inArray(companyPhotos.id, ids)))
}

/** The company that has this slug or had it. */
export async function findCompanyAt(db: Db | Tx, slug: string): Promise<number | undefined> {
  const [row] = await db
    .select({ companyId: companySlugs.companyId })
    .from(companySlugs)
    .where(eq(companySlugs.slug, slug))
  return row?.companyId
}

/** Those of these slugs that companies have or had. */
export async function listTakenSlugs(db: Db | Tx, slugs: string[]): Promise<Set<string>> {
  const rows = await db
    .select({ slug: companySlugs.slug })
    .from(companySlugs)
    .where(inArray(companySlugs.slug, slugs))
    .orderBy(asc(companySlugs.slug))
  return new Set(rows.map(({ slug }) => slug))
}

/** Makes the slug the company's newest one; false if another company has it or had it. */
export async function takeSlug(tx: Tx, companyId: number, slug: string): Promise<boolean> {
  const taken = await tx
    .insert(companySlugs)
    .values({ slug, companyId })
    .onConflictDoUpdate({
      target: companySlugs.slug,
      set: { takenAt: sql`clock_timestamp()` },
      setWhere: eq(companySlugs.companyId, companyId),
    })
    .returning({ slug: companySlugs.slug })
  return taken.length > 0
}

/** Frees all slugs of a company except the newest. */
export async function freeOldSlugs(tx: Tx, companyId: number, kept: number): Promise<void> {
  const newest = tx
    .select({ slug: companySlugs.slug })
    .from(companySlugs)
    .where(eq(companySlugs.companyId, companyId))
    .orderBy(desc(companySlugs.takenAt), asc(companySlugs.slug))
    .limit(kept)
  await tx.delete(companySlugs).where(and(eq(companySlugs.companyId, companyId), notInArray(companySlugs.slug, newest)))
}
