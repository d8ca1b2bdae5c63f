import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Offer, OfferPage } from '#contract/offer-search.ts'
import { companies } from '#server/domains/companies/companies.tables.ts'
import { plants } from '#server/domains/plants/plants.tables.ts'
import { products } from '#server/domains/products/products.tables.ts'
import { variants } from '#server/domains/products/variants/variants.tables.ts'
import { type TestServer, testServer } from '#server/test/app.ts'
import { lookupId, makeCompany, makeProduct } from '#server/test/factories.ts'

let server: TestServer
let tver: number
let omsk: number
let vereya: number
let other: number
const day = 24 * 60 * 60 * 1000

type Sized = Partial<Omit<typeof variants.$inferInsert, 'productId' | 'companyId' | 'position'>>

/** Makes a product, of a plant of the directory if `latinName` is given, with variants identified by `sku`. */
async function offered(
  { latinName = '', ...product }: Parameters<typeof makeProduct>[1] & { latinName?: string },
  sizes: Sized[],
) {
  const { db } = server.database
  const [plant] = latinName ? await db.select().from(plants).where(eq(plants.latinName, latinName)) : []
  if (latinName && !plant) throw new Error(`no ${latinName}`)
  const made = await makeProduct(db, {
    ...product,
    ...(plant ? { plantId: plant.id, latinName: plant.latinName } : {}),
  })
  await db.delete(variants).where(eq(variants.productId, made.id))
  await db
    .insert(variants)
    .values(sizes.map((size, position) => ({ productId: made.id, companyId: made.companyId, position, ...size })))
  return made
}

beforeAll(async () => {
  server = await testServer()
  const { db } = server.database
  ;[tver, omsk] = [await lookupId(db, 'region', 'TVE'), await lookupId(db, 'region', 'OMS')]
  vereya = (await makeCompany(db, { name: 'Верейский косогор', regionId: tver, verifiedAt: new Date() })).id
  other = (await makeCompany(db, { name: 'Омский лес', regionId: omsk })).id
  await offered(
    {
      latinName: "Tilia cordata 'Greenspire'",
      companyId: vereya,
      category: 'listvennye-derevya',
      genus: 'Липа',
      species: "мелколистная 'Greenspire'",
      zone: 4,
      images: 1,
    },
    [
      { sku: 'L1', girthFromMm: 140, girthToMm: 160, root: 'ball', rootSize: 50, priceKopecks: 1_750_000 },
      {
        sku: 'L2',
        girthFromMm: 180,
        girthToMm: 200,
        heightFromMm: 5000,
        heightToMm: 5500,
        root: 'wire_ball',
        rootSize: 80,
        priceKopecks: 3_200_000,
        stockQuantity: 40,
        priceTiers: [{ quantityFrom: 20, priceKopecks: 2_900_000 }],
      },
      {
        sku: 'L3',
        girthFromMm: 200,
        girthToMm: 250,
        root: 'wire_ball',
        rootSize: 90,
        priceKopecks: 4_400_000,
        stock: 'sold_out',
      },
    ],
  )
  await offered(
    {
      latinName: 'Tilia cordata',
      companyId: other,
      category: 'listvennye-derevya',
      genus: 'Липа',
      species: 'мелколистная',
      zone: 3,
    },
    [
      {
        sku: 'L4',
        girthFromMm: 180,
        girthToMm: 180,
        form: 'standard',
        stemHeightMm: 2200,
        priceKopecks: 2_000_000,
        confirmedAt: new Date(Date.now() - 60 * day),
      },
      {
        sku: 'L5',
        heightFromMm: 1000,
        heightToMm: 1250,
        root: 'container',
        rootSize: 10,
        confirmedAt: new Date(Date.now() - 20 * day),
        stockQuantity: 100,
        stockIsMinimum: true,
      },
    ],
  )
  await offered(
    {
      latinName: "Thuja occidentalis 'Smaragd'",
      companyId: other,
      genus: 'Туя',
      species: "западная 'Smaragd'",
      zone: 4,
    },
    [
      { sku: 'T1', heightFromMm: 1000, heightToMm: 1200, root: 'container', rootSize: 7.5, priceKopecks: 250_000 },
      {
        sku: 'T2',
        heightFromMm: 1200,
        heightToMm: 1400,
        root: 'container',
        rootSize: 10,
        priceKopecks: 320_000,
        stock: 'on_order',
      },
      { sku: 'T3', heightFromMm: 2000, root: 'ball', rootSize: 60, stock: 'expected', availableFrom: '2027-04-15' },
    ],
  )
  // Plants that the directory does not know; the second product is not published.
  await offered({ companyId: vereya, genus: 'Диво', species: 'лесное', description: 'Стоит под соснами.' }, [
    { sku: 'D1', priceKopecks: 100 },
  ])
  await offered({ companyId: vereya, genus: 'Диво', species: 'тайное', isApproved: false }, [{ sku: 'D2' }])
  // The first search waits for the names of the directory, which on a busy machine takes longer than a request may.
  await vi.waitFor(async () => expect((await server.get('/api/offers/?search=x')).status).toBe(200), 60_000)
})
afterAll(() => server.close())

