import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { productOrderings } from '#contract/offers.ts'
import { products } from '#server/domains/products/products.tables.ts'
import { variants } from '#server/domains/products/variants/variants.tables.ts'
import { lookups } from '#server/domains/reference/lookups.tables.ts'
import { publicUrl, type TestServer, testServer } from '#server/test/app.ts'
import { lookupId, makeCompany, makeProduct } from '#server/test/factories.ts'

/** A size as it is on the wire, in centimetres and rubles. */
interface Size {
  /** The entry of the list of packings. */
  packaging: number | null
  price: number | null
  heightFrom: number | null
  heightTo: number | null
  isSoldOut: boolean
}

/** What the expected results are computed from. */
interface Known {
  id: number
  category: string
  genus: string
  companyRegion: number | null
  zone: number | null
  /** Without any size, a product is found by what it states itself. */
  sizes: Size[]
  publishedAt: number
  isActive: boolean
}

interface Filters {
  zone?: number
  rsp?: number[]
  region?: number[]
  price_from?: number
  price_to?: number
  height_from?: number
  height_to?: number
  search?: string
  ordering?: (typeof productOrderings)[number]
}

let server: TestServer
const known: Known[] = []
let packagings: { id: number; name: string }[] = []
let regions: { id: number; name: string }[] = []

const category = 'hvoynye'
const genera = ['Сосна', 'Ель', 'Можжевельник', 'Туя']
/** A word form that finds the first of these genera and no other. */
const pine = 'сосны'

/** Ranges that only touch do not overlap, but a single height lies in a range that begins or ends with it. */
function overlaps({ heightFrom, heightTo }: Size, from: number | undefined, to: number | undefined): boolean {
  if (from === undefined && to === undefined) return true
  if (heightFrom === null && heightTo === null) return false
  const [low, high] = [heightFrom ?? 0, heightTo ?? Number.POSITIVE_INFINITY]
  const [least, most] = [from ?? -1, to ?? Number.POSITIVE_INFINITY]
  if (low < most && high > least) return true
  return (low === high && low >= least && low <= most) || (least === most && low <= least && least <= high)
}

function sizeMatches(size: Size, { rsp = [], price_from, price_to, height_from, height_to }: Filters): boolean {
  return [
    rsp.length === 0 || rsp.some(id => id === size.packaging),
    price_from === undefined || (size.price !== null && size.price >= price_from),
    price_to === undefined || (size.price !== null && size.price <= price_to),
    overlaps(size, height_from, height_to),
  ].every(Boolean)
}

const asksForSizes = ({ rsp = [], price_from, price_to, height_from, height_to }: Filters) =>
  rsp.length > 0 || [price_from, price_to, height_from, height_to].some(end => end !== undefined)

const matchingSizes = (product: Known, filters: Filters) => product.sizes.filter(size => sizeMatches(size, filters))

function matches(product: Known, filters: Filters): boolean {
  const { zone, region = [], search } = filters
  return [
    product.isActive,
    zone === undefined || (product.zone !== null && product.zone <= zone),
    region.length === 0 || region.some(id => id === product.companyRegion),
    product.sizes.length === 0 ? !asksForSizes(filters) : matchingSizes(product, filters).length > 0,
    search !== pine || product.genus === 'Сосна',
  ].every(Boolean)
}

/** The price on the card: the lowest of the sizes that match and are not sold out. */
function priceOf(product: Known, filters: Filters): number | null {
  const prices = matchingSizes(product, filters).flatMap(({ price, isSoldOut }) => (isSoldOut ? [] : (price ?? [])))
  return prices.length > 0 ? Math.min(...prices) : null
}

/** What a card tells of its sizes. */
const cardOf = (product: Known, filters: Filters) => {
  const sizes = matchingSizes(product, filters)
  const left = sizes.filter(({ isSoldOut }) => !isSoldOut)
  return {
    id: product.id,
    price: priceOf(product, filters),
    price_is_from: new Set(left.flatMap(({ price }) => price ?? [])).size > 1,
    variants_count: sizes.length,
    is_sold_out: left.length === 0,
  }
}

const nullsLast = (one: number | null, other: number | null, sign: 1 | -1) => {
  if (one === null || other === null) return Number(one === null) - Number(other === null)
  return sign * (one - other)
}

