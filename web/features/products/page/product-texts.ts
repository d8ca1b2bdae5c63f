import type { Product } from '#contract/products.ts'
import { soldOut } from '#contract/stock-names.ts'
import type { Variant } from '#contract/variants.ts'
import { formatPrice } from '#web/lib/format-price.ts'
import { counted, sizes } from '#web/lib/plural.ts'
import { excerpt } from '../excerpt.ts'
import { formatHeight, formatRoots } from './attributes.ts'

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

/** Paragraphs of a text as typed: an empty line separates them. */
export function paragraphs(text: string): string[] {
  return text.split(/\n\s*\n/).filter(part => part.trim() !== '')
}

function priceText({ price, price_is_from, is_sold_out }: Product): string {
  if (is_sold_out) return lowerFirst(soldOut)
  if (price === null) return 'цена по запросу'
  return `${price_is_from ? 'от ' : ''}${formatPrice(price)}`
}

/** A sentence for search results and previews: plant, size, price, company. */
export function summary(product: Product): string {
  const height = formatHeight(product)
  const facts = [
    height && `высота ${height}`,
    product.variants_count > 1 ? counted(product.variants_count, sizes) : lowerFirst(formatRoots(product)),
    lowerFirst(product.winter_hardiness?.name ?? ''),
  ]
  const name = product.latin_name ? `${product.name} (${product.latin_name})` : product.name
  const price = priceText(product)
  return `${[name, ...facts, price].filter(Boolean).join(', ')}. ${product.team.company_name}.`
}

/** The summary and as much of the seller's description as search results show. */
export function metaDescription(product: Product): string {
  const words = product.description.replace(/\s+/g, ' ').trim()
  return [summary(product), words && excerpt(words, 120)].filter(Boolean).join(' ')
}

type Seen = Pick<Product, 'name' | 'growth_pattern' | 'crown_shape' | 'foliage_or_needles_color'>

/** Alternative text of a picture: by convention the first shows the whole plant, the others are views of it. */
export function pictureAlts(product: Seen, count: number): string[] {
  const seen = [
    product.growth_pattern && lowerFirst(product.growth_pattern.name),
    product.crown_shape && `крона ${lowerFirst(product.crown_shape.name)}`,
    product.foliage_or_needles_color && `окраска ${lowerFirst(product.foliage_or_needles_color)}`,
  ].filter(Boolean)
  return Array.from({ length: count }, (_, index) => {
    const facts = index === 0 && seen.length > 0 ? `: ${seen.join(', ')}` : ''
    return count === 1 ? product.name + facts : `${product.name}${facts}. Изображение ${index + 1} из ${count}`
  })
}

const dates = new Intl.DateTimeFormat('ru-RU', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  // One time zone for everybody: otherwise the server's page and the browser's would differ around midnight.
  timeZone: 'Europe/Moscow',
})

/** `12 марта 2026 г.` */
export function formatDate(iso: string): string {
  return dates.format(new Date(iso))
}

/** Centimetres: from the lowest to the highest plant that can be bought; `null` if no height is stated. */
export function soldHeights(variants: readonly Variant[]): { from: number; to: number } | null {
  const left = variants.filter(({ stock }) => stock !== 'sold_out')
  const ends = left.flatMap(({ height_from: from, height_to: to }) => [from, to].filter(end => end !== null))
  return ends.length === 0 ? null : { from: Math.min(...ends), to: Math.max(...ends) }
}