async function search(query: string): Promise<OfferPage> {
  const { status, body } = await server.get(`/api/offers/?page_size=100&${query}`)
  expect([query, status]).toEqual([query, 200])
  return body
}
const skus = ({ results }: OfferPage) => results.map(({ variant }) => variant.sku ?? '')
const found = async (query: string) => skus(await search(query)).toSorted()

describe('an offer', () => {
  it('is a variant with its product, company and plant', async () => {
    const { results } = await search(`company=${vereya}&girth_from=18&girth_to=20`)
    expect(results).toMatchObject([
      {
        variant: { sku: 'L2', label: 'Обхват 18–20 · выс. 500–550 · WRB 80', price: 32000 },
        product: {
          name: "Липа мелколистная 'Greenspire'",
          has_photos: true,
          zone: 4,
          get_absolute_url: expect.stringContaining('/listvennye-derevya/'),
        },
        company: { id: vereya, company_name: 'Верейский косогор', region: { id: tver }, is_verified: true },
        plant: {
          slug: 'tilia-cordata-greenspire',
          name: "Липа мелколистная 'Greenspire'",
          latin_name: "Tilia cordata 'Greenspire'",
        },
        unit_price: 32000,
        freshness: 'fresh',
      },
    ])
  })

  it('has no plant if the directory does not know it, and is not found before it is published', async () => {
    const { results } = await search('search=диво')
    expect(results.map(({ variant, plant }: Offer) => [variant.sku, plant])).toEqual([['D1', null]])
  })
})

