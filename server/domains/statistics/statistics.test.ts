import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Statistics } from '#contract/statistics.ts'
import { companies } from '#server/domains/companies/companies.tables.ts'
import { products } from '#server/domains/products/products.tables.ts'
import { requests } from '#server/domains/trade/trade.tables.ts'
import { type TestServer, testServer } from '#server/test/app.ts'
import { makeCompany, makePerson, makeProduct } from '#server/test/factories.ts'
import { makeOffer, makeProject, trading } from '#server/test/trade.ts'
import { cleanStatistics } from './statistics.service.ts'
import { countedToday, productCounts } from './statistics.tables.ts'

let server: TestServer
/** Of two companies. */
let owner: string
let stranger: string
let company: Awaited<ReturnType<typeof makeCompany>>
let lime: Awaited<ReturnType<typeof makeProduct>>
let maple: typeof lime
let foreign: typeof lime

beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

beforeEach(async () => {
  const { db } = server.database
  owner = (await makePerson(db)).id
  stranger = (await makePerson(db)).id
  company = await makeCompany(db, { creatorId: owner })
  const other = await makeCompany(db, { creatorId: stranger })
  lime = await makeProduct(db, { companyId: company.id, genus: 'Липа' })
  maple = await makeProduct(db, { companyId: company.id, genus: 'Клён' })
  foreign = await makeProduct(db, { companyId: other.id })
})
afterEach(() => {
  vi.useRealTimers()
})

interface Visitor {
  ip?: string
  browser?: string
  userId?: string
  app?: TestServer['app']
}

async function visit(
  product: { id: number },
  { ip = '203.0.113.1', browser = 'Firefox', userId, app = server.app }: Visitor = {},
  kind: 'seen' | 'phone' = 'seen',
) {
  const headers = {
    'user-agent': browser,
    ...(userId ? { authorization: await server.bearer(userId) } : {}),
  }
  const url = `/api/products/${product.id}/${kind}/`
  return app.inject({ method: 'POST', url, headers, remoteAddress: ip })
}

async function read(userId = owner, query = ''): Promise<Statistics> {
  const { status, body } = await server.get(`/api/teams/statistics/${query}`, userId)
  expect(status).toBe(200)
  return body
}

/** Of the present week. */
const now = (numbers: number[]) => numbers.at(-1)

describe('views and openings of the telephone', () => {
  it('count once a day for a visitor and a product', async () => {
    const { statusCode, body, headers } = await visit(lime)
    expect([statusCode, body, headers['set-cookie']]).toEqual([204, '', undefined])
    await visit(lime)
    await visit(lime, { ip: '203.0.113.2' })
    await visit(lime, { browser: 'Safari' })
    await visit(maple)
    await visit(lime, {}, 'phone')
    await visit(lime, {}, 'phone')
    const first = await read()
    expect([now(first.views), now(first.phones)]).toEqual([4, 1])
    // Also when it has been written meanwhile.
    await visit(lime)
    await visit(lime, { ip: '::ffff:203.0.113.1' })
    const again = await read()
    expect([now(again.views), now(again.phones)]).toEqual([4, 1])
    expect(again.products).toEqual([
      { id: lime.id, name: lime.name, get_absolute_url: `/hvoynye/${lime.slug}/`, views: 3, phones: 1 },
      { id: maple.id, name: maple.name, get_absolute_url: `/hvoynye/${maple.slug}/`, views: 1, phones: 0 },
    ])
  })

  it('count again on the next day, and by weeks that begin on Monday in Moscow', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    // Sunday evening in Moscow, then Monday there, while it is still Sunday in London.
    vi.setSystemTime('2027-03-07T20:30:00Z')
    await visit(lime)
    vi.setSystemTime('2027-03-07T21:30:00Z')
    await visit(lime)
    vi.setSystemTime('2027-03-09T12:00:00Z')
    await visit(lime)
    const { weeks, views } = await read(owner, '?weeks=3')
    expect(weeks).toEqual(['2027-02-22', '2027-03-01', '2027-03-08'])
    expect(views).toEqual([0, 1, 2])
  })

  it('of the company’s own members and of robots do not count', async () => {
    expect((await visit(lime, { userId: owner })).statusCode).toBe(204)
    expect((await visit(lime, { browser: 'Mozilla/5.0 (compatible; Googlebot/2.1)' })).statusCode).toBe(204)
    expect(now((await read()).views)).toBe(0)
    await visit(lime, { userId: stranger })
    expect(now((await read()).views)).toBe(1)
  })

  it('are 404 for products that are not published, or not there', async () => {
    const { db } = server.database
    const hidden = await makeProduct(db, { companyId: company.id, isApproved: false })
    for (const kind of ['seen', 'phone'] as const) {
      expect((await visit(hidden, {}, kind)).statusCode).toBe(404)
      expect((await visit({ id: 2_000_000_000 }, {}, kind)).statusCode).toBe(404)
      expect((await visit({ id: -1 }, {}, kind)).statusCode).toBe(404)
    }
    expect(now((await read()).views)).toBe(0)
  })

  it('of several processes add up, and are written when a process ends', async () => {
    const [one, other] = [await server.another(), await server.another()]
    for (let n = 0; n < 6; n++) {
      await visit(lime, { ip: `203.0.113.${n}`, app: n % 2 ? one : other })
      // A visitor whom both see counts once.
      await visit(lime, { ip: '203.0.113.99', app: n % 2 ? one : other })
    }
    expect(now((await read()).views)).toBe(0)
    await Promise.all([one.close(), other.close()])
    expect(now((await read()).views)).toBe(7)
  })

  it('wait while the database cannot write them', async () => {
    const { db } = server.database
    await visit(lime)
    await db.execute(sql`alter table product_counts rename to lost`)
    try {
      expect((await server.get('/api/teams/statistics/', owner)).status).toBe(500)
      await visit(maple)
    } finally {
      await db.execute(sql`alter table lost rename to product_counts`)
    }
    expect(now((await read()).views)).toBe(2)
  })

  it('are limited by address', async () => {
    const limited = await server.withSettings({ rateLimits: true })
    try {
      const tries = []
      for (let n = 0; n < 601; n++) tries.push((await visit(lime, { app: limited.app, browser: `${n}` })).statusCode)
      expect(tries.filter(status => status === 204).length).toBeGreaterThan(500)
      expect(tries.at(-1)).toBe(429)
      expect((await visit(lime, { app: limited.app, ip: '203.0.113.2' })).statusCode).toBe(204)
    } finally {
      await limited.close()
    }
  })

  it('keep nothing of the visitor, and after the day not even the hash', async () => {
    const { db } = server.database
    await visit(lime, { userId: stranger, browser: 'Firefox of somebody' })
    await read()
    const ofLime = eq(countedToday.productId, lime.id)
    const rows = await db.select().from(countedToday).where(ofLime)
    expect(rows).toEqual([
      { day: expect.any(String), visitor: expect.stringMatching(/^[\w-]{43}$/), productId: lime.id, kind: 'view' },
    ])
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(Date.now() + 86_400_000)
    await cleanStatistics(db)
    expect(await db.select().from(countedToday).where(ofLime)).toEqual([])
    const [, yesterday] = (await read(owner, '?weeks=2')).views.toReversed()
    expect((yesterday ?? 0) + (now((await read()).views) ?? 0)).toBe(1)
    vi.setSystemTime(Date.now() + 400 * 86_400_000)
    await cleanStatistics(db)
    expect(await db.select().from(productCounts).where(eq(productCounts.productId, lime.id))).toEqual([])
  })

  it('go with the product and with the company', async () => {
    const { db } = server.database
    await visit(lime)
    await visit(maple)
    await read()
    await db.delete(products).where(eq(products.id, lime.id))
    expect(now((await read()).views)).toBe(1)
    // One that is deleted between the view and its writing is skipped.
    await visit(maple, { ip: '203.0.113.5' })
    await visit(foreign)
    await db.delete(companies).where(eq(companies.id, company.id))
    expect(now((await read(stranger)).views)).toBe(1)
    expect(await db.select().from(productCounts).where(eq(productCounts.companyId, company.id))).toEqual([])
  })
})

