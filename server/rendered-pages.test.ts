import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publicUrl, type TestServer, testServer } from '#server/test/app.ts'
import { makeCompany, makePerson, makeProduct } from '#server/test/factories.ts'
import { ensureBuild } from '#server/test/processes.ts'
import { readyToSearch } from '#server/test/ready-to-search.ts'
import { readSiteMap } from '#server/test/site-map.ts'
import { makeOffer, makeProject } from '#server/test/trade.ts'
import { productSlugs, products } from './domains/products/products.tables.ts'
import { builtPages } from './platform/http/pages.ts'

let server: TestServer

beforeAll(async () => {
  await ensureBuild()
  server = await testServer({ pages: await builtPages() })
}, 120_000)
afterAll(() => server.close())

describe('a file of the built web client', () => {
  it('is served compressed and for good; other names are not there', async () => {
    const [path = ''] = /\/assets\/[^"]+\.js/.exec((await server.get('/')).text) ?? []
    const { status, headers } = await server.get(path, undefined, { 'accept-encoding': 'br' })
    expect([status, headers['content-encoding'], headers.vary]).toEqual([200, 'br', 'accept-encoding'])
    expect(headers['content-type']).toContain('javascript')
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    const plain = await server.get(path)
    expect([plain.status, plain.headers['content-encoding']]).toEqual([200, undefined])
    for (const other of [path.toUpperCase(), `${path}x`, '/assets/', '/assets/x/y.js']) {
      expect([other, (await server.get(other)).status]).toEqual([other, 404])
    }
  })
})

describe('server-rendered pages', () => {
  it('leave the description of the API intact, though their code has a copy of the contract', async () => {
    expect((await server.get('/')).status).toBe(200)
    expect((await server.get('/api/openapi.json')).status).toBe(200)
  })

  it('redirect permanently from a former slug or another category to the plant', async () => {
    const product = await makeProduct(server.database.db, { species: 'западная переименованная' })
    await server.database.db.insert(productSlugs).values({ slug: 'former-slug', productId: product.id })
    const address = `/hvoynye/${product.slug}/`
    for (const path of ['/hvoynye/former-slug', `/rozy/${product.slug}/`, '/rozy/former-slug/']) {
      const { status, headers } = await server.get(path)
      expect([path, status, headers.location]).toEqual([path, 301, address])
    }
    const page = await server.get(address)
    expect(page.status).toBe(200)
    expect(page.text).toContain(`<link rel="canonical" href="${publicUrl}${address}"/>`)
    expect(page.text).toContain('<title>Туя западная переименованная | Дендро</title>')
  })

  it.each(['/publications', '/Publications', '/%70ublications', '/publications/'])(
    'are found at %s, as in the browser',
    async path => {
      const { status, text } = await server.get(path)
      expect([status, text.includes('<title>Такой страницы нет')]).toEqual([200, false])
    },
  )

  it('answer 404 for what does not exist or is not published, even to its own company', async () => {
    const { db } = server.database
    const creator = await makePerson(db)
    const company = await makeCompany(db, { creatorId: creator.id })
    const hidden = await makeProduct(db, { companyId: company.id, isApproved: false })
    for (const path of [
      '/hvoynye/nothing',
      `/hvoynye/${hidden.slug}`,
      '/products/nothing',
      '/teams/get_current_team/999',
      '/a/b/c',
    ]) {
      const { status, headers, text } = await server.get(path)
      expect([path, status]).toEqual([path, 404])
      expect(headers['content-type']).toContain('text/html')
      expect(text).toContain('Такой страницы нет')
    }
  })

  it('show a change at once although they are cached', async () => {
    const { db } = server.database
    const product = await makeProduct(db, { priceKopecks: 100_000 })
    const address = `/hvoynye/${product.slug}/`
    const before = await server.get(address)
    expect((await server.get(address, undefined, { 'if-none-match': String(before.headers.etag) })).status).toBe(304)
    await db.update(products).set({ priceKopecks: 7_654_300 }).where(eq(products.id, product.id))
    const after = await server.get(address, undefined, { 'if-none-match': String(before.headers.etag) })
    expect(after.status).toBe(200)
    expect(after.text).toContain('"price":76543')
  })

  it('depend only on the query parameters that their screens read', async () => {
    for (const [address, same] of [
      ['/products/hvoynye?zone=4&page=1', '/products/hvoynye?utm_source=x&page=1&zone=4&search='],
      ['/?search=туя', '/?y=1&search=туя'],
      ['/login?next=/chat', '/login?utm_source=x&next=/chat'],
      ['/about', '/about?next=/chat'],
    ] as const) {
      const page = await server.get(address)
      const other = await server.get(same)
      expect([same, other.status, other.headers.etag]).toEqual([same, 200, page.headers.etag])
    }
    expect((await server.get('/login?next=/chat')).text).toContain('/signup?next=%2Fchat')
    expect((await server.get('/products/hvoynye?zone=77')).status).toBe(400)
    expect((await server.get('/publications/nothing?section=x')).status).toBe(404)
  })

  it('run no inline scripts', async () => {
    const { text, headers } = await server.get('/')
    const scripts = [...text.matchAll(/<script([^>]*)>/g)].map(match => match[1] ?? '')
    expect(scripts.length).toBeGreaterThan(1)
    for (const attributes of scripts) expect(attributes).toMatch(/src="\/assets\/|type="application\/(?:ld\+)?json"/)
    expect(headers['content-security-policy']).toContain("script-src 'self';")
  })
})

/** Text that string replacement, an HTML parser or a JSON parser could interpret. */
const hostile = [
  '$`',
  "$'",
  '$&',
  '$$',
  '$<x>',
  '$1',
  '</body></html>',
  '</script><script>alert(1)</script>',
  '<!--<script>',
  '-->',
  ']]>',
  '\u2028\u2029',
  '&lt;&amp;&#0;',
  '\\u003c',
  '"\\"',
  '\ufeff',
  '\u202e',
  '{{x}}',
  '💐',
].join(' ')

/** The state embedded in a page, in its last element. */
function bootOf(html: string) {
  const end = '</script></body></html>'
  expect(html.endsWith(end)).toBe(true)
  const begin = html.lastIndexOf('<script type="application/json" id="boot">')
  return JSON.parse(html.slice(html.indexOf('>', begin) + 1, -end.length)) as {
    queries: { queries: { queryKey: unknown[]; state: { data: unknown } }[] }
  }
}

describe('text written by people', () => {
  it('is unchanged in the page and in its embedded state', async () => {
    const { db } = server.database
    const company = await makeCompany(db, { name: hostile.slice(0, 200), about: hostile.repeat(20), address: hostile })
    const texts = { species: hostile, description: hostile.repeat(40), item_city: hostile }
    const made = []
    for (let i = 0; i < 24; i++) {
      const { species, description } = texts
      made.push(
        await makeProduct(db, {
          companyId: company.id,
          genus: `$\`${i}`,
          species,
          description,
          slug: `hostile-${i}`,
          publishedAt: new Date(Date.UTC(2031, 0, 1, 0, i)),
        }),
      )
    }
    const pages: [string, string][] = [
      ['/', '/api/showcase/'],
      [`/hvoynye/${made[0]?.slug}/`, `/api/products/hvoynye/${made[0]?.slug}/`],
      [`/teams/get_current_team/${company.id}`, `/api/teams/get_current_team/${company.id}/`],
      ['/products/hvoynye', '/api/products/hvoynye/?page_size=24'],
      [`/?search=${encodeURIComponent(hostile)}`, `/api/products/?search=${encodeURIComponent(hostile)}&page_size=24`],
    ]
    for (const [path, call] of pages) {
      const page = await server.get(path)
      const { body } = await server.get(call)
      expect([path, page.status]).toEqual([path, 200])
      const known = bootOf(page.text).queries.queries.map(({ state }) => state.data)
      expect(known, path).toContainEqual(body)
      expect(page.text.match(/<\/body>/g), path).toHaveLength(1)
      expect(page.text.match(/id="boot"/g), path).toHaveLength(1)
      expect(page.text.length, path).toBeLessThan(1_000_000)
    }
  })

  it('that makes a page too large is reported so and not cached', async () => {
    const { render, assetsOf } = await builtPages()
    const description = '<'.repeat(140_000)
    const { body: showcase } = await server.get('/api/showcase/')
    const answer = (length: number) => async (path: string) =>
      new Response(
        JSON.stringify(
          path.includes('showcase')
            ? {
                ...showcase,
                products: showcase.products.map((card: object) => ({
                  ...card,
                  description: description.slice(0, length),
                })),
              }
            : [],
        ),
        { headers: { 'content-type': 'application/json' } },
      )
    const rendered = (length: number) => render({ path: '/', publicUrl, transport: answer(length), assetsOf })
    expect(await rendered(140_000)).toEqual({ isTooLarge: true })
    // Texts of the maximum length, of the character that takes most bytes.
    expect(await rendered(10_000)).toMatchObject({ status: 200 })
  })
})

describe('for search engines', () => {
  it('robots.txt links to the site map', async () => {
    const { text, headers } = await server.get('/robots.txt')
    expect(headers['content-type']).toContain('text/plain')
    expect(text).toContain(`Sitemap: ${publicUrl}/sitemap.xml`)
  })

  it('the site map lists published plants, categories and companies, and no others', async () => {
    const { db } = server.database
    const shown = await makeProduct(db)
    const hidden = await makeProduct(db, { isApproved: false })
    const { text } = await readSiteMap(server)
    expect(text).toContain(`<loc>${publicUrl}/hvoynye/${shown.slug}/</loc>`)
    expect(text).not.toContain(hidden.slug)
    expect(text).toContain(`<loc>${publicUrl}/products/rozy</loc>`)
    expect(text).toContain(`<loc>${publicUrl}/teams/get_current_team/${shown.companyId}</loc>`)
  })
})

it('a client’s page, its state, its parts, its file and what a remark answers say nothing of suppliers and purchase prices', async () => {
  const { db } = server.database
  const owner = await makePerson(db, { name: 'Вера Ясенева' })
  const company = await makeCompany(db, { name: 'Щефблямская роща' })
  const offer = await makeOffer(db, company.id, 'Tilia cordata', { priceKopecks: 31_377_31, sku: 'ЩФ-7731' })
  const { id, lines } = await makeProject(
    db,
    owner.id,
    Array.from({ length: 101 }, () => 'Tilia cordata'),
    13,
  )
  const send = (path: string, body: object) => server.send('POST', `/api/projects/${id}/${path}/`, body, owner.id)
  await readyToSearch(server)
  const chosen = await send('choose', { strategy: 'cheapest' })
  expect(chosen.body.totals.priced_lines).toBe(101)
  const secrets = [
    ...[id, 'Щефблямская', 'ЩФ-7731', offer.product.slug, `teams/get_current_team/${company.id}`],
    ...['31377.31', '31377,31', '31 377,31', '31\u00a0377,31', String(chosen.body.totals.price)],
    ...['"options"', '"chosen"', '"variant"', '"company":{'],
  ]
  const plain = (await send('share', { kind: 'full' })).body.token
  // They are on the page that hides nothing, so that looking for them means something.
  const open = (await server.get(`/shared/${plain}`)).text
  for (const secret of ['Щефблямская', offer.product.slug, '31377.31']) expect(open).toContain(secret)
  const { token, share_url } = (await send('share', { kind: 'client', markup_percent: 17 })).body
  const remark = { line: lines[0]?.id, text: 'Хорошо', name: 'Анна' }
  const answers = [
    await server.get(`/shared/${token}`),
    await server.get(`/shared/${token}?page=2`),
    await server.get(`/api/projects/shared/${token}/`),
    await server.get(`/api/projects/shared/${token}/?page=2`),
    await server.get(`/api/shared/${token}/export.pdf`),
    await server.send('POST', `/api/shared/${token}/remarks/`, remark),
  ]
  for (const { status, text, headers } of answers) {
    expect(status).toBe(200)
    const said = `${text} ${JSON.stringify(headers)} ${share_url}`
    expect(secrets.filter(secret => said.includes(secret))).toEqual([])
  }
  expect(answers[0]?.text).toContain('Tilia cordata')
  expect(answers[0]?.text).not.toBe(answers[1]?.text)
  const taken = await server.send('DELETE', `/api/projects/${id}/share/${token}/`, undefined, owner.id)
  expect(taken.status).toBe(200)
  expect((await server.get(`/shared/${token}`)).status).toBe(404)
})
