import { sql } from 'drizzle-orm'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exportsOf } from '#server/platform/exports/exports.ts'
import { publicUrl, type TestServer, testServer } from '#server/test/app.ts'
import { makeArticle, makeCompany, makeProduct } from '#server/test/factories.ts'
import { locations, readSiteMap } from '#server/test/site-map.ts'
import { siteMapRoutes } from './site-map.routes.ts'

const most = 7
let server: TestServer
/** The same database with files of at most `most` addresses. */
let small: FastifyInstance

const lastmod = '(?:<lastmod>\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z</lastmod>)?'
const documentOf = (root: string, child: string) =>
  new RegExp(
    `^<\\?xml version="1\\.0" encoding="UTF-8"\\?>\\n<${root} xmlns="http://www\\.sitemaps\\.org/schemas/sitemap/0\\.9">\\n` +
      `(?:<${child}><loc>http://(?:[^\\s<>&"]|&amp;)+</loc>${lastmod}</${child}>\\n)+</${root}>\\n$`,
  )

beforeAll(async () => {
  server = await testServer()
  const { db } = server.database
  const ids: number[] = []
  for (let n = 0; n < 5; n++) ids.push((await makeCompany(db)).id)
  for (let n = 0; n < 20; n++) await makeProduct(db, { companyId: ids[n % 5] ?? 0, isApproved: n % 4 > 0 })
  await makeArticle(db)
  small = Fastify()
  siteMapRoutes(small, { db, publicUrl, exports: exportsOf(server.dataDir), most })
})
afterAll(async () => {
  await small.close()
  await server.close()
})

async function files() {
  const index = (await small.inject('/sitemap.xml')).payload
  const read: Record<string, string> = {}
  for (const address of locations(index)) {
    const { statusCode, payload, headers } = await small.inject(new URL(address).pathname)
    expect([statusCode, headers['content-type']]).toEqual([200, 'application/xml; charset=utf-8'])
    read[address] = payload
  }
  return { index, read }
}

describe('the site map', () => {
  it('is an index of files, each within the bound, all of them valid', async () => {
    const { index, read } = await files()
    expect(index).toMatch(documentOf('sitemapindex', 'sitemap'))
    for (const [address, xml] of Object.entries(read)) {
      expect(xml).toMatch(documentOf('urlset', 'url'))
      // Categories and fixed pages are in a separate file.
      if (!address.includes('pages-1')) expect(locations(xml).length).toBeLessThanOrEqual(most)
    }
    for (const kind of ['products', 'companies', 'plants'])
      expect(Object.keys(read).filter(address => address.includes(`/${kind}-`)).length).toBeGreaterThan(1)
  })

  it('names every public page once, whatever the size of its files', async () => {
    const { read } = await files()
    const all = Object.values(read).flatMap(locations)
    expect(new Set(all).size).toBe(all.length)
    const { text } = await readSiteMap(server)
    expect(all.toSorted()).toEqual(locations(text).toSorted())
    const { rows } = await server.database.db.execute<{ address: string }>(sql`
      select ${publicUrl}::text || path as address from (
        select '/' || c.slug || '/' || p.slug || '/' as path from products p join categories c on c.id = p.category_id
          where p.is_active
        union all select '/plants/' || p.slug from plants p join genera g on g.id = p.genus_id
          where not p.is_hidden and not g.is_hidden
        union all select '/teams/get_current_team/' || id from companies
        union all select '/products/teamproductslist/' || id from companies
        union all select '/products/' || slug from categories
        union all select '/publications/' || slug from articles where published_at is not null
        union all select unnest(array['/', '/about', '/contact', '/help', '/plants', '/publications'])
      ) pages`)
    const expected = rows.map(({ address }) => address)
    expect(all.toSorted()).toEqual(expected.toSorted())
  })

  it('has the time of the last change of products and their files', async () => {
    const { db } = server.database
    const product = await makeProduct(db)
    await db.execute(sql`update products set updated_at = '2031-02-03T04:05:06Z' where id = ${product.id}`)
    const { index, read } = await files()
    const [address, xml] = Object.entries(read).find(([, text]) => text.includes(product.slug)) ?? ['', '']
    expect(xml).toContain(`/${product.slug}/</loc><lastmod>2031-02-03T04:05:06.000Z</lastmod>`)
    expect(index).toContain(`<loc>${address}</loc><lastmod>2031-02-03T04:05:06.000Z</lastmod>`)
    await db.execute(sql`update plants set edited_at = '2031-03-04T05:06:07Z' where slug = 'tilia-cordata'`)
    expect((await readSiteMap(server)).text).toContain(
      '/plants/tilia-cordata</loc><lastmod>2031-03-04T05:06:07.000Z</lastmod>',
    )
  })

  it('shows a change in the next response, file by file', async () => {
    const product = await makeProduct(server.database.db)
    const { index, text } = await readSiteMap(server)
    expect(index).toContain('/sitemaps/products-1.xml')
    expect(text).toContain(product.slug)
    await server.database.db.execute(sql`update products set is_approved = false where id = ${product.id}`)
    expect((await readSiteMap(server)).text).not.toContain(product.slug)
  })

  it('escapes whatever the address of the site is', async () => {
    const own = await server.withSettings({ publicUrl: `http://dendro.test/o'"<&>` })
    const { text } = await own.get('/sitemaps/pages-1.xml')
    await own.close()
    expect(text).toContain('<loc>http://dendro.test/o&apos;&quot;&lt;&amp;&gt;/about</loc>')
  })

  it.each([
    ...['products-2', 'products-0', 'products-999999', 'products-1x', 'products', 'people-1', 'pages-2'],
    ...['constructor-1', 'products-99999999999999999999', '..%2Fproducts-1'],
  ])('has no file %s', async name => {
    expect((await server.get(`/sitemaps/${name}.xml`)).status).toBe(404)
  })
})
