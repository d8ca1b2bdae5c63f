import { asc, eq, getTableColumns, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { type LookupKind, lookups } from './lookups.tables.ts'
import { places } from './places/places.tables.ts'

export type LookupRow = typeof lookups.$inferSelect

/** All entries of a list, hidden and merged ones last. */
export async function listEveryLookup(db: Db | Tx, kind: LookupKind) {
  const target = alias(lookups, 'target')
  return db
    .select({ lookup: getTableColumns(lookups), mergedInto: { id: target.id, name: target.name } })
    .from(lookups)
    .leftJoin(target, eq(target.id, lookups.mergedIntoId))
    .where(eq(lookups.kind, kind))
    .orderBy(asc(lookups.isHidden), asc(lookups.position), asc(lookups.id))
}

export async function findLookup(db: Db | Tx, id: number): Promise<LookupRow | undefined> {
  const [row] = await db.select().from(lookups).where(eq(lookups.id, id))
  return row
}

/** Adds an entry at the end of its list. */
export async function insertLookup(
  tx: Tx,
  { kind, name, description }: { kind: LookupKind; name: string; description: string },
): Promise<number> {
  const position = sql`(select coalesce(max(position), 0) + 1 from lookups last where last.kind = ${kind})`
  const [created] = await tx
    .insert(lookups)
    .values({ kind, name, description, position, editedAt: sql`now()` })
    .returning({ id: lookups.id })
  if (!created) throw new Error('insert returned no row')
  return created.id
}

/** Marks the entry as edited, so that a new release does not overwrite it. */
const edited = { editedAt: sql`now()` }

export async function updateLookup(tx: Tx, id: number, columns: Partial<LookupRow>): Promise<void> {
  await tx
    .update(lookups)
    .set({ ...columns, ...edited })
    .where(eq(lookups.id, id))
}

/** Hides an entry as merged into another, including those merged into it earlier; moves a region's places. */
export async function mergeLookupRow(tx: Tx, from: number, to: number): Promise<void> {
  await tx
    .update(lookups)
    .set({ isHidden: true, mergedIntoId: to, ...edited })
    .where(or(eq(lookups.id, from), eq(lookups.mergedIntoId, from)))
  await tx.update(places).set({ regionId: to }).where(eq(places.regionId, from))
}