function sorted(products: Known[], filters: Filters): Known[] {
  const { ordering = '-created_at' } = filters
  return products.toSorted((one, other) => {
    if (ordering === '-created_at') return other.publishedAt - one.publishedAt || other.id - one.id
    const [price, otherPrice] = [priceOf(one, filters), priceOf(other, filters)]
    return nullsLast(price, otherPrice, ordering === 'price' ? 1 : -1) || one.id - other.id
  })
}

/**
 * The choices of a list with their counts among `products`: the choices that occur or are chosen, in the list's order.
 */
function choices(
  all: typeof regions,
  products: Known[],
  hasValue: (product: Known, id: number) => boolean,
  chosen: number[] = [],
) {
  return all
    .map(({ id, name }) => ({ id, name, count: products.filter(product => hasValue(product, id)).length }))
    .filter(({ id, count }) => count > 0 || chosen.includes(id))
}

function expectedFacets(filters: Filters) {
  const all = known.filter(product => product.category === category)
  const without = (...names: (keyof Filters)[]) => {
    const rest = Object.fromEntries(Object.entries(filters).filter(([name]) => !names.includes(name as keyof Filters)))
    return all.filter(product => matches(product, rest))
  }
  const forZones = without('zone')
  const zones = [...new Set(forZones.map(product => product.zone))].filter(zone => zone !== null)
  return {
    zones: zones
      .toSorted((one, other) => one - other)
      .map(zone => ({ zone, count: forZones.filter(product => product.zone !== null && product.zone <= zone).length })),
    rsp: choices(
      packagings,
      without('rsp'),
      (product, id) => matchingSizes(product, { ...filters, rsp: [id] }).length > 0,
      filters.rsp,
    ),
    regions: choices(regions, without('region'), ({ companyRegion }, id) => companyRegion === id, filters.region),
  }
}

function queryOf(filters: Filters & { page?: number; page_size?: number }): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(filters))
    for (const item of [value].flat()) query.append(name, String(item))
  return query.toString()
}

/**
 * The element at this index of a repeated list. The lists have lengths without common factors, so that the values mix
 * well.
 */
const pick = <Value>(values: readonly Value[], index: number): Value => values[index % values.length] as Value

const prices = [1500, 990.5, null, 1500, 12_000, 0.01, 990.5, 250_000.99, null, 1499.99, 1500.01]
const heights: [number | null, number | null][] = [
  [20, 30],
  [null, null],
  [100, 150],
  [150, null],
  [null, 80],
  [300, 350],
  [100.5, 120],
  [149, 151],
  [80, 100],
  [100, 100],
]

const packagingId = (name: string) => packagings.find(one => one.name.startsWith(name))?.id ?? 0
const times = (value: number | null, scale: number) => (value === null ? null : Math.round(value * scale))

const asVariant = (product: { id: number; companyId: number }, size: Size, position: number) => ({
  productId: product.id,
  companyId: product.companyId,
  position,
  // What sizes cannot express stands with the product.
  root: rootNamed(packagings.find(({ id }) => id === size.packaging)?.name),
  priceKopecks: times(size.price, 100),
  heightFromMm: times(size.heightFrom, 10),
  heightToMm: times(size.heightTo, 10),
  stock: size.isSoldOut ? ('sold_out' as const) : ('in_stock' as const),
})
const rootNamed = (name = '') =>
  name.startsWith('Контейнер') ? ('container' as const) : name.startsWith('Ком') ? ('ball' as const) : null

/** What lists show of all sizes of a product, as saving one writes it. */
function cardColumns(sizes: Size[]) {
  const left = sizes.filter(({ isSoldOut }) => !isSoldOut).flatMap(({ price }) => times(price, 100) ?? [])
  return {
    priceKopecks: left.length > 0 ? Math.min(...left) : null,
    priceIsFrom: new Set(left).size > 1,
    variantsCount: sizes.length,
    isSoldOut: sizes.every(({ isSoldOut }) => isSoldOut),
  }
}

