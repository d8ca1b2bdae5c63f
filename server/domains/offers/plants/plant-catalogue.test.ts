import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Suggestion } from '#contract/offer-search.ts'
import type { PlantCard, PlantDetail } from '#contract/plant-catalogue.ts'
import { plantSlugs, plants } from '#server/domains/plants/plants.tables.ts'
import { variants } from '#server/domains/products/variants/variants.tables.ts'
import { type TestServer, testServer } from '#server/test/app.ts'
import { makeCompany, makeProduct } from '#server/test/factories.ts'
import { readyToSearch } from '#server/test/ready-to-search.ts'

let server: TestServer

async function plantOf(latinName: string) {
  const [plant] = await server.database.db.select().from(plants).where(eq(plants.latinName, latinName))
  if (!plant) throw new Error(`no ${latinName}`)
  return plant
}

async function offer(latinName: string, companyId: number, sizes: Partial<typeof variants.$inferInsert>[]) {
  const { db } = server.database
  const { id: plantId } = await plantOf(latinName)
  const product = await makeProduct(db, { companyId, plantId, latinName })
  await db.delete(variants).where(eq(variants.productId, product.id))
  await db
    .insert(variants)
    .values(sizes.map((size, position) => ({ productId: product.id, companyId, position, ...size })))
  return product
}

beforeAll(async () => {
  server = await testServer()
  const { db } = server.database
  const [vereya, ramon] = [
    (await makeCompany(db, { name: 'Питомник «Верея»' })).id,
    (await makeCompany(db, { name: 'Рамонь' })).id,
  ]
  await offer("Thuja occidentalis 'Smaragd'", vereya, [
    { priceKopecks: 250_000 },
    { priceKopecks: 320_000, stock: 'sold_out' },
    {},
  ])
  await offer("Thuja occidentalis 'Smaragd'", ramon, [{ priceKopecks: 199_050, stock: 'on_order' }])
  await offer("Thuja occidentalis 'Brabant'", ramon, [{ priceKopecks: 100_000 }])
  await offer("Thuja occidentalis 'Columna'", ramon, [{ priceKopecks: 90_000, stock: 'sold_out' }])
  await vi.waitFor(async () => expect((await server.get('/api/plants/?search=x')).status).toBe(200), 60_000)
})
afterAll(() => server.close())

async function detail(slug: string): Promise<PlantDetail> {
  const { status, body } = await server.get(`/api/plants/${slug}/`)
  expect([slug, status]).toEqual([slug, 200])
  return body
}

async function list(query: string): Promise<{ count: number; results: PlantCard[] }> {
  const { status, body } = await server.get(`/api/plants/?${query}`)
  expect([query, status]).toEqual([query, 200])
  return body
}
const slugs = ({ results }: { results: PlantCard[] }) => results.map(({ slug }) => slug)

describe('the list of plants', () => {
  it('has the facts and the offers of each', async () => {
    const { results } = await list(`search=${encodeURIComponent('туя западная смарагд')}`)
    expect(results[0]).toMatchObject({
      slug: 'thuja-occidentalis-smaragd',
      name: "Туя западная 'Smaragd'",
      latin_name: "Thuja occidentalis 'Smaragd'",
      category: { slug: 'hvoynye' },
      genus: { name: 'Туя', latin_name: 'Thuja', slug: 'thuja' },
      zone: expect.any(Number),
      is_evergreen: true,
      flowering: null,
      companies_count: 2,
      offers_count: 3,
      price_from: 1990.5,
    })
    expect(results[0]?.get_thumbnail).toMatch(/^http.*\/drawings\/plants\/\d+\.svg$/)
  })

  it('filters', async () => {
    expect(slugs(await list('with_offers=1'))).toEqual(['thuja-occidentalis-brabant', 'thuja-occidentalis-smaragd'])
    const all = (await list('')).count
    expect((await list('with_offers=0')).count).toBe(all - 2)
    const thujas = await list('genus=thuja&page_size=100')
    expect(thujas.count).toBeGreaterThan(10)
    expect(new Set(thujas.results.map(({ genus }) => genus.slug))).toEqual(new Set(['thuja']))
    for (const [letter, begins] of [
      ['л', /^Л|^[Ll]/],
      ['Q', /^Q/],
    ] as const) {
      const { results } = await list(`letter=${encodeURIComponent(letter)}&page_size=100`)
      expect(results.length).toBeGreaterThan(5)
      expect(
        results.filter(
          ({ name, latin_name }) =>
            !begins.test(name) &&
            !begins.test(latin_name) &&
            !latin_name.toUpperCase().startsWith(letter.toUpperCase()),
        ),
      ).toEqual([])
    }
    const hardy = await list('zone=2&page_size=100')
    expect(hardy.results.length).toBeGreaterThan(20)
    expect(hardy.results.filter(({ zone }) => zone === null || zone > 2)).toEqual([])
    const july = await list('flowering_month=7&category=rozy&page_size=100')
    expect(july.results.length).toBeGreaterThan(20)
    expect(
      july.results.filter(({ flowering }) => !flowering || flowering.from_month > 7 || flowering.to_month < 7),
    ).toEqual([])
    const evergreen = await list('evergreen=1&category=hvoynye')
    expect(evergreen.count + (await list('evergreen=0&category=hvoynye')).count).toBe(
      (await list('category=hvoynye')).count,
    )
  })

  it('is sorted by name, in pages with every plant once', async () => {
    const first = await list('category=zlaki&page_size=50')
    const pages = Math.ceil(first.count / 50)
    const found = (
      await Promise.all(
        Array.from({ length: pages }, (_, page) => list(`category=zlaki&page_size=50&page=${page + 1}`)),
      )
    ).flatMap(slugs)
    expect(new Set(found).size).toBe(first.count)
  })

  it.each([
    'zone=0',
    'zone=x',
    'letter=ab',
    'evergreen=yes',
    'flowering_month=13',
    'with_offers=2',
    `search=${'я'.repeat(256)}`,
  ])('refuses %s', async query => {
    const { status, body } = await server.get(`/api/plants/?${query}`)
    expect([status, Object.keys(body.fields)]).toEqual([400, [query.split('=')[0]]])
  })

  it('is empty for unknown values', async () => {
    expect((await list('genus=nothing')).count).toBe(0)
    expect((await list('category=nothing')).count).toBe(0)
    expect((await list(`search=${encodeURIComponent('ыыыыыы ъъъъъ')}`)).count).toBe(0)
  })
})

