import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Variant } from '#contract/variants.ts'
import { type TestServer, testServer } from '#server/test/app.ts'
import { categoryId, lookupId, makeCompany, makePerson } from '#server/test/factories.ts'
import { variants } from './variants.tables.ts'

let server: TestServer
let creator: string
let employee: string
let stranger: string
let conifers: number

beforeAll(async () => {
  server = await testServer()
  const { db } = server.database
  employee = (await makePerson(db)).id
  creator = (await makeCompany(db, { employees: [employee] })).creatorId
  stranger = (await makeCompany(db)).creatorId
  conifers = await categoryId(db, 'hvoynye')
})
afterAll(() => server.close())

async function post(path: string, payload: object, userId: string | null = creator) {
  const response = await server.app.inject({
    method: 'POST',
    url: encodeURI(`/api${path}`),
    headers: userId === null ? {} : { authorization: await server.bearer(userId) },
    payload,
  })
  return { status: response.statusCode, body: response.json() }
}

let number = 0
const create = (more: object, userId = creator) =>
  post('/products/create/', { category: conifers, genus: 'Ёлка', species: `размерная ${++number}`, ...more }, userId)
const edit = (product: { get_absolute_url: string }, more: object) =>
  post(`/products${product.get_absolute_url}edit/`, more)
async function made(more: object) {
  const { status, body } = await create(more)
  expect([status, body.fields]).toEqual([201, undefined])
  return body
}

/** Three sizes of a lime as in a price list. */
const limes = [
  { sku: 'Л-16', girth_from: 16, girth_to: 18, root: 'wire_ball', root_size: 60, transplants: 3, price: 17500 },
  { girth_from: 18, girth_to: 20, height_from: 500, height_to: 550, root: 'wire_ball', root_size: 80, price: 32000 },
  {
    girth_from: 20,
    girth_to: 25,
    form: 'standard',
    stem_height: 220,
    root: 'wire_ball',
    root_size: 90,
    price: 44000.5,
  },
]

describe('what a size weighs', () => {
  const size = { root: 'container', root_size: 10, height_from: 80, height_to: 100, price: 900 }

  it('is what the company states; otherwise an estimate that says so, and stays one when it is sent back', async () => {
    const product = await made({ variants: [size, { ...size, root_size: 20, weight: 14.5, volume: 0.12 }] })
    const [guessed, stated] = product.variants
    expect(guessed).toMatchObject({ weight_is_estimate: true, volume_is_estimate: true })
    expect(guessed.weight).toBeGreaterThan(6)
    expect(guessed.volume).toBeGreaterThan(0)
    expect(stated).toMatchObject({
      weight: 14.5,
      volume: 0.12,
      weight_is_estimate: false,
      volume_is_estimate: false,
    })
    // As it was answered, with and without saying what is a guess.
    const { weight_is_estimate: _, volume_is_estimate: __, ...plain } = guessed
    for (const sent of [guessed, plain]) {
      const { body } = await edit(product, { variants: [sent, stated] })
      expect(body.variants).toEqual([
        expect.objectContaining({ weight: guessed.weight, weight_is_estimate: true, volume_is_estimate: true }),
        expect.objectContaining({ weight: 14.5, weight_is_estimate: false }),
      ])
    }
    const larger = await edit(product, {
      variants: [
        { ...guessed, root_size: 20 },
        { id: stated.id, weight: null },
      ],
    })
    expect(larger.body.variants[0].weight).toBeGreaterThan(guessed.weight)
    expect(larger.body.variants[1]).toMatchObject({ weight_is_estimate: true, volume: 0.12, volume_is_estimate: false })
  })

  it('is what the company states in an answer that it sends back, whatever that says of an estimate', async () => {
    const product = await made({ variants: [size, { ...size, root_size: 20 }] })
    const [small, large] = product.variants
    const { body } = await edit(product, {
      variants: [
        { ...small, weight: 500, volume: 2 },
        { ...large, weight: 31 },
        { ...small, id: undefined, root_size: 30 },
      ],
    })
    const isStated = { weight_is_estimate: false, volume_is_estimate: false }
    expect(body.variants).toMatchObject([
      { weight: 500, volume: 2, ...isStated },
      { weight: 31, weight_is_estimate: false, volume: large.volume, volume_is_estimate: true },
      { weight: small.weight, ...isStated },
    ])
    const again = await edit(product, { variants: body.variants })
    expect(again.body.variants).toEqual(
      body.variants.map((one: object) => ({ ...one, confirmed_at: expect.any(String) })),
    )
    const copied = await made({
      variants: [
        { ...small, id: undefined },
        { ...small, id: undefined, sku: 'Т', weight: 7 },
      ],
    })
    expect(copied.variants).toMatchObject([
      { weight: small.weight, weight_is_estimate: true, volume_is_estimate: true },
      { weight: 7, weight_is_estimate: false, volume: small.volume, volume_is_estimate: true },
    ])
  })

  it('cannot be nothing, nor more than a lorry carries', async () => {
    for (const wrong of [{ weight: 0 }, { weight: 30_001 }, { volume: -1 }, { volume: 201 }, { weight: 'много' }]) {
      const { status, body } = await create({ variants: [{ ...size, ...wrong }] })
      expect([status, Object.keys(body.fields)]).toEqual([400, [`variants.0.${Object.keys(wrong)[0]}`]])
    }
  })
})

