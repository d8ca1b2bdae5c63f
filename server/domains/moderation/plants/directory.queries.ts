// Joins plants (categories, genera, species, speciesCategories), products (products).
import { asc, eq, getTableColumns, inArray, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { categories, genera, species, speciesCategories } from '#server/domains/plants/plants.tables.ts'
import { products } from '#server/domains/products/products.tables.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { likePattern } from '#server/platform/has-text.ts'

interface Range {
  limit: number
  offset: number
}

const mergedGenus = alias(genera, 'merged_genus')
const mergedSpecies = alias(species, 'merged_species')

function selectGenera(db: Db | Tx) {
  return db
    .select({
      genus: getTableColumns(genera),
      mergedInto: { id: mergedGenus.id, name: mergedGenus.name },
      speciesCount: sql<number>`(
        select count(*)::int from ${species} where ${species.genusId} = ${genera.id} and not ${species.isHidden})`,
      listingsCount: sql<number>`(
        select count(*)::int from ${products}
        join ${species} on ${species.id} = ${products.speciesId} where ${species.genusId} = ${genera.id})`,
    })
    .from(genera)
    .leftJoin(mergedGenus, eq(mergedGenus.id, genera.mergedIntoId))
    .$dynamic()
}
export type StaffGenusRow = Awaited<ReturnType<typeof listStaffGenera>>[number]

function generaFound(search: string | undefined): SQL | undefined {
  if (!search) return undefined
  const pattern = likePattern(search)
  return sql`(${genera.name} ilike ${pattern} or ${genera.latinName} ilike ${pattern} or ${genera.family} ilike ${pattern})`
}

/** Genera whose Russian or Latin name or family has this in it, those that are offered first. */
export async function listStaffGenera(db: Db, search: string | undefined, { limit, offset }: Range) {
  return selectGenera(db)
    .where(generaFound(search))
    .orderBy(asc(genera.isHidden), asc(genera.name))
    .limit(limit)
    .offset(offset)
}

export async function countStaffGenera(db: Db, search: string | undefined): Promise<number> {
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(genera).where(generaFound(search))
  return row?.count ?? 0
}

export async function findStaffGenus(db: Db | Tx, id: number) {
  const [row] = await selectGenera(db).where(eq(genera.id, id))
  return row
}

function selectSpecies(db: Db | Tx) {
  return db
    .select({
      species: getTableColumns(species),
      genus: { id: genera.id, name: genera.name },
      mergedInto: { id: mergedSpecies.id, name: mergedSpecies.name, genus: mergedGenus.name },
      listingsCount: sql<number>`(select count(*)::int from ${products} where ${products.speciesId} = ${species.id})`,
    })
    .from(species)
    .innerJoin(genera, eq(genera.id, species.genusId))
    .leftJoin(mergedSpecies, eq(mergedSpecies.id, species.mergedIntoId))
    .leftJoin(mergedGenus, eq(mergedGenus.id, mergedSpecies.genusId))
    .$dynamic()
}
export type StaffSpeciesRow = Awaited<ReturnType<typeof listStaffSpecies>>[number]

function speciesFound(search: string | undefined): SQL | undefined {
  if (!search) return undefined
  const pattern = likePattern(search)
  return or(
    sql`(${genera.name} || ' ' || ${species.name}) ilike ${pattern}`,
    sql`${species.latinName} ilike ${pattern}`,
    sql`${species.synonyms} ilike ${pattern}`,
    /^\d{1,9}$/.test(search) ? eq(species.id, Number(search)) : undefined,
  )
}

const byName = [asc(species.isHidden), asc(genera.name), asc(species.name), asc(species.id)]

/** Plants whose whole name, Latin name or synonyms have this in them, or whose number it is; those that are offered first. */
export async function listStaffSpecies(db: Db, search: string | undefined, { limit, offset }: Range) {
  return selectSpecies(db)
    .where(speciesFound(search))
    .orderBy(...byName)
    .limit(limit)
    .offset(offset)
}

export async function countStaffSpecies(db: Db, search: string | undefined): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(species)
    .innerJoin(genera, eq(genera.id, species.genusId))
    .where(speciesFound(search))
  return row?.count ?? 0
}

export async function listStaffSpeciesOf(db: Db, genusId: number): Promise<StaffSpeciesRow[]> {
  return selectSpecies(db)
    .where(eq(species.genusId, genusId))
    .orderBy(...byName)
}

export async function findStaffSpecies(db: Db | Tx, id: number) {
  const [row] = await selectSpecies(db).where(eq(species.id, id))
  return row
}

/** The categories under which these plants are offered. */
export async function listCategoriesOf(db: Db | Tx, speciesIds: number[]) {
  return db
    .select({
      speciesId: speciesCategories.speciesId,
      category: { id: categories.id, name: categories.name, slug: categories.slug },
    })
    .from(speciesCategories)
    .innerJoin(categories, eq(categories.id, speciesCategories.categoryId))
    .where(inArray(speciesCategories.speciesId, speciesIds))
    .orderBy(asc(categories.position), asc(categories.id))
}

export async function listStaffCategories(db: Db | Tx) {
  return db
    .select({
      id: categories.id,
      name: categories.name,
      slug: categories.slug,
      listings_count: sql<number>`(select count(*)::int from ${products} where ${products.categoryId} = ${categories.id})`,
    })
    .from(categories)
    .orderBy(asc(categories.position), asc(categories.id))
}