describe('a plant', () => {
  it('has its facts in words, and similar plants', async () => {
    const { status, body } = await server.get('/api/plants/thuja-occidentalis-smaragd/')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      slug: 'thuja-occidentalis-smaragd',
      offers_count: 3,
      autumn_colour: 'Вечнозелёное',
      light: expect.stringMatching(/^[А-Я]/),
    })
    // Plants with offers come first.
    expect(body.related[0].slug).toBe('thuja-occidentalis-brabant')
    expect(body.related.map(({ genus }: PlantCard) => genus.slug)).toEqual(Array(8).fill('thuja'))
    expect(body.substitutes).toEqual([])
    expect(body.sources.every((source: string) => source.length > 0)).toBe(true)
  })

  it('has substitutes if nobody offers it', async () => {
    const { body } = await server.get('/api/plants/thuja-occidentalis-columna/')
    expect(body.offers_count).toBe(0)
    expect(body.substitutes.length).toBeGreaterThan(0)
    for (const { plant, reason } of body.substitutes) {
      expect(plant.offers_count).toBeGreaterThan(0)
      expect(plant.zone).toBeLessThanOrEqual(body.zone)
      expect(reason).toMatch(/^Тот же вид, .*тоже для солнца/)
    }
  })

  it('is found at its former slugs and at those of plants merged into it', async () => {
    const { db } = server.database
    const [brabant, columna] = [
      await plantOf("Thuja occidentalis 'Brabant'"),
      await plantOf("Thuja occidentalis 'Columna'"),
    ]
    await db.insert(plantSlugs).values({ slug: 'thuja-brabant', plantId: brabant.id })
    expect((await server.get('/api/plants/thuja-brabant/')).body.slug).toBe(brabant.slug)
    await db.update(plants).set({ isHidden: true, mergedIntoId: brabant.id }).where(eq(plants.id, columna.id))
    expect((await server.get(`/api/plants/${columna.slug}/`)).body.slug).toBe(brabant.slug)
    expect((await server.get(`/api/plants/${columna.slug}/offers/`)).body.count).toBe(1)
    expect((await server.get(`/api/offers/?plant=${columna.slug}`)).body.count).toBe(1)
    await db.update(plants).set({ isHidden: false, mergedIntoId: null }).where(eq(plants.id, columna.id))
    for (const slug of ['nothing', 'x'.repeat(301), "' or 1=1"]) {
      expect((await server.get(`/api/plants/${encodeURIComponent(slug)}/`)).status).toBe(404)
    }
  })

  it('has the offers of all companies, with the filters of the search', async () => {
    const { body } = await server.get('/api/plants/thuja-occidentalis-smaragd/offers/?ordering=price')
    expect(body.results.map(({ unit_price }: { unit_price: number }) => unit_price)).toEqual([1990.5, 2500, 3200, null])
    const { body: ready } = await server.get('/api/plants/thuja-occidentalis-smaragd/offers/?stock=in_stock')
    expect(ready.count).toBe(2)
  })
})

