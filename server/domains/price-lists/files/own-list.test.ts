import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PriceList, PriceListRow } from '#contract/price-lists.ts'
import type { Product } from '#contract/products.ts'
import { namedPlants } from '#server/domains/plants/named-plants.ts'
import { priceListJobs } from '#server/jobs.ts'
import { contentChanges } from '#server/platform/http/cache/content-changes.ts'
import { type TestServer, testServer } from '#server/test/app.ts'
import { categoryId, makeCompany } from '#server/test/factories.ts'
import { workOff } from '#server/test/jobs.ts'
import { formOf } from '#server/test/pictures.ts'
import { listApplying, listReading } from '../price-lists.jobs.ts'

let server: TestServer
let names: ReturnType<typeof namedPlants>
let categories: number[]

beforeAll(async () => {
  server = await testServer()
  const { db } = server.database
  names = namedPlants({ db, changes: contentChanges(db) })
  categories = [await categoryId(db, 'hvoynye'), await categoryId(db, 'listvennye-kustarniki')]
})
afterAll(() => server.close())

async function work(): Promise<void> {
  const { db, jobs } = server.database
  const wanted = new Set([listReading.name, listApplying.name])
  const handlers = priceListJobs({ db, slowly: jobs, media: server.media, names })
  await workOff(
    server.database,
    handlers.filter(({ queue }) => wanted.has(queue.name)),
  )
}

interface Odd {
  genus: string
  species: string
  category: number
  variants: object[]
}

/** A new company with these products; returns its creator. */
async function offering(products: Odd[]): Promise<string> {
  const { creatorId } = await makeCompany(server.database.db)
  for (const { category, ...product } of products) {
    const sent = { ...product, category: categories[category] }
    const { status, body } = await server.send('POST', '/api/products/create/', sent, creatorId)
    expect([status, body.fields]).toEqual([201, undefined])
  }
  return creatorId
}

const own = async (userId: string): Promise<Product[]> =>
  (await server.get('/api/products/own/?page_size=100&ordering=name', userId)).body.results

async function download(format: 'xlsx' | 'csv', userId: string): Promise<Uint8Array> {
  const headers = { authorization: await server.bearer(userId) }
  const response = await server.app.inject({ url: `/api/price-lists/current.${format}`, headers })
  expect(response.statusCode).toBe(200)
  return new Uint8Array(response.rawPayload)
}

async function read(content: string | Uint8Array, format: string, userId: string) {
  const form = formOf({ file: new File([content as BlobPart], `current.${format}`) })
  const { status, body } = await server.send('POST', '/api/price-lists/', form, userId)
  expect(status).toBe(201)
  await work()
  const list: PriceList = (await server.get(`/api/price-lists/${body.id}/`, userId)).body
  const rows: PriceListRow[] = (await server.get(`/api/price-lists/${body.id}/rows/?page_size=100`, userId)).body
    .results
  return { list, rows }
}

async function apply(id: string, userId: string, missing: string): Promise<void> {
  expect((await server.send('POST', `/api/price-lists/${id}/apply/`, { missing }, userId)).status).toBe(200)
  await work()
  expect((await server.get(`/api/price-lists/${id}/`, userId)).body).toMatchObject({ status: 'applied' })
}

const withoutTimes = (products: Product[]) => JSON.stringify(products).replaceAll(/"confirmed_at":"[^"]*"/g, '')

/** Words as nurseries put them into names, and words that lists have in other places. */
const words = fc.constantFrom(
  ...['Туя', 'западная', 'Смарагд', 'Thuja', "'Smaragd'", '«Голд»', '"Aurea"', 'Pinusмуго', 'Ёль', 'и', '№7', '2'],
  ...['60-80', '80/100', '10-12', '1,5м', 'С5', 'C3', 'RB40', 'P9', 'ОКС', '(шар)', '(штамб 60)', 'ком', '3х5', '-/-'],
  ...['10', 'шт', '500 руб', '12 €', 'от 10 шт', 'опт', 'под заказ', 'нет', 'Итого', 'Доставка', 'Скидка', 'стр. 2'],
  ...['Цена', 'Размер', 'Наименование', 'Хвойные', '+7 495', '@', '=1', "'=", '-', '—', '…', ';', ',', '%', '<b>', '&'],
  ...['_x0041_', 'zero\u200bwidth', 'два  пробела', 'в тыс. руб.', '1.5.2026', '10.дек'],
)
const phrase = (most: number) =>
  fc.array(words, { minLength: 1, maxLength: most }).map(parts => parts.join(' ').trim().slice(0, 100))
const maybe = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { freq: 1 })
const money = fc.integer({ min: 0, max: 2_000_000_00 }).map(kopecks => kopecks / 100)
const count = (max: number) => fc.integer({ min: 1, max })
const length = count(5000).map(millimetres => millimetres / 10)
const span = <Name extends string>(name: Name) =>
  fc.tuple(length, length).map(([one, other]) => ({
    [`${name}_from`]: Math.min(one, other),
    [`${name}_to`]: Math.max(one, other),
  }))