describe('the statistics of a company', () => {
  it('are for its members', async () => {
    const { db } = server.database
    expect((await server.get('/api/teams/statistics/')).status).toBe(401)
    const alone = (await makePerson(db)).id
    const { status, body } = await server.get('/api/teams/statistics/', alone)
    expect([status, body.code, body.detail]).toEqual([
      403,
      'FORBIDDEN',
      'Статистика есть у компании: сначала создайте её.',
    ])
  })

  it('cover twelve weeks unless asked otherwise', async () => {
    expect((await read()).weeks).toHaveLength(12)
    expect((await read(owner, '?weeks=52')).weeks).toHaveLength(52)
    for (const weeks of ['0', '53', '-1', '1.5', 'x', '100']) {
      const { status, body } = await server.get(`/api/teams/statistics/?weeks=${weeks}`, owner)
      expect([weeks, status, Object.keys(body.fields)]).toEqual([weeks, 400, ['weeks']])
    }
  })

  it('name the ten products that were seen most', async () => {
    const { db } = server.database
    for (let n = 0; n < 12; n++) {
      const product = await makeProduct(db, { companyId: company.id, species: `сорт ${company.id}-${n}` })
      for (let seen = 0; seen <= n; seen++) await visit(product, { ip: `203.0.113.${seen}` })
    }
    expect((await read()).products.map(({ views }) => views)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3])
  })

  it('never show another company’s numbers', async () => {
    await visit(foreign)
    await visit(foreign, {}, 'phone')
    await visit(lime)
    const [own, theirs] = [await read(), await read(stranger)]
    expect([now(own.views), now(own.phones), own.products.map(({ id }) => id)]).toEqual([1, 0, [lime.id]])
    expect([now(theirs.views), now(theirs.phones), theirs.products.map(({ id }) => id)]).toEqual([1, 1, [foreign.id]])
  })

  it('count requests, first quotes and deals by week, each for its company', async () => {
    const { db } = server.database
    const does = trading(server)
    const buyer = (await makePerson(db)).id
    await makeOffer(db, company.id, 'Tilia cordata')
    const { id: project } = await makeProject(db, buyer, ['Tilia cordata'])
    const both = [company.id, foreign.companyId]
    const asked = await does.ask(buyer, project, both)
    const before = await does.ask(buyer, project, both)
    await does.quote(owner, asked, { 0: 900 })
    // A second quote answers the same request.
    const quoted = await does.quote(owner, asked, { 0: 800 })
    await does.quote(stranger, asked, { 0: 1000 })
    const weekBefore = sql`now() - interval '7 days'`
    await db.update(requests).set({ createdAt: weekBefore }).where(eq(requests.id, before.id))
    expect(await read(owner, '?weeks=2')).toMatchObject({ requests: [1, 1], quotes_sent: [0, 1], quotes_won: [0, 0] })
    await does.award(buyer, asked, [[0, quoted]])
    expect(await read(owner, '?weeks=2')).toMatchObject({ requests: [1, 1], quotes_sent: [0, 1], quotes_won: [0, 1] })
    expect(await read(stranger, '?weeks=2')).toMatchObject({
      requests: [1, 1],
      quotes_sent: [0, 1],
      quotes_won: [0, 0],
    })
  })
})
