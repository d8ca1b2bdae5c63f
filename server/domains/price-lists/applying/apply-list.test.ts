import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { PriceList, PriceListRow } from '#contract/price-lists.ts'
import type { Product } from '#contract/products.ts'
import type { WritableVariant } from '#contract/variants.ts'
import { lockCompany } from '#server/domains/companies/companies.api.ts'
import { namedPlants } from '#server/domains/plants/named-plants.ts'
import { products } from '#server/domains/products/products.tables.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { contentChanges } from '#server/platform/http/cache/content-changes.ts'
import { refOf } from '#server/reading/names/named-plants.ts'
import type { ReadRow } from '#server/reading/price-lists/rows.ts'
import { type TestServer, testServer } from '#server/test/app.ts'
import { databaseState } from '#server/test/database-state.ts'
import { categoryId, makeCompany, makePerson } from '#server/test/factories.ts'
import { workOff } from '#server/test/jobs.ts'
import { formOf } from '#server/test/pictures.ts'
import { countStatements } from '#server/test/statement-count.ts'
import { emptyVariant } from '#server/test/variants.ts'
import { findListById, lockList, updateList } from '../price-lists.queries.ts'
import { storeReading } from '../read-list.service.ts'
import { applyList, listApplier } from './apply-list.service.ts'

let server: TestServer
let creator: string
let employee: string
let stranger: string
let companyId: number
let number = 0
let conifers: number

const db = () => server.database.db
const names = () => namedPlants({ db: db(), changes: contentChanges(db()) })
const handlers = () => [listApplier({ slowly: server.database.jobs, media: server.media, names: names() })]

beforeAll(async () => {
  server = await testServer()
  conifers = await categoryId(db(), 'hvoynye')
})
afterAll(() => server.close())

beforeEach(async () => {
  creator = (await makePerson(db())).id
  employee = (await makePerson(db())).id
  stranger = (await makePerson(db())).id
  companyId = (await makeCompany(db(), { creatorId: creator, employees: [employee] })).id
  await makeCompany(db(), { creatorId: stranger })
})

interface Said extends Partial<WritableVariant> {
  name: string
  plant?: string
  candidates?: string[]
  doubt?: ReadRow['doubt']
  kind?: ReadRow['kind']
}

/** Rows as reading a file returns them. */
async function rowsOf(said: Said[]): Promise<ReadRow[]> {
  const { all } = await names()()
  const ref = (latin: string) => {
    const plant = all.find(({ latinName }) => latinName === latin)
    if (!plant) throw new Error(`no plant ${latin}`)
    return refOf(plant)
  }
  return said.map(({ name, plant, candidates = [], doubt = null, kind = 'offer', ...variant }, index) => ({
    sheet: 'Прайс',
    row: index + 2,
    cells: [name],
    kind,
    doubt,
    name,
    plant: plant ? ref(plant) : null,
    candidates: candidates.map(latin => ({ plant: ref(latin), confidence: 0.7 })),
    category: kind === 'offer' && !plant ? { id: conifers, name: 'Хвойные', slug: 'hvoynye' } : null,
    variants: kind === 'offer' ? [{ ...emptyVariant, ...variant }] : [],
    part: null,
    unread: [],
    problems: candidates.length > 0 ? [{ field: 'name', code: 'several', message: 'Несколько растений' }] : [],
  }))
}

const fields = ['name', 'size', 'price', 'price_wholesale', 'stock', 'sku', 'note', 'root'] as const

/** A list of the company with these rows, already read. */
async function listOf(said: Said[], userId = creator): Promise<PriceList> {
  const file = new File(['Наименование;Цена'], `прайс ${++number}.csv`)
  const { status, body } = await server.send('POST', '/api/price-lists/', formOf({ file }), userId)
  expect([status, body.status]).toEqual([201, 'reading'])
  const list = await findListById(db(), body.id)
  if (!list) throw new Error('no list')
  const columns = fields.map((field, index) => ({ index, title: field, field, samples: [] }))
  const sheets = [{ name: 'Прайс', is_skipped: false, header_rows: 1, columns }]
  await storeReading(db(), await names()(), list, { sheets, questions: [], rows: await rowsOf(said) })
  return getList(body.id, userId)
}

