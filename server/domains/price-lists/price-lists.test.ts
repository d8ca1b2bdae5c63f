import * as xlsx from '@e965/xlsx'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { PriceList, PriceListRow } from '#contract/price-lists.ts'
import type { Product } from '#contract/products.ts'
import { namedPlants } from '#server/domains/plants/named-plants.ts'
import { priceListJobs } from '#server/jobs.ts'
import { contentChanges } from '#server/platform/http/cache/content-changes.ts'
import { liveChannel } from '#server/platform/live/live.queries.ts'
import { textOf } from '#server/reading/tables/cells.ts'
import { readTables } from '#server/reading/tables/read-tables.ts'
import { type TestServer, testServer } from '#server/test/app.ts'
import { makeCompany, makePerson } from '#server/test/factories.ts'
import { workOff } from '#server/test/jobs.ts'
import { formOf } from '#server/test/pictures.ts'
import { listApplying, listReading } from './price-lists.jobs.ts'
import { priceLists } from './price-lists.tables.ts'

let server: TestServer
let names: ReturnType<typeof namedPlants>
let creator: string
let stranger: string
let nobody: string
let companyId: number

beforeAll(async () => {
  server = await testServer()
  names = namedPlants({ db: server.database.db, changes: contentChanges(server.database.db) })
})
afterAll(() => server.close())

beforeEach(async () => {
  const { db } = server.database
  creator = (await makePerson(db)).id
  stranger = (await makePerson(db)).id
  nobody = (await makePerson(db)).id
  companyId = (await makeCompany(db, { creatorId: creator })).id
  await makeCompany(db, { creatorId: stranger })
})

async function work(): Promise<void> {
  const { db, jobs } = server.database
  const handlers = priceListJobs({ db, slowly: jobs, media: server.media, names })
  const wanted = new Set([listReading.name, listApplying.name])
  await workOff(
    server.database,
    handlers.filter(({ queue }) => wanted.has(queue.name)),
  )
}

const upload = (content: string | Uint8Array, name = 'прайс.csv', userId = creator) =>
  server.send('POST', '/api/price-lists/', formOf({ file: new File([content as BlobPart], name) }), userId)
const getList = async (id: string): Promise<PriceList> => (await server.get(`/api/price-lists/${id}/`, creator)).body
const rowsIn = async (id: string, query = ''): Promise<PriceListRow[]> =>
  (await server.get(`/api/price-lists/${id}/rows/?page_size=100${query}`, creator)).body.results
const own = async (): Promise<Product[]> =>
  (await server.get('/api/products/own/?page_size=100&ordering=name', creator)).body.results

/** Uploads a list and reads it. */
async function read(content: string | Uint8Array, name?: string): Promise<PriceList> {
  const { status, body } = await upload(content, name)
  expect([status, body.status, body.counts?.rows]).toEqual([201, 'reading', 0])
  await work()
  return getList(body.id)
}

async function apply(id: string, missing = 'keep'): Promise<PriceList> {
  expect((await server.send('POST', `/api/price-lists/${id}/apply/`, { missing }, creator)).status).toBe(200)
  await work()
  return getList(id)
}

/** A file from the server, as bytes. */
async function fileAt(path: string, userId?: string) {
  const headers = userId ? { authorization: await server.bearer(userId) } : {}
  const response = await server.app.inject({ url: path, headers })
  return { status: response.statusCode, headers: response.headers, bytes: new Uint8Array(response.rawPayload) }
}

/** The cells of a workbook's first sheet. */
async function cellsAt(path: string, userId?: string): Promise<string[][]> {
  const { status, bytes } = await fileAt(path, userId)
  expect(status).toBe(200)
  const tables = await readTables(bytes)
  if ('failure' in tables) throw new Error(tables.failure)
  return (tables.sheets[0]?.rows ?? []).map(cells => cells.map(textOf))
}

const csv = `Артикул;Наименование;Размер;Цена;Цена от 10 шт;Наличие;Примечание
;Хвойные;;;;;
Т-1;Туя западная Смарагд;80-100 C5;900;800;30;
Т-2;Туя западная Смарагд;120-140 RB40;2500,50;;100+;'-15% до мая
;Можжевельник казацкий;30-40 C3;450;;под заказ;
;Ель колючая Глаука Глобоза;;;;нет;
;;;;;;
Доставка по области от 5000 рублей. Работаем без выходных.;;;;;;
`

