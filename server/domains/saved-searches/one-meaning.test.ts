import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { namedPlants } from '#server/domains/plants/named-plants.ts'
import { products } from '#server/domains/products/products.tables.ts'
import { derivedColumns } from '#server/domains/products/variants/derived-columns.ts'
import { variants } from '#server/domains/products/variants/variants.tables.ts'
import { contentChanges } from '#server/platform/http/cache/content-changes.ts'
import { publicUrl, type TestServer, testServer } from '#server/test/app.ts'
import { lookupId, makeCompany, makePerson, makeProduct, placeId } from '#server/test/factories.ts'
import { readyToSearch } from '#server/test/ready-to-search.ts'
import { findNews } from './alerts/alerts.service.ts'
import { savedSearchOffers } from './saved-searches.tables.ts'
import { unsubscribeTokens } from './unsubscribe-tokens.ts'

let server: TestServer
const regionIds: number[] = []
const companyIds: number[] = []
/** Places of the zones 1, 4 and 6. */
const cold: { id: number; zone: number }[] = []

beforeAll(async () => {
  server = await testServer()
  const { db } = server.database
  for (const key of ['TVE', 'OMS']) regionIds.push(await lookupId(db, 'region', key))
  for (const [at, regionId] of [...regionIds, null].entries())
    companyIds.push((await makeCompany(db, { inn: String(7_700_000_000 + at), regionId })).id)
  for (const [name, zone] of [
    ['Якутск', 1],
    ['Москва', 4],
    ['Краснодар', 6],
  ] as const)
    cold.push({ id: await placeId(db, name), zone })
  await readyToSearch(server)
})
afterAll(() => server.close())

/** A few values, so that ends of ranges meet often. Sizes are in millimetres, prices in kopecks. */
const size = fc.record({
  height: fc.constantFrom([500, 700], [700, 900], [700, 700], [900, null], [null, 900], [null, null]),
  priceKopecks: fc.constantFrom(null, 9_950, 10_000, 15_000),
  stock: fc.constantFrom('in_stock' as const, 'on_order' as const, 'sold_out' as const),
  stockQuantity: fc.constantFrom(null, 5, 50),
})
const product = fc.record({
  company: fc.nat(2),
  zone: fc.constantFrom(null, 1, 3, 5),
  sizes: fc.array(size, { minLength: 1, maxLength: 3 }),
})
type Sized = (typeof size extends fc.Arbitrary<infer Value> ? Value : never) & {
  id: number
  product: number
  zone: number | null
  regionId: number | null
}

const centimetres = fc.option(fc.constantFrom(0, 50, 60, 70, 80, 90, 120), { nil: undefined, freq: 2 })
const rubles = fc.option(fc.constantFrom(0, 99.5, 100, 120, 150, 151), { nil: undefined, freq: 2 })
const filters = fc.record({
  height_from: centimetres,
  height_to: centimetres,
  price_from: rubles,
  price_to: rubles,
  zone: fc.option(fc.constantFrom(2, 3, 4, 5), { nil: undefined }),
  region: fc.option(fc.nat(1), { nil: undefined }),
  /** `hardy`, in one of the places. */
  hardyIn: fc.option(fc.nat(2), { nil: undefined, freq: 1 }),
})
type Filters = typeof filters extends fc.Arbitrary<infer Value> ? Value : never

/** The meaning of the filters once more, in the plainest words: one offer at a time. */
function matches({ height: [low, high], priceKopecks, zone, regionId }: Sized, asked: Filters): boolean {
  const isAsked = asked.height_from !== undefined || asked.height_to !== undefined
  const [from, to] = [low ?? 0, high ?? 1e9]
  // Without a lower end a range begins before any size.
  const [least, most] = [(asked.height_from ?? -1) * 10, (asked.height_to ?? 1e9) * 10]
  const isOfHeight =
    (low !== null || high !== null) &&
    ((from < most && to > least) ||
      (low === high && from >= least && from <= most) ||
      (least === most && least >= from && least <= to))
  const kopecks = priceKopecks ?? Number.NaN
  const isOfPrice =
    (asked.price_from === undefined || kopecks >= asked.price_from * 100) &&
    (asked.price_to === undefined || kopecks <= asked.price_to * 100)
  return (
    (!isAsked || isOfHeight) &&
    isOfPrice &&
    (asked.zone === undefined || (zone !== null && zone <= asked.zone)) &&
    (asked.hardyIn === undefined || (zone !== null && zone <= (cold[asked.hardyIn]?.zone ?? 0))) &&
    (asked.region === undefined || regionId === regionIds[asked.region])
  )
}

function queryOf({ region, hardyIn, ...rest }: Filters): string {
  const stated = Object.entries({
    ...rest,
    region: region === undefined ? undefined : regionIds[region],
    ...(hardyIn === undefined ? {} : { place: cold[hardyIn]?.id, hardy: 1 }),
  })
  return stated.flatMap(([name, value]) => (value === undefined ? [] : `${name}=${value}`)).join('&')
}

