import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { eq, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import { companies, companyMembers } from '#server/domains/companies/companies.tables.ts'
import { productImages, products } from '#server/domains/products/products.tables.ts'
import { lookups } from '#server/domains/reference/lookups.tables.ts'
import { type TestServer, testServer } from '#server/test/app.ts'
import { lookupId, makeCompany, makeMedia, makePerson, makeProduct } from '#server/test/factories.ts'

let server: TestServer
/** Three processes on one database. */
let apps: FastifyInstance[]
let company: Awaited<ReturnType<typeof makeCompany>>

beforeAll(async () => {
  server = await testServer()
  watchCards(server.database.db)
  apps = [server.app, await server.another(), await server.another()]
  const { db } = server.database
  company = await makeCompany(db, { name: 'Питомник', regionId: await lookupId(db, 'region', 'MOS') })
  for (let n = 0; n < 12; n++)
    await makeProduct(db, { companyId: company.id, description: 'Саженец с комом земли. '.repeat(4) })
})
afterAll(async () => {
  await Promise.all(apps.slice(1).map(app => app.close()))
  await server.close()
})

const get = (path: string, headers: Record<string, string> = {}, app = server.app) => app.inject({ url: path, headers })

const latest = '/api/products/latest/'

/** Queries for cards that one of the apps has sent, and how many of the next ones fail. */
const cards = { sent: 0, failing: 0 }

/** Counts these queries, also when they are prepared once; before the first is. */
function watchCards(db: object): void {
  interface Query {
    execute: (...values: unknown[]) => Promise<unknown>
  }
  const { session } = db as { session: { prepareQuery: (query: { sql: string }, ...rest: unknown[]) => Query } }
  const prepareQuery = session.prepareQuery.bind(session)
  session.prepareQuery = (query, ...rest) => {
    const prepared = prepareQuery(query, ...rest)
    if (!query.sql.includes('latin_name')) return prepared
    const execute = prepared.execute.bind(prepared)
    prepared.execute = async (...values) => {
      cards.sent++
      if (cards.failing === 0) return execute(...values)
      cards.failing--
      throw new Error('away')
    }
    return prepared
  }
}

/** How many times one of the apps asked the database for cards while `during` ran. */
async function computations(during: () => Promise<unknown>): Promise<number> {
  const before = cards.sent
  await during()
  return cards.sent - before
}

/** A change to what `latest` is made of, so that nothing stays cached. */
const touch = () => server.database.db.execute(sql`update products set updated_at = now()`)

describe('compression', () => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['identity', undefined],
    ['deflate', undefined],
    ['gzip', 'gzip'],
    ['gzip, deflate', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['br;q=0.5, gzip;q=1', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['br; q=0.0, gzip;q=0', undefined],
    ['gzip;q=0.1', 'gzip'],
  ])('for Accept-Encoding %s is %s, with the same content, computed or cached', async (accepted, encoding) => {
    const headers: Record<string, string> = accepted === undefined ? {} : { 'accept-encoding': accepted }
    const plain = (await get(latest)).payload
    await touch()
    for (const state of ['computed', 'kept']) {
      const response = await get(latest, headers)
      expect(response.headers['content-encoding'], state).toBe(encoding)
      expect(response.headers.vary).toContain('Accept-Encoding')
      expect(Number(response.headers['content-length'])).toBe(response.rawPayload.length)
      const { rawPayload } = response
      const body =
        encoding === 'br' ? brotliDecompressSync(rawPayload) : encoding === 'gzip' ? gunzipSync(rawPayload) : rawPayload
      expect(body.toString()).toBe(plain)
      expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
    }
  })

  it('does not compress short responses', async () => {
    const response = await get('/api/products/address/nope/', { 'accept-encoding': 'br' })
    expect(response.headers['content-encoding']).toBeUndefined()
    expect(response.json().status).toBe(404)
    const short = await get('/api/products/?search=zzzz', { 'accept-encoding': 'br, gzip' })
    expect(short.headers['content-encoding']).toBeUndefined()
    expect(short.json().count).toBe(0)
  })

  it('caches responses to requests with a header that counts as none', async () => {
    const { etag } = (await get(latest)).headers
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 25 * 3_600_000 })
    const old = await server.bearer(company.creatorId).finally(() => vi.useRealTimers())
    for (const authorization of ['', '  ', old]) {
      const { headers } = await get(latest, { authorization })
      expect([headers.etag, headers['cache-control']]).toEqual([etag, 'public, max-age=0, must-revalidate'])
      expect((await get(latest, { authorization, 'if-none-match': String(etag) })).statusCode).toBe(304)
    }
  })

  it('compresses responses to members and long responses that are the same for all', async () => {
    const authorization = await server.bearer(company.creatorId)
    for (const encoding of ['gzip', 'br', 'gzip', 'br', undefined]) {
      const member = await get(latest, { ...(encoding ? { 'accept-encoding': encoding } : {}), authorization })
      expect(member.headers['content-encoding']).toBe(encoding)
      expect(member.headers['cache-control']).toBe('no-store')
      const { rawPayload } = member
      const body = encoding === 'br' ? brotliDecompressSync(rawPayload) : encoding ? gunzipSync(rawPayload) : rawPayload
      expect(body.toString()).toBe((await get(latest)).payload)
    }
    const siteMap = await get('/sitemaps/plants-1.xml', { 'accept-encoding': 'br' })
    expect(brotliDecompressSync(siteMap.rawPayload).toString()).toContain('<urlset')
  })
})

