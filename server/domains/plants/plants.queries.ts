import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { categories, genera, species, speciesCategories } from './plants.tables.ts'

const entryColumns = {
  id: species.id,
  genus: genera.name,
  species: species.name,
  latinName: species.latinName,
  synonyms: species.synonyms,
  landscapeUse: species.landscapeUse,
  facts: species.facts,
}

/** Neither the entry nor its genus is hidden. */
export const isOffered = sql`not ${species.isHidden} and not ${genera.isHidden}`

/** The genus that has taken the place of a merged one, or the genus itself. */
export const genusNow = sql<number>`coalesce(${genera.mergedIntoId}, ${genera.id})`
/** As of a genus. */
export const speciesNow = sql<number>`coalesce(${species.mergedIntoId}, ${species.id})`

/** Names of the plants of these genera, those of merged ones too, each with the entry that it means; own names first. */
export async function listSpeciesNames(db: Db | Tx, genusIds: number[]) {
  return db
    .select({ id: speciesNow, name: species.name })
    .from(species)
    .where(inArray(species.genusId, genusIds))
    .orderBy(sql`${species.mergedIntoId} nulls first`, asc(species.id))
}

/** The first of these entries that the directory offers under the category. */
export async function findOffered(db: Db | Tx, ids: number[], categoryId: number) {
  const [row] = await db
    .select(entryColumns)
    .from(speciesCategories)
    .innerJoin(species, eq(species.id, speciesCategories.speciesId))
    .innerJoin(genera, eq(genera.id, species.genusId))
    .where(and(eq(speciesCategories.categoryId, categoryId), inArray(species.id, ids), isOffered))
    .orderBy(sql`array_position(${sql.param(ids)}::int[], ${species.id})`)
    .limit(1)
  return row
}

export type DirectoryEntry = NonNullable<Awaited<ReturnType<typeof findEntry>>>

export async function findEntry(db: Db | Tx, id: number) {
  const [row] = await db
    .select(entryColumns)
    .from(species)
    .innerJoin(genera, eq(genera.id, species.genusId))
    .where(eq(species.id, id))
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
    .from(species)
    .innerJoin(genera, and(eq(genera.id, species.genusId), inArray(genera.id, genusIds)))
    .orderBy(asc(species.id))
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
    .select({ genusId: species.genusId })
    .from(species)
    .innerJoin(speciesCategories, eq(speciesCategories.speciesId, species.id))
    .innerJoin(categories, eq(categories.id, speciesCategories.categoryId))
    .where(and(eq(categories.name, categoryName ?? ''), sql`not ${species.isHidden}`))
  return db
    .select({ id: genera.id, name: genera.name })
    .from(genera)
    .where(and(sql`not ${genera.isHidden}`, categoryName === undefined ? undefined : inArray(genera.id, inCategory)))
    .orderBy(asc(genera.name))
}

/** Species and cultivars of the genus and the category of these names, or of all. */
export async function listVarieties(db: Db, genusName: string | undefined, categoryName: string | undefined) {
  const inCategory = db
    .select({ speciesId: speciesCategories.speciesId })
    .from(speciesCategories)
    .innerJoin(categories, eq(categories.id, speciesCategories.categoryId))
    .where(eq(categories.name, categoryName ?? ''))
  return db
    .select({ id: species.id, name: species.name })
    .from(species)
    .innerJoin(genera, eq(genera.id, species.genusId))
    .where(
      and(
        isOffered,
        genusName === undefined ? undefined : eq(genera.name, genusName),
        categoryName === undefined ? undefined : inArray(species.id, inCategory),
      ),
    )
    .orderBy(asc(species.name), asc(species.id))
}
