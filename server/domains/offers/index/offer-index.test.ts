import { asc, eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { offerFilters } from '#contract/offer-search.ts'
import { forms, roots, stocks } from '#contract/variants.ts'
import { companies } from '#server/domains/companies/companies.tables.ts'
import { categories, plants } from '#server/domains/plants/plants.tables.ts'
import { productImages, products } from '#server/domains/products/products.tables.ts'
import { variants } from '#server/domains/products/variants/variants.tables.ts'
import type { Database } from '#server/platform/database/database.ts'
import { contentChanges } from '#server/platform/http/cache/content-changes.ts'
import { testDatabase } from '#server/test/app.ts'
import { lookupId, makeCompany, makeMedia, makeProduct } from '#server/test/factories.ts'
import { countStatements } from '#server/test/statement-count.ts'
import { listPlantFacts, type PlantFacts } from './offer-index.queries.ts'
import { type OfferIndex, offerIndex } from './offer-index.ts'
import type { IndexQuery, Ordering } from './offer-query.ts'
import { searchOffers } from './search-offers.ts'

let database: Database
let index: OfferIndex
let facts: PlantFacts[]
const companyIds: number[] = []
const regionIds: number[] = []
const productIds: number[] = []
let categoryIds: number[]
let plantIds: number[]

const day = 24 * 60 * 60 * 1000
const now = Date.UTC(2026, 5, 1)

/** The same random numbers in every run (mulberry32). */
function randomNumbers(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}
const random = randomNumbers(20_260_601)
const below = (count: number) => Math.floor(random() * count)
const oneOf = <Value>(values: readonly Value[]): Value => values[below(values.length)] as Value
const some = <Value>(values: readonly Value[]) => values.filter(() => random() < 0.3)
const perhaps = <Value>(chance: number, value: () => Value): Value | null => (random() < chance ? value() : null)

/** A few distinct values, so that many offers have the same ones. */
function randomRange(step: number) {
  const [from, length] = [step * (1 + below(6)), step * below(3)]
  return oneOf([
    [from, from + length],
    [from, null],
    [null, from],
    [null, null],
  ] as const)
}

function randomVariant(): Omit<typeof variants.$inferInsert, 'productId' | 'companyId' | 'position'> {
  const [height, spread, girth] = [randomRange(500), randomRange(300), randomRange(20)]
  const priceKopecks = perhaps(0.85, () => 1000 * (1 + below(12)))
  return {
    form: perhaps(0.6, () => oneOf(forms)),
    root: perhaps(0.8, () => oneOf(roots)),
    rootSize: perhaps(0.7, () => oneOf([1.1, 2, 7.5, 10, 110.55])),
    stock: oneOf(stocks),
    heightFromMm: height[0],
    heightToMm: height[1],
    spreadFromMm: spread[0],
    spreadToMm: spread[1],
    girthFromMm: girth[0],
    girthToMm: girth[1],
    stemHeightMm: perhaps(0.3, () => 1000 + 500 * below(4)),
    priceKopecks,
    priceTiers:
      random() < 0.2
        ? [
            { quantityFrom: 10, priceKopecks: 900 },
            { quantityFrom: null, priceKopecks: 5 },
          ]
        : [],
    stockQuantity: perhaps(0.5, () => below(50)),
    confirmedAt: new Date(now - below(80) * day),
  }
}

const randomVariants = (product: { id: number; companyId: number }) =>
  Array.from({ length: 1 + below(4) }, (_, position) => ({
    ...randomVariant(),
    productId: product.id,
    companyId: product.companyId,
    position,
  }))

/** Half of the products are alike in all that groups offers, so that there are large groups besides small ones. */
async function addProduct(): Promise<void> {
  const { db } = database
  const isAlike = random() < 0.5
  const product = await makeProduct(db, {
    companyId: oneOf(companyIds),
    category: 'hvoynye',
    categoryId: isAlike ? (categoryIds[0] ?? 0) : oneOf(categoryIds),
    plantId: perhaps(0.8, () => oneOf(plantIds)),
    zone: isAlike ? 4 : perhaps(0.8, () => 2 + below(6)),
    publishedAt: perhaps(0.95, () => new Date(now - below(5) * day)),
    isApproved: random() < 0.9,
    images: below(2),
  })
  await db.delete(variants).where(eq(variants.productId, product.id))
  const alike = isAlike ? ({ form: 'shrub', root: 'container', stock: 'in_stock' } as const) : {}
  await db.insert(variants).values(randomVariants(product).map(one => ({ ...one, ...alike })))
  productIds.push(product.id)
}

beforeAll(async () => {
  database = await testDatabase()
  const { db } = database
  regionIds.push(
    await lookupId(db, 'region', 'TVE'),
    await lookupId(db, 'region', 'OMS'),
    await lookupId(db, 'region', 'MOS'),
  )
  for (let n = 0; n < 5; n++) {
    const company = await makeCompany(db, {
      inn: String(7_700_000_000 + n),
      regionId: perhaps(0.8, () => oneOf(regionIds)),
      verifiedAt: perhaps(0.5, () => new Date()),
    })
    companyIds.push(company.id)
  }
  categoryIds = (await db.select({ id: categories.id }).from(categories).orderBy(asc(categories.id)).limit(4)).map(
    ({ id }) => id,
  )
  plantIds = (await db.select({ id: plants.id }).from(plants).orderBy(asc(plants.id)).limit(12)).map(({ id }) => id)
  await db
    .update(plants)
    .set({ floweringFrom: 11, floweringTo: 2, isEvergreen: true })
    .where(inArray(plants.id, plantIds.slice(0, 3)))
  await db
    .update(plants)
    .set({ floweringFrom: 4, floweringTo: 6, isEvergreen: false })
    .where(inArray(plants.id, plantIds.slice(3, 6)))
  for (let n = 0; n < 60; n++) await addProduct()
  facts = await listPlantFacts(db)
  index = offerIndex({ db, changes: contentChanges(db) })
})
afterAll(() => database.close())

/** All offers as they are in the database. */
async function readAll() {
  return database.db
    .select({
      variant: variants,
      product: products,
      regionId: companies.regionId,
      isVerified: sql<boolean>`${companies.verifiedAt} is not null`,
      hasPhotos: sql<boolean>`exists (select from ${productImages} where ${productImages.productId} = ${products.id})`,
    })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .innerJoin(companies, eq(companies.id, products.companyId))
    .where(eq(products.isActive, true))
}
type Row = Awaited<ReturnType<typeof readAll>>[number]

const overlaps = (from: number | null, to: number | null, wantedFrom?: number, wantedTo?: number) => {
  if (wantedFrom === undefined && wantedTo === undefined) return true
  if (from === null && to === null) return false
  const [low, high] = [from ?? 0, to ?? 1e9]
  const [least, most] = [wantedFrom === undefined ? -1 : wantedFrom * 10, wantedTo === undefined ? 1e9 : wantedTo * 10]
  if (low < most && high > least) return true
  return (from === to && low >= least && low <= most) || (least === most && least >= low && least <= high)
}
const within = (value: number | null, from?: number, to?: number) =>
  (from === undefined && to === undefined) || (value !== null && value >= (from ?? 0) && value <= (to ?? 1e12))
const among = <Value>(wanted: readonly Value[] | null, value: Value | null) =>
  wanted === null || (value !== null && wanted.includes(value))
const unlessNone = <Value>(values: readonly Value[]) => (values.length > 0 ? values : null)

function unitPrice({ variant }: Row, quantity: number | undefined): number | null {
  const reached = variant.priceTiers.filter(
    tier => quantity !== undefined && tier.quantityFrom !== null && tier.quantityFrom <= quantity,
  )
  return reached[0]?.priceKopecks ?? variant.priceKopecks
}

/** The same search, done in the plainest way, one offer at a time. */
function plainly(rows: Row[], query: IndexQuery, ordering: Ordering) {
  const { filters: f, searched, distances } = query
  const factOf = (row: Row) => facts.find(({ id }) => id === row.product.plantId)
  const isWorded = (row: Row) =>
    searched?.worded != null &&
    (searched.worded.productIds.includes(row.product.id) || searched.worded.companyIds.includes(row.product.companyId))
  const ageOf = (row: Row) => (now - row.variant.confirmedAt.getTime()) / day
  const tests: Record<string, (row: Row) => boolean> = {
    category: row => among(query.categoryIds, row.product.categoryId),
    region: row => among(unlessNone(f.region), row.regionId),
    zone: row => f.zone === undefined || (row.product.zone !== null && row.product.zone <= f.zone),
    form: row => among(unlessNone(f.form), row.variant.form),
    root: row => among(unlessNone(f.root), row.variant.root),
    stock: row => among(unlessNone(f.stock), row.variant.stock),
    price: row =>
      within(unitPrice(row, f.quantity), f.price_from && f.price_from * 100, f.price_to && f.price_to * 100),
    height: row => overlaps(row.variant.heightFromMm, row.variant.heightToMm, f.height_from, f.height_to),
    girth: row => overlaps(row.variant.girthFromMm, row.variant.girthToMm, f.girth_from, f.girth_to),
    others: row =>
      among(query.plantIds, row.product.plantId) &&
      among(unlessNone(f.company), row.product.companyId) &&
      (f.within === undefined || (distances?.get(row.product.companyId) ?? 1e9) <= f.within) &&
      (searched === null || isWorded(row) || searched.plantIds.includes(row.product.plantId ?? -1)) &&
      overlaps(row.variant.spreadFromMm, row.variant.spreadToMm, f.spread_from, f.spread_to) &&
      within(
        row.variant.stemHeightMm,
        f.stem_height_from && f.stem_height_from * 10,
        f.stem_height_to && f.stem_height_to * 10,
      ) &&
      within(row.variant.rootSize, f.root_size_from, f.root_size_to) &&
      (f.quantity === undefined ||
        (row.variant.stock !== 'sold_out' && (row.variant.stockQuantity ?? 1e9) >= f.quantity)) &&
      (f.evergreen === undefined || factOf(row)?.isEvergreen === f.evergreen) &&
      (f.flowering_month.length === 0 ||
        f.flowering_month.some(month => {
          const { floweringFrom: from = null, floweringTo: to = null } = factOf(row) ?? {}
          if (from === null || to === null) return false
          return from <= to ? month >= from && month <= to : month >= from || month <= to
        })) &&
      (f.has_photos === undefined || row.hasPhotos === f.has_photos) &&
      (f.verified === undefined || row.isVerified === f.verified) &&
      (f.fresh === undefined || ageOf(row) < 14 === f.fresh),
  }
  const besides = (left: string) =>
    rows.filter(row => Object.entries(tests).every(([name, is]) => name === left || is(row)))
  const countsBy = <Value>(left: string, of: (row: Row) => Value | null) => {
    const counts = new Map<Value, number>()
    for (const row of besides(left)) {
      const value = of(row)
      if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1)
    }
    return [...counts].toSorted(([one], [other]) => (one < other ? -1 : 1))
  }
  const bounds = (left: string, from: (row: Row) => number | null, to: (row: Row) => number | null) => {
    const found = besides(left)
    const [lows, highs] = [
      found.flatMap(row => from(row) ?? to(row) ?? []),
      found.flatMap(row => to(row) ?? from(row) ?? []),
    ]
    return lows.length > 0 ? { min: Math.min(...lows), max: Math.max(...highs) } : null
  }
  const place = (row: Row) => {
    const index = searched?.plantIds.indexOf(row.product.plantId ?? -1) ?? -1
    return index < 0 ? 1e6 : index
  }
  const last = Number.POSITIVE_INFINITY
  const high = (from: number | null, to: number | null) => to ?? from
  const best = (row: Row) => [
    searched && searched.plantIds.length > 0 && searched.worded ? Number(!isWorded(row)) : 0,
    searched && searched.plantIds.length > 1 ? place(row) : 0,
    Number(row.variant.stock === 'sold_out'),
    ageOf(row) < 14 ? 0 : ageOf(row) < 45 ? 1 : 2,
    -(row.product.publishedAt?.getTime() ?? last),
    -row.product.id,
    row.variant.position,
    row.variant.id,
  ]
  const up = (value: number | null, row: Row) => [value ?? last, row.variant.id]
  const down = (value: number | null, row: Row) => [value === null ? last : -value, row.variant.id]
  const keys: Record<string, (row: Row) => number[]> = {
    price: row => up(unitPrice(row, f.quantity), row),
    '-price': row => down(unitPrice(row, f.quantity), row),
    height: row => up(high(row.variant.heightFromMm, row.variant.heightToMm), row),
    '-height': row => down(high(row.variant.heightFromMm, row.variant.heightToMm), row),
    girth: row => up(high(row.variant.girthFromMm, row.variant.girthToMm), row),
    '-girth': row => down(high(row.variant.girthFromMm, row.variant.girthToMm), row),
    '-confirmed_at': row => down(row.variant.confirmedAt.getTime(), row),
    distance: row => [distances?.get(row.product.companyId) ?? last, ...best(row)],
  }
  const keyOf = keys[ordering ?? ''] ?? best
  const ids = besides('nothing')
    .map(row => ({ id: row.variant.id, key: keyOf(row) }))
    .toSorted((one, other) => {
      const at = one.key.findIndex((value, index) => value !== other.key[index])
      return at < 0 ? 0 : (one.key[at] as number) < (other.key[at] as number) ? -1 : 1
    })
    .map(({ id }) => id)
  return {
    ids,
    counts: {
      count: ids.length,
      category: countsBy('category', row => row.product.categoryId),
      region: countsBy('region', row => row.regionId),
      zone: countsBy('zone', row => row.product.zone),
      form: countsBy('form', row => row.variant.form),
      root: countsBy('root', row => row.variant.root),
      stock: countsBy('stock', row => row.variant.stock),
      price: bounds(
        'price',
        row => unitPrice(row, f.quantity),
        row => unitPrice(row, f.quantity),
      ),
      height: bounds(
        'height',
        row => row.variant.heightFromMm,
        row => row.variant.heightToMm,
      ),
      girth: bounds(
        'girth',
        row => row.variant.girthFromMm,
        row => row.variant.girthToMm,
      ),
    },
  }
}