describe('suggestions', () => {
  // The directory was changed above, so its names are read again.
  beforeAll(() => readyToSearch(server))

  async function suggest(typed: string): Promise<Suggestion[]> {
    const { status, body } = await server.get(`/api/offers/suggest/?q=${encodeURIComponent(typed)}`)
    expect([typed, status, body.detail]).toEqual([typed, 200, undefined])
    return body
  }
  const names = (found: Suggestion[]) => found.map(({ kind, name }) => `${kind} ${name}`)

  it('are plants, genera, categories and companies that start with the text, with the number of their offers', async () => {
    const thuja = await suggest('туя')
    expect(thuja.length).toBeLessThanOrEqual(10)
    expect(thuja[0]).toEqual({ kind: 'genus', name: 'Туя', latin_name: 'Thuja', url: '/plants?genus=thuja', count: 4 })
    const [smaragd] = await suggest('туя смар')
    expect(smaragd).toMatchObject({ kind: 'plant', url: '/plants/thuja-occidentalis-smaragd', count: 3 })
    expect(names(await suggest('верея'))).toContain('company Питомник «Верея»')
    expect(names(await suggest('хвойн'))[0]).toBe('category Хвойные растения')
    expect(names(await suggest('кримсон'))).toContain("plant Клён остролистный 'Crimson King'")
    expect(names(await suggest('nez cvf'))).toContain("plant Туя западная 'Smaragd'")
  })

  it('put plants with offers before those without, after the best match', async () => {
    for (const typed of ['туя', 'туя западная', 'клён остр']) {
      const [, ...further] = (await suggest(typed)).filter(({ kind }) => kind === 'plant' || kind === 'genus')
      const isOffered = further.map(({ count }) => count > 0)
      expect([typed, isOffered]).toEqual([typed, isOffered.toSorted((one, other) => Number(other) - Number(one))])
    }
    expect(names(await suggest('туя'))).toContain("plant Туя западная 'Smaragd'")
  })

  it('include a genus whose first plant is hidden', async () => {
    const { db } = server.database
    const { genusId } = await plantOf('Tilia cordata')
    const [first] = await db.select().from(plants).where(eq(plants.genusId, genusId)).orderBy(asc(plants.id)).limit(1)
    const hide = (isHidden: boolean) =>
      db
        .update(plants)
        .set({ isHidden })
        .where(eq(plants.id, first?.id ?? 0))
    await hide(true)
    await readyToSearch(server)
    expect(names(await suggest('липа'))[0]).toBe('genus Липа')
    await hide(false)
    await readyToSearch(server)
  })

  it('are empty for an empty text and for unknown names', async () => {
    for (const typed of ['', '  ', '...', 'щщщщщ', '(((', '.*']) expect(await suggest(typed)).toEqual([])
    expect((await server.get(`/api/offers/suggest/?q=${'я'.repeat(101)}`)).status).toBe(400)
  })
})

// Last: it adds to what is offered.
describe('a plant’s year and size', () => {
  it('shows flowers, leaves, autumn and bare branches in the months that follow from the directory', async () => {
    const { year, fruit } = await detail('hydrangea-paniculata-limelight')
    const span = (from_month: number, to_month: number, text: string, tone: string) => ({
      from_month,
      to_month,
      text,
      tone,
    })
    expect(year).toEqual([
      { part: 'Цветение', spans: [span(7, 9, 'зелёные цветки', 'flower-green')] },
      {
        part: 'Листва',
        spans: [
          span(6, 9, 'зелёная листва', 'green'),
          span(10, 10, 'осенью жёлтая', 'yellow'),
          span(12, 3, 'без листьев', 'bare'),
        ],
      },
    ])
    expect(fruit).toBeNull()
  })

  it('knows evergreens, those with a colour of winter, larches, and what is not known of perennials', async () => {
    const leaves = async (slug: string) => (await detail(slug)).year.find(({ part }) => part === 'Листва')?.spans ?? []
    expect(await leaves('thuja-occidentalis-smaragd')).toMatchObject([
      { from_month: 1, to_month: 12, text: 'зелёная хвоя' },
    ])
    expect(await leaves('thuja-occidentalis-rheingold')).toMatchObject([
      { from_month: 5, to_month: 9 },
      { from_month: 10, to_month: 3, text: 'зимой бронзовая хвоя', tone: 'bronze' },
    ])
    expect((await leaves('larix-decidua')).at(-1)).toMatchObject({ from_month: 12, to_month: 3, text: 'без хвои' })
    expect(await leaves('hosta-sum-and-substance')).toHaveLength(2)
    expect(await leaves('tulipa-apeldoorn')).toEqual([])
  })

  it('gives the grown size and the heights on sale, without what is sold out', async () => {
    const company = await makeCompany(server.database.db)
    await offer("Pinus mugo 'Mops'", company.id, [
      { heightFromMm: 300, heightToMm: 400 },
      { heightFromMm: 600 },
      { heightFromMm: 50, heightToMm: 2000, stock: 'sold_out' },
    ])
    const { figure, sold_height, height_at_maturity, spread_at_maturity } = await detail('pinus-mugo-mops')
    expect(figure).toMatchObject({ height: height_at_maturity, spread: spread_at_maturity, is_tree: false })
    expect(sold_height).toEqual({ from: 30, to: 60 })
    expect((await detail('tulipa-apeldoorn')).sold_height).toBeNull()
  })
})
