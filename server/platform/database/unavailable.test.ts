import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import { posts } from '#server/domains/posts/posts.tables.ts'
import { type TestAnswer, type TestServer, testDatabase, testServer } from '#server/test/app.ts'
import { type DatabaseProxy, databaseProxy } from '#server/test/database-proxy.ts'
import { makeCompany, makePerson, makeProduct } from '#server/test/factories.ts'
import { isUnavailable } from '../http/errors.ts'
import type { PageRenderer } from '../http/pages.ts'
import { withBudget } from './database-budget.ts'
import { type Database, openServer } from './database.ts'

/** API.md: within five seconds of arriving; `/healthz` within two, plus slack for a busy machine. */
const answersWithin = 5000
const healthWithin = 2500
/** How long a database that is back may go unnoticed; test machines are busy. */
const backWithin = { timeout: 10_000, interval: 50 }

const serverUrl = process.env.TEST_DATABASE_URL ?? ''

/** A page that shows what one call answers. */
const pages: PageRenderer = {
  understood: address => address,
  assetsOf: () => ({ blocking: [], scripts: [], styles: [], preloads: [], fonts: [] }),
  async render({ path, transport }) {
    const answer = await transport('/api/products/latest/', {})
    return { status: answer.status, html: Buffer.from(`<p>${path} ${await answer.text()}</p>`) }
  },
}

/** A response and how many milliseconds it took. */
async function timed(ask: Promise<TestAnswer>) {
  const before = performance.now()
  const answer = await ask
  return { ...answer, took: performance.now() - before }
}

async function isRefused(outcomes: Promise<PromiseSettledResult<unknown>[]>) {
  const [outcome] = await outcomes
  expect(outcome).toMatchObject({ status: 'rejected' })
  expect(isUnavailable((outcome as PromiseRejectedResult).reason)).toBe(true)
}