beforeAll(async () => {
  server = await testServer()
  const { db } = server.database
  await db.insert(lookups).values({ kind: 'root_packaging', name: 'Мешок', position: 99 })
  packagings = (await server.get('/api/products/rsp/')).body
  regions = (await server.get('/api/teams/cities/')).body
  const regionKeys = ['MOS', 'LEN', 'MOS', null, 'KDA']
  const companies = await Promise.all(
    regionKeys.map(async key => makeCompany(db, { regionId: key === null ? null : await lookupId(db, 'region', key) })),
  )
  for (let n = 0; n < 66; n++) {
    const company = pick(companies, n)
    const zone = pick([4, 3, null, 5, 2, 6, 4], n)
    const [container, ball, sack] = [packagingId('Контейнер'), packagingId('Ком'), packagingId('Мешок')]
    const sizes = Array.from({ length: n % 13 === 12 ? 0 : 1 + ((n >> 1) % 3) }, (_, at): Size => {
      const m = n + 5 * at
      const [heightFrom, heightTo] = pick(heights, m + (m >> 4))
      return {
        packaging: n % 9 === 8 ? sack : pick([container, ball, null, container], m * 3 + (m >> 3)),
        price: pick(prices, m),
        heightFrom,
        heightTo,
        isSoldOut: (n + 3 * at) % 7 === 6,
      }
    })
    const inCategory = n % 6 === 5 ? 'listvennye-derevya' : category
    // Groups of three products share a publication time; of these the larger id comes first.
    const publishedAt = new Date(Date.UTC(2026, 0, 1 + ((n * 7) % 30), Math.floor(n / 3) % 2))
    const isActive = n % 11 !== 10
    const genus = pick(genera, n + (n >> 2))
    const row = await makeProduct(db, {
      category: inCategory,
      genus,
      companyId: company.id,
      zone,
      zoneId: zone && (await lookupId(db, 'winter_hardiness', String(zone))),
      rootPackagingId: n % 9 === 8 ? sack : null,
      publishedAt: isActive || n % 2 ? publishedAt : null,
      isApproved: isActive,
    })
    await db.delete(variants).where(eq(variants.productId, row.id))
    if (sizes.length > 0) await db.insert(variants).values(sizes.map((size, at) => asVariant(row, size, at)))
    await db.update(products).set(cardColumns(sizes)).where(eq(products.id, row.id))
    known.push({
      id: row.id,
      category: inCategory,
      genus,
      companyRegion: company.regionId,
      zone,
      sizes,
      publishedAt: publishedAt.getTime(),
      isActive,
    })
  }
})
afterAll(() => server.close())

const ids = (cards: { id: number }[]) => cards.map(card => card.id)

const named = (packaging: number) => rootNamed(packagings.find(({ id }) => id === packaging)?.name)

/** The products whose sizes `/api/offers/` finds with the same filters; `null`: it cannot be asked for these. */
async function offered(filters: Filters): Promise<Set<number> | null> {
  const { rsp = [], ordering: _, ...same } = filters
  const root = rsp.map(named)
  if (root.includes(null)) return null
  const found = new Set<number>()
  const query = new URLSearchParams(`${queryOf(same)}&category=${category}&as_written=1&page_size=100`)
  for (const one of root) query.append('root', String(one))
  for (let page = 1, isLast = false; !isLast; page++) {
    query.set('page', String(page))
    const { status, body } = await server.get(`/api/offers/?${query}`)
    expect(status).toBe(200)
    for (const { product } of body.results) found.add(product.id)
    isLast = body.next === null
  }
  return found
}

async function expectAnswer(filters: Filters) {
  const { status, body } = await server.get(`/api/products/${category}/?${queryOf({ ...filters, page_size: 100 })}`)
  const expected = known.filter(product => product.category === category && matches(product, filters))
  expect({ filters, status, count: body.count, ids: ids(body.products), facets: body.facets }).toEqual({
    filters,
    status: 200,
    count: expected.length,
    ids: ids(sorted(expected, filters)),
    facets: expectedFacets(filters),
  })
  expect(body.products).toMatchObject(sorted(expected, filters).map(product => cardOf(product, filters)))
  return expected.length
}

/** That a list has the products of the offers, besides those that have no size to offer. */
async function expectSameAsOffers(filters: Filters) {
  const found = await offered(filters)
  if (!found) return
  const { body } = await server.get(`/api/products/${category}/?${queryOf({ ...filters, page_size: 100 })}`)
  const withSizes = new Set(known.flatMap(({ id, sizes }) => (sizes.length > 0 ? id : [])))
  const listed = new Set(ids(body.products).filter(id => withSizes.has(id)))
  expect({ filters, listed }).toEqual({ filters, listed: found })
}