const getList = async (id: string, userId = creator): Promise<PriceList> =>
  (await server.get(`/api/price-lists/${id}/`, userId)).body
const rowsIn = async (id: string, query = ''): Promise<PriceListRow[]> =>
  (await server.get(`/api/price-lists/${id}/rows/?page_size=100${query}`, creator)).body.results
const post = (path: string, body: object = {}, userId = creator) =>
  server.send('POST', `/api/price-lists/${path}`, body, userId)

async function apply(id: string, missing = 'keep', userId = creator): Promise<PriceList> {
  const { status, body } = await post(`${id}/apply/`, { missing }, userId)
  expect([status, body.status, body.missing]).toEqual([200, 'applying', missing])
  await workOff(server.database, handlers())
  return getList(id)
}

const own = async (): Promise<Product[]> =>
  (await server.get('/api/products/own/?page_size=100&ordering=name', creator)).body.results
const feed = async () => (await server.get('/api/posts/', stranger)).body

const smaragd = { name: 'Туя Смарагд', plant: "Thuja occidentalis 'Smaragd'" }
const offered: Said[] = [
  { ...smaragd, sku: 'Т-1', height_from: 80, height_to: 100, root: 'container', root_size: 5, price: 900 },
  { ...smaragd, height_from: 120, height_to: 140, root: 'ball', root_size: 40, price: 2500, stock_quantity: 30 },
  { name: 'Ель сибирская Самоцвет', height_from: 60, height_to: 80, price: 700 },
]

describe('what a list would change', () => {
  it('is everything for a company without offers, and nothing after it is applied', async () => {
    const list = await listOf(offered)
    expect(list).toMatchObject({ status: 'ready', counts: { rows: 3, offers: 3, new: 3, missing: 0 } })
    expect(await own()).toEqual([])
    await apply(list.id)
    const again = await listOf(offered)
    expect(again.counts).toMatchObject({ offers: 3, new: 0, changed: 0, unchanged: 3, missing: 0 })
    expect((await rowsIn(again.id)).flatMap(row => row.changes)).toEqual([])
  })

  it('shows changes field by field, and the variants that the list does not contain', async () => {
    await apply((await listOf(offered)).id)
    const list = await listOf([
      { ...smaragd, sku: 'Т-1', height_from: 80, height_to: 120, root: 'container', root_size: 5, price: 950 },
      { ...smaragd, height_from: 120, height_to: 140, root: 'ball', root_size: 40, price: null },
      { ...smaragd, height_from: 200, height_to: 220, price: 9000 },
    ])
    expect(list.counts).toMatchObject({ new: 1, changed: 2, unchanged: 0, missing: 1 })
    const [bySku, bySize, added] = await rowsIn(list.id)
    expect(bySku?.changes).toEqual([
      { field: 'height_to', before: 100, after: 120 },
      { field: 'price', before: 900, after: 950 },
    ])
    expect(bySize?.changes).toEqual([
      { field: 'price', before: 2500, after: null },
      { field: 'stock_quantity', before: 30, after: null },
    ])
    expect(added).toMatchObject({ state: 'new', changes: [] })
  })

  it('leaves out rows that are doubtful, repeated or cannot be saved, and says why', async () => {
    const list = await listOf([
      ...offered,
      { name: 'Туя', candidates: ["Thuja occidentalis 'Smaragd'"], doubt: 'doubtful', price: 5 },
      { ...smaragd, sku: 'Т-1', height_from: 300, price: 5 },
      { ...smaragd, height_from: 10, price: -5 },
      { ...smaragd, height_from: 120, height_to: 140, root: 'ball', root_size: 40, price: 2600 },
      { name: 'Хвойные', kind: 'section' },
    ])
    expect(list.counts).toMatchObject({ rows: 8, offers: 7, sections: 1, new: 3, doubtful: 2, rejected: 2 })
    expect((await rowsIn(list.id, '&state=rejected')).map(row => row.problems[0])).toMatchObject([
      { field: 'sku', code: 'repeated' },
      { field: 'price' },
    ])
    expect((await rowsIn(list.id, '&state=doubtful')).map(row => row.problems[0])).toMatchObject([
      { field: 'name', code: 'several' },
      { field: 'size', code: 'repeated' },
    ])
    const applied = await apply(list.id)
    expect(applied).toMatchObject({ status: 'applied', counts: { new: 3, doubtful: 2, rejected: 2 } })
    expect((await own()).flatMap(product => product.variants)).toHaveLength(3)
  })

  it('matches a row to the company’s own product by its name or article number', async () => {
    await apply((await listOf(offered)).id)
    const list = await listOf([
      { name: 'Смарагд', candidates: ["Thuja occidentalis 'Smaragd'"], doubt: 'doubtful', sku: 'Т-1', price: 900 },
      { ...offered[2], name: 'ель  Сибирская самоцвет' },
    ])
    expect((await rowsIn(list.id)).map(row => row.state)).toEqual(['unchanged', 'unchanged'])
    const contrary = await listOf([{ name: 'Ель колючая', plant: 'Picea pungens', sku: 'Т-1', price: 1 }])
    expect(contrary.counts).toMatchObject({ doubtful: 1, missing: 2 })
    expect((await rowsIn(contrary.id))[0]?.problems).toMatchObject([{ field: 'sku', code: 'other_plant' }])
  })
})

