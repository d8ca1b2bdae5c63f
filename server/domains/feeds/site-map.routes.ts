import type { FastifyInstance } from 'fastify'
import { companyPath } from '#contract/company-slug.ts'
import { listCategories } from '#server/domains/plants/plants.api.ts'
import type { Db } from '#server/platform/database/database.ts'
import { inBatches } from '#server/platform/exports/batches.ts'
import { escapeXml } from '#server/platform/exports/escape-xml.ts'
import type { Exports } from '#server/platform/exports/exports.ts'
import { yieldToEventLoop } from '#server/platform/yield-to-event-loop.ts'
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
  type Range,
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
  entries(range: Omit<Range, 'limit'>): AsyncIterable<Entry>
}

/** Rows that one statement reads. */
const batch = 1000

const unchanged = (path: string): Entry => ({ path, changed: null })

/** The rows of a range as addresses. */
const inRange = <Row extends { id: number }>(
  list: (range: Range) => Promise<Row[]>,
  entriesOf: (row: Row) => Entry[],
): Kind['entries'] =>
  async function* ({ after, upTo }) {
    const read = (last: Row | undefined, limit: number) => list({ after: last?.id ?? after, upTo, limit })
    for await (const row of inBatches<Row>(batch, read)) yield* entriesOf(row)
  }

/** The kinds of files, by their names in URLs. */
const kindsOf = (db: Db): Record<string, Kind> => ({
  products: {
    each: 1,
    parts: size => listProductParts(db, size),
    entries: inRange(
      range => listProductAddresses(db, range),
      ({ categorySlug, slug, changed }) => [{ path: productPath(categorySlug, slug), changed }],
    ),
  },
  plants: {
    each: 1,
    parts: size => listPlantParts(db, size),
    entries: inRange(
      range => listPlantAddresses(db, range),
      ({ slug, changed }) => [{ path: `/plants/${slug}`, changed }],
    ),
  },
  companies: {
    each: 2,
    parts: size => listCompanyParts(db, size),
    entries: inRange(
      range => listCompanyAddresses(db, range),
      company => [unchanged(companyPath(company)), unchanged(`/products/teamproductslist/${company.id}`)],
    ),
  },
  publications: {
    each: 1,
    parts: size => listArticleParts(db, size),
    entries: inRange(
      range => listArticleAddresses(db, range),
      ({ slug, changed }) => [{ path: `/publications/${slug}`, changed }],
    ),
  },
  // Not from rows of the database: one file.
  pages: {
    each: 1,
    parts: async () => [{ part: 0, changed: null }],
    async *entries() {
      yield* ['/', '/about', '/help', '/contact', '/plants', '/publications'].map(unchanged)
      for (const { slug } of await listCategories(db)) yield unchanged(`/products/${slug}`)
    },
  },
})

/**
 * Files for search engines: `robots.txt` and a map of every public page, an index of files each of which lists a range
 * of ids. One file is made at a time, in turns with other requests, and its size does not grow with the catalogue.
 */
export function siteMapRoutes(
  app: FastifyInstance,
  { db, publicUrl, exports, most = mostAddresses }: { db: Db; publicUrl: string; exports: Exports; most?: number },
): void {
  const options = { config: { sameForAllVisitors: true }, schema: { hide: true } }
  const kinds = kindsOf(db)
  const sizeOf = ({ each }: Kind) => Math.floor(most / each)
  const element = (name: string, { path, changed }: Entry) =>
    `<${name}><loc>${escapeXml(publicUrl + path)}</loc>${changed ? `<lastmod>${changed.toISOString()}</lastmod>` : ''}</${name}>`
  /** As bytes: a file has megabytes. */
  const documentOf = async (name: string, child: string, entries: Iterable<Entry> | AsyncIterable<Entry>) => {
    const yieldNow = yieldToEventLoop()
    const parts: Buffer[] = []
    let count = 0
    let text = `<?xml version="1.0" encoding="UTF-8"?>\n<${name} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n`
    for await (const entry of entries) {
      text += `${element(child, entry)}\n`
      count++
      if (text.length > 64 * 1024) {
        parts.push(Buffer.from(text))
        text = ''
      }
      await yieldNow()
    }
    parts.push(Buffer.from(`${text}</${name}>\n`))
    return { content: Buffer.concat(parts), count }
  }
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
    return reply.type(xml).send((await documentOf('sitemapindex', 'sitemap', files.flat())).content)
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
      if (upTo <= part * size || (kind === kinds.pages && part > 0)) return reply.callNotFound()
      const { content, count } = await exports.inTurn(() =>
        documentOf('urlset', 'url', kind.entries({ after: part * size, upTo })),
      )
      return count === 0 ? reply.callNotFound() : reply.type(xml).send(content)
    },
  )
}
