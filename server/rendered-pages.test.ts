import { execFileSync } from 'node:child_process'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { productSlugs, products } from '#server/domains/catalogue/catalogue.tables.ts'
import { publicUrl, type TestServer, testServer } from '#server/test/app.ts'
import { makeCompany, makePerson, makeProduct } from '#server/test/factories.ts'
import { isBuilt } from '../scripts/build.ts'
import { builtPages } from './platform/pages.ts'

let server: TestServer

beforeAll(async () => {
  if (!isBuilt()) execFileSync(process.execPath, ['scripts/build.ts'], { stdio: 'inherit' })
  server = await testServer({ pages: await builtPages() })
}, 120_000)
afterAll(() => server.close())

describe('pages as the server sends them', () => {
  it('lead from a former slug and from another category to the plant, for good', async () => {
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

  it('answer 404 for what is not there or not published, even to its own company', async () => {
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

  it('show a change at once although they are kept', async () => {
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

  it('run no script but files of their own', async () => {
    const { text, headers } = await server.get('/')
    const scripts = [...text.matchAll(/<script([^>]*)>/g)].map(match => match[1] ?? '')
    expect(scripts.length).toBeGreaterThan(1)
    for (const attributes of scripts) expect(attributes).toMatch(/src="\/assets\/|type="application\/(?:ld\+)?json"/)
    expect(headers['content-security-policy']).toContain("script-src 'self';")
  })
})

describe('what search engines read', () => {
  it('robots.txt names the site map', async () => {
    const { text, headers } = await server.get('/robots.txt')
    expect(headers['content-type']).toContain('text/plain')
    expect(text).toContain(`Sitemap: ${publicUrl}/sitemap.xml`)
  })

  it('the site map lists published plants, categories and companies, and no others', async () => {
    const { db } = server.database
    const shown = await makeProduct(db)
    const hidden = await makeProduct(db, { isApproved: false })
    const { text, headers } = await server.get('/sitemap.xml')
    expect(headers['content-type']).toContain('xml')
    expect(text).toContain(`<loc>${publicUrl}/hvoynye/${shown.slug}/</loc>`)
    expect(text).not.toContain(hidden.slug)
    expect(text).toContain(`<loc>${publicUrl}/products/rozy</loc>`)
    expect(text).toContain(`<loc>${publicUrl}/teams/get_current_team/${shown.companyId}</loc>`)
  })
})