describe('applying', () => {
  it('publishes products of plants in the directory, and lets others wait for a moderator', async () => {
    await apply((await listOf(offered)).id)
    const [spruce, thuja] = await own()
    expect(spruce).toMatchObject({ name: 'Ель сибирская Самоцвет', is_active: false, plant: null, price: 700 })
    expect(thuja).toMatchObject({
      is_active: true,
      plant: { latin_name: "Thuja occidentalis 'Smaragd'" },
      price: 900,
      price_is_from: true,
      s_height_from: 80,
      s_height_to: 140,
      variants_count: 2,
      zone: expect.any(Number),
    })
    expect(thuja?.variants.map(({ sku, label }) => [sku, label])).toEqual([
      ['Т-1', expect.stringContaining('C 5')],
      [null, expect.stringContaining('RB 40')],
    ])
    const page = await server.get(`/api/products${thuja?.get_absolute_url}`)
    expect(page.status).toBe(200)
  })

  it.each([
    ['keep', ['in_stock', 'in_stock'], true],
    ['sold_out', ['sold_out', 'sold_out'], true],
    ['unpublish', ['in_stock', 'in_stock'], false],
  ])('treats variants that the list does not contain as chosen: %s', async (missing, stocks, isActive) => {
    await apply((await listOf(offered)).id)
    const list = await listOf([{ ...offered[2] } as Said])
    expect(list.counts).toMatchObject({ unchanged: 1, missing: 2 })
    await apply(list.id, missing)
    const thuja = (await own()).find(({ plant }) => plant)
    expect([thuja?.variants.map(({ stock }) => stock), thuja?.is_active]).toEqual([stocks, isActive])
    const back = await listOf(offered)
    await apply(back.id)
    const again = (await own()).find(({ plant }) => plant)
    expect([again?.variants.map(({ stock }) => stock), again?.is_active]).toEqual([['in_stock', 'in_stock'], true])
  })

  it('takes nothing off sale for a list in which nothing is a plant', async () => {
    await apply((await listOf(offered)).id)
    const before = (await own()).map(({ is_active }) => is_active)
    const list = await listOf([])
    expect(list.counts).toMatchObject({ offers: 0, missing: 3 })
    for (const missing of ['sold_out', 'unpublish'])
      expect((await post(`${list.id}/apply/`, { missing })).status).toBe(409)
    expect((await own()).map(({ is_active }) => is_active)).toEqual(before)
    expect((await post(`${list.id}/apply/`, { missing: 'keep' })).status).toBe(200)
    await workOff(server.database, handlers())
  })

  it('requires that choice; refuses a second time, another list meanwhile, and strangers', async () => {
    const list = await listOf(offered)
    const other = await listOf(offered)
    expect((await post(`${list.id}/apply/`)).status).toBe(400)
    expect((await post(`${list.id}/apply/`, { missing: 'delete' })).body.fields).toHaveProperty('missing')
    expect((await post(`${list.id}/apply/`, { missing: 'keep' }, stranger)).status).toBe(404)
    const { id: nobody } = await makePerson(db())
    expect((await post(`${list.id}/apply/`, { missing: 'keep' }, nobody)).status).toBe(403)
    expect((await post(`${list.id}/apply/`, { missing: 'keep' })).status).toBe(200)
    expect((await post(`${list.id}/apply/`, { missing: 'keep' })).status).toBe(409)
    expect((await post(`${other.id}/apply/`, { missing: 'keep' })).status).toBe(409)
    await workOff(server.database, handlers())
    expect((await post(`${list.id}/apply/`, { missing: 'keep' })).status).toBe(409)
    expect((await server.send('DELETE', `/api/price-lists/${list.id}/`, undefined, creator)).status).toBe(409)
    expect((await server.send('DELETE', `/api/price-lists/${other.id}/`, undefined, creator)).status).toBe(200)
    expect((await getList(other.id)).status).toBe(404)
  })

  it('is announced by one post, also if its products are edited later', async () => {
    const before = (await feed()).count
    await apply((await listOf(offered)).id)
    const after = await feed()
    expect(after.count).toBe(before + 1)
    expect(after.results[0]).toMatchObject({ product: null, created_by: { id: creator } })
    expect(after.results[0].body).toBe('Обновили прайс-лист: 3 новые позиции.')
    await apply((await listOf(offered)).id)
    expect((await feed()).count).toBe(before + 1)
    const [thuja] = (await own()).filter(({ plant }) => plant)
    await server.send('POST', `/api/products${thuja?.get_absolute_url}edit/`, { description: 'Для изгороди' }, creator)
    expect((await feed()).count).toBe(before + 1)
  })

  it('leaves products of other employees unchanged, and assigns its own to the employee', async () => {
    await apply((await listOf(offered)).id)
    const list = await listOf([{ ...offered[0], price: 1 } as Said, { name: 'Ель новая', price: 3 }], employee)
    expect(list.counts).toMatchObject({ rejected: 1, new: 1, missing: 0 })
    await apply(list.id, 'sold_out', employee)
    const [mine, ...others] = await own()
    expect(mine).toMatchObject({ name: 'Ель новая', assigned_to: { id: employee } })
    expect(others.flatMap(product => product.variants).map(({ stock }) => stock)).not.toContain('sold_out')
  })

  it('returns to ready if whoever applied it has left the company', async () => {
    const list = await listOf(offered, employee)
    await post(`${list.id}/apply/`, { missing: 'keep' }, employee)
    await db().execute(sql`delete from company_members where user_id = ${employee}`)
    await workOff(server.database, handlers())
    expect(await getList(list.id)).toMatchObject({
      status: 'ready',
      error: expect.stringContaining('больше не работает'),
    })
    expect(await own()).toEqual([])
  })
})

