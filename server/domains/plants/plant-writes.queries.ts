import { eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { categories, genera, species, speciesCategories } from './plants.tables.ts'

export type GenusRow = typeof genera.$inferSelect
export type SpeciesRow = typeof species.$inferSelect

export async function findGenus(db: Db | Tx, id: number): Promise<GenusRow | undefined> {
  const [row] = await db.select().from(genera).where(eq(genera.id, id))
  return row
}

export async function findSpecies(db: Db | Tx, id: number): Promise<SpeciesRow | undefined> {
  const [row] = await db.select().from(species).where(eq(species.id, id))
  return row
}

/** Every genus there ever was, the hidden and the merged ones too. */
export async function listEveryGenus(tx: Tx) {
  return tx
    .select({ id: genera.id, name: genera.name, isHidden: genera.isHidden, mergedIntoId: genera.mergedIntoId })
    .from(genera)
}

/** Every plant of a genus, the hidden and the merged ones too. */
export async function listEverySpecies(db: Db | Tx, genusId: number): Promise<SpeciesRow[]> {
  return db.select().from(species).where(eq(species.genusId, genusId)).orderBy(species.id)
}

export async function insertGenus(tx: Tx, row: typeof genera.$inferInsert): Promise<number> {
  const [created] = await tx.insert(genera).values(row).returning({ id: genera.id })
  if (!created) throw new Error('insert returned no row')
  return created.id
}

export async function insertSpecies(tx: Tx, row: typeof species.$inferInsert): Promise<number> {
  const [created] = await tx.insert(species).values(row).returning({ id: species.id })
  if (!created) throw new Error('insert returned no row')
  return created.id
}

/** From then on a new release leaves the entry alone. */
const edited = { editedAt: sql`now()` }

export async function updateGenus(tx: Tx, id: number, columns: Partial<GenusRow>): Promise<void> {
  await tx
    .update(genera)
    .set({ ...columns, ...edited })
    .where(eq(genera.id, id))
}

export async function updateSpecies(tx: Tx, ids: number[], columns: Partial<SpeciesRow>): Promise<void> {
  await tx
    .update(species)
    .set({ ...columns, ...edited })
    .where(inArray(species.id, ids))
}

/** Those that had been merged into the entry before are from now on merged into the other one. */
const chain = (id: PgColumn, mergedIntoId: PgColumn, from: number): SQL | undefined =>
  or(eq(id, from), eq(mergedIntoId, from))

export async function mergeGenusRow(tx: Tx, from: number, to: number): Promise<void> {
  await tx
    .update(genera)
    .set({ isHidden: true, mergedIntoId: to, ...edited })
    .where(chain(genera.id, genera.mergedIntoId, from))
}

/** Hides entries, each as merged into another, with what had been merged into them before. */
export async function mergeSpeciesRows(tx: Tx, moves: { from: number; to: number }[]): Promise<void> {
  await tx.execute(sql`
    update ${species} set is_hidden = true, merged_into_id = move."to", edited_at = now()
    from jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) move ("from" int, "to" int)
    where ${species.id} = move."from" or ${species.mergedIntoId} = move."from"`)
}

/** Offers each entry also under the categories of those that it takes the place of. */
export async function shareCategories(tx: Tx, moves: { from: number; to: number }[]): Promise<void> {
  await tx.execute(sql`
    insert into ${speciesCategories} (species_id, category_id)
    select distinct move."to", had.category_id
    from jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) move ("from" int, "to" int)
    join ${speciesCategories} had on had.species_id = move."from"
    on conflict do nothing`)
}

/** Offers the entry under these categories and no others. */
export async function setCategories(tx: Tx, speciesId: number, categoryIds: number[]): Promise<void> {
  await tx.delete(speciesCategories).where(eq(speciesCategories.speciesId, speciesId))
  await tx.insert(speciesCategories).values([...new Set(categoryIds)].map(categoryId => ({ speciesId, categoryId })))
}

export async function addCategory(tx: Tx, speciesId: number, categoryId: number): Promise<void> {
  await tx.insert(speciesCategories).values({ speciesId, categoryId }).onConflictDoNothing()
}

export async function listCategoryIds(tx: Tx, ids: number[]): Promise<number[]> {
  const rows = await tx.select({ id: categories.id }).from(categories).where(inArray(categories.id, ids))
  return rows.map(row => row.id)
}

export async function renameCategory(tx: Tx, id: number, name: string): Promise<void> {
  await tx.update(categories).set({ name, editedAt: sql`now()` }).where(eq(categories.id, id))
}