async function expectSearch(filters: Filters) {
  const { status, body } = await server.get(`/api/products/?${queryOf({ ...filters, page_size: 100 })}`)
  const expected = known.filter(product => matches(product, filters))
  const counts = Object.entries(Object.groupBy(expected, product => product.category)).map(([slug, list]) => [
    slug,
    list?.length,
  ])
  expect({ filters, status, count: body.count, ids: ids(body.results) }).toEqual({
    filters,
    status: 200,
    count: expected.length,
    ids: ids(sorted(expected, filters)),
  })
  expect(
    Object.fromEntries(
      body.categories.map((one: { slug: string; products_count: number }) => [one.slug, one.products_count]),
    ),
  ).toEqual(Object.fromEntries(counts))
}

describe('filters of a category page', () => {
  const one = () => packagingId('Контейнер')
  const two = () => packagingId('Мешок')
  const regionId = (name: string) => regions.find(region => region.name === name)?.id ?? 0
  const moscow = () => regionId('Московская область')
  const leningrad = () => regionId('Ленинградская область')

  /** All values that the tests below use for each filter. */
  const options = (): { [Name in keyof Required<Filters>]: (Filters[Name] | undefined)[] } => ({
    zone: [undefined, 4, 2, 1, 9],
    rsp: [undefined, [one()], [one(), two()], [packagings[5]?.id ?? 0]],
    region: [undefined, [moscow()], [moscow(), leningrad()], [regionId('Республика Тыва')]],
    price_from: [undefined, 1500, 990.5, 0.02, 21_474_837, 99_999_999],
    price_to: [undefined, 1500, 1499.99, 0.01, 0, 99_999_999.99],
    height_from: [undefined, 100, 150, 151, 99_999],
    height_to: [undefined, 100, 149, 20, 0],
    search: [undefined, pine],
    ordering: [undefined, ...productOrderings],
  })

  it.each([
    'zone',
    'rsp',
    'region',
    'price_from',
    'price_to',
    'height_from',
    'height_to',
    'search',
    'ordering',
  ] as const)('%s alone', async name => {
    let found = 0
    for (const value of options()[name]) {
      const filters = value === undefined ? {} : { [name]: value }
      found += await expectAnswer(filters)
      await expectSearch(filters)
      await expectSameAsOffers(filters)
    }
    expect(found).toBeGreaterThan(0)
  })

  it('all in every combination', async () => {
    const { ordering } = options()
    const pairs = [
      [undefined, 4].map(zone => ({ zone })),
      [undefined, [one()], [one(), two()]].map(rsp => ({ rsp })),
      [undefined, [moscow()], [moscow(), leningrad()]].map(region => ({ region })),
      [{}, { price_from: 990.5 }, { price_to: 1500 }, { price_from: 990.5, price_to: 1500 }],
      [{}, { height_from: 100 }, { height_to: 150 }, { height_from: 81, height_to: 149 }],
      [undefined, pine].map(search => ({ search })),
    ]
    const combinations = pairs.reduce<Filters[]>(
      (all, part) => all.flatMap(rest => part.map(piece => ({ ...rest, ...piece }))),
      [{}],
    )
    expect(combinations).toHaveLength(576)
    let withMatches = 0
    for (const [index, combination] of combinations.entries()) {
      const filters: Filters = Object.fromEntries(
        Object.entries({ ...combination, ordering: pick(ordering, index + (index >> 2)) }).filter(
          ([, value]) => value !== undefined,
        ),
      )
      if ((await expectAnswer(filters)) > 0) withMatches++
      if (index % 5 === 0) await expectSearch(filters)
      if (index % 7 === 0) await expectSameAsOffers(filters)
    }
    expect(withMatches).toBeGreaterThan(200)
  })

  it('lists a product only if one of its sizes matches all filters, with the price of that one', async () => {
    const { db } = server.database
    const pineTree = await makeProduct(db, { category: 'rozy', genus: 'Сосна', priceKopecks: 24_000_00 })
    await db.delete(variants).where(eq(variants.productId, pineTree.id))
    const size = { packaging: null, isSoldOut: false }
    const sizes = [
      { ...size, price: 24_000, heightFrom: 250, heightTo: 300 },
      { ...size, price: 79_000, heightFrom: 450, heightTo: 500 },
    ]
    await db.insert(variants).values(sizes.map((one, at) => asVariant(pineTree, one, at)))
    const found = async (filters: Filters) => {
      const { body } = await server.get(`/api/products/rozy/?${queryOf(filters)}`)
      return body.products.map(({ price }: { price: number }) => price)
    }
    expect(await found({ price_to: 24_000, height_from: 450 })).toEqual([])
    expect(await found({ height_from: 450 })).toEqual([79_000])
    expect(await found({ height_from: 300, height_to: 450 })).toEqual([])
    expect(await found({ height_to: 300 })).toEqual([24_000])
    expect(await found({})).toEqual([24_000])
  })

  it('ignores empty fields of a form', async () => {
    const empty = 'search=&price_from=&price_to=&height_from=&height_to=&zone=&rsp=&region=&ordering=&page=&page_size='
    const plain = await server.get(`/api/products/${category}/`)
    const { body } = await server.get(`/api/products/${category}/?${empty}`)
    expect(body.products).toEqual(plain.body.products)
    expect(body.count).toBe(known.filter(product => product.category === category && product.isActive).length)
  })

  it('accepts a price with a comma and spaces around a search', async () => {
    const { body } = await server.get(
      `/api/products/${category}/?price_from=990,50&search=%20%20${pine}%20&page_size=100`,
    )
    const expected = known.filter(one => one.category === category && matches(one, { price_from: 990.5, search: pine }))
    expect(ids(body.products)).toEqual(ids(sorted(expected, {})))
  })

  it.each([
    ['price_from', '-1'],
    ['price_from', '1e3'],
    ['price_to', 'дорого'],
    ['price_to', '1000000001'],
    ['height_to', '-1'],
    ['height_to', '999999'],
    ['zone', '0'],
    ['zone', '14'],
    ['zone', '4a'],
    ['rsp', 'x'],
    ['rsp', '2147483648'],
    ['region', '0'],
    ['region', "1' or '1'='1"],
    ['ordering', 'name'],
    ['ordering', '-price,id'],
    ['search', 'а'.repeat(256)],
    ['search', 'сосна\u0000'],
    ['search', 'сосна\u0007'],
    ['page', '0'],
    ['page', '-1'],
    ['page', 'x'],
    ['page', '1.5'],
    ['page_size', '0'],
    ['page_size', '-5'],
    ['page_size', 'все'],
  ])('%s=%s is 400 and names the field', async (name, value) => {
    for (const path of [`/api/products/${category}/`, '/api/products/']) {
      const { status, body } = await server.get(`${path}?${new URLSearchParams([[name, value]])}`)
      expect(status).toBe(400)
      expect(body).toMatchObject({ status: 400, code: 'INVALID_INPUT' })
      expect(Object.keys(body.fields)).toEqual([name])
      expect(body.fields[name][0].message).toMatch(/[а-я]/)
      expect(body.fields[name][0].code).toMatch(/^\w+$/)
    }
  })

  it('names every invalid field, including a field given twice', async () => {
    const { status, body } = await server.get(`/api/products/${category}/?page=0&zone=x&search=a&search=b`)
    expect(status).toBe(400)
    expect(Object.keys(body.fields).toSorted()).toEqual(['page', 'search', 'zone'])
  })
})