describe.runIf(serverUrl)('while the server of the database does not answer', () => {
  let direct: Awaited<ReturnType<typeof testDatabase>>
  let proxy: DatabaseProxy
  let database: Database
  let server: TestServer
  let person: { id: string }
  let companyId: number

  beforeAll(async () => {
    direct = await testDatabase()
    proxy = await databaseProxy(direct.url ?? '')
    database = await openServer(proxy.url)
    server = await testServer({ database, pages })
    person = await makePerson(direct.db)
    const company = await makeCompany(direct.db, { name: 'Питомник', creatorId: person.id })
    companyId = company.id
    await makeProduct(direct.db, { companyId, species: 'первая' })
  })
  afterEach(async () => {
    await proxy.heal()
    await vi.waitFor(async () => expect((await server.get('/api/me/', person.id)).status).toBe(200), backWithin)
  })
  afterAll(async () => {
    await server.close()
    await database.close()
    await proxy.close()
    await direct.close()
  })

  const ways = [
    ['refuses', () => proxy.refuse()],
    ['drops every packet', async () => proxy.swallow()],
  ] as const

  it.each(ways)(
    '%s: each call and page reports it in time, and recovers without a restart',
    async (way, harm) => {
      // Connections are open, so that packets are also dropped on established ones.
      await Promise.all(Array.from({ length: 12 }, () => server.get('/api/me/', person.id)))
      await harm()
      const answers = await Promise.all([
        ...Array.from({ length: 15 }, () => timed(server.get('/api/me/', person.id))),
        timed(server.get('/api/products/?search=ель')),
        timed(server.get('/api/posts/', person.id)),
        timed(server.send('POST', '/api/login/', { email: 'a@dendro.test', password: 'какой-нибудь' })),
        timed(server.send('POST', '/api/posts/create/', { body: 'Запись' }, person.id)),
        timed(server.get('/api/staff/people/', person.id)),
      ])
      for (const { status, body, headers, took } of answers) {
        expect([status, body.code, headers['retry-after']]).toEqual([503, 'UNAVAILABLE', '5'])
        expect(headers['content-type']).toContain('application/problem+json')
        expect(took).toBeLessThan(answersWithin)
      }
      for (const path of [`/about?${new URLSearchParams({ way })}`, '/activateemail?token=x']) {
        const page = await timed(server.get(path))
        expect([path, page.status, page.headers['retry-after']]).toEqual([path, 503, '5'])
        expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
        expect(page.text).toContain('Ненадолго прервались')
        expect(page.text).not.toContain('Номер обращения')
        expect(page.took).toBeLessThan(answersWithin)
      }
      const health = await timed(server.get('/healthz'))
      expect([health.status, health.took < healthWithin]).toEqual([503, true])
      await proxy.heal()
      for (const [path, userId] of [['/api/me/', person.id], ['/'], ['/healthz']] as const) {
        await vi.waitFor(
          async () => expect([path, (await server.get(path, userId)).status]).toEqual([path, 200]),
          backWithin,
        )
      }
    },
    60_000,
  )

  it('requests that were answered 503 change nothing later', async () => {
    await Promise.all(Array.from({ length: 12 }, () => server.get('/api/me/', person.id)))
    proxy.swallow()
    const tries = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        server.send('POST', '/api/posts/create/', { body: `Не вышло ${n}` }, person.id),
      ),
    )
    expect(new Set(tries.map(({ status }) => status))).toEqual(new Set([503]))
    await proxy.heal()
    await vi.waitFor(async () => {
      const { status } = await server.send('POST', '/api/posts/create/', { body: 'Вышло' }, person.id)
      expect(status).toBe(201)
    }, backWithin)
    const rows = await direct.db.select({ body: posts.body }).from(posts)
    expect(rows.map(({ body }) => body)).toEqual(['Вышло'])
  }, 60_000)

  it('a change that is being committed when the time is up is answered with its result', async () => {
    await direct.db.execute(sql`create table slow (id int)`)
    await direct.db.execute(sql`create function wait_a_little() returns trigger language plpgsql as
      $$ begin perform pg_sleep(0.4); return null; end $$`)
    await direct.db.execute(sql`create constraint trigger slow_commit after insert on slow
      deferrable initially deferred for each row execute function wait_a_little()`)
    const change = withBudget(200, () =>
      database.db.transaction(async tx => {
        await tx.execute(sql`insert into slow values (1)`)
        return 'changed'
      }),
    )
    await expect(change).resolves.toBe('changed')
  })

  it('an interrupted transaction is rolled back, gets the error, and its connection is not reused', async () => {
    for (let round = 0; round < 5; round++) {
      const begun = Promise.withResolvers<void>()
      const isCut = Promise.withResolvers<void>()
      const work = database.db.transaction(async tx => {
        await tx.update(users).set({ name: 'Наполовину' })
        begun.resolve()
        await isCut.promise
        // Must not run on its own, for the next user of the connection.
        await tx.update(users).set({ name: 'Вне перевода' })
      })
      await begun.promise
      // One query is waiting for its result at the moment of the cut.
      const asked = Promise.allSettled([database.db.execute(sql`select pg_sleep(2)`)])
      const done = Promise.allSettled([work])
      await vi.waitFor(async () => {
        const { rows } = await direct.db.execute<{ count: number }>(
          sql`select count(*)::int as count from pg_stat_activity where query like 'select pg_sleep%' and datname = current_database()`,
        )
        expect(rows[0]?.count).toBeGreaterThan(0)
      }, backWithin)
      proxy.cut()
      await isRefused(asked)
      const after = await Promise.all(Array.from({ length: 12 }, () => server.get('/api/me/', person.id)))
      isCut.resolve()
      await isRefused(done)
      for (const { status, body } of after) expect([status, body.id]).toEqual([200, person.id])
      // Results still reach the queries that they belong to.
      const values = await Promise.all(
        Array.from({ length: 30 }, async (_, n) => {
          const { rows } = await database.db.execute<{ n: number }>(sql`select ${n}::int as n`)
          return rows[0]?.n
        }),
      )
      expect(values).toEqual(Array.from({ length: 30 }, (_, n) => n))
    }
    const names = await direct.db.select({ name: users.name }).from(users)
    expect(names.map(({ name }) => name)).not.toContain('Наполовину')
    expect(names.map(({ name }) => name)).not.toContain('Вне перевода')
  }, 60_000)

  it.each(ways)(
    '%s: cached responses are still sent, marked as stale, until they can be checked again',
    async (way, harm) => {
      const paths = ['/', '/api/products/latest/']
      for (const path of paths) expect((await server.get(path)).headers['x-stale']).toBeUndefined()
      await harm()
      for (const path of paths) {
        const { status, headers, text, took } = await timed(server.get(path))
        expect([path, status, headers['x-stale'], headers['cache-control']]).toEqual([
          path,
          200,
          'database-unavailable',
          'no-store',
        ])
        expect(headers.age).toMatch(/^\d+$/)
        expect(headers.etag).toBeUndefined()
        expect(text).toContain('первая')
        expect(took).toBeLessThan(answersWithin)
      }
      // Responses to members are not cached.
      expect((await server.get('/api/products/latest/', person.id)).status).toBe(503)
      const product = await makeProduct(direct.db, { companyId, species: `появившаяся, когда ${way}` })
      await proxy.heal()
      await vi.waitFor(async () => {
        for (const path of paths) {
          const { headers, text } = await server.get(path)
          expect([headers['x-stale'], text.includes(product.name)]).toEqual([undefined, true])
        }
      }, backWithin)
      // Ten minutes after its last successful check it is no longer served.
      await harm()
      vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 10 * 60_000 + 1000)
      expect((await server.get('/api/products/latest/')).status).toBe(503)
      vi.restoreAllMocks()
      expect((await server.get('/api/products/latest/')).status).toBe(200)
      await direct.db.execute(sql`delete from products where id = ${product.id}`)
    },
    60_000,
  )

  it('a listener reconnects after its connection fell silent and gets each notification once', async () => {
    const heard: string[] = []
    let reconnects = 0
    const end = await database.listen(
      'test_channel',
      text => heard.push(text),
      () => reconnects++,
    )
    const notify = (text: string) => direct.db.execute(sql`select pg_notify('test_channel', ${text})`)
    await notify('до')
    await vi.waitFor(() => expect(heard).toEqual(['до']), backWithin)
    proxy.swallow()
    await expect(
      database.listen(
        'test_channel',
        () => {},
        () => {},
      ),
    ).rejects.toThrow()
    await proxy.heal()
    await vi.waitFor(() => expect(reconnects).toBe(1), { timeout: 40_000, interval: 100 })
    await notify('после')
    await vi.waitFor(() => expect(heard).toEqual(['до', 'после']), backWithin)
    proxy.cut()
    await vi.waitFor(() => expect(reconnects).toBe(2), { timeout: 40_000, interval: 100 })
    await notify('ещё')
    await vi.waitFor(() => expect(heard).toEqual(['до', 'после', 'ещё']), backWithin)
    await end()
  }, 120_000)

  it('requests that wait for one locked row get 503 in time, others are served, and all recover afterwards', async () => {
    const held = Promise.withResolvers<void>()
    const isHeld = Promise.withResolvers<void>()
    const holding = direct.jobs.transaction(async tx => {
      await tx.execute(sql`select 1 from users where id = ${person.id} for update`)
      isHeld.resolve()
      await held.promise
    })
    await isHeld.promise
    // Cached from now on.
    expect((await server.get('/')).status).toBe(200)
    const waiting = Array.from({ length: 25 }, () =>
      timed(server.send('POST', '/api/editprofile/', { name: 'Новое имя', email: 'novoe@dendro.test' }, person.id)),
    )
    await vi.waitFor(async () => {
      const { rows } = await direct.db.execute<{ count: number }>(
        sql`select count(*)::int as count from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      )
      expect(rows[0]?.count).toBeGreaterThan(5)
    }, backWithin)
    const health = await timed(server.get('/healthz'))
    expect([health.status, health.took < healthWithin]).toEqual([200, true])
    expect((await server.get('/')).status).toBe(200)
    for (const { status, headers, took } of await Promise.all(waiting)) {
      expect([status, headers['retry-after'], took < answersWithin]).toEqual([503, '5', true])
    }
    held.resolve()
    await holding
    const later = await server.send(
      'POST',
      '/api/editprofile/',
      { name: 'Новое имя', email: 'novoe@dendro.test' },
      person.id,
    )
    expect(later.status).toBe(200)
  }, 60_000)
})

describe.skipIf(serverUrl)('while another operation runs on the embedded database', () => {
  it('waiting requests get 503 in time, and are served when it has ended', async () => {
    const server = await testServer({ pages })
    const person = await makePerson(server.database.db)
    await server.bearer(person.id)
    const held = Promise.withResolvers<void>()
    const isHeld = Promise.withResolvers<void>()
    const holding = server.database.db.transaction(async tx => {
      await tx.execute(sql`select 1`)
      isHeld.resolve()
      await held.promise
    })
    await isHeld.promise
    const answers = await Promise.all([
      timed(server.get('/api/me/', person.id)),
      timed(server.get('/')),
      timed(server.send('POST', '/api/posts/create/', { body: 'Не вышло' }, person.id)),
    ])
    for (const { status, headers, took } of answers) {
      expect([status, headers['retry-after'], took < answersWithin]).toEqual([503, '5', true])
    }
    const health = await timed(server.get('/healthz'))
    expect([health.status, health.took < healthWithin]).toEqual([503, true])
    held.resolve()
    await holding
    expect((await server.get('/healthz')).status).toBe(200)
    expect((await server.get('/')).status).toBe(200)
    expect(await server.database.db.select().from(posts)).toEqual([])
    await server.close()
  }, 60_000)
})