describe('an uploaded file', () => {
  it('is read in the background: each of its rows is returned with its meaning', async () => {
    const list = await read(csv)
    expect(list).toMatchObject({
      file_name: 'прайс.csv',
      created_by: { id: creator },
      status: 'ready',
      error: null,
      applied_at: null,
      missing: null,
    })
    const { counts } = list
    expect(counts.rows).toBe(counts.offers + counts.sections + counts.headers + counts.notes + counts.empty)
    expect(counts).toMatchObject({ rows: 8, headers: 1, sections: 1, notes: 1, empty: 1, offers: 4, missing: 0 })
    expect((await rowsIn(list.id, '&kind=section')).map(({ row, name }) => [row, name])).toEqual([[2, 'Хвойные']])
    const [sheet] = list.sheets
    expect(sheet).toMatchObject({ name: 'Лист1', is_skipped: false, header_rows: 1 })
    expect(sheet?.columns.map(({ index, title, field }) => [index, title, field])).toEqual([
      [0, 'Артикул', 'sku'],
      [1, 'Наименование', 'name'],
      [2, 'Размер', 'size'],
      [3, 'Цена', 'price'],
      [4, 'Цена от 10 шт', 'price_from:10'],
      [5, 'Наличие', 'stock'],
      [6, 'Примечание', 'note'],
    ])
  })

  it.each([
    ['no table', '%PDF-1.7\n\u0000\u0001\u0002 obj endobj', 'прайс.xlsx'],
    ['nothing but a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'прайс.xlsx'],
  ])('that is %s fails with an explanation', async (_, content, name) => {
    const { body } = await upload(content, name)
    await work()
    const list = await getList(body.id)
    expect([list.status, list.error]).toEqual(['failed', expect.stringMatching(/\.$/)])
    expect((await server.send('POST', `/api/price-lists/${body.id}/apply/`, { missing: 'keep' }, creator)).status).toBe(
      409,
    )
  })

  it('is refused if it is missing, empty, too large or the third at once', async () => {
    expect((await server.send('POST', '/api/price-lists/', formOf({ name: 'x' }), creator)).body.fields).toHaveProperty(
      'file',
    )
    expect((await upload('')).body.fields).toHaveProperty('file')
    const large = await upload(new Uint8Array(10 * 1024 * 1024 + 1))
    expect([large.status, large.body.code]).toEqual([413, 'TOO_LARGE'])
    expect((await upload(csv)).status).toBe(201)
    expect((await upload(csv)).status).toBe(201)
    expect((await upload(csv)).status).toBe(429)
    expect((await upload(csv, 'x.csv', stranger)).status).toBe(201)
    await work()
    expect((await upload(csv)).status).toBe(201)
    await work()
  })

  it('changes nothing if it was applied and is uploaded again', async () => {
    const applied = await apply((await read(csv)).id)
    expect(applied.status).toBe('applied')
    const before = await own()
    const again = await read(csv)
    expect(again.counts).toMatchObject({ new: 0, changed: 0, missing: 0, unchanged: applied.counts.new })
    await apply(again.id, 'unpublish')
    const strip = (list: Product[]) => JSON.stringify(list).replace(/"confirmed_at":"[^"]*"/g, '')
    expect(strip(await own())).toBe(strip(before))
  })

  it('is read again with a person’s corrections, and so is the company’s next file of the same shape', async () => {
    const text = 'Наименование;Число\nТуя западная Смарагд;900\nТуя западная Брабант;800\nЕль колючая;700\n'
    const list = await read(text)
    const prices = async (id: string) =>
      (await rowsIn(id, '&kind=offer')).flatMap(row => row.variants.map(({ price }) => price))
    const columns = [{ index: 1, field: 'price' }]
    const sent = { sheets: [{ name: 'Лист1', header_rows: 1, columns }] }
    const { status, body } = await server.send('PATCH', `/api/price-lists/${list.id}/`, sent, creator)
    expect([status, body.status]).toEqual([200, 'reading'])
    await work()
    expect((await getList(list.id)).sheets[0]?.columns[1]?.field).toBe('price')
    expect(await prices(list.id)).toEqual([900, 800, 700])
    const next = await read(text.replace('900', '950'))
    expect(await prices(next.id)).toEqual([950, 800, 700])
    const skipped = await server.send(
      'PATCH',
      `/api/price-lists/${next.id}/`,
      { sheets: [{ name: 'Лист1', is_skipped: true }] },
      creator,
    )
    expect(skipped.status).toBe(200)
    await work()
    const { counts } = await getList(next.id)
    expect(counts.skipped).toBe(counts.rows)
    const unknown = await server.send(
      'PATCH',
      `/api/price-lists/${next.id}/`,
      { sheets: [{ name: 'Нет такого' }] },
      creator,
    )
    expect(unknown.body.fields).toHaveProperty(['sheets.0.name'])
  })
})

it('skips the sheet that a person named, in this file and the next, and not its siblings of the same shape', async () => {
  const sheet = (plant: string) => [
    ['Наименование', 'Размер', 'Цена'],
    [plant, '60-80 C5', 900],
  ]
  const bytes = workbookOf({ Хвойные: sheet('Туя западная Смарагд'), Лиственные: sheet('Сирень обыкновенная') })
  const skipped = async (id: string) =>
    (await getList(id)).sheets.flatMap(({ name, is_skipped }) => (is_skipped ? [name] : []))
  const list = await read(bytes, 'прайс.xlsx')
  const ask = async (id: string, sent: object) => {
    const { status } = await server.send('PATCH', `/api/price-lists/${id}/`, { sheets: [sent] }, creator)
    expect(status).toBe(200)
    await work()
  }
  await ask(list.id, { name: 'Хвойные', is_skipped: true })
  expect(await skipped(list.id)).toEqual(['Хвойные'])
  expect((await getList(list.id)).counts).toMatchObject({ new: 1, skipped: 2 })
  // What is said of the columns goes for both sheets, skipping still for one.
  await ask(list.id, { name: 'Лиственные', columns: [{ index: 2, field: 'price_wholesale' }] })
  expect(await skipped(list.id)).toEqual(['Хвойные'])
  const next = await read(bytes, 'прайс.xlsx')
  expect(await skipped(next.id)).toEqual(['Хвойные'])
  expect(next.sheets.map(({ columns }) => columns[2]?.field)).toEqual(['price_wholesale', 'price_wholesale'])
  await ask(next.id, { name: 'Хвойные', is_skipped: false })
  expect(await skipped((await read(bytes, 'прайс.xlsx')).id)).toEqual([])
})

it('accepts columns one by one and keeps those set before', async () => {
  const list = await read('Наименование;Первое;Второе\nТуя западная Смарагд;900;30\nЕль колючая;700;40\n')
  for (const column of [
    { index: 1, field: 'stock' },
    { index: 2, field: 'price' },
  ]) {
    const sheets = [{ name: 'Лист1', columns: [column] }]
    expect((await server.send('PATCH', `/api/price-lists/${list.id}/`, { sheets }, creator)).status).toBe(200)
    await work()
  }
  expect((await getList(list.id)).sheets[0]?.columns.map(({ field }) => field)).toEqual(['name', 'stock', 'price'])
})

it('reports how many rows follow a corrected one: those of its name without a plant of their own', async () => {
  const list = await read(
    'Наименование;Размер;Цена\nМожжевельник Блю;20-30 C2;500\nМожжевельник Блю;30-40 C3;700\nМожжевельник Блю;40-50 C5;900\nЕль колючая;40-50 C5;900\n',
  )
  const rows = await rowsIn(list.id, '&state=doubtful')
  expect(rows.map(({ row }) => row)).toEqual([2, 3, 4])
  const [one, other] = rows[0]?.candidates.map(({ plant }) => plant) ?? []
  const correct = async (row: number, body: object) =>
    (await server.send('PATCH', `/api/price-lists/${list.id}/rows/Лист1/${row}/`, body, creator)).body
  expect(await correct(2, { plant: one?.id })).toMatchObject({ plant: one, state: 'new', followed: 2 })
  expect((await rowsIn(list.id, '&state=new')).filter(({ plant }) => plant?.id === one?.id)).toHaveLength(3)
  expect(await correct(3, { plant: other?.id })).toMatchObject({ plant: other, followed: 1 })
  expect(await correct(4, { is_skipped: true })).toMatchObject({ state: 'skipped', followed: 0 })
  expect((await rowsIn(list.id, '&kind=offer')).map(({ plant }) => plant?.id)).toEqual([
    one?.id,
    other?.id,
    other?.id,
    expect.any(Number),
  ])
  expect((await rowsIn(list.id, '&kind=offer')).map(row => [row.is_plant_chosen, row.adds])).toEqual([
    [true, 'product'],
    [true, 'product'],
    [true, null],
    [false, 'product'],
  ])
  // A chosen plant is taken back, and for the rows that follow its name; a row's own one stays.
  const unknown = { plant: null, state: 'doubtful', is_plant_chosen: false }
  expect(await correct(2, { forget_plant: true })).toMatchObject({ ...unknown, followed: 1 })
  expect((await rowsIn(list.id, '&state=doubtful')).map(({ row }) => row)).toEqual([2])
  expect(await correct(3, { forget_plant: true })).toMatchObject({ ...unknown, followed: 2 })
  expect((await rowsIn(list.id, '&state=doubtful')).map(({ row }) => row)).toEqual([2, 3])
  expect((await correct(2, { plant: one?.id, forget_plant: true })).plant).toEqual(one)
})

describe('a name that a person has corrected', () => {
  const correctedTo = async (name: string, more: object = {}) => {
    const list = await read('Наименование;Размер;Цена\nТуя западная Smaragd;80-100 C5;900\n')
    const place = `/api/price-lists/${list.id}/rows/Лист1/2/`
    const { body } = await server.send('PATCH', place, { name, ...more }, creator)
    return { list, body }
  }

  it('is matched anew, and what is published is what it names', async () => {
    const { list, body } = await correctedTo('Туя западная Brabant')
    const brabant = { latin_name: "Thuja occidentalis 'Brabant'" }
    expect(body).toMatchObject({ state: 'new', name: 'Туя западная Brabant', plant: brabant, is_plant_chosen: false })
    await apply(list.id)
    expect(await own()).toMatchObject([{ plant: brabant }])
  })

  it('has the category of its own plant, or that of its genus', async () => {
    expect((await correctedTo('Хоста Patriot')).body).toMatchObject({
      state: 'new',
      category: { slug: 'mnogoletniki' },
    })
    const { body } = await correctedTo('Хоста Фывапра')
    expect(body).toMatchObject({ state: 'new', plant: null, category: { slug: 'mnogoletniki' } })
  })

  it('that may mean several plants, or none that has a category, is doubtful', async () => {
    const { body } = await correctedTo('Smaragd')
    expect(body).toMatchObject({ state: 'doubtful', plant: null })
    expect(body.problems).toContainEqual(expect.objectContaining({ field: 'plant', code: 'several' }))
    expect(body.candidates.length).toBeGreaterThan(1)
    const unknown = (await correctedTo('Фывапра')).body
    expect(unknown).toMatchObject({ state: 'doubtful', category: null, problems: [{ field: 'category' }] })
  })

  it('leaves the plant that a person has given with it', async () => {
    const [{ id, latin_name }] = (await server.get('/api/plants/?search=Thuja occidentalis Brabant')).body.results
    const { body } = await correctedTo('Туя Фывапра', { plant: id })
    expect(body).toMatchObject({ state: 'new', name: 'Туя Фывапра', plant: { latin_name }, is_plant_chosen: true })
  })
})

it('tells a new size of a plant that is offered from a new plant', async () => {
  const first = await read('Наименование;Размер;Цена\nТис ягодный;20-30 C2;500\n')
  await apply(first.id)
  const second = await read(
    'Наименование;Размер;Цена\nТис ягодный;20-30 C2;500\nТис ягодный;60-80 C10;1500\nТис средний;60-80 C10;1500\n',
  )
  expect((await rowsIn(second.id, '&kind=offer')).map(row => [row.state, row.adds])).toEqual([
    ['unchanged', null],
    ['new', 'variant'],
    ['new', 'product'],
  ])
})

/** A workbook; `merges` of every sheet in the notation of spreadsheets: «C2:C4». */
function workbookOf(sheets: Record<string, (string | number)[][]>, merges: string[] = []): Uint8Array {
  const book = xlsx.utils.book_new()
  for (const [name, rows] of Object.entries(sheets)) {
    const sheet = xlsx.utils.aoa_to_sheet(rows)
    sheet['!merges'] = merges.map(range => xlsx.utils.decode_range(range))
    xlsx.utils.book_append_sheet(book, sheet, name)
  }
  return xlsx.write(book, { type: 'buffer', bookType: 'xlsx' }) as Uint8Array
}
const workbook = (rows: (string | number)[][], merges: string[] = []) => workbookOf({ Прайс: rows }, merges)

it('tells how far applying has come, in growing numbers of all rows', async () => {
  const texts: string[] = []
  const stop = await server.database.listen(
    liveChannel,
    text => texts.push(text),
    () => undefined,
  )
  const sizes = Array.from({ length: 120 }, (_, n) => `Туя западная Смарагд;${20 + n}-${40 + n} C5;${900 + n}`)
  const list = await read(`Наименование;Размер;Цена\n${sizes.slice(0, 90).join('\n')}\n`)
  texts.length = 0
  await apply(list.id)
  await stop()
  const told = texts
    .map(text => JSON.parse(text.slice(text.indexOf('\n') + 1)))
    .filter(event => event.type === 'price_list' && event.id === list.id)
  const done = told.filter(({ status }) => status === 'applying').map(event => event.done)
  expect(new Set(told.map(({ total }) => total))).toEqual(new Set([list.counts.offers]))
  expect(done).toEqual(done.toSorted((one, other) => one - other))
  // More than the beginning, and before the end.
  expect(new Set(done).size).toBeGreaterThan(4)
  expect(done.at(-1)).toBeLessThan(list.counts.offers)
  expect(told.at(-1)).toMatchObject({ status: 'applied', done: list.counts.offers })
})

it.each(['\u200b', '\u200c', '\u200d', '\ufeff', '\u00ad', '\u2060', '\u200e', '\u202e'])(
  'knows a plant whose name, size or article number has an invisible %j in it',
  async sign => {
    const list = await read(
      `Артикул;Наименование;Размер;Цена\nТ${sign}-1;Туя зап${sign}адная Сма${sign}рагд;80-${sign}100 C5;9${sign}00\n`,
    )
    expect(await rowsIn(list.id, '&kind=offer')).toMatchObject([
      {
        state: 'new',
        plant: { latin_name: "Thuja occidentalis 'Smaragd'" },
        variants: [{ sku: 'Т-1', height_from: 80, height_to: 100, root_size: 5, price: 900 }],
      },
    ])
    const found = async (path: string) => (await server.get(`/api/${path}`)).body
    const typed = encodeURIComponent(`Туя зап${sign}адная Сма${sign}рагд`)
    const [plant] = (await found(`plants/?search=${typed}`)).results
    expect(plant.latin_name).toBe("Thuja occidentalis 'Smaragd'")
    expect((await found(`offers/suggest/?q=${typed}`))[0]).toMatchObject({ kind: 'plant' })
    expect((await found(`offers/?search=${typed}`)).understood.plants).toMatchObject([{ slug: plant.slug }])
    const project = await server.send('POST', '/api/projects/preview/', {
      text: `Туя зап${sign}адная Сма${sign}рагд, 80-${sign}100 — 5 ш${sign}т`,
    })
    expect(project.body.lines).toMatchObject([{ plant: { slug: plant.slug }, quantity: 5 }])
  },
)

describe('odd tables', () => {
  it('gives a price merged over several rows to all of them, and doubts a stock that is', async () => {
    const list = await read(
      workbook(
        [
          ['Название', 'Высота', 'Цена', 'Остаток'],
          ['Туя западная Брабант', '60-80', 1200, 40],
          ['Туя западная Брабант', '80-100'],
          ['Сосна горная', '30-40', 900, 5],
          ['Ель сербская', '30-40'],
        ],
        ['C2:C3', 'D2:D3', 'C4:C5'],
      ),
      'прайс.xlsx',
    )
    const rows = await rowsIn(list.id, '&kind=offer')
    expect(rows.map(({ state, variants: [only] }) => [state, only?.price, only?.stock_quantity])).toEqual([
      ['doubtful', 1200, null],
      ['doubtful', 1200, null],
      ['new', 900, 5],
      ['new', 900, null],
    ])
    expect(rows[0]?.problems).toMatchObject([{ field: 'stock', code: 'merged' }])
  })

  it('takes what a plant weighs from its column', async () => {
    const list = await read(
      workbook([
        ['Название', 'Контейнер, л', 'Вес, кг', 'Цена'],
        ['Туя западная Брабант', 5, '4,5', 1200],
        ['Сосна горная', 10, 'не взвешивали', 900],
        ['Сирень обыкновенная', 20, 14, 2400],
      ]),
      'прайс.xlsx',
    )
    expect(list.sheets[0]?.columns[2]?.field).toBe('weight')
    const rows = await rowsIn(list.id, '&kind=offer')
    expect(rows.map(({ variants: [only] }) => only?.weight)).toEqual([4.5, null, 14])
  })

  it('reads two tables side by side as parts of their rows, which are corrected like others', async () => {
    const list = await read(
      workbook([
        ['Название', 'Высота', 'Цена', '', 'Растение', 'Контейнер', 'Цена розн.'],
        ['Туя западная Брабант', '60-80', 1200, '', 'Сирень обыкновенная', 'С5', 600],
        ['Сосна горная', '30-40', 900, '', 'Спирея японская Голдфлейм', 'С3', 300],
      ]),
      'прайс.xlsx',
    )
    expect(list.sheets.map(({ name }) => name)).toEqual(['Прайс'])
    expect(list.counts).toMatchObject({ rows: 5, headers: 1, offers: 4, new: 4 })
    const rows = await rowsIn(list.id, '&kind=offer')
    expect(
      rows.map(({ row, part, variants: [only] }) => [row, part, only?.root, only?.root_size, only?.price]),
    ).toEqual([
      [2, 1, null, null, 1200],
      [2, 2, 'container', 5, 600],
      [3, 1, null, null, 900],
      [3, 2, 'container', 3, 300],
    ])
    const path = `/api/price-lists/${list.id}/rows/${encodeURIComponent('Прайс')}/2/`
    expect((await server.send('PATCH', `${path}?part=2`, { is_skipped: true }, creator)).body.state).toBe('skipped')
    expect((await rowsIn(list.id, '&state=skipped')).map(({ row, part }) => [row, part])).toEqual([[2, 2]])
  })

  it('asks what a column is, reads again with the answer, and asks no more about files of this shape', async () => {
    const file = (name: string) =>
      workbook([
        ['Название', 'Цена', 'Загадка'],
        ['Туя западная Брабант', 1200, 60],
        [name, 900, 40],
      ])
    const list = await read(file('Сосна горная'), 'прайс.xlsx')
    expect(list.counts).toMatchObject({ offers: 2, doubtful: 2, unread: 2 })
    const [question] = list.questions
    expect(question).toMatchObject({ kind: 'column', sheet: 'Прайс', column: 2, rows: 2, answer: null })
    const answers = [{ question: question?.id, value: 'height' }]
    await server.send('PATCH', `/api/price-lists/${list.id}/`, { answers }, creator)
    await work()
    const after = await getList(list.id)
    expect(after.counts).toMatchObject({ offers: 2, new: 2, doubtful: 0, unread: 0 })
    expect(after.questions).toMatchObject([{ id: question?.id, answer: 'height' }])
    const next = await read(file('Ель колючая'), 'прайс-2.xlsx')
    expect(next.counts).toMatchObject({ doubtful: 0, unread: 0 })
    expect(next.questions).toMatchObject([{ answer: 'height' }])
  })
})

it.each([
  ['a column outside the sheet', { index: 99, field: 'name' }, 'sheets.0.columns.0.index'],
  ['a price from a quantity of nothing', { index: 1, field: 'price_from:0' }, 'sheets.0.columns.0.field'],
  ['a price from an impossible quantity', { index: 1, field: 'price_from:99999999999' }, 'sheets.0.columns.0.field'],
])('refuses %s as the meaning of a column', async (_, column, field) => {
  const { id } = await read(csv)
  const { status, body } = await server.send(
    'PATCH',
    `/api/price-lists/${id}/`,
    { sheets: [{ name: 'Лист1', columns: [column] }] },
    creator,
  )
  expect([status, Object.keys(body.fields)]).toEqual([400, [field]])
  expect((await getList(id)).status).toBe('ready')
})

describe('permissions', () => {
  it('are checked everywhere: 403 without a company, 404 for another company’s list', async () => {
    const { id } = await read(csv)
    const paths: ['GET' | 'POST' | 'PATCH' | 'DELETE', string, object?][] = [
      ['GET', `/${id}/`],
      ['GET', `/${id}/rows/`],
      ['GET', `/${id}/report.xlsx`],
      ['PATCH', `/${id}/`, { sheets: [{ name: 'Лист1' }] }],
      ['PATCH', `/${id}/rows/Лист1/3/`, { is_skipped: true }],
      ['POST', `/${id}/apply/`, { missing: 'keep' }],
      ['POST', `/${id}/rollback/`],
      ['DELETE', `/${id}/`],
    ]
    const call = (method: (typeof paths)[number][0], path: string, body: object | undefined, userId: string) =>
      method === 'GET'
        ? server.get(`/api/price-lists${path}`, userId)
        : server.send(method, `/api/price-lists${path}`, body, userId)
    for (const [method, path, body] of paths) {
      expect([path, (await call(method, path, body, stranger)).status]).toEqual([path, 404])
      expect([path, (await call(method, path, body, nobody)).status]).toEqual([path, 403])
    }
    for (const path of ['/', '/template.xlsx', '/current.xlsx', '/current.csv']) {
      expect([path, (await server.get(`/api/price-lists${path}`, nobody)).status]).toEqual([path, 403])
      expect([path, (await server.get(`/api/price-lists${path}`)).status]).toEqual([path, 401])
    }
    expect((await upload(csv, 'x.csv', nobody)).status).toBe(403)
    // Also with a body that would be refused.
    for (const path of [`/${id}/`, `/${id}/apply/`, '/no-id/']) {
      const method = path.endsWith('apply/') ? 'POST' : 'PATCH'
      expect([path, (await server.send(method, `/api/price-lists${path}`, {}, nobody)).status]).toEqual([path, 403])
    }
    expect((await server.get('/api/price-lists/', stranger)).body.results).toEqual([])
    expect((await getList(id)).status).toBe('ready')
  })
})

describe('lists as files', () => {
  it.each(['xlsx', 'csv'])('the company’s own list as %s, imported again, changes nothing', async format => {
    await apply((await read(csv)).id)
    await server.send(
      'POST',
      '/api/products/create/',
      {
        category: (await own())[0]?.category.id,
        genus: 'Липа',
        species: 'сердцевидная «=Особая»',
        variants: [
          {
            girth_from: 18,
            girth_to: 20,
            height_from: 400,
            form: 'standard',
            stem_height: 220,
            transplants: 3,
            root: 'wire_ball',
            root_size: 60,
            price: 35_000,
            price_tiers: [{ quantity_from: null, price: 30_000 }],
            note: '=1+1',
          },
          {
            stems: 3,
            form: 'multistem',
            height_from: 300,
            height_to: 350,
            price: 48_500.5,
            stock: 'expected',
            available_from: '2027-04-15',
            stock_quantity: 12,
          },
          {
            height_from: 20,
            root: 'pot',
            root_size: 9,
            price: 99.5,
            stock: 'on_order',
            stock_quantity: 500,
            note: '@почта',
          },
          { sku: 'Л-4', height_from: 20, root: 'pot', root_size: 9, price: 120 },
        ],
      },
      creator,
    )
    const { status, bytes, headers } = await fileAt(`/api/price-lists/current.${format}`, creator)
    expect([status, headers['content-disposition']]).toEqual([200, expect.stringContaining(`.${format}`)])
    const list = await read(bytes, `current.${format}`)
    const sizes = (await own()).flatMap(product => product.variants).length
    expect((await rowsIn(list.id)).filter(row => row.state && row.state !== 'unchanged')).toEqual([])
    expect(list.counts).toMatchObject({ unchanged: sizes, offers: sizes, missing: 0 })
    const variants = (await rowsIn(list.id, '&kind=offer')).flatMap(row => row.variants)
    expect(variants.filter(({ form }) => form === 'multistem')).toMatchObject([{ stems: 3, price: 48_500.5 }])
    expect(variants.filter(({ root }) => root === 'pot')).toMatchObject([
      { sku: null, price: 99.5 },
      { sku: 'Л-4', price: 120 },
    ])
    if (format === 'csv') expect(new TextDecoder().decode(bytes)).toContain(`;'=1+1`)
  })

  it('the report has every row of the file with its state and reason', async () => {
    const list = await read(csv.replace('900;800', '-900;800'))
    const [titles, ...rows] = await cellsAt(`/api/price-lists/${list.id}/report.xlsx`, creator)
    expect(titles?.slice(0, 4)).toEqual(['Лист', 'Строка', 'Состояние', 'Причина'])
    expect(rows).toHaveLength(list.counts.rows)
    expect(rows[1]?.[2]).toBe('раздел')
    expect(rows[2]?.[2]).toBe('отклонена')
    expect(rows[2]?.[3]).not.toBe('')
    expect(rows[2]?.slice(4, 6)).toEqual(['Т-1', 'Туя западная Смарагд'])
  })

  it('the template is read as intended', async () => {
    const { bytes } = await fileAt('/api/price-lists/template.xlsx', creator)
    const list = await read(bytes, 'шаблон.xlsx')
    expect(list.counts.offers).toBe(0)
    const fields = new Set(list.sheets[0]?.columns.map(({ field }) => field))
    for (const field of [
      'sku',
      'name',
      'latin_name',
      'category',
      'size',
      'price',
      'price_wholesale',
      'price_from:10',
      'stock',
      'note',
    ])
      expect([field, fields.has(field as never)]).toEqual([field, true])
  })

  it('the published list of a company is available to everybody, without formulas', async () => {
    await apply((await read(csv)).id)
    const rows = await cellsAt(`/api/teams/${companyId}/price-list.xlsx`)
    expect(rows[0]?.slice(0, 2)).toEqual(['Артикул', 'Наименование'])
    const published = (await own()).filter(product => product.is_active).flatMap(product => product.variants)
    expect(rows).toHaveLength(1 + published.length)
    const { bytes } = await fileAt(`/api/teams/${companyId}/price-list.xlsx`)
    expect(Buffer.from(bytes).toString('latin1')).not.toContain('<f>')
    expect((await server.get('/api/teams/999999/price-list.xlsx')).status).toBe(404)
  })
})

describe('feeds for Yandex', () => {
  it('list published products with a price, escaped, for all companies and for one', async () => {
    await apply((await read(csv)).id)
    const [thuja] = (await own()).filter(({ name }) => name.includes('Туя'))
    await server.send(
      'POST',
      `/api/products${thuja?.get_absolute_url}edit/`,
      { description: 'Тень & <свет> "да"' },
      creator,
    )
    const one = await server.get(`/feeds/yml/${companyId}.xml`)
    expect([one.status, one.headers['content-type']]).toEqual([200, 'application/xml; charset=utf-8'])
    const published = (await own()).filter(product => product.is_active).flatMap(product => product.variants)
    const priced = published.filter(({ price }) => price !== null)
    expect(one.text.match(/<offer /g)).toHaveLength(priced.length)
    for (const { id, price, sku } of priced) {
      const offer = new RegExp(`<offer id="${id}"[^>]*>.*</offer>`).exec(one.text)?.[0]
      expect(offer).toContain(`<price>${price}</price>`)
      if (sku) expect(offer).toContain(`<vendorCode>${sku}</vendorCode>`)
    }
    expect(one.text).toContain('<description>Тень &amp; &lt;свет&gt; &quot;да&quot;</description>')
    const categories = new Set([...one.text.matchAll(/<category id="(\d+)"/g)].map(match => match[1]))
    for (const [, id] of one.text.matchAll(/<categoryId>(\d+)</g)) expect(categories.has(id)).toBe(true)
    const all = await server.get('/feeds/yml.xml')
    expect(all.text).toContain(`<offer id="${priced[0]?.id}"`)
    expect(all.text.trim()).toMatch(/<\/yml_catalog>$/)
    for (const path of ['/feeds/yml/999999.xml', '/feeds/yml/x.xml', `/feeds/yml/${companyId}`])
      expect([path, (await server.get(path)).status]).toEqual([path, 404])
  })
})

it('keeps the files and rows of the newest ten lists of a company', async () => {
  const { db } = server.database
  const ids = Array.from({ length: 12 }, (_, n) => `00000000-0000-4000-8000-0000000000${10 + n}`)
  await db.insert(priceLists).values(
    ids.map((id, n) => ({
      id,
      companyId,
      fileName: 'прайс',
      status: 'ready' as const,
      createdAt: new Date(Date.UTC(2026, 0, 1 + n)),
    })),
  )
  await db.execute(
    sql`insert into price_list_files select id, ''::bytea from price_lists where company_id = ${companyId}`,
  )
  const { jobs } = server.database
  const [clean] = priceListJobs({ db, slowly: jobs, media: server.media, names }).filter(
    ({ queue }) => queue.name === 'price-list-cleanup',
  )
  await clean?.run({} as never, { attempt: 1, signal: new AbortController().signal })
  const left = await db.execute(
    sql`select list_id from price_list_files f join price_lists l on l.id = f.list_id where company_id = ${companyId}`,
  )
  expect(left.rows).toHaveLength(10)
  const again = await server.send('PATCH', `/api/price-lists/${ids[0]}/`, { sheets: [{ name: 'Лист1' }] }, creator)
  expect(again.status).toBe(409)
})