describe('filters', () => {
  it.each([
    ['', ['D1', 'L1', 'L2', 'L3', 'L4', 'L5', 'T1', 'T2', 'T3']],
    ['category=hvoynye', ['D1', 'T1', 'T2', 'T3']],
    ['category=hvoynye&category=listvennye-derevya&zone=3', ['L4', 'L5']],
    ['plant=tilia-cordata', ['L4', 'L5']],
    ['plant=tilia-cordata&plant=thuja-occidentalis-smaragd', ['L4', 'L5', 'T1', 'T2', 'T3']],
    ['plant=nothing-of-the-kind', []],
    ['zone=4', ['L1', 'L2', 'L3', 'L4', 'L5', 'T1', 'T2', 'T3']],
    ['form=standard', ['L4']],
    ['root=ball&root=wire_ball', ['L1', 'L2', 'L3', 'T3']],
    ['root=container&root_size_from=10', ['L5', 'T2']],
    ['root_size_to=7.5', ['T1']],
    ['stem_height_from=200&stem_height_to=220', ['L4']],
    ['stock=on_order&stock=expected', ['T2', 'T3']],
    ['evergreen=1', ['T1', 'T2', 'T3']],
    ['evergreen=0', ['L1', 'L2', 'L3', 'L4', 'L5']],
    ['has_photos=1', ['L1', 'L2', 'L3']],
    ['verified=1', ['D1', 'L1', 'L2', 'L3']],
    ['verified=0&fresh=1', ['T1', 'T2', 'T3']],
    ['fresh=0', ['L4', 'L5']],
    // Ranges that only touch do not overlap. A single value matches a range that contains it.
    ['girth_from=16&girth_to=18', ['L4']],
    ['girth_from=18&girth_to=18', ['L2', 'L4']],
    ['girth_from=15&girth_to=19', ['L1', 'L2', 'L4']],
    ['girth_from=25', []],
    ['girth_to=18', ['L1', 'L4']],
    ['height_from=120&height_to=140', ['L5', 'T2']],
    ['height_from=125', ['L2', 'T2', 'T3']],
    ['height_from=300', ['L2', 'T3']],
    ['spread_from=1', []],
    ['price_from=3200&price_to=20000', ['L1', 'L4', 'T2']],
    ['price_to=3199.99', ['D1', 'T1']],
    // An unknown stock quantity is enough for any `quantity`; a minimum («100+») counts as that many. A sold-out offer
    // is never enough.
    ['quantity=41', ['D1', 'L1', 'L4', 'L5', 'T1', 'T2', 'T3']],
    ['quantity=40', ['D1', 'L1', 'L2', 'L4', 'L5', 'T1', 'T2', 'T3']],
    ['quantity=101', ['D1', 'L1', 'L4', 'T1', 'T2', 'T3']],
    ['quantity=20&price_from=29000&price_to=29000', ['L2']],
    ['quantity=19&price_from=29000&price_to=29000', []],
  ])('%s', async (query, expected) => {
    expect(await found(query)).toEqual(expected)
  })

  it('by region and company', async () => {
    expect(await found(`region=${omsk}&category=hvoynye`)).toEqual(['T1', 'T2', 'T3'])
    expect(await found(`company=${vereya}&company=${other}&stock=sold_out`)).toEqual(['L3'])
  })

  it('by the months of flowering', async () => {
    const [july, january] = [await found('flowering_month=7'), await found('flowering_month=1')]
    expect(july).toEqual(expect.arrayContaining(['L1', 'L4']))
    expect(january).toEqual([])
    expect(await found('flowering_month=1&flowering_month=7')).toEqual(july)
  })

  it.each([
    'zone=x',
    'zone=0',
    'form=bonsai',
    'root=bag',
    'stock=some',
    'quantity=0',
    'quantity=1e3',
    'girth_from=-1',
    'price_to=много',
    'evergreen=yes',
    'flowering_month=13',
    'ordering=name',
    'as_written=yes',
    'ignore=Обхват',
    'company=a',
    `search=${'я'.repeat(256)}`,
  ])('refuses %s', async query => {
    const { status, body } = await server.get(`/api/offers/?${query}`)
    expect([status, Object.keys(body.fields)]).toEqual([400, [query.split('=')[0]]])
  })
})

describe('order and pages', () => {
  it.each([
    ['ordering=price&quantity=20&root=wire_ball&root=ball', ['L1', 'L2', 'T3']],
    ['ordering=price&evergreen=1', ['T1', 'T2', 'T3']],
    ['ordering=-price&evergreen=1', ['T2', 'T1', 'T3']],
    ['ordering=height&evergreen=1', ['T1', 'T2', 'T3']],
    ['ordering=-height&evergreen=1', ['T3', 'T2', 'T1']],
    ['ordering=-girth&category=listvennye-derevya', ['L3', 'L2', 'L4', 'L1', 'L5']],
    ['ordering=-confirmed_at&plant=tilia-cordata', ['L5', 'L4']],
  ])('%s', async (query, expected) => {
    expect(skus(await search(query))).toEqual(expected)
  })

  it('without a search fresh offers are first, sold-out ones last', async () => {
    expect(skus(await search('category=listvennye-derevya'))).toEqual(['L1', 'L2', 'L5', 'L4', 'L3'])
  })

  it('pages have every offer once', async () => {
    const pages = await Promise.all([1, 2, 3].map(page => server.get(`/api/offers/?page_size=4&page=${page}`)))
    expect(pages.flatMap(({ body }) => skus(body as OfferPage)).toSorted()).toEqual(await found(''))
    expect(pages.map(({ body }) => body.count)).toEqual([9, 9, 9])
    expect(pages[0]?.body.next).toContain('page=2')
    expect((await server.get('/api/offers/?page_size=4&page=4')).status).toBe(404)
  })
})