describe('a product with several variants', () => {
  it('has them in the submitted order, with labels, and with the fields of the specification', async () => {
    const product = await made({
      variants: limes,
      // Ignored if `variants` is sent.
      price: 1,
      rsp: await lookupId(server.database.db, 'root_packaging', 'pot'),
      s_height_from: 5,
    })
    expect(product.variants.map(({ label, price, sku }: Variant) => [label, price, sku])).toEqual([
      ['Обхват 16–18 · 3xv · WRB 60', 17500, 'Л-16'],
      ['Обхват 18–20 · выс. 500–550 · WRB 80', 32000, null],
      ['Штамб · обхват 20–25 · выс. штамба 220 · WRB 90', 44000.5, null],
    ])
    expect(product).toMatchObject({
      price: 17500,
      price_is_from: true,
      s_height_from: 500,
      s_height_to: 550,
      rsp: { name: 'Ком в мешковине и сетке (WRB)' },
      rsp_metric: 60,
      rsp_measure: 'SM',
      variants_count: 3,
      is_sold_out: false,
      sizes: 'Обхват 16–25 · выс. 500–550 · WRB',
    })
  })

  it('can also be sent as a form', async () => {
    const { status, body } = await create({ variants: JSON.stringify(limes.slice(1)) })
    expect([status, body.variants?.length]).toEqual([201, 2])
  })

  it('shows packing and price of the cheapest one that is not sold out, and the heights of all', async () => {
    const product = await made({
      variants: [
        { height_from: 20, height_to: 40, root: 'pot', root_size: 9, price: 300, stock: 'sold_out' },
        { height_from: 60, height_to: 80, root: 'container', root_size: 3, price: 1200 },
        { height_from: 100, root: 'container', root_size: 10 },
      ],
    })
    expect(product).toMatchObject({
      price: 1200,
      price_is_from: false,
      s_height_from: 20,
      s_height_to: 100,
      rsp: { name: 'Контейнер (С)' },
      rsp_metric: 3,
      rsp_measure: 'LITR',
    })
  })

  it('stays published when all are sold out, without a price', async () => {
    const product = await made({
      genus: 'Туя',
      species: "западная 'Smaragd'",
      variants: [{ price: 5, stock: 'sold_out' }],
    })
    expect(product).toMatchObject({ is_active: true, is_sold_out: true, price: null, price_is_from: false })
  })

  it('does not count tiers or equal prices as several prices', async () => {
    const price_tiers = [
      { quantity_from: 50, price: 80 },
      { quantity_from: 10, price: 90 },
      { quantity_from: null, price: 70 },
    ]
    const product = await made({
      variants: [
        { price: 100, price_tiers },
        { price: 100, sku: ' a-1 ' },
      ],
    })
    expect([product.price, product.price_is_from]).toEqual([100, false])
    expect(product.variants[0].price_tiers).toEqual([price_tiers[2], price_tiers[1], price_tiers[0]])
    expect(product.variants[1].sku).toBe('a-1')
  })
})

