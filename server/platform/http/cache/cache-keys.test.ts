import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calls } from '#contract/calls.ts'
import { closeAfterTest, publicUrl, type TestServer, testServer } from '#server/test/app.ts'
import { databaseState } from '#server/test/database-state.ts'
import { categoryId, makeArticle, makeCompany, makePerson, makeProduct } from '#server/test/factories.ts'
import type { PageRenderer } from '../pages.ts'
import { cachedResponses } from './cached-responses.ts'
import { owned, quickPacker, repackWell } from './compression.ts'
import type { Scopes } from './content-changes.ts'

let server: TestServer
let renders: string[]

/** Reads `zone` alone. */
const pages: PageRenderer = {
  understood(address) {
    const { pathname, searchParams } = new URL(address, publicUrl)
    const zone = searchParams.get('zone')
    return zone ? `${pathname}?zone=${zone}` : pathname
  },
  assetsOf: () => ({ blocking: [], scripts: [], styles: [], preloads: [], fonts: [] }),
  async render({ path }) {
    renders.push(path)
    return { status: 200, html: Buffer.from(`<p>${path}</p>`) }
  },
}

beforeAll(async () => {
  server = await testServer({ pages })
  watchQueries(server.database.db)
  renders = []
  // All addresses below find some, so that answering them asks the database for their cards.
  const company = await makeCompany(server.database.db, { regionId: 1 })
  for (const category of ['hvoynye', 'hvoynye', 'hvoynye', 'hvoynye', 'hvoynye', 'rozy'])
    await makeProduct(server.database.db, { companyId: company.id, category, zone: 4 })
})
afterAll(() => server.close())

let sent = 0

/** Counts queries other than the version check, also those that are prepared once; before the first is. */
function watchQueries(db: object): void {
  interface Query {
    execute: (...values: unknown[]) => Promise<unknown>
  }
  const { session } = db as { session: { prepareQuery: (...parts: unknown[]) => Query } }
  const prepareQuery = session.prepareQuery.bind(session)
  session.prepareQuery = (...parts) => {
    const prepared = prepareQuery(...parts)
    const execute = prepared.execute.bind(prepared)
    prepared.execute = (...values) => {
      sent++
      return execute(...values)
    }
    return prepared
  }
}

/** How many queries other than the version check ran meanwhile. */
async function queries(during: () => Promise<unknown>): Promise<number> {
  const before = sent
  await during()
  return sent - before
}

describe('one response is cached for', () => {
  const list = '/api/products/hvoynye/'
  it.each([
    [`${list}?zone=4`, `${list}?zone=4&utm_source=x`],
    [`${list}?zone=5&price_from=10`, `${list}?price_from=10&zone=5`],
    [`${list}?page=1&page_size=20`, list],
    [`${list}?search=&zone=`, `${list}?ordering=-created_at`],
    [`${list}?rsp=2&rsp=1`, `${list}?rsp=1&rsp=2&rsp=1`],
    [`${list}?price_from=10,5`, `${list}?price_from=10.50`],
    [`${list}?search=%D1%82%D1%83%D1%8F`, `${list}?search=+туя%20`],
    [`${list}?page_size=100`, `${list}?page_size=5000`],
    ['/api/products/latest/', '/api/products/latest?zone=3&x'],
    ['/api/products/hvoynye', list],
    ['/sitemap.xml', '/sitemap.xml?x=1'],
    ['/sitemaps/products-1.xml', '/sitemaps/products-1.xml?x=1'],
  ])('%s and %s', async (one, other) => {
    const { body, text } = await server.get(one)
    const count = await queries(async () => {
      const again = await server.get(other)
      expect([again.status, again.text]).toEqual([200, text])
    })
    expect([body?.results, count]).toEqual([body?.results, 0])
  })

  it.each([
    [`${list}?zone=4`, `${list}?zone=5`],
    [`${list}?rsp=1`, `${list}?region=1`],
    [`${list}?search=a`, `${list}?search=b`],
    [`${list}?page_size=2`, `${list}?page_size=2&page=2`],
    [list, '/api/products/rozy/'],
  ])('but not for %s and %s', async (one, other) => {
    await server.get(one)
    expect(await queries(() => server.get(other))).toBeGreaterThan(0)
  })

  it('links do not depend on how it was requested first', async () => {
    const first = await server.get(`${list}?utm_source=x&page=2&page_size=2&rsp=&zone=`)
    expect(first.body).toMatchObject({
      next: `${publicUrl}${list}?page_size=2&page=3`,
      previous: `${publicUrl}${list}?page_size=2&page=1`,
    })
    expect((await server.get(first.body.next.slice(publicUrl.length))).body.products).toHaveLength(1)
  })

  it('a page, whatever parameters its screen does not read', async () => {
    renders = []
    await Promise.all(Array.from({ length: 50 }, (_, n) => server.get(`/products/hvoynye?zone=4&utm_source=${n}`)))
    expect(renders).toEqual(['/products/hvoynye?zone=4'])
    await server.app.inject({ method: 'HEAD', url: '/products/hvoynye?x=1&zone=4' })
    await server.get('/products/hvoynye?zone=4', undefined, { authorization: 'Basic eA==' })
    expect(renders).toHaveLength(1)
    await server.get('/products/hvoynye?zone=5')
    expect(renders).toHaveLength(2)
  })
})

