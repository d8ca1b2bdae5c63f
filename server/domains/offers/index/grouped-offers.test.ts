import { expect, it } from 'vitest'
import { offerFilters } from '#contract/offer-search.ts'
import { forms, roots, stocks } from '#contract/variants.ts'
import { unstated } from './columns.ts'
import { GroupedOffers } from './grouped-offers.ts'
import type { CompanyFacts, ReadOffers } from './offer-index.queries.ts'
import type { IndexQuery, Ordering } from './offer-query.ts'
import { searchOffers } from './search-offers.ts'

const now = Date.UTC(2026, 5, 1)
const day = 24 * 60 * 60 * 1e6
/** More offers than are kept for a page, so that whole runs and groups are left out. */
const productsCount = 4000

let state = 7
/** The same numbers in every run. */
function below(count: number): number {
  state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
  return Math.floor((state / 0x80000000) * count)
}
const oneOf = <Value>(values: readonly Value[]): Value => values[below(values.length)] as Value

type Product = ReadOffers
let ids = 0

/** A product with one to four offers; `id` stays when it changes. */
function randomProduct(id: number): Product {
  const count = 1 + below(4)
  const column = (value: (at: number) => number) => Int32Array.from({ length: count }, (_, at) => value(at))
  const perhaps = (value: () => number) => () => (below(6) === 0 ? unstated : value())
  const same = (value: number) => column(() => value)
  const category = 1 + below(3)
  /** Cheap categories and dear ones, old ones and new ones: bounds that lie apart. */
  const range = () => {
    const from = 500 * category + 100 * below(20)
    return oneOf([
      [from, from + 100 * below(4)],
      [from, unstated],
      [unstated, from],
      [unstated, unstated],
    ] as const)
  }
  const [heights, girths] = [Array.from({ length: count }, range), Array.from({ length: count }, range)]
  const of = (ranges: (readonly [number, number])[], end: 0 | 1) => column(at => ranges[at]?.[end] ?? unstated)
  const whole: ReadOffers['whole'] = {
    id: column(() => ++ids),
    product: same(id),
    company: same(1 + (id % 40)),
    plant: same(1 + below(200)),
    category: same(category),
    zone: same(perhaps(() => 3 + below(3))()),
    hasPhotos: same(below(2)),
    position: column(at => at),
    form: column(() => below(3)),
    root: column(() => below(3)),
    packaging: same(unstated),
    stock: column(() => 1 + below(stocks.length)),
    heightFrom: of(heights, 0),
    heightTo: of(heights, 1),
    spreadFrom: same(unstated),
    spreadTo: same(unstated),
    girthFrom: of(girths, 0),
    girthTo: of(girths, 1),
    stemHeight: same(unstated),
    rootSize: same(unstated),
    stems: same(unstated),
    transplants: same(unstated),
    price: column(perhaps(() => 1000 * category + 100 * below(50))),
    quantity: column(perhaps(() => below(50))),
    isMinimum: same(0),
  }
  const tiers: ReadOffers['tiers'] = new Map()
  if (below(10) === 0) tiers.set(whole.id[0] as number, [{ quantityFrom: 10, priceKopecks: 100 * below(30) }])
  return {
    count,
    whole,
    confirmedAt: Float64Array.from({ length: count }, () => now * 1000 - below(30 * category) * day),
    publishedAt: new Float64Array(count).fill(
      below(50) === 0 ? Number.POSITIVE_INFINITY : now * 1000 - below(100 * category) * day,
    ),
    tiers,
  }
}

const randomCompanies = (): CompanyFacts[] =>
  Array.from({ length: 40 }, (_, at) => ({
    id: at + 1,
    regionId: oneOf([null, 1, 2, 3, 4]),
    isVerified: below(2) === 0,
  }))

async function filled(products: Iterable<Product>, companies: CompanyFacts[]): Promise<GroupedOffers> {
  const draft = new GroupedOffers({ isDraft: true })
  draft.setCompanies(companies)
  for (const product of products) draft.append(product)
  return draft.sorted(() => undefined)
}

