// Joins companies (companies), plants (plants), products (products, variants).
import { and, asc, isNotNull, type SQL, sql } from 'drizzle-orm'
import { forms, roots, stocks } from '#contract/variants.ts'
import { companies } from '#server/domains/companies/companies.tables.ts'
import { plants } from '#server/domains/plants/plants.tables.ts'
import { hasPhotos, isPublished, knownQuantity, type StoredTier } from '#server/domains/products/products.api.ts'
import { products } from '#server/domains/products/products.tables.ts'
import { variants } from '#server/domains/products/variants/variants.tables.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { prepared } from '#server/platform/database/prepared.ts'
import { likePattern } from '#server/platform/has-text.ts'
import { matchesText, matchesWritten, writtenHolders, writtenValues } from '../offers.queries.ts'
import { unstated } from './columns.ts'

/** The products that one statement reads, each once, with whether it has photos. */
const chosen = sql.identifier('chosen')
const ofChosen = (name: string) => sql`${chosen}.${sql.identifier(name)}`
const code = (column: SQL, values: readonly string[]) =>
  sql`coalesce(array_position(${sql.param(values)}::text[], ${column}), 0)`

const wholeColumns = {
  id: sql`${variants.id}`,
  product: ofChosen('id'),
  company: ofChosen('company_id'),
  plant: ofChosen('plant_id'),
  category: ofChosen('category_id'),
  zone: ofChosen('zone'),
  hasPhotos: sql`${ofChosen('has_photos')}::int`,
  position: sql`${variants.position}`,
  form: code(sql`${variants.form}`, forms),
  root: code(sql`${variants.root}`, roots),
  packaging: ofChosen('root_packaging_id'),
  stock: code(sql`${variants.stock}`, stocks),
  heightFrom: sql`${variants.heightFromMm}`,
  heightTo: sql`${variants.heightToMm}`,
  spreadFrom: sql`${variants.spreadFromMm}`,
  spreadTo: sql`${variants.spreadToMm}`,
  girthFrom: sql`${variants.girthFromMm}`,
  girthTo: sql`${variants.girthToMm}`,
  stemHeight: sql`${variants.stemHeightMm}`,
  rootSize: sql`(${variants.rootSize} * 100)::int`,
  stems: sql`${variants.stems}`,
  transplants: sql`${variants.transplants}`,
  price: sql`${variants.priceKopecks}`,
  /** What can still be bought, or a minimum of it. */
  quantity: sql`${knownQuantity}`,
  isMinimum: sql`${variants.stockIsMinimum}::int`,
}
type Whole = keyof typeof wholeColumns

/**
 * Offers as columns; the values of one offer are at the same index in all of them. A product without any size is one
 * row that states nothing but what the product does.
 */
export interface ReadOffers {
  count: number
  whole: Record<Whole, Int32Array>
  /** Microseconds since 1970. */
  confirmedAt: Float64Array
  publishedAt: Float64Array
  /** Price tiers by variant id; variants without tiers are left out. */
  tiers: Map<number, StoredTier[]>
}

/** One column as bytes. A hundred thousand values are read in a millisecond; as rows they would take half a second. */
const packed = (value: SQL) => sql<Uint8Array | null>`string_agg(int4send(${value}), '')`
const wholeNumbers = (bytes: Uint8Array | null) => {
  const copy = Buffer.from(new ArrayBuffer(bytes?.length ?? 0))
  if (bytes) copy.set(bytes)
  return new Int32Array(copy.swap32().buffer)
}

/** Columns of integers as text, `{1,NULL,2}` an offer: a third as long as their bytes, which are sent as hexadecimals. */
const inRows = (values: SQL[]) => sql<string | null>`string_agg(array[${sql.join(values, sql`, `)}]::int4[]::text, '')`

const wholeNames = Object.keys(wholeColumns) as Whole[]
/** Character codes; `N` begins NULL. */
const letters = { zero: 48, nine: 57, minus: 45, comma: 44, endOfOffer: 125, N: 78 }