describe('editing variants', () => {
  it('keeps those with an id and their fields that are not sent, adds, moves and removes variants', async () => {
    const product = await made({ variants: limes.map((lime, index) => ({ ...lime, sku: `e-${index}` })) })
    const [first, second, third] = product.variants as [Variant, Variant, Variant]
    const { status, body } = await edit(product, {
      variants: [
        { ...third, price: 40000 },
        { girth_from: 25, girth_to: 30 },
        { id: first.id, sku: 'e-1', stock: 'on_order' },
      ],
    })
    expect(status).toBe(200)
    expect(body.variants).toEqual([
      { ...third, price: 40000, confirmed_at: body.variants[0].confirmed_at },
      expect.objectContaining({ label: 'Обхват 25–30', price: null }),
      { ...first, sku: 'e-1', stock: 'on_order', confirmed_at: body.variants[2].confirmed_at },
    ])
    expect(body.variants[1].id).not.toBe(second.id)
    expect(body.variants[0].confirmed_at > third.confirmed_at).toBe(true)
  })

  it('exchanges two article numbers in one request', async () => {
    const product = await made({ variants: [{ sku: 'x-1' }, { sku: 'x-2' }] })
    const [one, other] = product.variants
    const { status, body } = await edit(product, {
      variants: [
        { ...one, sku: 'x-2' },
        { ...other, sku: 'x-1' },
      ],
    })
    expect([status, body.variants.map(({ sku }: Variant) => sku)]).toEqual([200, ['x-2', 'x-1']])
  })

  it('accepts the specification’s fields as long as there is one variant', async () => {
    const product = await made({ price: 100, s_height_from: 20, rsp_metric: 3, rsp_measure: 'LITR' })
    expect(product.variants).toMatchObject([
      { price: 100, height_from: 20, height_to: null, root: null, root_size: null },
    ])
    const rsp = await lookupId(server.database.db, 'root_packaging', 'container')
    const { body } = await edit(product, { rsp, price: 120 })
    expect(body.variants).toMatchObject([
      { id: product.variants[0].id, price: 120, height_from: 20, root: 'container', root_size: 3 },
    ])
    const { body: two } = await edit(product, { variants: [...body.variants, { height_from: 40 }] })
    const sent = { price: '1', s_height_from: '1', s_height_to: '', rsp: '', rsp_metric: '', rsp_measure: '' }
    const { status, body: refused } = await edit(two, sent)
    expect([status, refused.code]).toEqual([400, 'INVALID_INPUT'])
    for (const field of Object.keys(sent)) expect(refused.fields[field]).toMatchObject([{ code: 'has_variants' }])
    // Other fields are still accepted.
    const { body: described } = await edit(two, { description: 'Новое', height_measure: 'M' })
    expect(described).toMatchObject({
      description: 'Новое',
      s_height_from: 0.2,
      s_height_to: 0.4,
      variants: two.variants,
    })
  })

  it('keeps packing data that variants cannot express', async () => {
    const { db } = server.database
    const bare = await lookupId(db, 'root_packaging', 'bare')
    const product = await made({ rsp: bare, rsp_metric: 25, rsp_measure: 'PIECE', price: 3 })
    expect(product.variants).toMatchObject([{ root: 'bare_root', root_size: null }])
    const { body } = await edit(product, { variants: [{ ...product.variants[0], price: 4 }] })
    expect(body).toMatchObject({ price: 4, rsp: { id: bare }, rsp_metric: 25, rsp_measure: 'PIECE' })
    const { body: potted } = await edit(body, { variants: [{ ...body.variants[0], root: 'pot', root_size: 9 }] })
    expect(potted).toMatchObject({ rsp: { name: 'Горшок (P)' }, rsp_metric: 9, rsp_measure: 'SM' })
    const { body: none } = await edit(potted, { variants: [{ id: potted.variants[0].id, root: null }] })
    expect(none).toMatchObject({ rsp: null, rsp_metric: null, rsp_measure: null, variants: [{ root_size: null }] })
  })
})

