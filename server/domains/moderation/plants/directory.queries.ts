// Joins plants (categories, genera, plantCategories, plants), products (products).
import { asc, eq, getTableColumns, inArray, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { categories, genera, plantCategories, plants } from '#server/domains/plants/plants.tables.ts'
import { products } from '#server/domains/products/products.tables.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { likePattern } from '#server/platform/has-text.ts'

interface Range {
  limit: number
  offset: number
}

const mergedGenus = alias(genera, 'merged_genus')
const mergedPlants = alias(plants, 'merged_species')

function selectGenera(db: Db | Tx) {
  return db
    .select({
      genus: getTableColumns(genera),
      mergedInto: { id: mergedGenus.id, name: mergedGenus.name },
      plantsCount: sql<number>`(
        select count(*)::int from ${plants} where ${plants.genusId} = ${genera.id} and not ${plants.isHidden})`,
      productsCount: sql<number>`(
        select count(*)::int from ${products}
        join ${plants} on ${plants.id} = ${products.plantId} where ${plants.genusId} = ${genera.id})`,
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

/** Genera whose Russian or Latin name or family contains the text, offered ones first. */
export async function listStaffGenera(db: Db, search: string | undefined, { limit, offset }: Range) {
  return selectGenera(db)
    .where(generaFound(search))
    .orderBy(asc(genera.isHidden), asc(genera.name))
    .limit(limit)
    .offset(offset)
}

export async function countStaffGenera(db: Db, search: string | undefined): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(genera)
    .where(generaFound(search))
  return row?.count ?? 0
}

export async function findStaffGenus(db: Db | Tx, id: number) {
  const [row] = await selectGenera(db).where(eq(genera.id, id))
  return row
}

function selectPlants(db: Db | Tx) {
  return db
    .select({
      species: getTableColumns(plants),
      genus: { id: genera.id, name: genera.name },
      mergedInto: { id: mergedPlants.id, name: mergedPlants.name, genus: mergedGenus.name },
      productsCount: sql<number>`(select count(*)::int from ${products} where ${products.plantId} = ${plants.id})`,
    })
    .from(plants)
    .innerJoin(genera, eq(genera.id, plants.genusId))
    .leftJoin(mergedPlants, eq(mergedPlants.id, plants.mergedIntoId))
    .leftJoin(mergedGenus, eq(mergedGenus.id, mergedPlants.genusId))
    .$dynamic()
}
export type StaffPlantRow = Awaited<ReturnType<typeof listStaffPlants>>[number]

function plantsFound(search: string | undefined): SQL | undefined {
  if (!search) return undefined
  const pattern = likePattern(search)
  return or(
    sql`(${genera.name} || ' ' || ${plants.name}) ilike ${pattern}`,
    sql`${plants.latinName} ilike ${pattern}`,
    sql`${plants.synonyms} ilike ${pattern}`,
    /^\d{1,9}$/.test(search) ? eq(plants.id, Number(search)) : undefined,
  )
}

const byName = [asc(plants.isHidden), asc(genera.name), asc(plants.name), asc(plants.id)]

/** Plants whose full name, Latin name or synonyms contain the text, or whose id it is; offered ones first. */
export async function listStaffPlants(db: Db, search: string | undefined, { limit, offset }: Range) {
  return selectPlants(db)
    .where(plantsFound(search))
    .orderBy(...byName)
    .limit(limit)
    .offset(offset)
}

export async function countStaffPlants(db: Db, search: string | undefined): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(plants)
    .innerJoin(genera, eq(genera.id, plants.genusId))
    .where(plantsFound(search))
  return row?.count ?? 0
}

export async function listStaffPlantsOf(db: Db, genusId: number): Promise<StaffPlantRow[]> {
  return selectPlants(db)
    .where(eq(plants.genusId, genusId))
    .orderBy(...byName)
}

export async function findStaffPlant(db: Db | Tx, id: number) {
  const [row] = await selectPlants(db).where(eq(plants.id, id))
  return row
}

/** The categories in which these plants are offered. */
export async function listCategoriesOf(db: Db | Tx, plantIds: number[]) {
  return db
    .select({
      plantId: plantCategories.plantId,
      category: { id: categories.id, name: categories.name, slug: categories.slug },
    })
    .from(plantCategories)
    .innerJoin(categories, eq(categories.id, plantCategories.categoryId))
    .where(inArray(plantCategories.plantId, plantIds))
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