function wholeOf(text: string, count: number): ReadOffers['whole'] {
  const columns = wholeNames.map(() => new Int32Array(count))
  let [row, column, value, sign] = [0, 0, 0, 1]
  for (let at = 0; at < text.length; at++) {
    const letter = text.charCodeAt(at)
    if (letter >= letters.zero && letter <= letters.nine) value = value * 10 + letter - letters.zero
    else if (letter === letters.minus) sign = -1
    else if (letter === letters.N) {
      value = unstated
      at += 'ULL'.length
    } else if (letter === letters.comma || letter === letters.endOfOffer) {
      ;(columns[column] as Int32Array)[row] = sign * value
      ;[value, sign] = [0, 1]
      if (letter === letters.comma) column++
      else [row, column] = [row + 1, 0]
    }
  }
  return Object.fromEntries(wholeNames.map((name, at) => [name, columns[at]])) as ReadOffers['whole']
}

/** Microseconds from 1970 to 2000, from which PostgreSQL counts. */
const epoch = 946_684_800_000_000

/** Bytes of an array as PostgreSQL sends it: its header, then each value after its length, -1 for null. */
const arrayBytes = { header: 28, length: 4 }

/** An unknown time counts as the newest, as in the database's descending order, where nulls come first. */
function timesOf(bytes: Uint8Array | null, count: number): Pick<ReadOffers, 'confirmedAt' | 'publishedAt'> {
  const times = { confirmedAt: new Float64Array(count), publishedAt: new Float64Array(count) }
  if (!bytes) return times
  const from = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = arrayBytes.header
  for (let row = 0; row < count; row++)
    for (const column of [times.confirmedAt, times.publishedAt]) {
      const length = from.getInt32(at)
      at += arrayBytes.length
      column[row] = length < 0 ? Number.POSITIVE_INFINITY : Number(from.getBigInt64(at)) + epoch
      at += Math.max(0, length)
    }
  return times
}

/**
 * The offers of the products that `which` selects. One statement, so that all of them are from one moment. `offset 0`
 * makes the database look for photos once a product, not once a variant.
 */
async function readOffers(db: Db | Tx, which: SQL, rows: SQL = sql`${variants}`): Promise<ReadOffers> {
  const from = sql`(select ${products.id}, ${products.companyId}, ${products.plantId}, ${products.categoryId}, ${products.zone},
    ${products.rootPackagingId}, ${products.publishedAt}, ${hasPhotos} as has_photos from ${products} where ${isPublished} and ${which} offset 0) ${chosen}`
  const [row] = await db
    .select({
      count: sql<number>`count(*)::int`,
      whole: inRows(Object.values(wholeColumns)),
      times: sql<Uint8Array | null>`array_send(array_agg(array[${variants.confirmedAt}, ${ofChosen('published_at')}]))`,
      tiers: sql<Record<string, StoredTier[]> | null>`json_object_agg(${variants.id}, ${variants.priceTiers})
        filter (where ${variants.priceTiers} <> '[]')`,
    })
    .from(from)
    .leftJoin(rows, sql`${variants.productId} = ${ofChosen('id')}`)
  if (!row) throw new Error('the database counted nothing')
  const { count } = row
  return {
    count,
    whole: wholeOf(row.whole ?? '', count),
    ...timesOf(row.times, count),
    tiers: new Map(Object.entries(row.tiers ?? {}).map(([id, tiers]) => [Number(id), tiers])),
  }
}

/** The offers of these products; unpublished products have none. */
export async function readOffersOf(db: Db, productIds: readonly number[]): Promise<ReadOffers> {
  return readOffers(db, sql`${products.id} = any(${sql.param(productIds)}::int[])`)
}

/** The offers that these rows of variants are, current or former ones, if their products are published. */
export async function readOffersOfRows(db: Db | Tx, rows: SQL): Promise<ReadOffers> {
  const isTheirs = sql`${products.id} in (select product_id from (${rows}) of_rows)`
  return readOffers(db, isTheirs, sql`(${rows}) ${variants}`)
}