function randomQuery(): IndexQuery {
  const maybe = (chance: number, values: () => Record<string, unknown>) => (random() < chance ? values() : {})
  const filters = offerFilters.parse({
    ...maybe(0.15, () => ({ region: some(regionIds).map(String) })),
    ...maybe(0.15, () => ({ company: some(companyIds).map(String) })),
    ...maybe(0.15, () => ({ zone: String(1 + below(8)) })),
    ...maybe(0.15, () => ({ form: some(forms) })),
    ...maybe(0.2, () => ({ root: some(roots) })),
    ...maybe(0.2, () => ({ stock: some(stocks) })),
    ...maybe(0.15, () => ({ height_from: String(50 * below(5)) })),
    ...maybe(0.15, () => ({ height_to: String(50 + 50 * below(5)) })),
    ...maybe(0.1, () => ({ spread_from: String(30 * below(5)), spread_to: String(30 * (1 + below(8))) })),
    ...maybe(0.15, () => ({ girth_from: String(2 * below(8)), girth_to: String(2 * (1 + below(8))) })),
    ...maybe(0.05, () => ({ stem_height_from: '125.5' })),
    ...maybe(0.1, () => ({ root_size_from: '1.1', root_size_to: oneOf(['7.5', '110.55', '9.99']) })),
    ...maybe(0.15, () => ({ price_from: String(10 * below(8)) })),
    ...maybe(0.15, () => ({ price_to: String(10 + 10 * below(12)) })),
    ...maybe(0.2, () => ({ quantity: oneOf(['1', '10', '30']) })),
    ...maybe(0.1, () => ({ evergreen: oneOf(['1', '0']) })),
    ...maybe(0.1, () => ({ flowering_month: [String(1 + below(12))] })),
    ...maybe(0.1, () => ({ has_photos: oneOf(['1', '0']) })),
    ...maybe(0.1, () => ({ verified: oneOf(['1', '0']) })),
    ...maybe(0.1, () => ({ fresh: oneOf(['1', '0']) })),
    ...maybe(0.1, () => ({ within: '300' })),
  })
  return {
    filters,
    categoryIds: perhaps(0.2, () => some(categoryIds)),
    plantIds: perhaps(0.15, () => some(plantIds)),
    searched: perhaps(0.3, () => ({
      plantIds: some(plantIds).toReversed(),
      worded: perhaps(0.5, () => ({ productIds: Int32Array.from(some(productIds)), companyIds: some(companyIds) })),
    })),
    distances: new Map(companyIds.slice(1).map((id, index) => [id, 150 * index])),
    plantFacts: facts,
  }
}
/** Only filters that groups are counted for, and ranges that begin and end where offers do, just beside, or nowhere. */
function queryOfRanges(rows: Row[]): IndexQuery {
  const maybe = (chance: number, values: () => Record<string, unknown>) => (random() < chance ? values() : {})
  const ends = (of: (row: Row) => (number | null)[], scale: number, step: number) => {
    const stated = rows.flatMap(of).filter(value => value !== null)
    const end = () => perhaps(0.7, () => String(Math.max(0, oneOf(stated) / scale + step * (below(3) - 1))))
    const [one, other] = [end(), random() < 0.3 ? null : end()]
    return one !== null && other !== null && Number(one) > Number(other) ? [other, one] : [one, other]
  }
  const range = (name: string, [from, to]: (string | null)[] = []) => ({
    ...(from ? { [`${name}_from`]: from } : {}),
    ...(to ? { [`${name}_to`]: to } : {}),
  })
  const filters = offerFilters.parse({
    ...maybe(0.2, () => ({ region: some(regionIds).map(String) })),
    ...maybe(0.2, () => ({ zone: String(1 + below(8)) })),
    ...maybe(0.2, () => ({ form: oneOf([['shrub'], some(forms)]) })),
    ...maybe(0.2, () => ({ root: oneOf([['container'], some(roots)]) })),
    ...maybe(0.2, () => ({ stock: some(stocks) })),
    ...maybe(0.5, () =>
      range(
        'price',
        ends(({ variant }) => [variant.priceKopecks], 100, 0.01),
      ),
    ),
    ...maybe(0.5, () =>
      range(
        'height',
        ends(({ variant }) => [variant.heightFromMm, variant.heightToMm], 10, 0.1),
      ),
    ),
    ...maybe(0.3, () =>
      range(
        'girth',
        ends(({ variant }) => [variant.girthFromMm, variant.girthToMm], 10, 0.1),
      ),
    ),
  })
  return { ...everything, filters, categoryIds: perhaps(0.3, () => some(categoryIds)) }
}
const orderings: Ordering[] = [
  undefined,
  'price',
  '-price',
  'height',
  '-height',
  'girth',
  '-girth',
  '-confirmed_at',
  'distance',
]