it('a flood of unknown parameters draws a plant once', async () => {
  const address = `/api/products/plant/?${new URLSearchParams({
    category: String(await categoryId(server.database.db, 'hvoynye')),
    genus: 'Туя',
    species: "западная 'Smaragd'",
  })}`
  const { body } = await server.get(address)
  expect(body.get_image).toMatch(/\.svg$/)
  const drawing = body.get_image.slice(publicUrl.length)
  await server.get(drawing)
  const count = await queries(() =>
    Promise.all(
      Array.from({ length: 50 }, async (_, n) => {
        expect((await server.get(`${address}&x${n}=1`)).body).toEqual(body)
        expect((await server.get(`${drawing}?x=${n}`)).status).toBe(200)
      }),
    ),
  )
  expect(count).toBe(0)
})

describe('reading changes nothing:', () => {
  const values: Record<string, () => Promise<string>> = {
    category_slug: async () => 'hvoynye',
    product_slug: async () => (await makeProduct(server.database.db)).slug,
    teamId: async () => String((await makeCompany(server.database.db)).id),
    id: async () => String((await makeCompany(server.database.db)).id),
    article_slug: async () => (await makeArticle(server.database.db)).slug,
    section_slug: async () => 'nachalo',
    slug: async () => 'thuja-occidentalis',
    token: async () => {
      const owner = await makePerson(server.database.db)
      const project = await server.send('POST', '/api/projects/', { name: 'Сад', text: 'Липа, 3 шт' }, owner.id)
      const { body } = await server.send('POST', `/api/projects/${project.body.id}/share/`, undefined, owner.id)
      return body.share_url.split('/').at(-1)
    },
  }
  async function companySlug(): Promise<string> {
    const { id, creatorId } = await makeCompany(server.database.db)
    const slug = `pitomnik-${id}`
    await server.send('PATCH', `/api/teams/${id}/`, { slug }, creatorId)
    return slug
  }
  const reads = Object.entries(calls).filter(
    ([name, { access }]) => name.startsWith('GET ') && access !== 'member' && access !== 'staff',
  )

  it.each(reads.map(([name]) => name))('%s', async name => {
    const path = name.slice(4)
    let address = `/api${path}`
    for (const [part, parameter = ''] of path.matchAll(/:(\w+)/g)) {
      const value = path === '/teams/at/:slug/' ? companySlug : values[parameter]
      if (!value) throw new Error(`no value for ${parameter}`)
      address = address.replace(part, await value())
    }
    if (path === '/products/plant/') {
      const category = String(await categoryId(server.database.db, 'hvoynye'))
      address += `?${new URLSearchParams({ category, genus: 'Туя', species: "западная 'Smaragd'" })}`
    }
    const files = () => readdirSync(join(server.dataDir, 'media'), { recursive: true })
    const before = [await databaseState(server.database.db), files()]
    expect((await server.get(address)).status).toBe(200)
    expect([await databaseState(server.database.db), files()]).toEqual(before)
  })
})

