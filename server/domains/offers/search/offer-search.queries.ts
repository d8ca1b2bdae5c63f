// Joins companies (companies), plants (categories, genera, plants, plantSlugs), products (productImages, products, variants), reference (lookups).
import { and, asc, desc, eq, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import { freshDays, type OfferFilters } from '#contract/offer-search.ts'
import { ratedColumns } from '#server/domains/companies/companies.api.ts'
import { companies } from '#server/domains/companies/companies.tables.ts'
import { categories, genera, plantSlugs, plants } from '#server/domains/plants/plants.tables.ts'
import {
  isPublished,
  knownQuantity,
  plantRefColumns,
  shownVariantColumns,
} from '#server/domains/products/products.api.ts'
import { productImages, products } from '#server/domains/products/products.tables.ts'
import { variants } from '#server/domains/products/variants/variants.tables.ts'
import { lookups } from '#server/domains/reference/lookups.tables.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { likePattern } from '#server/platform/has-text.ts'
import { matchesText } from '../offers.queries.ts'

/** The result of understanding the words of a search. */
export interface SearchedFor {
  /** The plants that are or may be meant, a plant named in full first. */
  plantIds: number[]
  /** Words to find in the names of products and companies; `""` if it is certain which plants are meant. */
  words: string
}

export interface OfferQuery {
  filters: OfferFilters
  /** Kilometres by company id, for companies with a position; `null` if the query names no place. */
  distances: ReadonlyMap<number, number> | null
  searched: SearchedFor | null
}

const largest = 2_147_483_647
/** `any(…)` over these values, for comparisons: `column = any(…)`. */
export const array = (values: readonly (string | number)[], type: 'int' | 'text') =>
  sql`any(${sql.param(values)}::${sql.raw(type)}[])`

/**
 * Whether the ranges overlap. Ranges that only touch do not overlap, but a single value matches a range that contains
 * it. `wanted` is in centimetres, the columns are in millimetres.
 */
function overlaps(from: SQL, to: SQL, wanted: { from: number | undefined; to: number | undefined }): SQL | undefined {
  if (wanted.from === undefined && wanted.to === undefined) return undefined
  const [low, high] = [coalesced(from, 0), coalesced(to, largest)]
  const [least, most] = [
    sql`${wanted.from === undefined ? -1 : Math.round(wanted.from * 10)}::int`,
    sql`${wanted.to === undefined ? largest : Math.round(wanted.to * 10)}::int`,
  ]
  return sql`(coalesce(${from}, ${to}) is not null and (
    (${low} < ${most} and ${high} > ${least})
    or (${from} = ${to} and ${from} between ${least} and ${most})
    or (${least} = ${most} and ${least} between ${low} and ${high})))`
}
const coalesced = (column: SQL, otherwise: number) => sql`coalesce(${column}, ${sql.raw(String(otherwise))})`

/** The bounds are multiplied as decimals, because in binary 0.29 * 100 is less than 29. */
function within(value: SQL, from: number | undefined, to: number | undefined, scale: number): SQL | undefined {
  if (from === undefined && to === undefined) return undefined
  return and(
    from === undefined ? undefined : sql`${value} >= ${from}::numeric * ${scale}::int`,
    to === undefined ? undefined : sql`${value} <= ${to}::numeric * ${scale}::int`,
  )
}

/**
 * The price of one plant in kopecks when buying `quantity`: the price of the tier that the quantity reaches, otherwise
 * the usual price.
 */
export function unitPrice(quantity: number | undefined): SQL<number | null> {
  if (quantity === undefined) return sql`${variants.priceKopecks}`
  return sql`coalesce(
    (select (tier ->> 'priceKopecks')::int from jsonb_array_elements(${variants.priceTiers}) tier
     where (tier ->> 'quantityFrom')::int <= ${quantity} order by (tier ->> 'quantityFrom')::int desc limit 1),
    ${variants.priceKopecks})`
}

const hasPhotos = sql<boolean>`exists (select from ${productImages} where ${productImages.productId} = ${products.id})`
const confirmedSince = (days: number) =>
  sql`${variants.confirmedAt} > now() - interval '1 day' * ${sql.raw(String(days))}`

/** In the names of the product and of its company, because a buyer who searches for «верейский» means the nursery. */
const namesWords = (words: string) =>
  or(
    matchesText(words),
    sql`to_tsvector('russian', ${companies.name}) @@ plainto_tsquery('russian', ${words})`,
    sql`${companies.name} ilike ${likePattern(words)}`,
  )

/** The two companies whose names contain the most of these words, in any inflection; those with more words first. */
export async function findCompaniesByWords(db: Db, words: readonly string[]) {
  const found = sql`(select array_agg(word) from unnest(${sql.param(words)}::text[]) word
    where to_tsvector('russian', ${companies.name}) @@ plainto_tsquery('russian', word))`
  const matching = db
    .select({ id: companies.id, words: sql<string[]>`${found}`.as('words') })
    .from(companies)
    .as('matching')
  return db
    .select()
    .from(matching)
    .where(isNotNull(matching.words))
    .orderBy(sql`cardinality(${matching.words}) desc`, asc(matching.id))
    .limit(2)
}

const meets = ({ plantIds, words }: SearchedFor): SQL | undefined =>
  // Both are empty if all words named the seller or a size.
  or(
    plantIds.length > 0 ? sql`${products.plantId} = ${array(plantIds, 'int')}` : undefined,
    words === '' ? undefined : namesWords(words),
  )

const flows = (month: number) =>
  sql`case when ${plants.floweringFrom} <= ${plants.floweringTo}
    then ${month} between ${plants.floweringFrom} and ${plants.floweringTo}
    else ${month} >= ${plants.floweringFrom} or ${month} <= ${plants.floweringTo} end`

const isEqual = (value: SQL, wanted: boolean | undefined) =>
  wanted === undefined ? undefined : wanted ? value : sql`not ${value}`

const nearest = (distances: OfferQuery['distances'], within: number) =>
  [...(distances ?? [])].flatMap(([id, km]) => (km <= within ? [id] : []))
const namedBy = (slugs: string[]) =>
  sql`(select coalesce(named.merged_into_id, named.id) from ${plantSlugs} former
    join ${plants} named on named.id = former.plant_id where former.slug = ${array(slugs, 'text')})`

/** The plants that have or had these slugs, or the plants that they were merged into. */
export async function findPlantIds(db: Db, slugs: string[]): Promise<number[]> {
  if (slugs.length === 0) return []
  const rows = await db
    .select({ id: plants.id })
    .from(plants)
    .where(sql`${plants.id} in ${namedBy(slugs)}`)
  return rows.map(({ id }) => id)
}

/** The condition for all filters of a query. */
export function matching({ filters, searched, distances }: OfferQuery): SQL | undefined {
  const { category, region, zone, form, root, stock, quantity } = filters
  return and(
    isPublished,
    searched ? meets(searched) : undefined,
    filters.plant.length > 0 ? sql`${products.plantId} = any(array${namedBy(filters.plant)})` : undefined,
    category.length > 0
      ? sql`${products.categoryId} = any(array(select id from ${categories} asked where asked.slug = ${array(category, 'text')}))`
      : undefined,
    filters.company.length > 0 ? sql`${variants.companyId} = ${array(filters.company, 'int')}` : undefined,
    filters.within === undefined
      ? undefined
      : sql`${variants.companyId} = ${array(nearest(distances, filters.within), 'int')}`,
    region.length > 0 ? sql`${companies.regionId} = ${array(region, 'int')}` : undefined,
    zone === undefined ? undefined : sql`${products.zone} <= ${zone}`,
    form.length > 0 ? inArray(variants.form, form) : undefined,
    root.length > 0 ? inArray(variants.root, root) : undefined,
    stock.length > 0 ? inArray(variants.stock, stock) : undefined,
    overlaps(sql`${variants.heightFromMm}`, sql`${variants.heightToMm}`, {
      from: filters.height_from,
      to: filters.height_to,
    }),
    overlaps(sql`${variants.spreadFromMm}`, sql`${variants.spreadToMm}`, {
      from: filters.spread_from,
      to: filters.spread_to,
    }),
    overlaps(sql`${variants.girthFromMm}`, sql`${variants.girthToMm}`, {
      from: filters.girth_from,
      to: filters.girth_to,
    }),
    within(sql`${variants.stemHeightMm}`, filters.stem_height_from, filters.stem_height_to, 10),
    within(sql`${variants.rootSize}`, filters.root_size_from, filters.root_size_to, 1),
    within(unitPrice(quantity), filters.price_from, filters.price_to, 100),
    quantity === undefined
      ? undefined
      : sql`${variants.stock} <> 'sold_out' and coalesce(${knownQuantity}, ${quantity}) >= ${quantity}`,
    isEqual(sql`(${plants.isEvergreen} and ${isNotNull(plants.id)})`, filters.evergreen),
    filters.evergreen === undefined ? undefined : isNotNull(plants.id),
    filters.flowering_month.length > 0 ? or(...filters.flowering_month.map(flows)) : undefined,
    isEqual(hasPhotos, filters.has_photos),
    isEqual(sql`(${companies.verifiedAt} is not null)`, filters.verified),
    isEqual(sql`(${confirmedSince(freshDays.fresh)})`, filters.fresh),
  )
}

/** The default order of search results: the most relevant first, then the freshest. */
export function bestFirst({ searched }: OfferQuery): SQL[] {
  const { plantIds: ids, words } = searched ?? { plantIds: [], words: '' }
  return [
    // Offers that contain the very words come before those that only may be meant.
    ...(ids.length > 0 && words !== '' ? [sql`(${namesWords(words)}) is true desc`] : []),
    ...(ids.length > 1 ? [sql`array_position(${sql.param(ids)}::int[], ${products.plantId}) nulls last`] : []),
    sql`(${variants.stock} = 'sold_out')`,
    sql`case when ${confirmedSince(freshDays.fresh)} then 0 when ${confirmedSince(freshDays.ageing)} then 1 else 2 end`,
    desc(products.publishedAt),
    desc(products.id),
    asc(variants.position),
    asc(variants.id),
  ]
}

const offerColumns = {
  variant: shownVariantColumns,
  product: {
    id: products.id,
    name: products.name,
    slug: products.slug,
    coverKey: sql<string>`coalesce(
      (select ${productImages.mediaKey} from ${productImages} where ${productImages.productId} = ${products.id}
       order by ${productImages.position}, ${productImages.id} limit 1),
      ${products.drawnMediaKey})`,
    hasPhotos,
    zone: products.zone,
  },
  categorySlug: categories.slug,
  company: ratedColumns,
  region: { id: lookups.id, name: lookups.name },
  plant: plantRefColumns,
}

export type OfferRow = Awaited<ReturnType<ReturnType<typeof prepareListOffers>>>[number]

/**
 * Prepares a query that reads these offers by their variants' ids. It leaves out unpublished ones and returns them in
 * no particular order.
 */
export function prepareListOffers(db: Db) {
  const query = selectOffers(db, {})
    .where(and(isPublished, sql`${variants.id} = any(${sql.placeholder('ids')}::int[])`))
    .prepare('list_offers')
  return (ids: number[]) => query.execute({ ids })
}

/** Selects offers with the columns that lists show. */
export function selectOffers<More extends Record<string, SQL>>(db: Db | Tx, more: More) {
  return db
    .select({ ...offerColumns, ...more })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .innerJoin(companies, eq(companies.id, variants.companyId))
    .leftJoin(lookups, eq(lookups.id, companies.regionId))
    .leftJoin(plants, eq(plants.id, products.plantId))
    .leftJoin(genera, eq(genera.id, plants.genusId))
    .$dynamic()
}