describe('ETag', () => {
  it.each([undefined, 'gzip', 'br'])('answers 304 without a body to a repeated request (%s)', async encoding => {
    const headers: Record<string, string> = encoding ? { 'accept-encoding': encoding } : {}
    await touch()
    const first = await get(latest, headers)
    const etag = String(first.headers.etag)
    expect(etag).toMatch(/^"[\w-]+"$/)
    // Cached, recomputed with the same content, and from another process.
    for (const [app, before] of [
      [server.app, null],
      [server.app, touch],
      [apps[1], null],
      [apps[2], touch],
    ] as const) {
      await before?.()
      const again = await get(latest, { ...headers, 'if-none-match': etag }, app)
      expect([again.statusCode, again.rawPayload.length, again.headers.etag]).toEqual([304, 0, etag])
      expect(again.headers['content-encoding']).toBeUndefined()
      expect(again.headers['cache-control']).toBe('public, max-age=0, must-revalidate')
    }
    const another = await get(latest, { ...headers, 'if-none-match': '"nothing"' })
    expect([another.statusCode, another.headers.etag]).toEqual([200, etag])
  })

  it('differs by encoding and changes with the content', async () => {
    const etags = await Promise.all(
      ['br', 'gzip', 'identity'].map(
        async encoding => (await get(latest, { 'accept-encoding': encoding })).headers.etag,
      ),
    )
    expect(new Set(etags).size).toBe(3)
    const row = await makeProduct(server.database.db, { companyId: company.id })
    const after = await get(latest, { 'accept-encoding': 'br', 'if-none-match': String(etags[0]) })
    expect(after.statusCode).toBe(200)
    expect(after.headers.etag).not.toBe(etags[0])
    await server.database.db.delete(products).where(eq(products.id, row.id))
  })

  it('is not on errors, which are not cached', async () => {
    for (const path of ['/api/products/nope/', '/api/products/?page=x', '/api/nope/']) {
      for (let time = 0; time < 2; time++) {
        const { headers } = await get(path)
        expect([headers.etag, headers['cache-control']]).toEqual([undefined, 'no-store'])
      }
    }
  })
})

describe('answers to members', () => {
  it('are not to be stored, have no ETag and are computed each time', async () => {
    const authorization = await server.bearer(company.creatorId)
    const count = await computations(async () => {
      for (let time = 0; time < 3; time++) {
        const { headers, statusCode } = await get(latest, { authorization })
        expect([statusCode, headers.etag, headers['cache-control']]).toEqual([200, undefined, 'no-store'])
        expect(headers.vary).toContain('Authorization')
      }
    })
    expect(count).toBe(3)
  })

  it('are not given to visitors, nor visitors’ to members', async () => {
    const { db } = server.database
    const hidden = await makeProduct(db, { companyId: company.id, isApproved: false, species: 'для своих' })
    const path = `/api/products/get_all_products/${company.id}/`
    const authorization = await server.bearer(company.creatorId)
    const asked = await Promise.all(
      Array.from({ length: 20 }, async (_, n) => ({
        member: n % 2 === 0,
        text: (await get(path, n % 2 === 0 ? { authorization } : {})).payload,
      })),
    )
    for (const { member, text } of asked) expect(text.includes('для своих')).toBe(member)
    expect((await get(path)).payload).not.toContain('для своих')
    await db.delete(products).where(eq(products.id, hidden.id))
  })
})

