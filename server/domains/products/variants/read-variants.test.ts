import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ReadLine, WritableVariant } from '#contract/variants.ts'
import { type TestServer, testServer } from '#server/test/app.ts'
import { categoryId, makeCompany, makePerson } from '#server/test/factories.ts'

let server: TestServer
let member: string
let trees: number
let shrubs: number

beforeAll(async () => {
  server = await testServer()
  const { db } = server.database
  member = (await makeCompany(db)).creatorId
  trees = await categoryId(db, 'listvennye-derevya')
  shrubs = await categoryId(db, 'listvennye-kustarniki')
})
afterAll(() => server.close())

async function post(payload: object, userId: string | null = member) {
  const response = await server.app.inject({
    method: 'POST',
    url: '/api/variants/read/',
    headers: userId === null ? {} : { authorization: await server.bearer(userId) },
    payload,
  })
  return { status: response.statusCode, body: response.json() }
}

async function read(text: string, category?: number) {
  const { status, body } = await post({ text, category })
  expect([status, body.fields]).toEqual([200, undefined])
  return body as { variants: WritableVariant[]; lines: ReadLine[] }
}

const unstated: Record<string, unknown> = { stock: 'in_stock', stock_is_minimum: false, note: '' }
/** The fields of the only line, with its rest and doubts on one line each. */
async function readOne(text: string, category?: number) {
  const { variants, lines } = await read(text, category)
  expect([variants.length, lines.length]).toEqual([1, 1])
  const fields = Object.entries(variants[0] ?? {}).filter(
    ([name, value]) => value !== null && value !== unstated[name] && !(Array.isArray(value) && value.length === 0),
  )
  const doubts = (lines[0]?.doubts ?? []).map(
    ({ code, text: about, alternatives }) => `${code} ${about}: ${alternatives.map(one => Object.keys(one)[0]).join()}`,
  )
  return { fields: Object.fromEntries(fields), rest: lines[0]?.rest ?? '', doubts }
}

describe('lines of a price list', () => {
  it('become variants with all writable fields, in order', async () => {
    const { variants, lines } = await read(
      '16-18 3xv WRB 60 — 17 500 руб.\n\n18–20, 500–550, WRB80, 32000 ₽, 12 шт\r\nтолько имя',
    )
    expect(variants).toMatchObject([
      { girth_from: 16, girth_to: 18, transplants: 3, root: 'wire_ball', root_size: 60, price: 17500 },
      { girth_from: 18, girth_to: 20, height_from: 500, root_size: 80, price: 32000, stock_quantity: 12 },
      { girth_from: null, root: null, price: null },
    ])
    expect(Object.keys(variants[0] ?? {})).toEqual(expect.arrayContaining(['sku', 'price_tiers', 'note', 'form']))
    expect(variants[0]).not.toHaveProperty('id')
    expect(lines.map(({ rest }) => rest)).toEqual(['', '', 'только имя'])
  })

  it.each([
    ['C10 80-100 1500 руб', { root: 'container', root_size: 10, price: 1500 }, ''],
    ['C10 80-100 1 500,50 ₽', { root_size: 10, price: 1500.5 }, ''],
    ['C10 80-100 450 руб', { height_to: 100, price: 450 }, ''],
    ['C3 цена: 450р. 100+ шт', { price: 450, stock_quantity: 100, stock_is_minimum: true }, ''],
    ['WRB 60 более 1 000 шт', { root_size: 60, stock_quantity: 1000, stock_is_minimum: true }, ''],
    ['C3 под заказ', { stock: 'on_order' }, ''],
    ['C3 нет в наличии', { stock: 'sold_out' }, ''],
    ['C3 в наличии, цена по запросу', { root_size: 3 }, ''],
    [
      'C2 450 ₽, от 50 шт. — 400 ₽, от 100 — 380 руб',
      {
        price: 450,
        price_tiers: [
          { quantity_from: 50, price: 400 },
          { quantity_from: 100, price: 380 },
        ],
      },
      '',
    ],
    // None of these states a price or stock unambiguously.
    ['C3 1500 руб 1200 руб', { root_size: 3 }, '1500 руб 1200 руб'],
    ['C3 1500-2000 руб', { root_size: 3 }, '1500-2000 руб'],
    ['C3 кратно 10 шт', { root_size: 3 }, 'кратно 10 шт'],
    ['C3 10 шт/уп', { root_size: 3 }, '10 шт/уп'],
  ])('%s', async (text, fields, rest) => {
    const result = await readOne(text)
    expect(result.fields).toMatchObject(fields)
    expect(result.rest).toBe(rest)
    expect(result.doubts).toEqual([])
    for (const name of ['price', 'stock_quantity'] as const) {
      if (!(name in fields)) expect(result.fields).not.toHaveProperty(name)
    }
  })

  it('keep the thousands of a price range', async () => {
    expect((await readOne('C3 1000-1 500 руб')).fields).toEqual({ root: 'container', root_size: 3 })
  })

  it('are read depending on the category’s plants', async () => {
    expect((await readOne('20-25', trees)).fields).toEqual({ girth_from: 20, girth_to: 25 })
    expect((await readOne('20-25', shrubs)).fields).toEqual({ height_from: 20, height_to: 25 })
    expect(await readOne('20-25')).toEqual({ fields: {}, rest: '', doubts: ['measure 20-25: girth_from,height_from'] })
    expect((await readOne('20-25', 2_000_000_000)).doubts).toHaveLength(1)
  })
})

