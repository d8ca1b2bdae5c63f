import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { spellingPattern } from '#server/domains/reference/normalize-name.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { NamedPlant } from '#server/reading/names/named-plants.ts'
import { categories, genera, plantCategories, plants } from './plants.tables.ts'

const entryColumns = {
  id: plants.id,
  genus: sql<string>`${genera.name}`.as('genus'),
  species: plants.name,
  latinName: plants.latinName,
  synonyms: plants.synonyms,
  landscapeUse: plants.landscapeUse,
  facts: plants.facts,
}

/** Neither the entry nor its genus is hidden. */
export const isOffered = sql`not ${plants.isHidden} and not ${genera.isHidden}`

/** The genus into which this one was merged, or the genus itself. */
export const genusNow = sql<number>`coalesce(${genera.mergedIntoId}, ${genera.id})`
/** A genus with the requested name. */
const asked = alias(genera, 'asked')
/** That genus, the one it was merged into, and those merged into that one. */
const sibling = alias(genera, 'sibling')
/** The row with the requested plant name: the entry itself or one that was merged into it. */
const named = alias(plants, 'named')

/**
 * The directory's entries under a category with this name or a similar spelling, including those of merged genera and
 * plants, with the names under which they were found; own names first. The service decides which of them are the same
 * name.
 */
export function selectNamesakes(db: Db | Tx, categoryId: number, genus: string, species: string) {
  return db
    .select({
      ...entryColumns,
      askedGenus: sql<string>`${asked.name}`.as('asked_genus'),
      askedSpecies: sql<string>`${named.name}`.as('asked_species'),
    })
    .from(asked)
    .innerJoin(
      sibling,
      sql`coalesce(${sibling.mergedIntoId}, ${sibling.id}) = coalesce(${asked.mergedIntoId}, ${asked.id})`,
    )
    .innerJoin(named, eq(named.genusId, sibling.id))
    .innerJoin(plants, sql`${plants.id} = coalesce(${named.mergedIntoId}, ${named.id})`)
    .innerJoin(genera, eq(genera.id, plants.genusId))
    .innerJoin(plantCategories, and(eq(plantCategories.plantId, plants.id), eq(plantCategories.categoryId, categoryId)))
    .where(
      and(sql`${asked.name} ~ ${spellingPattern(genus)}`, sql`${named.name} ~ ${spellingPattern(species)}`, isOffered),
    )
    .orderBy(sql`${named.mergedIntoId} nulls first`, asc(named.id))
}
export type Namesake = Awaited<ReturnType<typeof selectNamesakes>>[number]

export type DirectoryEntry = NonNullable<Awaited<ReturnType<typeof findEntry>>>

export async function findEntry(db: Db | Tx, id: number) {
  const [row] = await db
    .select(entryColumns)
    .from(plants)
    .innerJoin(genera, eq(genera.id, plants.genusId))
    .where(eq(plants.id, id))
  return row
}

/** These entries, without those that are not offered for choice. */
export async function listEntries(db: Db | Tx, ids: number[]) {
  return db
    .select(entryColumns)
    .from(plants)
    .innerJoin(genera, eq(genera.id, plants.genusId))
    .where(and(sql`${plants.id} = any(${sql.param(ids)}::int[])`, isOffered))
}

/** The main category of each of these plants. */
export async function listMainCategories(db: Db | Tx, ids: number[]) {
  return db
    .select({ plantId: plants.id, id: categories.id, name: categories.name, slug: categories.slug })
    .from(plants)
    .innerJoin(categories, eq(categories.id, plants.categoryId))
    .where(sql`${plants.id} = any(${sql.param(ids)}::int[])`)
}

/** Plants that are offered for choice, with all their names. */
export async function listPlantNames(db: Db): Promise<NamedPlant[]> {
  return db
    .select({
      id: plants.id,
      slug: plants.slug,
      genus: { id: genera.id, name: genera.name, latinName: genera.latinName },
      name: plants.name,
      latinName: plants.latinName,
      synonyms: plants.synonyms,
      tradeNames: plants.tradeNames,
      categorySlug: categories.slug,
      grownHeight: sql<number | null>`round((${plants.facts} ->> 'height')::numeric * 100)::int`,
    })
    .from(plants)
    .innerJoin(genera, eq(genera.id, plants.genusId))
    .leftJoin(categories, eq(categories.id, plants.categoryId))
    .where(isOffered)
    .orderBy(asc(plants.id))
}

/** Names of all genera, each with the id of the genus it means. */
export async function listGenusNames(db: Db | Tx) {
  return db.select({ id: genera.id, name: genera.name, meansId: genusNow }).from(genera).orderBy(asc(genera.id))
}

/** The first plant in the directory's list of a genus. */
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

export function selectCategory(db: Db | Tx, id: number) {
  return db.select({ id: categories.id, slug: categories.slug }).from(categories).where(eq(categories.id, id))
}

export async function findCategoryById(db: Db | Tx, id: number) {
  const [row] = await selectCategory(db, id)
  return row
}

/** Genera of the directory with a plant in the category of this name, or all. */
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

/** Species and cultivars of the genus and the category with these names, or all. */
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