describe('computing once', () => {
  beforeEach(async () => {
    await touch()
  })

  it('concurrent first requests of visitors share one computation', async () => {
    const count = await computations(async () => {
      const responses = await Promise.all(Array.from({ length: 30 }, () => get(latest)))
      expect(
        new Set(responses.map(response => `${response.statusCode} ${response.headers.etag} ${response.payload}`)).size,
      ).toBe(1)
    })
    // Requests that came while the first version was being read wait for the next read; both saw the same number.
    expect(count).toBe(1)
  })

  it('later requests are answered from memory, by every encoding once', async () => {
    const count = await computations(async () => {
      for (let time = 0; time < 3; time++) {
        for (const encoding of ['br', 'gzip', 'identity']) await get(latest, { 'accept-encoding': encoding })
      }
    })
    expect(count).toBe(3)
  })

  it('keeps different queries of one address apart', async () => {
    const sizes = [1, 2, 3, 5]
    for (let time = 0; time < 2; time++) {
      const pages = await Promise.all(sizes.map(size => get(`/api/products/hvoynye/?page_size=${size}`)))
      expect(pages.map(page => page.json().products.length)).toEqual(sizes)
    }
  })

  it('a failure is not cached: waiting and later requests get a response', async () => {
    cards.failing = 1
    const responses = await Promise.all(Array.from({ length: 5 }, () => get(latest)))
    const statuses = responses.map(response => response.statusCode).toSorted((one, other) => one - other)
    expect(statuses).toEqual([200, 200, 200, 200, 500])
    expect((await get(latest)).statusCode).toBe(200)
  })
})

