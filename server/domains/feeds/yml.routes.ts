import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { integerIdText } from '#contract/common.ts'
import { listCategories } from '#server/domains/plants/plants.api.ts'
import { productPath } from '#server/domains/products/products.present.ts'
import { presentVariant } from '#server/domains/products/variants/variants.present.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/errors.ts'
import type { Limits } from '#server/platform/http/limits/limits.ts'
import type { MediaStore } from '#server/platform/media/media.ts'
import { findCompanyName, listPricedSizes, type PricedSize } from './yml.queries.ts'

/** Characters that XML does not allow are removed. */
const escapeXml = (text: string) =>
  text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;')

const element = (name: string, text: string | number) => `<${name}>${escapeXml(String(text))}</${name}>`

const sizeParams = [
  ['height', 'Высота'],
  ['spread', 'Ширина'],
  ['girth', 'Обхват ствола'],
] as const

/** Yandex accepts descriptions of up to 3000 characters. */
const longestDescription = 3000

interface FeedDeps {
  db: Db
  media: Pick<MediaStore, 'urls'>
  publicUrl: string
  limit: Limits['limit']
}

function offerXml({ variant: row, product, company, coverKey }: PricedSize, { media, publicUrl }: FeedDeps): string {
  const variant = presentVariant(row)
  const span = (from: number | null, to: number | null) =>
    from === null
      ? to === null
        ? null
        : `до ${to}`
      : to === null
        ? `от ${from}`
        : from === to
          ? `${from}`
          : `${from}–${to}`
  const params = sizeParams.flatMap(([field, name]) => {
    const text = span(variant[`${field}_from`], variant[`${field}_to`])
    return text === null ? [] : [`<param name="${name}" unit="см">${escapeXml(text)}</param>`]
  })
  return [
    `<offer id="${variant.id}" group_id="${product.id}" available="${variant.stock === 'in_stock'}">`,
    element('name', variant.label === '' ? product.name : `${product.name}, ${variant.label}`),
    element('url', `${publicUrl}/products${productPath(product.categorySlug, product.slug)}`),
    element('price', variant.price ?? 0),
    '<currencyId>RUB</currencyId>',
    element('categoryId', product.categoryId),
    element('picture', media.urls(coverKey).get_image),
    element('vendor', company),
    ...(variant.sku === null ? [] : [element('vendorCode', variant.sku)]),
    ...(product.description === '' ? [] : [element('description', product.description.slice(0, longestDescription))]),
    ...(product.latinName === '' ? [] : [`<param name="Латинское название">${escapeXml(product.latinName)}</param>`]),
    ...params,
    '</offer>\n',
  ].join('')
}

/** Offers per read statement. */
const batch = 500

/** The feed in parts: it is never completely in memory, and no transaction is open while it is sent. */
async function* feedXml(deps: FeedDeps, shop: { name: string; companyId: number | null }): AsyncIterable<string> {
  const { db, publicUrl } = deps
  const categories = await listCategories(db)
  yield '<?xml version="1.0" encoding="UTF-8"?>\n'
  yield `<yml_catalog date="${new Date().toISOString().slice(0, 19)}Z"><shop>`
  yield element('name', shop.name) + element('company', shop.name) + element('url', publicUrl)
  yield '<currencies><currency id="RUB" rate="1"/></currencies><categories>'
  for (const { id, name } of categories) yield `<category id="${id}">${escapeXml(name)}</category>`
  yield '</categories><offers>\n'
  for (let last = 0; ;) {
    const part = await listPricedSizes(db, shop.companyId, last, batch)
    yield part.map(size => offerXml(size, deps)).join('')
    const end = part.at(-1)
    if (!end || part.length < batch) break
    last = end.variant.id
  }
  yield '</offers></shop></yml_catalog>\n'
}

/** Feeds per network address and minute. */
const feedsPerMinute = 20

/**
 * Feeds for Yandex (YML): every published variant with a price, of all companies or of one. Variants with a price on
 * request are left out, because Yandex accepts no offer without a price.
 */
export function ymlRoutes(app: FastifyInstance, deps: FeedDeps): void {
  const feeds = deps.limit({ name: 'feeds', points: feedsPerMinute, seconds: 60 })
  const schema = { hide: true }

  app.get('/feeds/yml.xml', { schema }, async ({ ip }, reply) => {
    await feeds.take(ip)
    return reply
      .type('application/xml; charset=utf-8')
      .send(Readable.from(feedXml(deps, { name: 'Дендро', companyId: null })))
  })

  app.get<{ Params: { file: string } }>(
    '/feeds/yml/:file',
    { schema: { ...schema, params: z.object({ file: z.string() }) } },
    async ({ ip, params }, reply) => {
      const { success, data: companyId } = integerIdText.safeParse(/^(\d+)\.xml$/.exec(params.file)?.[1])
      const name = success ? await findCompanyName(deps.db, companyId) : undefined
      if (!success || name === undefined) throw new AppError('NOT_FOUND', 'Такой компании нет.')
      await feeds.take(ip)
      return reply.type('application/xml; charset=utf-8').send(Readable.from(feedXml(deps, { name, companyId })))
    },
  )
}