const sorted = <Key extends string | number>(counts: ReadonlyMap<Key, number>) =>
  [...counts].toSorted(([one], [other]) => (one < other ? -1 : 1))

async function search(of: OfferIndex, query: IndexQuery, ordering: Ordering, page: { limit: number; offset: number }) {
  const { ids, facets: counts } = await of.use((offers, yieldNow) =>
    searchOffers(offers, query, { ordering, page, now }, yieldNow),
  )
  const { category, region, zone, form, root, stock, ...rest } = counts
  const maps = { category: sorted(category), region: sorted(region), zone: sorted(zone) }
  return { ids, counts: { ...rest, ...maps, form: sorted(form), root: sorted(root), stock: sorted(stock) } }
}

async function compare(of: OfferIndex, times: number, queryOf: (rows: Row[]) => IndexQuery = randomQuery) {
  const rows = await readAll()
  for (let n = 0; n < times; n++) {
    const [query, ordering] = [n === 0 ? everything : queryOf(rows), oneOf(orderings)]
    const page = { limit: oneOf([1, 5, 20, 1000]), offset: oneOf([0, 0, 3, 40]) }
    const plain = plainly(rows, query, ordering)
    const expected = { ids: plain.ids.slice(page.offset, page.offset + page.limit), counts: plain.counts }
    expect({ n, ordering, page, query, ...(await search(of, query, ordering, page)) }).toEqual({
      n,
      ordering,
      page,
      query,
      ...expected,
    })
  }
}
const everything: IndexQuery = {
  filters: offerFilters.parse({}),
  categoryIds: null,
  plantIds: null,
  searched: null,
  distances: null,
  plantFacts: [],
}