describe('correcting a row', () => {
  const correct = (id: string, row: number, body: object, userId = creator) =>
    server.send('PATCH', `/api/price-lists/${id}/rows/Прайс/${row}/`, body, userId)

  it('settles its doubt, and remembers the name for the next list', async () => {
    const doubtful: Said = {
      name: 'Смарагд',
      candidates: ["Thuja occidentalis 'Smaragd'"],
      doubt: 'doubtful',
      price: 5,
    }
    const list = await listOf([doubtful])
    const [row] = await rowsIn(list.id)
    expect(row?.state).toBe('doubtful')
    const { status, body } = await correct(list.id, 2, { plant: row?.candidates[0]?.plant.id })
    expect([status, body.state, body.plant, body.category?.slug]).toEqual([
      200,
      'new',
      row?.candidates[0]?.plant,
      'hvoynye',
    ])
    expect((await getList(list.id)).counts).toMatchObject({ new: 1, doubtful: 0 })
    const [next] = await rowsIn((await listOf([doubtful])).id)
    expect(next).toMatchObject({ state: 'new', plant: row?.candidates[0]?.plant })
    const others = await listOf([doubtful], stranger)
    expect(others.counts.doubtful).toBe(1)
  })

  it('accepts sizes, a category and skipping; refuses invalid values', async () => {
    const list = await listOf([
      { name: 'Ель', price: 5 },
      { ...smaragd, height_from: 1, price: -5 },
    ])
    expect((await rowsIn(list.id)).map(row => row.state)).toEqual(['doubtful', 'rejected'])
    expect((await correct(list.id, 2, { name: 'Ель дикая' })).body.state).toBe('new')
    expect((await correct(list.id, 3, { variants: [{ height_from: 20, price: 7 }] })).body).toMatchObject({
      state: 'new',
      variants: [{ height_from: 20, price: 7, stock: 'in_stock' }],
    })
    expect((await correct(list.id, 3, { is_skipped: true })).body.state).toBe('skipped')
    expect((await correct(list.id, 3, { plant: 999_999 })).body.fields).toHaveProperty('plant')
    expect((await correct(list.id, 3, { category: 999_999 })).body.fields).toHaveProperty('category')
    expect((await correct(list.id, 3, { variants: [] })).status).toBe(400)
    expect((await correct(list.id, 77, { is_skipped: true })).status).toBe(404)
    expect((await correct(list.id, 2, { is_skipped: true }, stranger)).status).toBe(404)
  })
})

