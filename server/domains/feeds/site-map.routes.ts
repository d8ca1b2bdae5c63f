import type { FastifyInstance } from 'fastify'
import { listCategories } from '#server/domains/plants/plants.api.ts'
import type { Db } from '#server/platform/database/database.ts'
import { productPath } from '../products/products.present.ts'
import {
  listArticleAddresses,
  listArticleParts,
  listCompanyAddresses,
  listCompanyParts,
  listPlantAddresses,
  listPlantParts,
  listProductAddresses,
  listProductParts,
} from './site-map.queries.ts'

/** The maximum of a site map file (sitemaps.org); 50,000 of our addresses are far below its 50 MB. */
const mostAddresses = 50_000

interface Entry {
  path: string
  /** Time of the last change of the page's content, if known. */
  changed: Date | null
}

interface Kind {
  /** Addresses per row. */
  each: number
  parts(size: number): Promise<{ part: number; changed: Date | null }[]>
  entries(range: { after: number; upTo: number }): Promise<Entry[]>
}

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const unchanged = (path: string): Entry => ({ path, changed: null })

/** The kinds of files, by their names in URLs. */
const kindsOf = (db: Db): Record<string, Kind> => ({
  products: {
    each: 1,
    parts: size => listProductParts(db, size),
    entries: async range =>
      (await listProductAddresses(db, range)).map(({ categorySlug, slug, changed }) => ({
        path: productPath(categorySlug, slug),
        changed,
      })),
  },
  plants: {
    each: 1,
    parts: size => listPlantParts(db, size),
    entries: async range =>
      (await listPlantAddresses(db, range)).map(({ slug, changed }) => ({ path: `/plants/${slug}`, changed })),
  },
  companies: {
    each: 2,
    parts: size => listCompanyParts(db, size),
    entries: async range =>
      (await listCompanyAddresses(db, range)).flatMap(({ id }) => [
        unchanged(`/teams/get_current_team/${id}`),
        unchanged(`/products/teamproductslist/${id}`),
      ]),
  },
  publications: {
    each: 1,
    parts: size => listArticleParts(db, size),
    entries: async range =>
      (await listArticleAddresses(db, range)).map(({ slug, changed }) => ({ path: `/publications/${slug}`, changed })),
  },
  // Not from rows of the database: one file.
  pages: {
    each: 1,
    parts: async () => [{ part: 0, changed: null }],
    entries: async () => [
      ...['/', '/about', '/contact', '/plants', '/publications'].map(unchanged),
      ...(await listCategories(db)).map(({ slug }) => unchanged(`/products/${slug}`)),
    ],
  },
})

/**
 * Files for search engines: `robots.txt` and a map of every public page, an index of files each of which lists a range
 * of ids. One file is in memory at a time, and its size does not grow with the catalogue.
 */
export function siteMapRoutes(
  app: FastifyInstance,
  { db, publicUrl, most = mostAddresses }: { db: Db; publicUrl: string; most?: number },
): void {
  const options = { config: { sameForAllVisitors: true }, schema: { hide: true } }
  const kinds = kindsOf(db)
  const sizeOf = ({ each }: Kind) => Math.floor(most / each)
  const element = (name: string, { path, changed }: Entry) =>
    `<${name}><loc>${escapeXml(publicUrl + path)}</loc>${changed ? `<lastmod>${changed.toISOString()}</lastmod>` : ''}</${name}>`
  const documentOf = (name: string, child: string, entries: Entry[]) =>
    [
      '<?xml version="1.0" encoding="UTF-8"?>',
      `<${name} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`,
      ...entries.map(entry => element(child, entry)),
      `</${name}>`,
      '',
    ].join('\n')
  const xml = 'application/xml; charset=utf-8'

  app.get('/robots.txt', options, async (_, reply) => {
    const lines = ['User-agent: *', 'Disallow: /api/', 'Allow: /', '', `Sitemap: ${publicUrl}/sitemap.xml`, '']
    return reply.type('text/plain; charset=utf-8').send(lines.join('\n'))
  })

  app.get('/sitemap.xml', options, async (_, reply) => {
    const files = await Promise.all(
      Object.entries(kinds).map(async ([name, kind]) => {
        const parts = await kind.parts(sizeOf(kind))
        return parts.map(({ part, changed }) => ({ path: `/sitemaps/${name}-${part + 1}.xml`, changed }))
      }),
    )
    return reply.type(xml).send(documentOf('sitemapindex', 'sitemap', files.flat()))
  })

  // Without the query; unknown file names give a 404, which is not cached.
  const ofPath = {
    ...options,
    config: { ...options.config, addressOf: ({ url }: { url: string }) => url.split('?', 1)[0] ?? null },
  }
  app.get<{ Params: { kind: string; number: string } }>(
    '/sitemaps/:kind(^[a-z]+)-:number(^[1-9]\\d{0,5}).xml',
    ofPath,
    async ({ params }, reply) => {
      const kind = Object.hasOwn(kinds, params.kind) ? kinds[params.kind] : undefined
      if (!kind) return reply.callNotFound()
      const size = sizeOf(kind)
      const part = Number(params.number) - 1
      // Ids are integers of PostgreSQL.
      const upTo = Math.min((part + 1) * size, 2_147_483_647)
      const entries = upTo > part * size ? await kind.entries({ after: part * size, upTo }) : []
      if (entries.length === 0 || (kind === kinds.pages && part > 0)) return reply.callNotFound()
      return reply.type(xml).send(documentOf('urlset', 'url', entries))
    },
  )
}