function randomQuery(): IndexQuery {
  const maybe = (one: number, values: () => Record<string, unknown>) => (below(one) === 0 ? values() : {})
  const ofRange = (name: string, unit: number) => {
    const from = 500 + 100 * below(30)
    return { [`${name}_from`]: String(from / unit), [`${name}_to`]: String((from + 100 * below(30)) / unit) }
  }
  const filters = offerFilters.parse({
    ...maybe(4, () => ({ region: [String(1 + below(4))] })),
    ...maybe(5, () => ({ zone: String(3 + below(3)) })),
    ...maybe(5, () => ({ form: [oneOf(forms.slice(0, 2))] })),
    ...maybe(5, () => ({ root: [oneOf(roots.slice(0, 2))] })),
    ...maybe(5, () => ({ stock: [oneOf(stocks)] })),
    ...maybe(3, () => ({ price_from: String(10 + below(40)), price_to: String(40 + below(40)) })),
    ...maybe(3, () => ofRange('height', 10)),
    ...maybe(5, () => ofRange('girth', 10)),
    ...maybe(6, () => ({ quantity: '10' })),
    ...maybe(6, () => ({ verified: '1' })),
    ...maybe(6, () => ({ fresh: oneOf(['0', '1']) })),
    ...maybe(8, () => ({ company: [String(1 + below(40)), String(1 + below(40))] })),
  })
  return {
    filters,
    categoryIds: below(3) === 0 ? [1 + below(3)] : null,
    plantIds: null,
    searched: below(8) === 0 ? { plantIds: [1 + below(200), 201], worded: null } : null,
    distances: new Map(Array.from({ length: 30 }, (_, at) => [at + 1, 10 * (at % 7)])),
    plantFacts: [],
  }
}

const orderings: Ordering[] = [
  ...[undefined, 'price', '-price', 'height', '-height', 'girth', '-girth', '-confirmed_at', 'distance'],
] as Ordering[]
const all = { limit: 1_000_000, offset: 0 }

async function search(offers: GroupedOffers, query: IndexQuery, ordering: Ordering, page: typeof all) {
  const { ids: found, facets: counts } = await searchOffers(offers, query, { ordering, page, now }, () => undefined)
  const sorted = (value: unknown) =>
    value instanceof Map ? [...value].toSorted(([one], [other]) => (one < other ? -1 : 1)) : value
  return { ids: found, counts: Object.fromEntries(Object.entries(counts).map(([name, of]) => [name, sorted(of)])) }
}

it('a page is a part of the whole order, and changes leave what filling the index anew gives', async () => {
  const products = new Map(Array.from({ length: productsCount }, (_, at) => [at + 1, randomProduct(at + 1)]))
  let companies = randomCompanies()
  let index = await filled(products.values(), companies)
  for (let round = 0; round < 5; round++) {
    const anew = await filled(products.values(), companies)
    for (let n = 0; n < 60; n++) {
      const [query, ordering] = [randomQuery(), oneOf(orderings)]
      const whole = await search(index, query, ordering, all)
      const page = { limit: oneOf([1, 20, 60]), offset: oneOf([0, 0, 20, 100]) }
      const expected = { ids: whole.ids.slice(page.offset, page.offset + page.limit), counts: whole.counts }
      for (const one of [index, anew])
        expect({ round, n, query, ordering, ...(await search(one, query, ordering, page)) }).toEqual({
          ...{ round, n, query, ordering },
          ...expected,
        })
    }
    for (let n = 0; n < 300; n++) {
      const id = 1 + below(productsCount + 100)
      if (below(5) === 0) {
        products.delete(id)
        index.replace(id, null, [])
      } else {
        const product = randomProduct(id)
        products.set(id, product)
        index.replace(id, product, [...product.whole.id.keys()])
      }
    }
    if (round % 2 === 0) {
      companies = companies.map(company => (below(8) === 0 ? { ...company, regionId: oneOf([null, 1, 5]) } : company))
      index.setCompanies(companies)
    }
    if (round === 3) index = await index.sorted(() => undefined)
  }
})