describe('rolling back', () => {
  /** The state of every table in which a rolled back import must leave no trace. */
  async function catalogueState() {
    const ownTables = ['price_lists', 'price_list_rows', 'price_list_files', 'bulk_undo', 'bulk_changes']
    // `feed_version` only ever increases, `variant_changes` records changes for the saved searches, and in `media`
    // unused pictures wait for the clean-up.
    const left = new Set([...ownTables, 'feed_version', 'variant_changes', 'media'])
    return Object.fromEntries(Object.entries(await databaseState(db())).filter(([name]) => !left.has(name)))
  }

  it('restores every table byte for byte, and removes the post', async () => {
    await apply((await listOf(offered)).id)
    const list = await listOf([
      { ...offered[0], price: 1000, height_to: 150, note: 'Последние' } as Said,
      { ...smaragd, height_from: 30, height_to: 40, price: 200 },
      { name: 'Сосна горная Пумилио', plant: 'Pinus mugo', height_from: 20, price: 300 },
      { name: 'Кедр ливанский', price: 300 },
    ])
    const posts = (await feed()).count
    const before = await catalogueState()
    await apply(list.id, 'unpublish')
    expect(await catalogueState()).not.toEqual(before)
    expect((await feed()).count).toBe(posts + 1)
    const { status, body } = await post(`${list.id}/rollback/`)
    expect([status, body.status]).toEqual([200, 'rolled_back'])
    expect(await catalogueState()).toEqual(before)
    expect((await feed()).count).toBe(posts)
    expect((await post(`${list.id}/rollback/`)).status).toBe(409)
    expect((await post(`${list.id}/apply/`, { missing: 'keep' })).status).toBe(409)
  })

  it('is refused after a manual change, which it names, and for all lists but the last one', async () => {
    const first = await listOf(offered)
    await apply(first.id)
    const second = await listOf([{ ...offered[0], price: 1000 } as Said])
    await apply(second.id)
    expect((await post(`${first.id}/rollback/`)).status).toBe(409)
    expect((await post(`${second.id}/rollback/`, {}, stranger)).status).toBe(404)
    const thuja = (await own()).find(({ plant }) => plant)
    const change = { changes: [{ id: thuja?.variants[0]?.id, price: 5 }] }
    expect((await server.send('POST', '/api/variants/change/', change, creator)).body).toEqual({ changed: 1 })
    const before = await catalogueState()
    const refused = await post(`${second.id}/rollback/`)
    expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining(`«${thuja?.name}»`)])
    expect(await catalogueState()).toEqual(before)
    expect((await getList(second.id)).status).toBe('applied')
  })

  it('is refused after a product that it added was edited or deleted', async () => {
    const list = await listOf(offered)
    await apply(list.id)
    const [spruce] = await own()
    await server.send('POST', `/api/products${spruce?.get_absolute_url}edit/`, { description: 'Голубая' }, creator)
    expect((await post(`${list.id}/rollback/`)).body.detail).toContain(spruce?.name)
    await server.send('DELETE', `/api/products${spruce?.get_absolute_url}delete/`, undefined, creator)
    expect((await post(`${list.id}/rollback/`)).status).toBe(409)
  })

  it('does not put on sale what a moderator has taken down since', async () => {
    const list = await listOf(offered)
    await apply(list.id)
    await apply((await listOf([{ ...offered[0], price: 1000 } as Said])).id)
    const [last] = (await server.get('/api/price-lists/', creator)).body.results
    await db().update(products).set({ isApproved: false, review: 'hidden' }).where(eq(products.companyId, companyId))
    expect((await post(`${last.id}/rollback/`)).status).toBe(200)
    expect((await own()).map(product => product.is_active)).toEqual([false, false])
  })
})

