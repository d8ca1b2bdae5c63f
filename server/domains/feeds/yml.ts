import { formNames, type Root, type Variant } from '#contract/variants.ts'
import { listCategories } from '#server/domains/plants/plants.api.ts'
import { productPath } from '#server/domains/products/products.present.ts'
import { presentVariant } from '#server/domains/products/variants/variants.present.ts'
import type { Db } from '#server/platform/database/database.ts'
import { inBatches } from '#server/platform/exports/batches.ts'
import { escapeXml } from '#server/platform/exports/escape-xml.ts'
import type { MediaStore } from '#server/platform/media/media.ts'
import { yieldToEventLoop } from '#server/platform/yield-to-event-loop.ts'
import { listPricedSizes, type PricedSize } from './yml.queries.ts'

const element = (name: string, text: string | number) => `<${name}>${escapeXml(String(text))}</${name}>`

/** The most characters that Yandex accepts; of a shop's name it shows no more. */
const most = { shop: 20, name: 256, description: 3000 }

/** How the roots are packed, and what their size is. */
const rootNames: Record<Root, { name: string; size?: string; unit?: string }> = {
  bare_root: { name: 'Открытая корневая система' },
  container: { name: 'Контейнер', size: 'Объём контейнера', unit: 'л' },
  pot: { name: 'Горшок', size: 'Диаметр горшка', unit: 'см' },
  tray: { name: 'Кассета', size: 'Ячеек в кассете', unit: 'шт' },
  ball: { name: 'Ком в мешковине', size: 'Диаметр кома', unit: 'см' },
  wire_ball: { name: 'Ком в мешковине и сетке', size: 'Диаметр кома', unit: 'см' },
}

const spanNames = [
  ['height', 'Высота'],
  ['spread', 'Ширина'],
  ['girth', 'Обхват ствола'],
] as const

function span(from: number | null, to: number | null): string | null {
  if (from === null) return to === null ? null : `до ${to}`
  if (to === null) return `от ${from}`
  return from === to ? `${from}` : `${from}–${to}`
}

/** The size, the packing and the form of a variant, each as a parameter of its own. */
function paramsOf(variant: Variant): string[] {
  const { form, root, root_size: rootSize, stem_height: stemHeight, stems, transplants } = variant
  const packing = root === null ? null : rootNames[root]
  const param = (name: string, value: string | number | null | undefined, unit?: string) =>
    value === null || value === undefined || value === ''
      ? []
      : [`<param name="${name}"${unit ? ` unit="${unit}"` : ''}>${escapeXml(String(value))}</param>`]
  return [
    ...param('Размер', variant.label),
    ...spanNames.flatMap(([field, name]) => param(name, span(variant[`${field}_from`], variant[`${field}_to`]), 'см')),
    ...param('Высота штамба', stemHeight, 'см'),
    ...param('Стволов', stems, 'шт'),
    ...param('Пересадок', transplants),
    ...param('Форма', form && formNames[form]),
    ...param('Упаковка', packing?.name),
    ...(packing?.size ? param(packing.size, rootSize, packing.unit) : []),
  ]
}

interface FeedDeps {
  db: Db
  media: Pick<MediaStore, 'urls'>
  publicUrl: string
}

function offerXml({ variant: row, product, company, coverKey }: PricedSize, { media, publicUrl }: FeedDeps): string {
  const variant = presentVariant(row)
  const size = variant.label === '' ? '' : `, ${variant.label}`
  // What deals hold is nobody else's to buy.
  const isAvailable = variant.stock === 'in_stock' && variant.available_quantity !== 0
  return [
    `<offer id="${variant.id}" group_id="${product.id}" available="${isAvailable}">`,
    element('name', product.name.slice(0, most.name - size.length) + size),
    // The page marks the size (variant-table.tsx); each offer must have an address of its own.
    element('url', `${publicUrl}/products${productPath(product.categorySlug, product.slug)}#v${variant.id}`),
    element('price', variant.price ?? 0),
    '<currencyId>RUB</currencyId>',
    element('categoryId', product.categoryId),
    element('picture', media.urls(coverKey).get_image),
    element('vendor', company),
    ...(variant.sku === null ? [] : [element('vendorCode', variant.sku)]),
    ...(product.description === '' ? [] : [element('description', product.description.slice(0, most.description))]),
    ...(product.latinName === '' ? [] : [`<param name="Латинское название">${escapeXml(product.latinName)}</param>`]),
    ...paramsOf(variant),
    '</offer>\n',
  ].join('')
}

/** «2026-04-03 12:05», in Moscow. */
const timeText = (time: Date) => new Date(time.getTime() + 3 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')

/** Offers per read statement, and characters in one part. */
const batch = 200
const partSize = 64 * 1024

/**
 * A feed in Yandex's format (https://yandex.ru/support/marketplace/ru/assortment/auto/yml), of one company or of all, in
 * parts that are read as they are taken; no transaction is open meanwhile.
 */
export async function* ymlOf(deps: FeedDeps, shop: { name: string; companyId: number | null }): AsyncGenerator<Buffer> {
  const { db, publicUrl } = deps
  const yieldNow = yieldToEventLoop()
  let text = '<?xml version="1.0" encoding="UTF-8"?>\n'
  text += `<yml_catalog date="${timeText(new Date())}"><shop>`
  text += element('name', shop.name.slice(0, most.shop)) + element('company', shop.name) + element('url', publicUrl)
  text += '<currencies><currency id="RUB" rate="1"/></currencies><categories>'
  for (const { id, name } of await listCategories(db)) text += `<category id="${id}">${escapeXml(name)}</category>`
  text += '</categories><offers>\n'
  const read = (after: PricedSize | undefined, limit: number) => listPricedSizes(db, shop.companyId, after, limit)
  for await (const size of inBatches(batch, read)) {
    text += offerXml(size, deps)
    if (text.length > partSize) {
      yield Buffer.from(text)
      text = ''
    }
    await yieldNow()
  }
  yield Buffer.from(`${text}</offers></shop></yml_catalog>\n`)
}
