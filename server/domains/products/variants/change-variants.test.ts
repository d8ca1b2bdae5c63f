import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Product } from '#contract/products.ts'
import { staffEmail, type TestServer, testServer } from '#server/test/app.ts'
import { databaseState } from '#server/test/database-state.ts'
import { categoryId, makeCompany, makePerson } from '#server/test/factories.ts'
import { countStatements } from '#server/test/statement-count.ts'
import { changedPrice } from './change-variants.service.ts'
import { variants } from './variants.tables.ts'

const roles = ['visitor', 'member', 'employee', 'assigned', 'creator', 'other creator', 'staff'] as const
type Role = (typeof roles)[number]

let server: TestServer
const people = {} as Record<Role, string>
let conifers: number
let product: Product

beforeAll(async () => {
  server = await testServer()
  const { db } = server.database
  for (const role of roles) {
    if (role !== 'visitor') people[role] = (await makePerson(db, role === 'staff' ? { email: staffEmail } : {})).id
  }
  await makeCompany(db, { creatorId: people.creator, employees: [people.employee, people.assigned] })
  await makeCompany(db, { creatorId: people['other creator'] })
  conifers = await categoryId(db, 'hvoynye')
})
afterAll(() => server.close())

const post = (role: Role, path: string, body: object) => server.send('POST', `/api${path}`, body, people[role])
const change = (body: object, role: Role = 'creator') => post(role, '/variants/change/', body)
let number = 0
async function make(more: object, role: Role = 'creator'): Promise<Product> {
  const { status, body } = await post(role, '/products/create/', {
    ...{ category: conifers, genus: 'Пихта', species: `сортовая ${++number}` },
    ...more,
  })
  expect([status, body.fields]).toEqual([201, undefined])
  return body
}
const read = async ({ get_absolute_url }: Product, role: Role = 'creator'): Promise<Product> =>
  (await server.get(`/api/products${get_absolute_url}`, people[role])).body

beforeEach(async () => {
  product = await make({
    assigned_to: people.assigned,
    variants: [
      { sku: `п-${number}`, height_from: 60, root: 'pot', root_size: 9, price: 100 },
      {
        height_from: 100,
        root: 'container',
        root_size: 5,
        price: 200,
        price_tiers: [{ quantity_from: 10, price: 150 }],
      },
    ],
  })
})

/** Expected statuses in the order of `roles`, and how many of three variants, one of another company, were changed. */
const table: Record<string, { call: (ids: number[]) => [string, object]; answers: (number | object)[] }> = {
  'change prices and stock': {
    call: ids => ['/variants/change/', { changes: ids.map(id => ({ id, price: 7 })) }],
    answers: [401, 403, { changed: 0 }, { changed: 2 }, { changed: 2 }, { changed: 1 }, 403],
  },
  'change prices by a percentage': {
    call: ids => ['/variants/change/', { ids, price_percent: 10 }],
    answers: [401, 403, { changed: 0 }, { changed: 2 }, { changed: 2 }, { changed: 1 }, 403],
  },
}

describe('permissions for changing prices', () => {
  const rows = Object.keys(table).flatMap(name => roles.map((role, index) => ({ name, role, index })))
  it.each(rows)('$name, as $role', async ({ name, role, index }) => {
    const foreign = await make({ price: 5 }, 'other creator')
    const ids = [...product.variants, ...foreign.variants].map(({ id }) => id)
    const { call, answers } = table[name] ?? { call: () => ['', {}] as [string, object], answers: [] }
    const before = await databaseState(server.database.db)
    const { status, body } = await post(role, ...call(ids))
    const expected = answers[index]
    if (typeof expected === 'number') expect(status).toBe(expected)
    else expect([status, body]).toEqual([200, expected])
    const nothing = typeof expected === 'number' || JSON.stringify(expected) === '{"changed":0}'
    if (nothing) expect(await databaseState(server.database.db)).toEqual(before)
  })
})