const values = fc.record({
  sku: maybe(fc.oneof(phrase(2), fc.constantFrom('0012', '1-12', '10.12', 'А/б 3', '1e5', '00'))),
  form: maybe(fc.constantFrom('standard', 'multistem', 'shrub', 'topiary')),
  stem_height: maybe(length),
  stems: maybe(count(5)),
  transplants: maybe(count(4)),
  price: maybe(money),
  price_tiers: fc.uniqueArray(fc.record({ quantity_from: fc.constantFrom(null, 1, 2, 10, 1000), price: money }), {
    maxLength: 2,
    selector: tier => tier.quantity_from,
  }),
  note: fc.oneof(
    fc.constant(''),
    phrase(5),
    fc.constantFrom('Цена со скидкой\nдо мая', '=1+1', '100 шт', 'опт от 50 шт'),
  ),
})
const packing = fc.oneof(
  fc.constant({}),
  fc.constant({ root: 'bare_root' }),
  fc.record({ root: fc.constantFrom('container', 'pot', 'ball', 'wire_ball'), root_size: maybe(count(200)) }),
)
const stock = fc.oneof(
  fc.record({
    stock: fc.constantFrom('in_stock', 'on_order', 'sold_out'),
    stock_quantity: maybe(fc.integer({ min: 0, max: 1_000_000 })),
    stock_is_minimum: fc.boolean(),
  }),
  fc.record({
    stock: fc.constant('expected'),
    available_from: fc.constant('2027-04-05'),
    stock_quantity: maybe(count(9)),
  }),
)
const variant = fc
  .tuple(values, packing, stock, maybe(span('height')), maybe(span('spread')), maybe(span('girth')))
  .map(parts => Object.assign({}, ...parts))
const product = fc.record({
  genus: phrase(2),
  species: phrase(4),
  category: fc.constantFrom(0, 1),
  variants: fc.array(variant, { minLength: 1, maxLength: 3 }),
})
/** Article numbers are unique within a company. */
const catalogue = fc.array(product, { minLength: 1, maxLength: 5 }).map(products => {
  const seen = new Set<string>()
  const isNew = (sku: string | null) => sku === null || seen.size < seen.add(sku.trim()).size
  return products.map(one => ({
    ...one,
    variants: one.variants.map(size => (isNew(size.sku) ? size : { ...size, sku: null })),
  }))
})

describe.each(['xlsx', 'csv'] as const)('the company’s own list as %s', format => {
  it(
    'asks nothing and changes nothing when it is imported again, whatever the names',
    { timeout: 240_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(catalogue, async products => {
          const userId = await offering(products)
          const before = await own(userId)
          const { list, rows } = await read(await download(format, userId), format, userId)
          expect(rows.filter(({ kind, state }) => kind !== 'header' && state !== 'unchanged')).toEqual([])
          const sizes = products.flatMap(({ variants }) => variants).length
          expect(list.counts).toMatchObject({ rows: sizes + 1, unchanged: sizes, missing: 0 })
          await apply(list.id, userId, 'unpublish')
          expect(withoutTimes(await own(userId))).toBe(withoutTimes(before))
        }),
        { seed: 5, numRuns: 8 },
      )
    },
  )
})

const oddOne = {
  genus: 'Роза 60-80 С5 (500 руб, 10 шт)',
  species: 'Итого «от 10 шт»',
  category: 0,
  variants: [
    { sku: 'Р-1', height_from: 30, price: 700, price_tiers: [{ quantity_from: 10, price: 600 }], stock_quantity: 5 },
    { height_from: 40, root: 'pot', root_size: 9, price: 99.5, note: 'Последние' },
  ],
}

it('of a row that was changed only the changed cells are read', async () => {
  const userId = await offering([oddOne])
  const text = new TextDecoder().decode(await download('csv', userId))
  const [titles, one = '', other = ''] = text.trim().split('\r\n')
  const sent = [titles, one.replace(';700;600;5;', ';750,5;;нет;'), other.replace(';Последние', ';')].join('\n')
  const { list, rows } = await read(sent, 'csv', userId)
  expect(rows.slice(1).map(({ state, changes }) => [state, changes])).toEqual([
    [
      'changed',
      [
        { field: 'price', before: 700, after: 750.5 },
        { field: 'price_tiers', before: [{ quantity_from: 10, price: 600 }], after: [] },
        { field: 'stock', before: 'in_stock', after: 'sold_out' },
        { field: 'stock_quantity', before: 5, after: null },
      ],
    ],
    ['changed', [{ field: 'note', before: 'Последние', after: '' }]],
  ])
  expect(list.counts).toMatchObject({ missing: 0, doubtful: 0 })
})

it('a changed cell that is unclear is asked about, and one in another currency is no price', async () => {
  const userId = await offering([oddOne])
  const text = new TextDecoder().decode(await download('csv', userId))
  const { rows } = await read(text.replace(';700;', ';от 700;').replace(';99,5;', ';12 €;'), 'csv', userId)
  expect(rows.slice(1).map(({ state, problems }) => [state, problems.map(({ code }) => code)])).toEqual([
    ['doubtful', ['price']],
    ['changed', []],
  ])
  expect(rows[2]?.variants).toMatchObject([{ price: null, note: 'Последние; Цена: 12 €' }])
})

it('leaves out what was taken off sale, which importing it again would put on sale', async () => {
  const plant = { category: 0, genus: 'Туя', variants: [{ price: 5 }] }
  const userId = await offering([
    { ...plant, species: 'первая' },
    { ...plant, species: 'вторая' },
  ])
  await server.database.db.execute(`update products set is_approved = true, review = null`)
  const text = new TextDecoder().decode(await download('csv', userId))
  const only = await read(text.trim().split('\r\n').slice(0, 2).join('\n'), 'csv', userId)
  await apply(only.list.id, userId, 'unpublish')
  const states = async () => (await own(userId)).map(({ is_active }) => is_active)
  expect(await states()).toEqual([false, true])
  const again = await read(await download('csv', userId), 'csv', userId)
  expect(again.list.counts).toMatchObject({ offers: 1, unchanged: 1, missing: 0 })
  await apply(again.list.id, userId, 'unpublish')
  expect(await states()).toEqual([false, true])
})
