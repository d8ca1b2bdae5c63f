import type { FastifyInstance } from 'fastify'
import { listTeams } from '#server/domains/companies/companies.service.ts'
import { listCategories } from '#server/domains/plants/plants.api.ts'
import { listAddresses } from '#server/domains/products/products.api.ts'
import { listArticlePaths } from '#server/domains/publications/publications.service.ts'
import type { Db } from '#server/platform/database/database.ts'
import { productPath } from '../products/products.present.ts'

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** What search engines read first: `robots.txt` and a map of every public page (at most 50,000 products, its limit). */
export function siteMapRoutes(app: FastifyInstance, { db, publicUrl }: { db: Db; publicUrl: string }): void {
  const options = { config: { sameForAllVisitors: true }, schema: { hide: true } }

  app.get('/robots.txt', options, async (_, reply) => {
    const lines = ['User-agent: *', 'Disallow: /api/', 'Allow: /', '', `Sitemap: ${publicUrl}/sitemap.xml`, '']
    return reply.type('text/plain; charset=utf-8').send(lines.join('\n'))
  })

  app.get('/sitemap.xml', options, async (_, reply) => {
    const [addresses, categories, teams, articlePaths] = await Promise.all([
      listAddresses(db),
      listCategories(db),
      listTeams(db),
      listArticlePaths(db),
    ])
    const entries = [
      ...['/', '/about', '/contact', '/publications'].map(path => ({ path, changed: null })),
      ...categories.map(category => ({ path: `/products/${category.slug}`, changed: null })),
      ...teams.flatMap(team => [
        { path: `/teams/get_current_team/${team.id}`, changed: null },
        { path: `/products/teamproductslist/${team.id}`, changed: null },
      ]),
      ...articlePaths,
      ...addresses.map(row => ({ path: productPath(row.categorySlug, row.slug), changed: row.updatedAt })),
    ]
    const urls = entries.map(
      ({ path, changed }) =>
        `<url><loc>${escapeXml(publicUrl + path)}</loc>${changed ? `<lastmod>${changed.toISOString()}</lastmod>` : ''}</url>`,
    )
    const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`
    return reply.type('application/xml; charset=utf-8').send(xml)
  })
}