describe('changing prices and stock', () => {
  it('changes and confirms what is sent, and updates the product’s values', async () => {
    const [small, large] = product.variants
    await server.database.db.update(variants).set({ confirmedAt: new Date('2026-01-01T00:00:00Z') })
    const { body } = await change({ changes: [{ id: small?.id, stock: 'sold_out' }] })
    expect(body).toEqual({ changed: 1 })
    const after = await read(product)
    expect(after).toMatchObject({
      price: 200,
      price_is_from: false,
      is_sold_out: false,
      rsp: { name: 'Контейнер (С)' },
      rsp_metric: 5,
      rsp_measure: 'LITR',
    })
    expect(after.variants[0]).toMatchObject({ price: 100, stock: 'sold_out', sku: small?.sku })
    expect(after.variants[0]?.confirmed_at).not.toBe(after.variants[1]?.confirmed_at)
    await change({ changes: [{ id: large?.id, stock: 'sold_out', price: '1 ' }] })
    expect(await read(product)).toMatchObject({ price: null, is_sold_out: true })
  })

  it('clears the quantity and the date of the previous stock status', async () => {
    const [{ id } = { id: 0 }] = product.variants
    const only = async (more: object) => {
      const { status } = await change({ changes: [{ id, ...more }] })
      expect(status).toBe(200)
      const { stock, stock_quantity, stock_is_minimum, available_from } = (await read(product)).variants[0] ?? {}
      return [stock, stock_quantity, stock_is_minimum, available_from]
    }
    expect(await only({ stock_quantity: '40', stock_is_minimum: true })).toEqual(['in_stock', 40, true, null])
    expect(await only({ stock: 'expected', available_from: '2027-05-12' })).toEqual([
      'expected',
      null,
      false,
      '2027-05-12',
    ])
    expect(await only({ stock_quantity: 5 })).toEqual(['expected', 5, false, '2027-05-12'])
    expect(await only({ stock: 'on_order' })).toEqual(['on_order', null, false, null])
  })

  it('changes prices and price tiers by a percentage', async () => {
    const { body } = await change({ ids: product.variants.map(({ id }) => id), price_percent: '-12,5' })
    expect(body).toEqual({ changed: 2 })
    const after = await read(product)
    expect(after.variants.map(({ price }) => price)).toEqual([88, 175])
    expect(after.variants[1]?.price_tiers).toEqual([{ quantity_from: 10, price: 131 }])
    expect([after.price, after.price_is_from]).toEqual([88, true])
  })

  it.each([
    [17_500_00, 7, 18_725_00],
    [100_50, 10, 111_00],
    [3_50, 10, 3_90],
    [10, -90, 10],
    [0, 50, 0],
    [2_000_000_000, 900, 2_000_000_000],
  ])('%i kopecks by %i percent are %i', (kopecks, percent, changed) => {
    expect(changedPrice(kopecks, percent)).toBe(changed)
  })

  it.each([
    [{}, ['ids', 'price_percent']],
    [{ ids: [1] }, ['price_percent']],
    [{ ids: [1], price_percent: -91 }, ['price_percent']],
    [{ ids: Array.from({ length: 1001 }, (_, n) => n + 1), price_percent: 1 }, ['ids']],
    [{ changes: Array.from({ length: 1001 }, (_, n) => ({ id: n + 1 })) }, ['changes']],
    [{ changes: [{ id: 1 }, { id: 1 }] }, ['changes']],
    [{ changes: [{ id: 1 }, { id: 2, price: -1 }] }, ['changes.1.price']],
    [{ changes: [{ id: 1, price: 'дорого' }] }, ['changes.0.price']],
    [{ changes: [{ id: 1, stock: 'much' }] }, ['changes.0.stock']],
  ])('refuses %j', async (body, fields) => {
    const { status, body: answer } = await change(body)
    expect([status, Object.keys(answer.fields)]).toEqual([400, fields])
  })

  it('refuses all changes if one is expected without a date', async () => {
    const [one, other] = product.variants
    const changes = [
      { id: one?.id, price: 5 },
      { id: other?.id, stock: 'expected' },
    ]
    const { status, body } = await change({ changes })
    expect([status, body.fields]).toMatchObject([400, { 'changes.1.available_from': [{ code: 'required' }] }])
    expect((await read(product)).variants).toEqual(product.variants)
  })

  it('takes the same number of statements for 50 variants of ten products as for one', async () => {
    const statementsOf = async (body: object) => {
      const headers = { authorization: await server.bearer(people.creator) }
      const statements = countStatements()
      const { statusCode } = await server.app.inject({
        method: 'POST',
        url: '/api/variants/change/',
        headers,
        payload: body,
      })
      statements.stop()
      expect(statusCode).toBe(200)
      return statements.sofar()
    }
    const ids = product.variants.map(({ id }) => id)
    const one = await statementsOf({ ids: ids.slice(0, 1), price_percent: 1 })
    for (let n = 0; n < 10; n++) {
      const made = await make({ variants: Array.from({ length: 5 }, () => ({ price: 10 })) })
      ids.push(...made.variants.map(({ id }) => id))
    }
    expect(await statementsOf({ ids, price_percent: 1 })).toBe(one)
    expect(one).toBeLessThanOrEqual(12)
  }, 60_000)
})