/** Sizes of plants that are not in the directory, fifty of each. */
const many = 1200
const thousands: Said[] = Array.from({ length: many }, (_, n) => ({
  name: `Ель испытательная Сорт${Math.floor(n / 50)}`,
  sku: `М-${n}`,
  height_from: 20 + (n % 50),
  height_to: 21 + (n % 50),
  price: 100 + n,
}))

/** How often another transaction got this lock while something was done. */
async function turnsDuring(done: Promise<unknown>, lock: (tx: Tx) => Promise<unknown>): Promise<number> {
  let turns = 0
  let isDone = false
  const ended = done.finally(() => {
    isDone = true
  })
  while (!isDone) {
    await db().transaction(lock)
    turns++
    await sleep(1)
  }
  await ended
  return turns
}

/** The database, of which something is done or thrown before each transaction, by its number. */
function beforeTransactions(act: (number: number) => unknown): Db {
  let transactions = 0
  return new Proxy(db(), {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      if (name !== 'transaction') return value.bind(target)
      return async (...values: unknown[]) => {
        await act(++transactions)
        return value.apply(target, values)
      }
    },
  })
}

/** A list that is being read. */
async function beingRead() {
  const { body } = await server.send(
    'POST',
    '/api/price-lists/',
    formOf({ file: new File(['x'], 'прайс.csv') }),
    creator,
  )
  const list = await findListById(db(), body.id)
  if (!list) throw new Error('no list')
  return list
}

const sheets = [{ name: 'Прайс', is_skipped: false, header_rows: 1, columns: [] }]

describe('a list of thousands of rows', { timeout: 120_000 }, () => {
  it('is stored a hundred rows at a time: others get the database and the list in between', async () => {
    const list = await beingRead()
    const read = { sheets, questions: [], rows: await rowsOf(thousands) }
    const turns = await turnsDuring(storeReading(db(), await names()(), list, read), tx => lockList(tx, list.id))
    expect(await getList(list.id)).toMatchObject({ status: 'ready', counts: { rows: many } })
    expect(turns).toBeGreaterThan(5)
  })

  it('is compared before anything is locked to apply it', async () => {
    await apply((await listOf(thousands)).id)
    const again = await listOf(thousands)
    await post(`${again.id}/apply/`, { missing: 'keep' })
    const applied = applyList({ slowly: server.database.jobs, media: server.media, names: names() }, again.id)
    expect(await turnsDuring(applied, tx => lockCompany(tx, companyId))).toBeGreaterThan(5)
    expect(await getList(again.id)).toMatchObject({ status: 'applied', counts: { unchanged: many } })
  })

  it('is written in a transaction that takes a statement for each five hundred sizes', async () => {
    /** The most statements that one of the transactions took by which new prices of so many sizes were applied. */
    async function longestOf(count: number): Promise<number> {
      const some = thousands.slice(0, count)
      await apply((await listOf(some)).id)
      const { id } = await listOf(some.map(one => ({ ...one, price: (one.price ?? 0) + 50 })))
      await post(`${id}/apply/`, { missing: 'keep' })
      const counted = countStatements()
      let longest = 0
      const slowly = new Proxy(server.database.jobs, {
        get(target, name) {
          const value: unknown = Reflect.get(target, name)
          if (typeof value !== 'function') return value
          if (name !== 'transaction') return value.bind(target)
          return (run: (tx: Tx) => Promise<unknown>) =>
            target.transaction(async tx => {
              const before = counted.sofar()
              const result = await run(tx)
              longest = Math.max(longest, counted.sofar() - before)
              return result
            })
        },
      })
      await applyList({ slowly, media: server.media, names: names() }, id).finally(counted.stop)
      expect(await getList(id)).toMatchObject({ status: 'applied', counts: { changed: count } })
      return longest
    }
    const ofFew = await longestOf(200)
    expect((await longestOf(many)) - ofFew).toBeLessThanOrEqual(many / 500)
  })

  it('is compared before anything is locked to correct a row of it', async () => {
    await apply((await listOf(thousands)).id)
    const { id } = await listOf(thousands)
    const path = `/api/price-lists/${id}/rows/${encodeURIComponent('Прайс')}/7/`
    const corrected = server.send('PATCH', path, { is_skipped: true }, creator)
    expect(await turnsDuring(corrected, tx => lockList(tx, id))).toBeGreaterThan(8)
    expect((await corrected).body).toMatchObject({ row: 7, state: 'skipped' })
    expect(await getList(id)).toMatchObject({ counts: { skipped: 1, unchanged: many - 1 } })
  })

  it('is undone in turns with other work of the process', async () => {
    const { id } = await listOf(thousands.map(one => ({ ...one, price: 5 })))
    await apply((await listOf(thousands)).id)
    await apply(id)
    let turns = 0
    let isDone = false
    const undone = post(`${id}/rollback/`).finally(() => {
      isDone = true
    })
    const [answer] = await Promise.all([
      undone,
      (async () => {
        for (; !isDone; turns++) await setImmediate()
      })(),
    ])
    expect([answer.status, turns > many / 200]).toEqual([200, true])
  })
})

