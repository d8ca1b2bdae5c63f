// Joins companies (companies), plants (categories, genera, plantCategories, plantSlugs, plants), products (products, variants).
import { and, asc, eq, inArray, ne, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { PlantFilters } from '#contract/plant-catalogue.ts'
import { companies } from '#server/domains/companies/companies.tables.ts'
import { isOffered } from '#server/domains/plants/plants.api.ts'
import { categories, genera, plantCategories, plantSlugs, plants } from '#server/domains/plants/plants.tables.ts'
import { isPublished } from '#server/domains/products/products.api.ts'
import { products } from '#server/domains/products/products.tables.ts'
import { variants } from '#server/domains/products/variants/variants.tables.ts'
import type { Db } from '#server/platform/database/database.ts'

/** Offers of a plant that are not sold out. */
const offersOf = sql`from ${variants} join ${products} on ${products.id} = ${variants.productId}
  where ${products.plantId} = ${plants.id} and ${isPublished} and ${variants.stock} <> 'sold_out'`
const isInStock = sql<boolean>`exists (select ${offersOf})`

/** A single subquery for all figures. */
const figures = sql<{
  companies: number
  offers: number
  priceKopecks: number | null
  leastMm: number | null
  mostMm: number | null
}>`(
  select json_build_object('companies', count(distinct ${variants.companyId}), 'offers', count(*),
    'priceKopecks', min(${variants.priceKopecks}),
    'leastMm', min(coalesce(${variants.heightFromMm}, ${variants.heightToMm})),
    'mostMm', max(coalesce(${variants.heightToMm}, ${variants.heightFromMm}))) ${offersOf})`

const columns = {
  id: plants.id,
  slug: plants.slug,
  genus: { id: genera.id, name: genera.name, latinName: genera.latinName },
  name: plants.name,
  latinName: plants.latinName,
  synonyms: plants.synonyms,
  tradeNames: plants.tradeNames,
  category: { id: categories.id, name: categories.name, slug: categories.slug },
  landscapeUse: plants.landscapeUse,
  facts: plants.facts,
  isEvergreen: plants.isEvergreen,
  floweringFrom: plants.floweringFrom,
  floweringTo: plants.floweringTo,
  floweringColour: plants.floweringColour,
  soil: plants.soil,
  moisture: plants.moisture,
  sources: plants.sources,
  figures,
}
export type CatalogueRow = Awaited<ReturnType<typeof listPlants>>[number]

const select = (db: Db) =>
  db
    .select(columns)
    .from(plants)
    .innerJoin(genera, eq(genera.id, plants.genusId))
    .leftJoin(categories, eq(categories.id, plants.categoryId))
    .$dynamic()

export interface PlantQuery extends Omit<PlantFilters, 'search' | 'genus' | 'place' | 'hardy'> {
  /** The plants that the words of a search mean, best match first; `null`: there was no search. */
  ids: number[] | null
  genusIds: number[] | null
}

const flows = (month: number) =>
  sql`case when ${plants.floweringFrom} <= ${plants.floweringTo}
    then ${month} between ${plants.floweringFrom} and ${plants.floweringTo}
    else ${month} >= ${plants.floweringFrom} or ${month} <= ${plants.floweringTo} end`

const isOneOf = (ids: number[], column: SQL) => sql`${column} = any(${sql.param(ids)}::int[])`

function matching({
  ids,
  genusIds,
  category,
  letter,
  zone,
  evergreen,
  flowering_month: months,
  with_offers,
}: PlantQuery) {
  return and(
    isOffered,
    ids ? isOneOf(ids, sql`${plants.id}`) : undefined,
    genusIds ? isOneOf(genusIds, sql`${genera.id}`) : undefined,
    category === undefined
      ? undefined
      : sql`exists (select from ${plantCategories} under join ${categories} heading on heading.id = under.category_id
          where under.plant_id = ${plants.id} and heading.slug = ${category})`,
    letter === undefined
      ? undefined
      : or(sql`${genera.name} ilike ${`${letter}%`}`, sql`${plants.latinName} ilike ${`${letter}%`}`),
    zone === undefined ? undefined : sql`${plants.zone} <= ${zone}`,
    evergreen === undefined ? undefined : eq(plants.isEvergreen, evergreen),
    months.length > 0 ? or(...months.map(flows)) : undefined,
    with_offers === undefined ? undefined : with_offers ? isInStock : sql`not ${isInStock}`,
  )
}

/** A page of the plants that match, in the order of `ids` or, without `ids`, by name. */
export async function listPlants(db: Db, query: PlantQuery, { limit, offset }: { limit: number; offset: number }) {
  return select(db)
    .where(matching(query))
    .orderBy(
      ...(query.ids ? [sql`array_position(${sql.param(query.ids)}::int[], ${plants.id})`] : []),
      // Russian sorting treats «ё» as «е».
      sql`translate(${genera.name}, 'Ёё', 'Ее')`,
      sql`translate(${plants.name}, 'Ёё', 'Ее')`,
      asc(plants.id),
    )
    .limit(limit)
    .offset(offset)
}

export async function countPlants(db: Db, query: PlantQuery): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(plants)
    .innerJoin(genera, eq(genera.id, plants.genusId))
    .where(matching(query))
  return row?.count ?? 0
}