describe('the index of offers', () => {
  it('finds, counts and orders the same offers as a search that checks each offer singly', async () => {
    await compare(index, 400)
  })

  it('counts by the bounds of groups what checking each offer counts', async () => {
    await compare(index, 400, queryOfRanges)
  })

  it('counts the offers of plants, companies and categories that are not sold out', async () => {
    const left = (await readAll()).filter(({ variant }) => variant.stock !== 'sold_out')
    const counted = await index.use(({ countLeft }) => ({
      plants: plantIds.map(id => countLeft('plant', [id])),
      all: countLeft('plant', plantIds),
      companies: companyIds.map(id => countLeft('company', [id])),
      categories: categoryIds.map(id => countLeft('category', [id])),
      unknown: countLeft('plant', [2_000_000_000]),
    }))
    const countOf = (is: (row: Row) => boolean) => left.filter(is).length
    expect(counted).toEqual({
      plants: plantIds.map(id => countOf(({ product }) => product.plantId === id)),
      all: countOf(({ product }) => product.plantId !== null),
      companies: companyIds.map(id => countOf(({ product }) => product.companyId === id)),
      categories: categoryIds.map(id => countOf(({ product }) => product.categoryId === id)),
      unknown: 0,
    })
  })

  it('follows every change, in each process', async () => {
    const { db } = database
    const another = offerIndex({ db, changes: contentChanges(db) })
    const changes: (() => Promise<unknown>)[] = [
      () =>
        db
          .update(variants)
          .set({ stock: oneOf(stocks), priceKopecks: 100 * below(90) })
          .where(eq(variants.productId, oneOf(productIds))),
      () =>
        db
          .update(variants)
          .set(randomVariant())
          .where(eq(variants.productId, oneOf(productIds))),
      () => db.delete(variants).where(eq(variants.productId, oneOf(productIds))),
      async () => {
        const [product] = await db
          .select()
          .from(products)
          .where(eq(products.id, oneOf(productIds)))
        if (product) await db.insert(variants).values(randomVariants(product))
      },
      () => addProduct(),
      () =>
        db
          .update(products)
          .set({ plantId: oneOf(plantIds) })
          .where(eq(products.id, oneOf(productIds))),
      () =>
        db
          .update(products)
          .set({ isApproved: random() < 0.5, categoryId: oneOf(categoryIds) })
          .where(eq(products.id, oneOf(productIds))),
      () => db.delete(productImages).where(eq(productImages.productId, oneOf(productIds))),
      async () =>
        db.insert(productImages).values({ productId: oneOf(productIds), mediaKey: await makeMedia(db), position: 9 }),
      () =>
        db
          .update(companies)
          .set({ regionId: oneOf(regionIds) })
          .where(eq(companies.id, oneOf(companyIds))),
      () =>
        db
          .update(companies)
          .set({ verifiedAt: perhaps(0.5, () => new Date()) })
          .where(eq(companies.id, oneOf(companyIds))),
      // As when a company is blocked or unblocked.
      () =>
        db
          .update(products)
          .set({ isSuspended: random() < 0.5 })
          .where(eq(products.companyId, oneOf(companyIds))),
      () =>
        db
          .update(products)
          .set({ plantId: plantIds[0] ?? null })
          .where(eq(products.plantId, oneOf(plantIds))),
      () =>
        db.transaction(async tx => {
          for (const _ of 'twice')
            await tx
              .update(variants)
              .set({ confirmedAt: new Date(now - below(80) * day) })
              .where(eq(variants.companyId, oneOf(companyIds)))
        }),
    ]
    for (let n = 0; n < 40; n++) {
      for (let times = below(3); times >= 0; times--) await oneOf(changes)()
      await compare(n % 2 === 0 ? index : another, 1 + (n % 2))
      await compare(n % 2 === 0 ? index : another, 3, queryOfRanges)
    }
    const [gone] = productIds.splice(0, 1)
    await db.delete(variants).where(eq(variants.productId, gone ?? 0))
    await compare(index, 2)
    await compare(another, 2)
  })

  it('reads many changed products as soon as it hears of them, not when somebody searches', async () => {
    const { db } = database
    for (let n = productIds.length; n <= 110; n++) await addProduct()
    const heard = contentChanges(db)
    const another = offerIndex({ db, changes: heard })
    await another.prepare()
    await db.update(variants).set({ stock: 'on_order' })
    const statements = countStatements()
    try {
      await heard.current()
      // The question what has changed, and the reading of it.
      await vi.waitFor(() => expect(statements.sofar()).toBe(2))
      const onOrder = await another.use(({ countLeft }) => countLeft('company', companyIds))
      expect(onOrder).toBe((await readAll()).length)
      expect(statements.sofar()).toBe(4)
    } finally {
      statements.stop()
    }
  })

  it('is sorted anew after many changes, while others go on', async () => {
    const { db } = database
    for (let n = 0; n < 25; n++) {
      await db.update(variants).set({ priceKopecks: sql`${variants.priceKopecks} + 100`, stock: oneOf(stocks) })
      await compare(index, 1)
      if (n % 5 === 0)
        await db
          .update(companies)
          .set({ regionId: oneOf(regionIds) })
          .where(eq(companies.id, oneOf(companyIds)))
    }
    // 25 changes of several hundred offers each have been sorted into the others.
    expect(await index.use(({ size }) => size)).toBeLessThan(6000)
    await compare(index, 20)
  })

  it('is filled again after a database table was truncated', async () => {
    await database.db.execute(sql`truncate variants cascade`)
    expect((await search(index, everything, undefined, { limit: 20, offset: 0 })).counts.count).toBe(0)
    await addProduct()
    await compare(index, 5)
  })
})
