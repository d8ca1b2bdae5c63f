import { eq, inArray, like, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { categories, genera, plantCategories, plantSlugs, plants } from './plants.tables.ts'

export type GenusRow = typeof genera.$inferSelect
export type PlantRow = typeof plants.$inferSelect

export async function findGenus(db: Db | Tx, id: number): Promise<GenusRow | undefined> {
  const [row] = await db.select().from(genera).where(eq(genera.id, id))
  return row
}

export async function findPlant(db: Db | Tx, id: number): Promise<PlantRow | undefined> {
  const [row] = await db.select().from(plants).where(eq(plants.id, id))
  return row
}

/** All genera, including hidden and merged ones. */
export async function listEveryGenus(tx: Tx) {
  return tx
    .select({ id: genera.id, name: genera.name, isHidden: genera.isHidden, mergedIntoId: genera.mergedIntoId })
    .from(genera)
}

/** All plants of a genus, including hidden and merged ones. */
export async function listEveryPlant(db: Db | Tx, genusId: number): Promise<PlantRow[]> {
  return db.select().from(plants).where(eq(plants.genusId, genusId)).orderBy(plants.id)
}

export async function insertGenus(tx: Tx, row: typeof genera.$inferInsert): Promise<number> {
  const [created] = await tx.insert(genera).values(row).returning({ id: genera.id })
  if (!created) throw new Error('insert returned no row')
  return created.id
}

export async function insertPlant(tx: Tx, row: typeof plants.$inferInsert): Promise<number> {
  const [created] = await tx.insert(plants).values(row).returning({ id: plants.id, slug: plants.slug })
  if (!created) throw new Error('insert returned no row')
  await tx.insert(plantSlugs).values({ slug: created.slug, plantId: created.id })
  return created.id
}

/** All current and former slugs with this prefix. */
export async function listSlugs(tx: Tx, beginning: string) {
  return tx
    .select()
    .from(plantSlugs)
    .where(like(plantSlugs.slug, `${beginning}%`))
}

/** Changes the plant's slug; the old one redirects to it. */
export async function setSlug(tx: Tx, plantId: number, slug: string): Promise<void> {
  await tx.update(plants).set({ slug }).where(eq(plants.id, plantId))
  await tx.insert(plantSlugs).values({ slug, plantId }).onConflictDoNothing()
}

/** Marks the entry as edited, so that a new release does not overwrite it. */
const edited = { editedAt: sql`now()` }

export async function updateGenus(tx: Tx, id: number, columns: Partial<GenusRow>): Promise<void> {
  await tx
    .update(genera)
    .set({ ...columns, ...edited })
    .where(eq(genera.id, id))
}

export async function updatePlants(tx: Tx, ids: number[], columns: Partial<PlantRow>): Promise<void> {
  await tx
    .update(plants)
    .set({ ...columns, ...edited })
    .where(inArray(plants.id, ids))
}

/** Entries merged into this one earlier now point to the new target. */
const chain = (id: PgColumn, mergedIntoId: PgColumn, from: number): SQL | undefined =>
  or(eq(id, from), eq(mergedIntoId, from))

export async function mergeGenusRow(tx: Tx, from: number, to: number): Promise<void> {
  await tx
    .update(genera)
    .set({ isHidden: true, mergedIntoId: to, ...edited })
    .where(chain(genera.id, genera.mergedIntoId, from))
}

/** Hides entries as merged into others, including those merged into them earlier. */
export async function mergePlantRows(tx: Tx, moves: { from: number; to: number }[]): Promise<void> {
  await tx.execute(sql`
    update ${plants} set is_hidden = true, merged_into_id = move."to", edited_at = now()
    from jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) move ("from" int, "to" int)
    where ${plants.id} = move."from" or ${plants.mergedIntoId} = move."from"`)
}

/** Adds the categories of the replaced entries to those that replace them. */
export async function shareCategories(tx: Tx, moves: { from: number; to: number }[]): Promise<void> {
  await tx.execute(sql`
    insert into ${plantCategories} (plant_id, category_id)
    select distinct move."to", had.category_id
    from jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) move ("from" int, "to" int)
    join ${plantCategories} had on had.plant_id = move."from"
    on conflict do nothing`)
}

/** Sets the entry's categories; the first is the main one. */
export async function setCategories(tx: Tx, plantId: number, categoryIds: number[]): Promise<void> {
  await tx
    .update(plants)
    .set({ categoryId: categoryIds[0] ?? null })
    .where(eq(plants.id, plantId))
  await tx.delete(plantCategories).where(eq(plantCategories.plantId, plantId))
  await tx.insert(plantCategories).values([...new Set(categoryIds)].map(categoryId => ({ plantId, categoryId })))
}

export async function addCategory(tx: Tx, plantId: number, categoryId: number): Promise<void> {
  await tx.insert(plantCategories).values({ plantId, categoryId }).onConflictDoNothing()
}

export async function listCategoryIds(tx: Tx, ids: number[]): Promise<number[]> {
  const rows = await tx.select({ id: categories.id }).from(categories).where(inArray(categories.id, ids))
  return rows.map(row => row.id)
}

export async function renameCategory(tx: Tx, id: number, name: string): Promise<void> {
  await tx
    .update(categories)
    .set({ name, editedAt: sql`now()` })
    .where(eq(categories.id, id))
}