describe('facets', () => {
  it('count what each choice would find together with all other filters', async () => {
    const query = `category=listvennye-derevya&root=wire_ball&price_from=1000&zone=4`
    const { facets, count } = await search(query)
    expect(count).toBe(2)
    for (const name of ['category', 'region', 'form', 'root', 'stock', 'zone'] as const) {
      const others = query
        .split('&')
        .filter(part => !part.startsWith(`${name}=`))
        .join('&')
      expect(facets[name].length, name).toBeGreaterThan(name === 'form' ? -1 : 0)
      for (const choice of facets[name]) {
        const { count: alone } = await search(`${others}&${name}=${choice.value}`)
        expect([name, choice.value, choice.count]).toEqual([name, choice.value, alone])
      }
    }
    expect(facets.root).toEqual([
      { value: 'ball', name: 'Ком в мешковине (RB)', count: 1 },
      { value: 'wire_ball', name: 'Ком в мешковине и сетке (WRB)', count: 2 },
    ])
  })

  it('return the range of prices and sizes under all filters except their own', async () => {
    const { facets } = await search('category=listvennye-derevya&price_from=30000&girth_to=19')
    expect(facets.price).toEqual({ min: 17500, max: 32000 })
    expect(facets.girth).toEqual({ min: 18, max: 25 })
    expect(facets.height).toEqual({ min: 500, max: 550 })
    expect((await search('search=диво')).facets.height).toEqual({ min: null, max: null })
  })

  it('keep a selected choice without results', async () => {
    const { facets, count } = await search('evergreen=1&root=tray')
    expect([count, facets.root.find(({ value }) => value === 'tray')?.count]).toEqual([0, 0])
  })
})