describe('rejects', () => {
  const refused = async (list: unknown) => {
    const { status, body } = await create({ variants: list })
    expect([status, body.code]).toEqual([400, 'INVALID_INPUT'])
    return body.fields as Record<string, { code: string; message: string }[]>
  }

  it.each([
    ['none at all', []],
    ['more than a hundred', Array.from({ length: 101 }, () => ({ price: 1 }))],
    ['no list', 5],
    ['a text that is no JSON', '[{'],
    ['the text of something else', '"a"'],
  ])('%s', async (_, list) => {
    expect(Object.keys(await refused(list))).toEqual(['variants'])
  })

  it.each([
    ['height_to', { height_from: 5, height_to: 4 }],
    ['girth_to', { girth_from: 5.5, girth_to: 5.4 }],
    ['spread_to', { spread_from: 2, spread_to: 1 }],
    ['height_from', { height_from: 0 }],
    ['height_from', { height_from: 10.55 }],
    ['height_from', { height_from: 'много' }],
    ['stem_height', { stem_height: 1e9 }],
    ['stems', { stems: 1.5 }],
    ['transplants', { transplants: -1 }],
    ['form', { form: 'bonsai' }],
    ['root', { root: 'bag' }],
    ['root_size', { root_size: 3, root: null }],
    ['root_size', { root_size: 3, root: 'bare_root' }],
    ['price', { price: -1 }],
    ['price', { price: 0.001 }],
    [
      'price_tiers',
      {
        price_tiers: [
          { quantity_from: 5, price: 1 },
          { quantity_from: 5, price: 2 },
        ],
      },
    ],
    ['price_tiers', { price_tiers: Array.from({ length: 11 }, (_, n) => ({ quantity_from: n + 1, price: 1 })) }],
    ['price_tiers.0.price', { price_tiers: [{ quantity_from: 5, price: -2 }] }],
    ['stock', { stock: 'many' }],
    ['stock_quantity', { stock_quantity: -1 }],
    ['available_from', { stock: 'expected' }],
    ['available_from', { available_from: '2026-02-30' }],
    ['sku', { sku: 'x'.repeat(65) }],
    ['note', { note: 'x'.repeat(501) }],
    ['id', { id: 999_999_999 }],
  ])('%s of an invalid variant, identified by its index: %j', async (field, wrong) => {
    for (const list of [[{ price: 1 }, wrong], JSON.stringify([{ price: 1 }, wrong])]) {
      const fields = await refused(list)
      expect(Object.keys(fields)).toEqual([`variants.1.${field}`])
    }
  })

  it('an invalid field with its error, also in a form', async () => {
    expect(await refused(JSON.stringify([{ height_from: 5, height_to: 4 }]))).toEqual({
      'variants.0.height_to': [{ message: '«До» меньше, чем «от»', code: 'range' }],
    })
    expect(await refused('[{"price":-1}]')).toMatchObject({ 'variants.0.price': [{ code: 'too_small' }] })
    expect(await refused('[{"stock":"expected"}]')).toMatchObject({
      'variants.0.available_from': [{ code: 'required' }],
    })
  })

  it('a variant of another product, a repeated variant, a variant that is invalid with its stored values', async () => {
    const [own, other] = [await made({ s_height_from: 50 }), await made({})]
    const [{ id }] = own.variants
    const { body: foreign } = await edit(own, { variants: [{ id: other.variants[0].id }] })
    expect(foreign.fields).toMatchObject({ 'variants.0.id': [{ code: 'not_in_list' }] })
    const { body: twice } = await edit(own, { variants: [{ id }, { id }] })
    expect(Object.keys(twice.fields)).toEqual(['variants.1.sku'])
    const { body: crossed } = await edit(own, { variants: [{ id, height_to: 40 }] })
    expect(crossed.fields).toMatchObject({ 'variants.0.height_to': [{ code: 'range' }] })
  })

  it('an article number of another product of the company, naming that product', async () => {
    const product = await made({ variants: [{ sku: 'один' }] })
    const { status, body } = await create({ variants: [{ price: 1 }, { sku: 'один' }] })
    expect([status, body.code]).toEqual([409, 'CONFLICT'])
    expect(body.detail).toContain(product.name)
    expect(Object.keys(body.fields)).toEqual(['variants.1.sku'])
    // Another company may use it, and the product itself keeps it.
    expect((await create({ variants: [{ sku: 'один' }] }, stranger)).status).toBe(201)
    expect((await edit(product, { variants: product.variants })).status).toBe(200)
    const { body: twice } = await create({ variants: [{ sku: 'два' }, { sku: 'два' }] })
    expect(twice.fields).toMatchObject({ 'variants.1.sku': [{ code: 'repeated' }] })
  })
})

describe('confirming', () => {
  const old = new Date('2026-01-01T00:00:00Z')

  it('is for members of a company and only for its variants', async () => {
    const { db } = server.database
    const product = await made({ variants: [{ price: 1 }, { price: 2 }] })
    const { body: foreign } = await create({}, stranger)
    const ids = product.variants.map(({ id }: Variant) => id)
    await db.update(variants).set({ confirmedAt: old })
    const { status, body } = await post(
      '/variants/confirm/',
      { ids: [ids[0], foreign.variants[0].id, 2_000_000_000] },
      employee,
    )
    expect([status, body]).toEqual([200, { confirmed: 1 }])
    const { body: shown } = await server.get(`/api/products${product.get_absolute_url}`, employee)
    expect(shown.variants[0].confirmed_at > '2026-11').toBe(true)
    expect(shown.variants[1].confirmed_at).toBe(old.toISOString())
    const [theirs] = await db.select().from(variants).where(eq(variants.id, foreign.variants[0].id))
    expect(theirs?.confirmedAt).toEqual(old)
    const { body: all } = await post('/variants/confirm/', { all: true }, stranger)
    expect(all.confirmed).toBe(2)
  })

  it('refuses visitors, people without a company, and empty requests', async () => {
    const { id } = await makePerson(server.database.db)
    expect((await post('/variants/confirm/', { all: true }, null)).status).toBe(401)
    expect((await post('/variants/confirm/', { all: true }, id)).status).toBe(403)
    for (const body of [{}, { all: false }, { ids: ['a'] }, { ids: 5 }]) {
      expect((await post('/variants/confirm/', body)).status).toBe(400)
    }
  })
})