describe('cells of a spreadsheet', () => {
  it('read a lone number as a price if it can be nothing else', async () => {
    expect(await readOne('16-18\tWRB 60\t17500')).toMatchObject({
      fields: { girth_from: 16, price: 17500 },
      doubts: [],
    })
    expect(await readOne('C3\t450,00')).toMatchObject({ fields: { price: 450 }, doubts: [] })
    expect(await readOne('C3\t12\t17 500')).toMatchObject({
      fields: { price: 17500 },
      doubts: ['lone 12: stock_quantity,height_from'],
    })
  })

  it.each([
    ['C3\t450', ['lone 450: price,stock_quantity,height_from']],
    ['сеянец 10-15 ОКС\t5000', ['lone 5000: price,stock_quantity']],
    [
      'C3\t17500\t15000',
      ['lone 17500: price,stock_quantity,price_tiers', 'lone 15000: price,stock_quantity,price_tiers'],
    ],
    ['WRB 60\t200+', ['lone 200+: stock_quantity']],
  ])('do not guess from %j', async (text, doubts) => {
    const result = await readOne(text)
    expect(result.doubts).toEqual(doubts)
    expect(result.fields).not.toHaveProperty('price')
    expect(result.fields).not.toHaveProperty('stock_quantity')
  })

  it('are recognised by their column titles', async () => {
    const { variants, lines } = await read(
      [
        '№\tАртикул\tОбхват, см\tВысота, м\tКонтейнер\tЦена, руб.\tОпт\tКол-во\tПримечание',
        '1\tЛ-16\t16-18\t2-3\t45\t450\t400\t12\tстрижена',
        '2\t\t\t80\tWRB 60\tпо запросу\t-\t0\t',
        '3\t\t\t\tC5\t500/600\t\t100+\t',
      ].join('\n'),
    )
    expect(variants).toMatchObject([
      {
        sku: 'Л-16',
        girth_from: 16,
        girth_to: 18,
        height_from: 200,
        height_to: 300,
        root: 'container',
        root_size: 45,
        price: 450,
        price_tiers: [{ quantity_from: null, price: 400 }],
        stock_quantity: 12,
        note: 'стрижена',
      },
      { sku: null, girth_from: null, root: 'wire_ball', root_size: 60, price: null, stock: 'sold_out' },
      { root: 'container', root_size: 5, price: null, stock_quantity: 100, stock_is_minimum: true },
    ])
    expect(lines).toHaveLength(3)
    expect(lines[2]?.rest).toContain('500/600')
  })
})

describe('hostile text', () => {
  it('is treated as plain text', async () => {
    expect(await readOne('=HYPERLINK("http://a.example";"C10")')).toMatchObject({ doubts: [] })
    expect((await readOne('=1+1\t@SUM(A1:A9)\t-5')).fields).toEqual({})
    expect((await readOne('<script>alert(1)</script> C5')).fields).toEqual({ root: 'container', root_size: 5 })
    expect((await readOne('{"price": 5} 🌳 C5')).fields).toMatchObject({ root_size: 5 })
    expect((await readOne('C5 99999999999999999999 руб 99999999999 шт')).fields).toEqual({
      root: 'container',
      root_size: 5,
    })
  })

  it('is not read if a line is too long, and does not block the server', async () => {
    const pieces = ['1\t', '1 111 ', '16-18\t', 'от 5 шт — ', 'руб ', '> ', '1,11', 'C', '\t', "'", '🌳']
    for (const piece of pieces) {
      const whole = piece.repeat(20_000 / piece.length)
      const lines = `${piece.repeat(199 / piece.length)}x\n`.repeat(100)
      for (const text of [`x${whole.slice(1)}`, lines.slice(0, 20_000)]) {
        const start = performance.now()
        const { status, body } = await post({ text })
        expect(status).toBe(200)
        expect(performance.now() - start, piece).toBeLessThan(1000)
        if (text === whole) expect(body.lines[0].doubts).toEqual([{ code: 'too_long', text: '', alternatives: [] }])
      }
    }
  })

  it.each([
    ['nothing', { text: ' \n\t' }],
    ['no text', {}],
    ['a list', { text: ['C5'] }],
    ['a text that is too long', { text: 'x'.repeat(20_001) }],
    ['too many lines', { text: 'C5\n'.repeat(101) }],
    ['control characters', { text: 'C5\u0000' }],
  ])('is rejected when it is %s', async (_, payload) => {
    const { status, body } = await post(payload)
    expect([status, body.code, Object.keys(body.fields)]).toEqual([400, 'INVALID_INPUT', ['text']])
  })

  it('is refused to visitors; people without a company may read lines', async () => {
    const { id } = await makePerson(server.database.db)
    expect((await post({ text: 'C5' }, null)).status).toBe(401)
    expect((await post({ text: 'C5' }, id)).status).toBe(200)
    expect((await post({ text: 'C5', category: 'x' })).body.fields).toHaveProperty('category')
  })
})

it('returns variants that can be saved unchanged', async () => {
  const { variants } = await read(
    'Арт\tРазмер\tЦена\tКоличество\nч-1\t18-20 500-550 WRB 80 4xv штамб 220\t32000,50\t12\nч-2\tC5 80\t1\t100+',
  )
  const response = await server.app.inject({
    method: 'POST',
    url: '/api/products/create/',
    headers: { authorization: await server.bearer(member) },
    payload: { category: trees, genus: 'Липа', species: 'прочитанная', variants },
  })
  expect(response.statusCode).toBe(201)
  expect(response.json().variants).toMatchObject(variants)
})
