import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pageSizeDefault } from '#contract/common.ts'
import { productOrderings } from '#contract/offers.ts'
import { publicUrl, type TestServer, testServer } from '#server/test/app.ts'
import { lookupId, makeCompany, makeProduct } from '#server/test/factories.ts'

/** What the expected results are computed from. Sizes are in centimetres, as on the wire. */
interface Known {
  id: number
  category: string
  genus: string
  companyRegion: number | null
  zone: number | null
  packaging: number | null
  /** In rubles. */
  price: number | null
  heightFrom: number | null
  heightTo: number | null
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

function matches(product: Known, filters: Filters): boolean {
  const { zone, rsp = [], region = [], price_from, price_to, height_from, height_to, search } = filters
  const tallest = product.heightTo ?? product.heightFrom
  const lowest = product.heightFrom ?? product.heightTo
  return [
    product.isActive,
    zone === undefined || (product.zone !== null && product.zone <= zone),
    rsp.length === 0 || rsp.some(id => id === product.packaging),
    region.length === 0 || region.some(id => id === product.companyRegion),
    price_from === undefined || (product.price !== null && product.price >= price_from),
    price_to === undefined || (product.price !== null && product.price <= price_to),
    height_from === undefined || (tallest !== null && tallest >= height_from),
    height_to === undefined || (lowest !== null && lowest <= height_to),
    search !== pine || product.genus === 'Сосна',
  ].every(Boolean)
}

const nullsLast = (one: number | null, other: number | null, sign: 1 | -1) => {
  if (one === null || other === null) return Number(one === null) - Number(other === null)
  return sign * (one - other)
}

function sorted(products: Known[], ordering: Filters['ordering'] = '-created_at'): Known[] {
  return products.toSorted((one, other) => {
    if (ordering === '-created_at') return other.publishedAt - one.publishedAt || other.id - one.id
    return nullsLast(one.price, other.price, ordering === 'price' ? 1 : -1) || one.id - other.id
  })
}

/**
 * The choices of a list with their counts among `products`: the choices that occur or are chosen, in the list's order.
 */
function choices(
  all: typeof regions,
  products: Known[],
  valueIn: (product: Known) => number | null,
  chosen: number[] = [],
) {
  return all
    .map(({ id, name }) => ({ id, name, count: products.filter(product => valueIn(product) === id).length }))
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
    rsp: choices(packagings, without('rsp'), product => product.packaging, filters.rsp),
    regions: choices(regions, without('region'), product => product.companyRegion, filters.region),
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

beforeAll(async () => {
  server = await testServer()
  const { db } = server.database
  packagings = (await server.get('/api/products/rsp/')).body
  regions = (await server.get('/api/teams/cities/')).body
  const regionKeys = ['MOS', 'LEN', 'MOS', null, 'KDA']
  const companies = await Promise.all(
    regionKeys.map(async key => makeCompany(db, { regionId: key === null ? null : await lookupId(db, 'region', key) })),
  )
  for (let n = 0; n < 66; n++) {
    const company = pick(companies, n)
    const zone = pick([4, 3, null, 5, 2, 6, 4], n)
    const packaging = pick(
      [packagings[1]?.id ?? 0, packagings[3]?.id ?? 0, null, packagings[0]?.id ?? 0],
      n * 3 + (n >> 3),
    )
    const price = pick([1500, 990.5, null, 1500, 12_000, 0.01, 990.5, 250_000.99, null, 1499.99, 1500.01], n)
    const [heightFrom, heightTo] = pick<[number | null, number | null]>(
      [
        [20, 30],
        [null, null],
        [100, 150],
        [150, null],
        [null, 80],
        [300, 350],
        [100.5, 120],
        [149, 151],
        [80, 100],
      ],
      n + (n >> 4),
    )
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
      rootPackagingId: packaging,
      priceKopecks: price === null ? null : Math.round(price * 100),
      heightFromMm: heightFrom === null ? null : heightFrom * 10,
      heightToMm: heightTo === null ? null : heightTo * 10,
      heightMeasure: pick(['SM', 'M'], n),
      publishedAt: isActive || n % 2 ? publishedAt : null,
      isApproved: isActive,
    })
    known.push({
      id: row.id,
      category: inCategory,
      genus,
      companyRegion: company.regionId,
      zone,
      packaging,
      price,
      heightFrom,
      heightTo,
      publishedAt: publishedAt.getTime(),
      isActive,
    })
  }
})
afterAll(() => server.close())

const ids = (cards: { id: number }[]) => cards.map(card => card.id)

async function expectAnswer(filters: Filters) {
  const { status, body } = await server.get(`/api/products/${category}/?${queryOf({ ...filters, page_size: 100 })}`)
  const expected = known.filter(product => product.category === category && matches(product, filters))
  expect({ filters, status, count: body.count, ids: ids(body.products), facets: body.facets }).toEqual({
    filters,
    status: 200,
    count: expected.length,
    ids: ids(sorted(expected, filters.ordering)),
    facets: expectedFacets(filters),
  })
  const areAllCounted = Object.keys(filters).every(name => ['zone', 'rsp', 'region', 'ordering'].includes(name))
  // The first page of usual length is found another way if many match.
  if (areAllCounted) {
    const first = await server.get(`/api/products/${category}/?${queryOf(filters)}`)
    expect({ filters, ids: ids(first.body.products) }).toEqual({
      filters,
      ids: ids(sorted(expected, filters.ordering)).slice(0, pageSizeDefault),
    })
  }
  return expected.length
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
    ids: ids(sorted(expected, filters.ordering)),
  })
  expect(
    Object.fromEntries(
      body.categories.map((one: { slug: string; products_count: number }) => [one.slug, one.products_count]),
    ),
  ).toEqual(Object.fromEntries(counts))
}

describe('filters of a category page', () => {
  const one = () => packagings[1]?.id ?? 0
  const two = () => packagings[3]?.id ?? 0
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
    }
    expect(withMatches).toBeGreaterThan(200)
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
    expect(ids(body.products)).toEqual(ids(sorted(expected)))
  })

  it.each([
    ['price_from', '-1'],
    ['price_from', '1.234'],
    ['price_from', '1e3'],
    ['price_to', 'дорого'],
    ['price_to', '999999999'],
    ['height_from', '1.5'],
    ['height_to', '-1'],
    ['height_to', '999999'],
    ['zone', '0'],
    ['zone', '10'],
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
          ordering,
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
      const prices = new Map(known.map(one => [one.id, one.price]))
      expect(expected.some(id => prices.get(id) === null)).toBe(true)
    },
  )
})