/** Puts what was drawn into the shop; returns all its sizes. */
async function fill(drawn: (typeof product extends fc.Arbitrary<infer Value> ? Value : never)[]): Promise<Sized[]> {
  const { db } = server.database
  const all: Sized[] = []
  await db.delete(products)
  for (const { company, zone, sizes } of drawn) {
    const companyId = companyIds[company] ?? 0
    const { id: productId } = await makeProduct(db, { companyId, zone })
    await db.delete(variants).where(eq(variants.productId, productId))
    const rows = await db
      .insert(variants)
      .values(
        sizes.map(({ height: [heightFromMm, heightToMm], ...of }, position) => ({
          ...{ productId, companyId, position, heightFromMm, heightToMm },
          ...of,
        })),
      )
      .returning()
    await db.update(products).set(derivedColumns(rows)).where(eq(products.id, productId))
    for (const [at, one] of sizes.entries())
      all.push({ ...one, id: rows[at]?.id ?? 0, product: productId, zone, regionId: regionIds[company] ?? null })
  }
  return all
}

const shop = fc.array(product, { minLength: 12, maxLength: 24 })
const sorted = (ids: Iterable<number>) => [...new Set(ids)].toSorted((one, other) => one - other)

/** What a category's page, the search over offers, and the search over products find. */
async function found(query: string) {
  const [page, offers, all] = await Promise.all([
    server.get(`/api/products/hvoynye/?page_size=100&${query}`),
    server.get(`/api/offers/?category=hvoynye&page_size=100&${query}`),
    server.get(`/api/products/?page_size=100&${query}`),
  ])
  const results: { variant: { id: number }; product: { id: number } }[] = offers.body.results
  const cards: { id: number; price: number | null }[] = page.body.products
  return {
    page: sorted(cards.map(({ id }) => id)),
    prices: new Map(cards.map(({ id, price }) => [id, price])),
    everywhere: sorted(all.body.results.map(({ id }: { id: number }) => id)),
    offers: sorted(results.map(({ variant }) => variant.id)),
    ofOffers: sorted(results.map(one => one.product.id)),
    counts: [page.body.count, offers.body.count, all.body.count],
  }
}

it('a category, the search over products, offers and alerts find the same by the same filters', async () => {
  const { db } = server.database
  const asked = fc.sample(filters, { seed: 20_261_128, numRuns: 60 })
  const searches: { id: string; query: Filters }[] = []
  let buyer = ''
  for (const [at, query] of asked.entries()) {
    if (at % 20 === 0) buyer = (await makePerson(db)).id
    const body = { name: `${at}`, query: `category=hvoynye&${queryOf(query)}`, every: 'weekly' }
    const answer = await server.send('POST', '/api/saved-searches/', body, buyer)
    expect(answer.status, answer.text).toBe(201)
    searches.push({ id: answer.body.id, query })
  }
  const sizes = await fill(fc.sample(shop, { seed: 7, numRuns: 1 })[0] ?? [])
  const deps = {
    db: server.database.jobs,
    names: namedPlants({ db, changes: contentChanges(server.database.quick) }),
    tokens: unsubscribeTokens('a secret for tests only, long enough'),
    publicUrl,
  }
  await findNews(deps, new AbortController().signal)
  let total = 0
  for (const { id, query } of searches) {
    const meant = sizes.filter(one => matches(one, query))
    const news = await db.select().from(savedSearchOffers).where(eq(savedSearchOffers.savedSearchId, id))
    const { page, everywhere, offers, ofOffers, counts, prices } = await found(queryOf(query))
    const ofProducts = sorted(meant.map(one => one.product))
    expect({ query, page, everywhere, offers, ofOffers, counts }).toEqual({
      ...{ query, page: ofProducts, everywhere: ofProducts, ofOffers: ofProducts },
      offers: sorted(meant.map(one => one.id)),
      counts: [ofProducts.length, meant.length, ofProducts.length],
    })
    expect({ query, news: sorted(news.map(({ variantId }) => variantId)) }).toEqual({
      query,
      // Nobody is told of what is sold out without having asked for it.
      news: sorted(meant.filter(({ stock }) => stock !== 'sold_out').map(one => one.id)),
    })
    for (const one of ofProducts) {
      const kopecks = meant.flatMap(({ product: of, stock, priceKopecks }) =>
        of === one && stock !== 'sold_out' ? (priceKopecks ?? []) : [],
      )
      expect(prices.get(one)).toBe(kopecks.length > 0 ? Math.min(...kopecks) / 100 : null)
    }
    total += meant.length
  }
  expect(total).toBeGreaterThan(100)
})

it('any filters find in any shop what looking at one offer after another finds', async () => {
  await fc.assert(
    fc.asyncProperty(shop, fc.array(filters, { minLength: 5, maxLength: 5 }), async (drawn, several) => {
      const sizes = await fill(drawn)
      for (const asked of several) {
        const meant = sizes.filter(one => matches(one, asked))
        const { page, offers } = await found(queryOf(asked))
        expect(offers).toEqual(sorted(meant.map(one => one.id)))
        expect(page).toEqual(sorted(meant.map(one => one.product)))
      }
    }),
    { numRuns: 6 },
  )
})
