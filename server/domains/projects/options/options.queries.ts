// Joins products (products, variants).
import { and, eq, inArray, ne, type SQL, sql } from 'drizzle-orm'
import { isPublished } from '#server/domains/products/products.api.ts'
import { products } from '#server/domains/products/products.tables.ts'
import { variants } from '#server/domains/products/variants/variants.tables.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'

const sizeColumns = {
  form: variants.form,
  heightFromMm: variants.heightFromMm,
  heightToMm: variants.heightToMm,
  spreadFromMm: variants.spreadFromMm,
  spreadToMm: variants.spreadToMm,
  girthFromMm: variants.girthFromMm,
  girthToMm: variants.girthToMm,
  stemHeightMm: variants.stemHeightMm,
  stems: variants.stems,
  transplants: variants.transplants,
  root: variants.root,
  rootSize: variants.rootSize,
}

/** One text for one size, packing and form. */
const sizeKey = sql<string>`row(${sql.join(Object.values(sizeColumns), sql`, `)})::text`

const isLeft = and(isPublished, ne(variants.stock, 'sold_out'))

export type OfferedSizeRow = Awaited<ReturnType<typeof listOfferedSizes>>[number]

/** The different sizes in which these plants are offered, and how many offers each of them has. */
export async function listOfferedSizes(db: Db | Tx, plantIds: number[]) {
  if (plantIds.length === 0) return []
  return db
    .select({ plantId: products.plantId, ...sizeColumns, key: sizeKey, count: sql<number>`count(*)::int` })
    .from(products)
    .innerJoin(variants, eq(variants.productId, products.id))
    .where(and(sql`${products.plantId} = any(${sql.param(plantIds)}::int[])`, isLeft))
    .groupBy(products.plantId, ...Object.values(sizeColumns))
}

/** Offers that are wanted for a line: those of a plant, in any size or in these. */
export interface WantedOffers {
  line: number
  plant: number
  /** How many are bought, whose tier counts. */
  pieces: number | null
  /** The smaller, the better it fits. */
  fit: number
  keys: string[] | null
  /** One that is wanted whatever it costs. */
  chosen: number | null
}

export interface RankedOffer {
  line: number
  fit: number
  variantId: number
  companyId: number
  unitKopecks: number | null
}

const unitKopecks = sql`case when ${variants.priceTiers} = '[]'::jsonb or wanted.pieces is null then ${variants.priceKopecks}
  else coalesce(
    (select (tier ->> 'priceKopecks')::int from jsonb_array_elements(${variants.priceTiers}) tier
     where (tier ->> 'quantityFrom')::int <= wanted.pieces order by (tier ->> 'quantityFrom')::int desc limit 1),
    ${variants.priceKopecks}) end`

/**
 * The best offers of every line with one statement: the first `most` of each line, or of each company for each line. By
 * fit, then by price, those without a price last.
 */
export async function rankOffers(
  db: Db | Tx,
  wanted: WantedOffers[],
  most: number,
  isOfCompanies = false,
): Promise<RankedOffer[]> {
  if (wanted.length === 0) return []
  const among: SQL = isOfCompanies ? sql`wanted.line, ${variants.companyId}` : sql`wanted.line`
  const ranked = db
    .select({
      line: sql<number>`wanted.line`.as('line'),
      fit: sql<number>`wanted.fit`.as('fit'),
      variantId: sql<number>`${variants.id}`.as('variant_id'),
      companyId: sql<number>`${variants.companyId}`.as('company_id'),
      chosen: sql<number | null>`wanted.chosen`.as('chosen'),
      unitKopecks: sql<number | null>`(${unitKopecks})`.as('unit_kopecks'),
      rank: sql<number>`row_number() over (partition by ${among}
        order by wanted.fit, (${unitKopecks}) nulls last, ${variants.confirmedAt} desc, ${variants.id})`.as('rank'),
    })
    .from(
      sql`jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
        as wanted(line int, plant int, pieces int, fit int, keys text[], chosen int)`,
    )
    .innerJoin(products, and(sql`${products.plantId} = wanted.plant`, isPublished))
    .innerJoin(variants, and(eq(variants.productId, products.id), ne(variants.stock, 'sold_out')))
    .where(sql`wanted.keys is null or ${sizeKey} = any(wanted.keys)`)
    .as('ranked')
  return db
    .select({
      line: ranked.line,
      fit: ranked.fit,
      variantId: ranked.variantId,
      companyId: ranked.companyId,
      unitKopecks: ranked.unitKopecks,
    })
    .from(ranked)
    .where(sql`${ranked.rank} <= ${most} or ${ranked.variantId} = ${ranked.chosen}`)
    .orderBy(ranked.line, ranked.rank)
}

/** The plant of an offer that can be chosen. */
export async function findOfferedPlant(tx: Tx, variantId: number): Promise<number | null | undefined> {
  const [row] = await tx
    .select({ plantId: products.plantId })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .where(and(inArray(variants.id, [variantId]), isLeft))
  return row?.plantId
}