const isAt = (slug: string) =>
  sql`${plants.id} = (select coalesce(named.merged_into_id, named.id) from ${plantSlugs} former
    join ${plants} named on named.id = former.plant_id where former.slug = ${slug})`

/** The plant that has or had this slug, or the plant that it was merged into. */
export async function findPlantAt(db: Db, slug: string) {
  const [row] = await select(db).where(isAt(slug)).limit(1)
  return row
}

/** The plant's current slug; `null` if no plant ever had this one. */
export async function findPlantSlug(db: Db, slug: string): Promise<string | null> {
  const [row] = await db.select({ slug: plants.slug }).from(plants).where(isAt(slug)).limit(1)
  return row?.slug ?? null
}

/** The plants that have or had these slugs, or the plants that they were merged into. `asked` is the requested slug. */
export async function listPlantsAt(db: Db, slugs: string[]) {
  const named = alias(plants, 'named')
  return db
    .select({ ...columns, asked: plantSlugs.slug })
    .from(plantSlugs)
    .innerJoin(named, eq(named.id, plantSlugs.plantId))
    .innerJoin(plants, eq(plants.id, sql`coalesce(${named.mergedIntoId}, ${named.id})`))
    .innerJoin(genera, eq(genera.id, plants.genusId))
    .leftJoin(categories, eq(categories.id, plants.categoryId))
    .where(inArray(plantSlugs.slug, slugs))
}

/** Other plants of the same genus: plants with offers first, then plants of the same species. */
export async function listRelatedPlants(db: Db, to: CatalogueRow, limit: number) {
  const species = to.latinName.split(" '", 1)[0] ?? ''
  return select(db)
    .where(and(isOffered, eq(genera.id, to.genus.id), ne(plants.id, to.id)))
    .orderBy(
      sql`${isInStock} desc`,
      sql`starts_with(${plants.latinName}, ${species}) desc`,
      asc(plants.name),
      asc(plants.id),
    )
    .limit(limit)
}

/** What is compared where a plant is to stand in for another: of these plants, or of all that have offers in stock. */
export async function listStanding(db: Db, which: { ids: readonly number[] } | 'offered') {
  return db
    .select({
      id: plants.id,
      genusId: plants.genusId,
      genus: genera.name,
      name: plants.name,
      latinName: plants.latinName,
      categorySlug: categories.slug,
      facts: plants.facts,
      isEvergreen: plants.isEvergreen,
      floweringFrom: plants.floweringFrom,
      floweringTo: plants.floweringTo,
      soil: plants.soil,
      moisture: plants.moisture,
      landscapeUse: plants.landscapeUse,
    })
    .from(plants)
    .innerJoin(genera, eq(genera.id, plants.genusId))
    .leftJoin(categories, eq(categories.id, plants.categoryId))
    .where(which === 'offered' ? and(isOffered, isInStock) : inArray(plants.id, [...which.ids]))
}

/** These plants, unordered. */
export const listPlantsOf = async (db: Db, ids: number[]): Promise<CatalogueRow[]> =>
  ids.length === 0 ? [] : select(db).where(inArray(plants.id, ids))

/** The names of all companies, in alphabetical order. */
export async function listCompanyNames(db: Db) {
  return db
    .select({ id: companies.id, name: companies.name })
    .from(companies)
    .orderBy(asc(companies.name), asc(companies.id))
}
