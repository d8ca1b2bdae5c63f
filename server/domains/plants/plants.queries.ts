import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { categories, genera, plantCategories, plants } from './plants.tables.ts'

const entryColumns = {
  id: plants.id,
  genus: genera.name,
  species: plants.name,
  latinName: plants.latinName,
  synonyms: plants.synonyms,
  landscapeUse: plants.landscapeUse,
  facts: plants.facts,
}

/** Neither the entry nor its genus is hidden. */
export const isOffered = sql`not ${plants.isHidden} and not ${genera.isHidden}`

/** The genus that has taken the place of a merged one, or the genus itself. */
export const genusNow = sql<number>`coalesce(${genera.mergedIntoId}, ${genera.id})`
/** As of a genus. */
export const plantNow = sql<number>`coalesce(${plants.mergedIntoId}, ${plants.id})`

/** Names of the plants of these genera, those of merged ones too, each with the entry that it means; own names first. */
export async function listPlantNames(db: Db | Tx, genusIds: number[]) {
  return db
    .select({ id: plantNow, name: plants.name })
    .from(plants)
    .where(inArray(plants.genusId, genusIds))
    .orderBy(sql`${plants.mergedIntoId} nulls first`, asc(plants.id))
}

/** The first of these entries that the directory offers under the category. */
export async function findOffered(db: Db | Tx, ids: number[], categoryId: number) {
  const [row] = await db
    .select(entryColumns)
    .from(plantCategories)
    .innerJoin(plants, eq(plants.id, plantCategories.plantId))
    .innerJoin(genera, eq(genera.id, plants.genusId))
    .where(and(eq(plantCategories.categoryId, categoryId), inArray(plants.id, ids), isOffered))
    .orderBy(sql`array_position(${sql.param(ids)}::int[], ${plants.id})`)
    .limit(1)
  return row
}

export type DirectoryEntry = NonNullable<Awaited<ReturnType<typeof findEntry>>>

export async function findEntry(db: Db | Tx, id: number) {
  const [row] = await db
    .select(entryColumns)
    .from(plants)
    .innerJoin(genera, eq(genera.id, plants.genusId))
    .where(eq(plants.id, id))
  return row
}

/** Names of all genera, each with the genus that it means. */
export async function listGenusNames(db: Db | Tx) {
  return db.select({ id: genera.id, name: genera.name, meansId: genusNow }).from(genera).orderBy(asc(genera.id))
}

/** The plant with which the directory's list of a genus begins. */
export async function findFirstOf(db: Db | Tx, genusIds: number[]) {
  const [row] = await db
    .select(entryColumns)
    .from(plants)
    .innerJoin(genera, and(eq(genera.id, plants.genusId), inArray(genera.id, genusIds)))
    .orderBy(asc(plants.id))
    .limit(1)
  return row
}

export async function listCategories(db: Db | Tx) {
  return db
    .select({ id: categories.id, name: categories.name, slug: categories.slug })
    .from(categories)
    .orderBy(asc(categories.position), asc(categories.id))
}

export async function findCategory(db: Db, slug: string) {
  const [row] = await db
    .select({ id: categories.id, name: categories.name, slug: categories.slug })
    .from(categories)
    .where(eq(categories.slug, slug))
  return row
}

export async function findCategoryById(db: Db | Tx, id: number) {
  const [row] = await db
    .select({ id: categories.id, slug: categories.slug })
    .from(categories)
    .where(eq(categories.id, id))
  return row
}

/** Genera of the directory that have a plant in the category of this name, or all. */
export async function listGenera(db: Db, categoryName: string | undefined) {
  const inCategory = db
    .select({ genusId: plants.genusId })
    .from(plants)
    .innerJoin(plantCategories, eq(plantCategories.plantId, plants.id))
    .innerJoin(categories, eq(categories.id, plantCategories.categoryId))
    .where(and(eq(categories.name, categoryName ?? ''), sql`not ${plants.isHidden}`))
  return db
    .select({ id: genera.id, name: genera.name })
    .from(genera)
    .where(and(sql`not ${genera.isHidden}`, categoryName === undefined ? undefined : inArray(genera.id, inCategory)))
    .orderBy(asc(genera.name))
}

/** Species and cultivars of the genus and the category of these names, or of all. */
export async function listVarieties(db: Db, genusName: string | undefined, categoryName: string | undefined) {
  const inCategory = db
    .select({ plantId: plantCategories.plantId })
    .from(plantCategories)
    .innerJoin(categories, eq(categories.id, plantCategories.categoryId))
    .where(eq(categories.name, categoryName ?? ''))
  return db
    .select({ id: plants.id, name: plants.name })
    .from(plants)
    .innerJoin(genera, eq(genera.id, plants.genusId))
    .where(
      and(
        isOffered,
        genusName === undefined ? undefined : eq(genera.name, genusName),
        categoryName === undefined ? undefined : inArray(plants.id, inCategory),
      ),
    )
    .orderBy(asc(plants.name), asc(plants.id))
}