describe('own products in pages', () => {
  const own = async (query: string, role: Role = 'creator') => {
    const { status, body } = await server.get(`/api/products/own/?${query}`, people[role])
    expect(status).toBe(200)
    return body as { count: number; next: string | null; results: Product[] }
  }

  it('are the same as in the full list, in the same order', async () => {
    const { body: all } = await server.get('/api/products/my_products/', people.creator)
    const first = await own('page_size=3')
    expect(first).toMatchObject({
      count: all.length,
      results: all.slice(0, 3),
      next: expect.stringContaining('page=2'),
    })
    expect((await own('page_size=3&page=2')).results).toEqual(all.slice(3, 6))
    expect((await own('', 'member')).results).toEqual([])
    expect((await server.get('/api/products/own/?page=999', people.creator)).status).toBe(404)
    expect((await server.get('/api/products/own/?state=odd', people.creator)).status).toBe(400)
    expect((await server.get('/api/products/own/')).status).toBe(401)
  })

  it.each([
    ['search=ПИХТА особая', true],
    ['search=ос_бая', false],
    ['search=Ж-7', true],
    ['search=7', false],
    ['category=hvoynye&search=особая', true],
    ['category=rozy', false],
    ['state=waiting&search=особая', true],
    ['state=published&search=особая', false],
    ['stock=on_order', true],
    ['stock=expected', false],
    ['freshness=stale', true],
    ['freshness=ageing', false],
  ])('%s: %s', async (query, isFound) => {
    const { db } = server.database
    const special = await make({ species: 'особая', variants: [{ sku: 'ж-77', stock: 'on_order' }] })
    await db
      .update(variants)
      .set({ confirmedAt: new Date(Date.now() - 60 * 86_400_000) })
      .where(eq(variants.productId, special.id))
    const { results } = await own(`${new URLSearchParams(query)}&page_size=100`)
    expect(results.some(({ id }) => id === special.id)).toBe(isFound)
    await post('creator', '/products/delete/', { ids: [special.id] })
  })

  it('are sorted by price, those without a price last', async () => {
    const prices = (await own('ordering=price&page_size=100')).results.map(
      ({ price }) => price ?? Number.POSITIVE_INFINITY,
    )
    expect(prices).toEqual(prices.toSorted((one, other) => one - other))
  })

  it('make the same number of queries for one and for many', async () => {
    const { db } = server.database
    const asked = vi.spyOn((db as unknown as { session: { prepareQuery: () => unknown } }).session, 'prepareQuery')
    const queries = async (size: number) => {
      asked.mockClear()
      await own(`page_size=${size}`)
      return asked.mock.calls.length
    }
    expect(await queries(20)).toBe(await queries(1))
    asked.mockRestore()
  })
})

describe('assigning and deleting several', () => {
  const assigning: (number | object)[] = [401, 403, 403, 403, { changed: 1 }, { changed: 1 }, 403]
  const deleting: (number | object)[] = [401, 403, { deleted: 0 }, { deleted: 1 }, { deleted: 1 }, { deleted: 1 }, 403]
  it.each(roles.map((role, index) => ({ role, index })))('as $role', async ({ role, index }) => {
    const foreign = await make({ price: 5 }, 'other creator')
    const ids = [product.id, foreign.id]
    const assigned = await post(role, '/products/assign/', { ids, assigned_to: null })
    expect(typeof assigning[index] === 'number' ? assigned.status : assigned.body).toEqual(assigning[index])
    const wasUnassigned = role === 'creator'
    expect((await read(product)).assigned_to?.id).toBe(wasUnassigned ? undefined : people.assigned)
    const deleted = await post(role, '/products/delete/', { ids })
    expect(typeof deleting[index] === 'number' ? deleted.status : deleted.body).toEqual(deleting[index])
  })

  it('does not assign to people of other companies', async () => {
    const body = { ids: [product.id], assigned_to: people['other creator'] }
    const { status, body: answer } = await post('creator', '/products/assign/', body)
    expect([status, Object.keys(answer.fields)]).toEqual([400, ['assigned_to']])
    const named = await post('creator', '/products/assign/', { ...body, assigned_to: people.employee })
    expect(named.body).toEqual({ changed: 1 })
    expect((await read(product)).assigned_to?.id).toBe(people.employee)
  })
})
