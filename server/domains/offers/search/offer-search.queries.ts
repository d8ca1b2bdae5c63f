// Joins companies (companies), plants (categories, genera, plants, plantSlugs), products (products, variants), reference (lookups).
import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'
import type { OfferFilters } from '#contract/offer-search.ts'
import { ratedColumns } from '#server/domains/companies/companies.api.ts'
import { companies } from '#server/domains/companies/companies.tables.ts'
import { categories, genera, plantSlugs, plants } from '#server/domains/plants/plants.tables.ts'
import {
  coverKey,
  hasPhotos,
  isPublished,
  plantRefColumns,
  shownVariantColumns,
} from '#server/domains/products/products.api.ts'
import { products } from '#server/domains/products/products.tables.ts'
import { variants } from '#server/domains/products/variants/variants.tables.ts'
import { lookups } from '#server/domains/reference/lookups.tables.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { SearchedFor } from '#server/reading/queries/understand.ts'

export interface OfferQuery {
  filters: OfferFilters
  /** Kilometres by company id, for companies with a position; `null` if the query names no place. */
  distances: ReadonlyMap<number, number> | null
  searched: SearchedFor | null
}

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

const namedBy = (slugs: string[]) =>
  sql`(select coalesce(named.merged_into_id, named.id) from ${plantSlugs} former
    join ${plants} named on named.id = former.plant_id where former.slug = any(${sql.param(slugs)}::text[]))`

/** The plants that have or had these slugs, or the plants that they were merged into. */
export async function findPlantIds(db: Db | Tx, slugs: string[]): Promise<number[]> {
  if (slugs.length === 0) return []
  const rows = await db
    .select({ id: plants.id })
    .from(plants)
    .where(sql`${plants.id} in ${namedBy(slugs)}`)
  return rows.map(({ id }) => id)
}

const offerColumns = {
  variant: shownVariantColumns,
  product: {
    id: products.id,
    name: products.name,
    slug: products.slug,
    coverKey,
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
export function prepareListOffers(db: Db | Tx) {
  const query = db
    .select(offerColumns)
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .innerJoin(companies, eq(companies.id, variants.companyId))
    .leftJoin(lookups, eq(lookups.id, companies.regionId))
    .leftJoin(plants, eq(plants.id, products.plantId))
    .leftJoin(genera, eq(genera.id, plants.genusId))
    .where(and(isPublished, sql`${variants.id} = any(${sql.placeholder('ids')}::int[])`))
    .prepare('list_offers')
  return (ids: number[]) => query.execute({ ids })
}