describe('words', () => {
  it.each([
    ['липа 18-20', ['L2', 'L4']],
    ['nez cvfhful', ['T1', 'T2', 'T3']],
    ['тюя смарагт', ['T1', 'T2', 'T3']],
    ['tuya smaragd', ['T1', 'T2', 'T3']],
    ['т. зап. смарагд', ['T1', 'T2', 'T3']],
    ['туя смарагд C10', ['T2']],
    ['туя западная смарагд 120-140', ['T2']],
    ['липа мелколистная', ['L1', 'L2', 'L3', 'L4', 'L5']],
    ['липа 40 шт', ['L1', 'L2', 'L4', 'L5']],
    ['верейский', ['D1', 'L1', 'L2', 'L3']],
    ['соснами', ['D1']],
    ['ничего такого нет', []],
    ['40 лип 18-20', ['L2', 'L4']],
    // A company or a region among the words.
    ['липа верейский', ['L1', 'L2', 'L3']],
    ['липа гринспайр верейского косогора', ['L1', 'L2', 'L3']],
    ['липа омск', ['L4', 'L5']],
    ['туя смарагд омская обл.', ['T1', 'T2', 'T3']],
    ['туя смарагд тверская область', []],
    ['туя смарагд тверь', []],
    ['омская область', ['L4', 'L5', 'T1', 'T2', 'T3']],
  ])('%s', async (text, expected) => {
    expect(await found(`search=${encodeURIComponent(text)}`)).toEqual(expected)
  })

  it('are returned with their interpretation', async () => {
    const { understood } = await search(`search=${encodeURIComponent('Липа мелколистная Гринспайр 18-20 WRB 80')}`)
    expect(understood.plants[0]?.slug).toBe('tilia-cordata-greenspire')
    expect(understood.filters).toEqual({
      girth_from: 18,
      girth_to: 20,
      root: 'wire_ball',
      root_size_from: 80,
      root_size_to: 80,
    })
    expect((await search('search=nez')).understood).toMatchObject({ corrected: 'туя', plants: [] })
    expect((await search('zone=4')).understood).toEqual({ plants: [], filters: {}, corrected: null })
  })

  const understood = async (text: string, more = '') =>
    (await search(`search=${encodeURIComponent(text)}${more}`)).understood

  it('become filters if they name a company or a region', async () => {
    expect(await understood('верейский')).toEqual({ plants: [], filters: { company: vereya }, corrected: null })
    expect((await understood('40 лип 18-20 тверская область')).filters).toEqual({
      girth_from: 18,
      girth_to: 20,
      quantity: 40,
      region: tver,
    })
    expect((await understood('тюя смарагт омск')).filters).toEqual({ region: omsk })
    // Two companies have one of the words each. In the other searches such a word is a part of a plant's name.
    expect((await understood('омский верейский')).filters).toEqual({})
    expect((await understood('бархат амурский')).filters).toEqual({})
    expect((await understood('сирень красавица москвы')).filters).toEqual({})
  })

  it('become filters if they name a category, a price, a zone, a stock or a month', async () => {
    expect((await understood('хвойные в наличии зона 4 до 25 000 ₽')).filters).toEqual({
      category: 'hvoynye',
      stock: 'in_stock',
      zone: 4,
      price_to: 25_000,
    })
    expect((await understood('липа цветёт в июле')).filters).toEqual({ flowering_month: 7 })
    for (const [text, same] of [
      ['туя смарагд в наличии', 'stock=in_stock'],
      ['туя смарагд до 1000 руб', 'price_to=1000'],
      ['туя смарагд зона 3', 'zone=3'],
      ['туя смарагд хвойные', 'category=hvoynye'],
    ] as const)
      expect(await found(`search=${encodeURIComponent(text)}`)).toEqual(await found(`search=туя+смарагд&${same}`))
  })

  it('are returned with typing errors corrected', async () => {
    expect((await understood('тюя смарагт')).corrected).toBe('туя смарагд')
    expect((await understood('nez cvfhful')).corrected).toBe('туя смарагд')
    for (const text of ['туя смарагд', 'tuya smaragd', 'т. зап. смарагд', 'липа 18-20', 'верейский'])
      expect([text, (await understood(text)).corrected]).toEqual([text, null])
  })

  it('are not interpreted as what the person ignores', async () => {
    const text = 'липа мелколистная гринспайр 18-20 WRB 80'
    const said = await understood(text, '&ignore=girth_from&ignore=girth_to&ignore=root_size_from&ignore=root_size_to')
    expect(said.filters).toEqual({ root: 'wire_ball' })
    expect(said.plants.map(({ slug }) => slug)).toEqual(['tilia-cordata-greenspire'])
    const query = `search=${encodeURIComponent('липа мелколистная гринспайр WRB')}`
    expect(await found(query)).toEqual(['L2', 'L3'])
    expect(await found(`${query}&ignore=root`)).toEqual(['L1', 'L2', 'L3'])
    // If the plant is ignored, its size still counts.
    expect(await found(`${query}&ignore=tilia-cordata-greenspire`)).toEqual(['L2', 'L3'])
    const city = `search=${encodeURIComponent('туя смарагд тверская область')}`
    expect(await found(`${city}&ignore=region`)).toEqual(['T1', 'T2', 'T3'])
  })

  it('find only exact matches with as_written', async () => {
    const written = async (text: string) => found(`search=${encodeURIComponent(text)}&as_written=1`)
    expect(await written('тюя смарагт')).toEqual([])
    expect(await written('соснами')).toEqual(['D1'])
    expect(await written('smaragd')).toEqual(['T1', 'T2', 'T3'])
    // Parts of words, in either of the two queries: the index knows three letters in a row.
    for (const part of ['иво', 'во']) expect([part, await written(part)]).toEqual([part, ['D1']])
    expect(await understood('тюя 18-20', '&as_written=1')).toEqual({ plants: [], filters: {}, corrected: null })
  })

  it('rank a plant named in full before its cultivars', async () => {
    const { results, understood } = await search(`search=${encodeURIComponent('липа мелколистная')}`)
    expect(understood.plants[0]?.slug).toBe('tilia-cordata')
    expect(results.slice(0, 2).map(({ variant }) => variant.sku)).toEqual(['L5', 'L4'])
  })

  it('yield to filters that are set explicitly', async () => {
    expect(await found(`search=${encodeURIComponent('липа 18-20')}&girth_from=14&girth_to=15`)).toEqual(['L1'])
  })

  it.each(["%' or 1=1 --", '<script>', '🌲'.repeat(60), '((((', 'а'.repeat(255), '18-20 '.repeat(40), '\\', '*:*'])(
    'are treated as plain words if they are hostile: %s',
    async text => {
      const started = performance.now()
      expect((await server.get(`/api/offers/?search=${encodeURIComponent(text)}`)).status).toBe(200)
      expect(performance.now() - started).toBeLessThan(2000)
    },
  )
})

it('a change is seen by the next request', async () => {
  const { db } = server.database
  expect(await found('root=pot')).toEqual([])
  await db.update(variants).set({ root: 'pot' }).where(eq(variants.sku, 'D1'))
  expect(await found('root=pot')).toEqual(['D1'])
  await db.update(companies).set({ regionId: omsk }).where(eq(companies.id, vereya))
  expect(await found(`region=${omsk}&root=pot`)).toEqual(['D1'])
  await db.update(products).set({ isApproved: false }).where(eq(products.genus, 'Диво'))
  expect(await found('root=pot')).toEqual([])
})