it('a row is compared again under the lock if another one was corrected meanwhile', async () => {
  const { id } = await listOf(offered)
  const correct = (row: number) =>
    server.send('PATCH', `/api/price-lists/${id}/rows/Прайс/${row}/`, { is_skipped: true }, creator)
  const answers = await Promise.all([correct(2), correct(3), correct(4)])
  expect(answers.map(({ status, body }) => [status, body.state])).toEqual(answers.map(() => [200, 'skipped']))
  expect(await getList(id)).toMatchObject({ counts: { skipped: 3, new: 0 } })
})

it('a product that changes after the comparison and before the locks is compared again under them', async () => {
  await apply((await listOf(offered)).id)
  const again = await listOf(offered)
  await post(`${again.id}/apply/`, { missing: 'keep' })
  const changed = sql`update variants set price_kopecks = 100 where company_id = ${companyId} and sku = 'Т-1'`
  // The first transaction tells of the progress, the second applies.
  const slowly = beforeTransactions(number => (number === 2 ? db().execute(changed) : undefined))
  await applyList({ slowly, media: server.media, names: names() }, again.id)
  expect(await getList(again.id)).toMatchObject({ status: 'applied', counts: { changed: 1, unchanged: 2 } })
  const prices = (await own()).flatMap(({ variants }) => variants.map(({ sku, price }) => [sku, price]))
  expect(prices).toContainEqual(['Т-1', 900])
})

it('corrections outlast the death of a process that stores the list again, and a second one', async () => {
  const list = await listOf(offered)
  const [row] = await rowsIn(list.id)
  const path = `/api/price-lists/${list.id}/rows/${encodeURIComponent('Прайс')}/${row?.row}/`
  const corrected = await server.send('PATCH', path, { is_skipped: true }, creator)
  expect([corrected.status, corrected.body.state]).toEqual([200, 'skipped'])
  await updateList(db() as never, list.id, { status: 'reading', reading: 2 })
  const waiting = await findListById(db(), list.id)
  if (!waiting) throw new Error('no list')
  const read = { sheets, questions: [], rows: await rowsOf(offered) }
  for (const deadly of [3, 2]) {
    const slowly = beforeTransactions(number => {
      if (number > deadly) throw new Error('killed')
    })
    await expect(storeReading(slowly, await names()(), waiting, read)).rejects.toThrow('killed')
    expect(await getList(list.id)).toMatchObject({ status: 'reading' })
  }
  await storeReading(db(), await names()(), waiting, read)
  expect(await getList(list.id)).toMatchObject({ status: 'ready', counts: { rows: 3 } })
  const states = (await rowsIn(list.id)).map(({ state }) => state)
  expect(states).toEqual(['skipped', 'new', 'new'])
})