describe('the limit of computed responses per address', () => {
  async function limited() {
    const other = await server.withSettings({ rateLimits: true })
    closeAfterTest(other)
    const ask = (url: string, remoteAddress = '203.0.113.1') => other.app.inject({ url, remoteAddress })
    return { ask, other }
  }

  it('counts computed responses; cached ones are never refused', async () => {
    const { ask } = await limited()
    const kept = '/api/products/latest/'
    await ask(kept)
    await ask('/about')
    for (let n = 0; n < 700; n++) expect((await ask(kept)).statusCode).toBe(200)
    let served = 0
    for (let n = 0; n < 700; n++) if ((await ask(`/products/hvoynye?zone=a${n}`)).statusCode === 200) served++
    expect(served).toBe(598)
    const page = await ask('/products/rozy')
    expect([page.statusCode, page.headers['content-type']]).toEqual([429, 'text/html; charset=utf-8'])
    expect(Number(page.headers['retry-after'])).toBeGreaterThan(0)
    expect(page.payload).toContain('Слишком много запросов')
    const call = await ask('/api/products/categories/')
    expect([call.statusCode, call.json().code]).toEqual([429, 'TOO_MANY_REQUESTS'])
    for (const url of [kept, '/about']) expect((await ask(url)).statusCode).toBe(200)
    expect((await ask('/products/rozy', '203.0.113.2')).statusCode).toBe(200)
  }, 60_000)
})

it('few pages are rendered at once, and too many waiting get 503', async () => {
  const held = Promise.withResolvers<void>()
  let running = 0
  let most = 0
  const other = await testServer({
    pages: {
      ...pages,
      async render({ path }) {
        most = Math.max(most, ++running)
        await held.promise
        running--
        return { status: 200, html: Buffer.from(path) }
      },
    },
  })
  closeAfterTest(other)
  const asked = Array.from({ length: 100 }, (_, n) => other.get(`/products/hvoynye?zone=b${n}`))
  const first = await Promise.race(asked)
  expect([first.status, first.headers['retry-after']]).toEqual([503, '5'])
  held.resolve()
  const statuses = (await Promise.all(asked)).map(({ status }) => status)
  expect(statuses.filter(status => status === 200)).toHaveLength(72)
  expect(most).toBe(8)
})

it('responses requested once do not displace those requested again', () => {
  const kept = cachedResponses<{ body: Buffer; scopes: Scopes }>({ again: 10_000, once: 10_000 })
  const answer = () => ({ body: Buffer.alloc(500), scopes: [] })
  kept.set('everybody', answer())
  expect(kept.get('everybody')).toBeDefined()
  for (let n = 0; n < 100; n++) kept.set(`one-off ${n}`, answer())
  expect(kept.get('everybody')).toBeDefined()
  expect(kept.get('one-off 0')).toBeUndefined()
})

const long = randomBytes(2000).toString('hex')
it.each([
  ['a page in Brotli', async () => ({ body: await repackWell(await quickPacker()(long, 'br')) })],
  ['a page in gzip', async () => ({ body: await repackWell(await quickPacker()(long, 'gzip')) })],
  ['a page as it is', async () => ({ body: owned((await quickPacker()(long, 'identity')).body) })],
  ['a short text', async () => ({ body: owned((await quickPacker()('коротко', 'br')).body) })],
  ['an answer to one person in Brotli', () => quickPacker()(long, 'br')],
  ['an answer to one person in gzip', () => quickPacker()(long, 'gzip')],
])('%s is cached without the buffer that it was a slice of', async (_, pack) => {
  const { body } = await pack()
  expect(body.buffer.byteLength).toBe(body.length)
})

it('a response that is asked for again is compressed better, and stays the same', async () => {
  const text = readdirSync(join(import.meta.dirname, '..'), { recursive: true })
    .join('\n')
    .repeat(20)
  const first = await quickPacker()(text, 'br')
  const better = await repackWell(first)
  expect(brotliDecompressSync(better).toString()).toBe(text)
  expect(better.length).toBeLessThan(first.body.length)
})