describe('orderings', () => {
  it.each(productOrderings)(
    '%s has correct links and null prices in a fixed place, at every page size',
    async ordering => {
      const expected = ids(
        sorted(
          known.filter(one => one.category === category && one.isActive),
          { ordering },
        ),
      )
      for (const page_size of [1, 7, 20]) {
        const seen: number[] = []
        let address: string | null = `${publicUrl}/api/products/${category}/?${queryOf({ ordering, page_size })}`
        let previous: string | null = null
        while (address !== null) {
          expect(address.startsWith(`${publicUrl}/api/products/${category}/?`)).toBe(true)
          const { status, body } = await server.get(address.slice(publicUrl.length))
          expect(status).toBe(200)
          expect(body.count).toBe(expected.length)
          if (previous === null) expect(body.previous).toBeNull()
          // `previous` leads to the page that was read before this one.
          else
            expect(ids((await server.get(body.previous.slice(publicUrl.length))).body.products)).toEqual(
              seen.slice(-page_size),
            )
          seen.push(...ids(body.products))
          previous = address
          address = body.next
        }
        expect(seen).toEqual(expected)
      }
      const unpriced = known.filter(one => priceOf(one, {}) === null).map(({ id }) => id)
      expect(expected.some(id => unpriced.includes(id))).toBe(true)
    },
  )
})