/** Ids of products: those above `after`, up to and with `upTo`; `null` means all above. */
export interface ProductRange {
  after: number
  upTo: number | null
}

/** All ids of products, in ranges of so many published ones each. */
export async function listProductRanges(db: Db, size: number): Promise<ProductRange[]> {
  const numbered = db
    .select({ id: products.id, number: sql<number>`row_number() over (order by ${products.id})`.as('number') })
    .from(products)
    .where(isPublished)
    .as('numbered')
  const ends = await db
    .select({ id: numbered.id })
    .from(numbered)
    .where(sql`${numbered.number} % ${size}::int = 0`)
    .orderBy(asc(numbered.id))
  const ids = ends.map(({ id }) => id)
  return [0, ...ids].map((after, index) => ({ after, upTo: ids[index] ?? null }))
}

export async function readOffersIn(db: Db, { after, upTo }: ProductRange): Promise<ReadOffers> {
  const isBelow = upTo === null ? sql`true` : sql`${products.id} <= ${upTo}`
  return readOffers(db, sql`${products.id} > ${after} and ${isBelow}`)
}

export interface CompanyFacts {
  id: number
  regionId: number | null
  isVerified: boolean
}

/** Of these companies, or of all. */
export async function listCompanyFacts(db: Db | Tx, ids?: readonly number[]): Promise<CompanyFacts[]> {
  return db
    .select({
      id: companies.id,
      regionId: companies.regionId,
      isVerified: sql<boolean>`${isNotNull(companies.verifiedAt)}`,
    })
    .from(companies)
    .where(ids && sql`${companies.id} = any(${sql.param(ids)}::int[])`)
}

export type PlantFacts = Awaited<ReturnType<typeof listPlantFacts>>[number]

/** The facts of the directory that offers are filtered by, for all plants. */
export async function listPlantFacts(db: Db) {
  return db
    .select({
      id: plants.id,
      genusId: plants.genusId,
      isEvergreen: plants.isEvergreen,
      floweringFrom: plants.floweringFrom,
      floweringTo: plants.floweringTo,
    })
    .from(plants)
    .orderBy(asc(plants.id))
}

const selectWorded = (db: Db | Tx, matches: SQL | undefined) =>
  db
    .select({ ids: packed(sql`${products.id}`) })
    .from(products)
    .where(and(isPublished, matches))
const wordedProducts = prepared(db => selectWorded(db, matchesWritten(writtenHolders)).prepare('worded_products'))

/** Without three letters in a row the index of trigrams is of no use, which only a plan for this very text knows. */
const hasTrigram = (text: string) => /[\p{L}\p{N}]{3}/u.test(text)

const wordedCompanies = prepared(db =>
  db
    .select({ id: companies.id })
    .from(companies)
    .where(sql`to_tsvector('russian', ${companies.name}) @@ plainto_tsquery('russian', ${sql.placeholder('words')})
      or ${companies.name} ilike ${sql.placeholder('pattern')}`)
    .prepare('worded_companies'),
)

/**
 * The published products (of `among`, or of all) and the companies whose names contain these words. A buyer who searches
 * for «верейский» means the nursery.
 */
export async function findWorded(
  db: Db | Tx,
  words: string,
  among?: readonly number[],
): Promise<{ productIds: Int32Array; companyIds: number[] }> {
  const isAmong = among && sql`${products.id} = any(${sql.param(among)}::int[])`
  const [[found], named] = await Promise.all([
    hasTrigram(words) && !among
      ? wordedProducts(db).execute(writtenValues(words))
      : selectWorded(db, and(isAmong, matchesText(words))),
    wordedCompanies(db).execute({ words, pattern: likePattern(words) }),
  ])
  return { productIds: wholeNumbers(found?.ids ?? null), companyIds: named.map(({ id }) => id) }
}