describe('a change is visible at once in all processes', () => {
  /** Requests from every process at once, and returns the distinct bodies. */
  async function everywhere(path: string): Promise<Set<string>> {
    const responses = await Promise.all(apps.map(app => get(path, { 'accept-encoding': 'br' }, app)))
    return new Set(
      responses.map(response => {
        const encoded = response.headers['content-encoding'] === 'br'
        return encoded ? brotliDecompressSync(response.rawPayload).toString() : response.payload
      }),
    )
  }

  async function expectEverywhere(path: string, text: string, present = true): Promise<void> {
    const bodies = await everywhere(path)
    expect(bodies.size, path).toBe(1)
    for (const body of bodies)
      expect(body.includes(text), `${path} ${present ? 'has' : 'has not'} ${text}`).toBe(present)
  }

  it('products: inserted, updated, deleted', async () => {
    const { db } = server.database
    const paths = [
      latest,
      '/api/products/hvoynye/',
      '/api/products/?search=явленная',
      `/api/products/get_all_products/${company.id}/`,
    ]
    for (const path of paths) await expectEverywhere(path, 'явленная', false)
    const row = await makeProduct(db, { companyId: company.id, species: 'явленная' })
    for (const path of paths) await expectEverywhere(path, 'явленная')
    await db.update(products).set({ priceKopecks: 777_77 }).where(eq(products.id, row.id))
    for (const path of [...paths, `/api/products/hvoynye/${row.slug}/`]) await expectEverywhere(path, '777.77')
    await db.update(products).set({ isApproved: false }).where(eq(products.id, row.id))
    for (const path of paths) await expectEverywhere(path, 'явленная', false)
    await db.update(products).set({ isApproved: true }).where(eq(products.id, row.id))
    for (const path of paths) await expectEverywhere(path, 'явленная')
    await db.delete(products).where(eq(products.id, row.id))
    for (const path of paths) await expectEverywhere(path, 'явленная', false)
    await expectEverywhere(`/api/products/hvoynye/${row.slug}/`, '"status":404')
  })

  it('counts of categories and choices', async () => {
    const { db } = server.database
    const countOf = async () => {
      const [body = ''] = await everywhere('/api/products/categories/')
      return JSON.parse(body).find((one: { slug: string }) => one.slug === 'zlaki').products_count
    }
    expect(await countOf()).toBe(0)
    const rsp = await lookupId(db, 'root_packaging', 'pot')
    const row = await makeProduct(db, { companyId: company.id, category: 'zlaki', rootPackagingId: rsp })
    expect(await countOf()).toBe(1)
    await expectEverywhere('/api/products/zlaki/', 'Горшок')
    await db.delete(products).where(eq(products.id, row.id))
    expect(await countOf()).toBe(0)
    await expectEverywhere('/api/products/zlaki/', 'Горшок', false)
  })

  it('images: inserted, moved, deleted', async () => {
    const { db } = server.database
    const row = await makeProduct(db, { companyId: company.id })
    const path = `/api/products/${row.slug}/images/`
    await expectEverywhere(path, '[]')
    const [one, other] = [await makeMedia(db), await makeMedia(db)]
    await db.insert(productImages).values([
      { productId: row.id, mediaKey: one, position: 0 },
      { productId: row.id, mediaKey: other, position: 1 },
    ])
    await expectEverywhere(path, one)
    await expectEverywhere(latest, one)
    await db.update(productImages).set({ position: 5 }).where(eq(productImages.mediaKey, one))
    await expectEverywhere(latest, other)
    await expectEverywhere(latest, one, false)
    await db.delete(productImages).where(eq(productImages.mediaKey, other))
    await expectEverywhere(latest, one)
    await db.delete(products).where(eq(products.id, row.id))
  })

  it('companies: inserted, renamed, deleted', async () => {
    const { db } = server.database
    await expectEverywhere('/api/teams/teams_list/', 'Новая поляна', false)
    const added = await makeCompany(db, { name: 'Новая поляна' })
    const row = await makeProduct(db, { companyId: added.id })
    await expectEverywhere('/api/teams/teams_list/', 'Новая поляна')
    await expectEverywhere(latest, 'Новая поляна')
    await db.update(companies).set({ name: 'Старая роща' }).where(eq(companies.id, added.id))
    for (const path of [
      '/api/teams/teams_list/',
      `/api/teams/get_current_team/${added.id}/`,
      latest,
      `/api/products/hvoynye/${row.slug}/`,
    ]) {
      await expectEverywhere(path, 'Старая роща')
    }
    await db.delete(companies).where(eq(companies.id, added.id))
    await expectEverywhere('/api/teams/teams_list/', 'Старая роща', false)
    await expectEverywhere(`/api/teams/get_current_team/${added.id}/`, '"status":404')
    await expectEverywhere(latest, 'Старая роща', false)
  })

  it('lookups: inserted, renamed, deleted', async () => {
    const { db } = server.database
    await expectEverywhere('/api/products/rsp/', 'Бочка', false)
    const [added] = await db.insert(lookups).values({ kind: 'root_packaging', name: 'Бочка', position: 99 }).returning()
    await expectEverywhere('/api/products/rsp/', 'Бочка')
    await db
      .update(lookups)
      .set({ name: 'Кадка', editedAt: new Date() })
      .where(eq(lookups.id, added?.id ?? 0))
    await expectEverywhere('/api/products/rsp/', 'Кадка')
    await db.delete(lookups).where(eq(lookups.id, added?.id ?? 0))
    await expectEverywhere('/api/products/rsp/', 'Кадка', false)
    await db
      .update(lookups)
      .set({ name: 'Подмосковье' })
      .where(eq(lookups.id, company.regionId ?? 0))
    for (const path of ['/api/teams/cities/', '/api/teams/teams_list/', '/api/products/hvoynye/'])
      await expectEverywhere(path, 'Подмосковье')
  })

  it('people: joined, renamed, email changed, deleted', async () => {
    const { db } = server.database
    const path = `/api/teams/get_current_team/${company.id}/`
    await expectEverywhere(path, 'Новичков', false)
    const person = await makePerson(db, { name: 'Новичков' })
    await db.insert(companyMembers).values({ userId: person.id, companyId: company.id, showsEmail: true })
    const row = await makeProduct(db, { companyId: company.id, assignedToId: person.id })
    const product = `/api/products/hvoynye/${row.slug}/`
    await expectEverywhere(path, 'Новичков')
    await expectEverywhere(product, 'Новичков')
    await db.update(users).set({ name: 'Старожилов' }).where(eq(users.id, person.id))
    await expectEverywhere(path, 'Старожилов')
    await expectEverywhere(product, 'Старожилов')
    await db.update(users).set({ email: 'inache@dendro.test' }).where(eq(users.id, person.id))
    await expectEverywhere(path, 'inache@dendro.test')
    await expectEverywhere(product, 'inache@dendro.test')
    await db.delete(users).where(eq(users.id, person.id))
    await expectEverywhere(path, 'Старожилов', false)
    await expectEverywhere(product, '"assigned_to":null')
    await db.delete(products).where(eq(products.id, row.id))
  })

  it('while many requests are in flight, fifty times over', async () => {
    const { db } = server.database
    const row = await makeProduct(db, { companyId: company.id })
    const paths = [
      latest,
      '/api/products/hvoynye/?page_size=3',
      `/api/products/hvoynye/${row.slug}/`,
      '/api/products/categories/',
    ]
    let asking = true
    let asked = 0
    // Visitors who send requests continuously, in every process.
    const traffic = apps.flatMap(app =>
      paths.map(async path => {
        while (asking) {
          expect((await get(path, {}, app)).statusCode).toBe(200)
          asked++
        }
      }),
    )
    const stale: string[] = []
    for (let round = 1; round <= 50; round++) {
      const inTransaction = round % 2 === 0
      const change = { priceKopecks: round * 100 + 1 }
      if (inTransaction)
        await db.transaction(async tx => void (await tx.update(products).set(change).where(eq(products.id, row.id))))
      else await db.update(products).set(change).where(eq(products.id, row.id))
      const expected = `"price":${round}.01`
      await Promise.all(
        apps.flatMap((app, process) =>
          paths.slice(0, 3).map(async path => {
            const { payload } = await get(path, {}, app)
            if (!payload.includes(expected))
              stale.push(`round ${round}, process ${process}, ${path}: ${/"price":[\d.]+/.exec(payload)?.[0]}`)
          }),
        ),
      )
    }
    asking = false
    await Promise.all(traffic)
    expect(stale).toEqual([])
    expect(asked).toBeGreaterThan(100)
    await db.delete(products).where(eq(products.id, row.id))
  })
})
