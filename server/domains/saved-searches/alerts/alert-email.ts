import { stockNames } from '#contract/stock-names.ts'
import type { AlertedOffer } from '#server/domains/offers/search/alerted-offers.ts'
import { productPath } from '#server/domains/products/products.present.ts'
import { presentVariant } from '#server/domains/products/variants/variants.present.ts'
import { compose } from '#server/platform/mail/compose-email.ts'
import type { Email } from '#server/platform/mail/mail.ts'
import { countedOffers } from '../counted-offers.ts'
import type { SavedSearchRow } from '../saved-searches.tables.ts'

/** The content of an email about a saved search. */
export interface Told {
  search: Pick<SavedSearchRow, 'name' | 'query' | 'productId' | 'plantId'>
  summary: string
  /** The best of the new offers. */
  offers: AlertedOffer[]
  /** The previous price in kopecks by variant id; `null` for new offers. */
  was: Map<number, number | null>
  /** The number of all new offers. */
  count: number
  /** Whether the person gets no more instant emails on this day. */
  isLastToday: boolean
}

const rubles = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 2 })
const priceOf = (kopecks: number | null) => (kopecks === null ? 'цена по запросу' : `${rubles.format(kopecks / 100)} ₽`)

function lineOf({ variant, product, company, unitKopecks }: AlertedOffer, was: Told['was']): string {
  const { label, stock } = presentVariant(variant)
  const before = was.get(variant.id) ?? null
  const price = before === null ? priceOf(unitKopecks) : `${priceOf(unitKopecks)} вместо ${priceOf(before)}`
  const size = label === '' ? '' : `, ${label}`
  return `${product.name}${size}: ${price}. ${stockNames[stock]}. ${company.name}.`
}

function contentOf({ search, summary, offers, was, count }: Told, publicUrl: string) {
  const lines = offers.map(offer => lineOf(offer, was))
  const more = count > offers.length ? [`И ещё ${countedOffers(count - offers.length)}.`] : []
  const [first] = offers
  if (first && (search.productId !== null || search.plantId !== null)) {
    const link =
      search.plantId === null || first.plant?.slug == null
        ? `${publicUrl}${productPath(first.categorySlug, first.product.slug)}`
        : `${publicUrl}/plants/${first.plant.slug}`
    return {
      subject: `Поступление: ${first.product.name}`,
      before: ['Здравствуйте! Вы просили сообщить, когда это растение можно будет купить.', ...lines, ...more],
      button: { label: 'Посмотреть', link },
      after: ['Больше писем об этом поступлении не будет.'],
      unsubscribe: 'Не сообщать о поступлении',
    }
  }
  return {
    subject: `${search.name}: ${countedOffers(count)}`,
    before: [
      `Здравствуйте! По сохранённому поиску «${search.name}» (${summary}) есть новое или подешевевшее.`,
      ...lines,
      ...more,
    ],
    button: { label: 'Посмотреть все предложения', link: `${publicUrl}/offers?${search.query}` },
    after: [`Как часто писать, можно изменить на странице «Сохранённые поиски»: ${publicUrl}/saved-searches`],
    unsubscribe: 'Больше не писать об этом поиске',
  }
}

/**
 * An email about new and cheaper offers of a saved search, or about arrivals. It includes two ways to unsubscribe: a
 * link and the `List-Unsubscribe` headers.
 */
export function toldByEmail(to: string, told: Told, { publicUrl, token }: { publicUrl: string; token: string }): Email {
  const { unsubscribe, ...content } = contentOf(told, publicUrl)
  const last = `На сегодня это последнее письмо о новых предложениях: остальные будут в уведомлениях, ${publicUrl}/notifications`
  const signed = encodeURIComponent(token)
  return compose({
    to,
    ...content,
    after: told.isLastToday ? [last, ...content.after] : content.after,
    unsubscribe: {
      label: unsubscribe,
      link: `${publicUrl}/unsubscribe?token=${signed}`,
      postUrl: `${publicUrl}/api/saved-searches/unsubscribe/${signed}/`,
    },
  })
}
