import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { ComparedOffer } from '#contract/plant-catalogue.ts'
import { formNames, type Variant } from '#contract/variants.ts'
import { formatPrice } from '#web/lib/format-price.ts'
import { ShortRating } from '#web/ui/short-rating.tsx'
import { VerifiedBadge } from '#web/ui/verified-badge.tsx'
import { SizeLabel } from '../offers/find/size-label.tsx'
import { confirmedText, rootText } from '../offers/find/texts.ts'
import { distanceText } from '../places/place-label.ts'
import { stockText } from '../products/stock-text.ts'
import { type Compared, hrefOf, without } from './address.ts'
import { unchoose } from './chosen.ts'
import type { Line } from './lines.ts'
import { SideBySide } from './side-by-side.tsx'

const numbers = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 1 })

/** «18–20 см», «от 200 см» */
export function rangeText(from: number | null, to: number | null): string | null {
  const size = (text: string) => `${text}\u00a0см`
  if (from !== null && to !== null)
    return size(from === to ? numbers.format(from) : `${numbers.format(from)}–${numbers.format(to)}`)
  if (from !== null) return size(`от ${numbers.format(from)}`)
  return to === null ? null : size(`до ${numbers.format(to)}`)
}

const tierText = ({ quantity_from: from, price }: Variant['price_tiers'][number]) =>
  `${from === null ? 'опт' : `от ${numbers.format(from)}\u00a0шт.`} ${formatPrice(price)}`

const inTiers = ({ price_tiers: tiers }: Variant) => tiers.map(tierText).join('; ')

/** A price as it is asked; that of what is sold out may be none. */
function priceText({ price, stock }: Variant): string | null {
  if (price !== null) return formatPrice(price)
  return stock === 'sold_out' ? null : 'по запросу'
}

function linesOf(offers: readonly ComparedOffer[], contact: (offer: ComparedOffer) => ReactNode): Line[] {
  const line = (
    label: string,
    textOf: (offer: ComparedOffer) => string | null | undefined,
    shownOf?: (offer: ComparedOffer) => ReactNode,
  ): Line => ({ label, cells: offers.map(offer => ({ value: textOf(offer) || null, shown: shownOf?.(offer) })) })
  const number = (value: number | null) => (value === null ? null : numbers.format(value))
  return [
    line(
      'Цена за штуку',
      ({ variant }) => priceText(variant),
      ({ variant }) =>
        priceText(variant) && <span className="text-lg font-semibold whitespace-nowrap">{priceText(variant)}</span>,
    ),
    line(
      'За количество',
      ({ variant }) => inTiers(variant),
      ({ variant }) =>
        variant.price_tiers.length > 0 &&
        variant.price_tiers.map(tier => (
          <span key={tier.quantity_from} className="block text-sm tabular-nums">
            {tierText(tier)}
          </span>
        )),
    ),
    line(
      'Наличие',
      ({ variant }) => stockText(variant),
      ({ variant }) => (
        <span className={variant.stock === 'in_stock' ? 'text-success' : 'text-muted'}>{stockText(variant)}</span>
      ),
    ),
    line(
      'Свежесть',
      offer => confirmedText(offer),
      offer => (
        <span className={offer.freshness === 'stale' ? 'text-accent-strong' : undefined}>{confirmedText(offer)}</span>
      ),
    ),
    line('Обхват ствола', ({ variant }) => rangeText(variant.girth_from, variant.girth_to)),
    line('Высота', ({ variant }) => rangeText(variant.height_from, variant.height_to)),
    line('Ширина', ({ variant }) => rangeText(variant.spread_from, variant.spread_to)),
    line('Высота штамба', ({ variant }) => rangeText(variant.stem_height, variant.stem_height)),
    line('Форма', ({ variant }) => variant.form && formNames[variant.form].toLowerCase()),
    line('Стволов', ({ variant }) => number(variant.stems)),
    line('Пересадок', ({ variant }) => number(variant.transplants)),
    line('Корни и упаковка', ({ variant }) => rootText(variant)),
    line(
      'Растение',
      ({ plant }) => plant?.name,
      ({ plant }) =>
        plant && (
          <Link to={`/plants/${plant.slug}`} className="link inline-block min-h-6">
            {plant.name}
          </Link>
        ),
    ),
    line('Зона зимостойкости', ({ product }) => number(product.zone)),
    line(
      'Компания',
      ({ company }) => String(company.id),
      ({ company }) => (
        <>
          <Link to={`/teams/get_current_team/${company.id}`} className="link inline-block min-h-6">
            {company.company_name}
          </Link>
          {company.is_verified && (
            <span className="block">
              <VerifiedBadge />
            </span>
          )}
          <ShortRating of={company} className="block" />
        </>
      ),
    ),
    line('Регион', ({ company }) => company.region?.name),
    line('Расстояние', ({ distance }) => (distance === null ? null : distanceText(distance))),
    line('Артикул', ({ variant }) => variant.sku),
    line('Примечание', ({ variant }) => variant.note),
    {
      label: 'Связаться',
      isAction: true,
      cells: offers.map(offer => ({
        value: null,
        shown: <div className="flex flex-col gap-2">{contact(offer)}</div>,
      })),
    },
  ]
}

interface ComparedOffersProps {
  compared: Compared
  offers: ComparedOffer[]
  /** How its company is reached. */
  contact: (offer: ComparedOffer) => ReactNode
}

export function ComparedOffers({ compared, offers, contact }: ComparedOffersProps) {
  return (
    <SideBySide
      caption="Сравнение предложений"
      columns={offers.map(({ variant, product }) => ({
        id: String(variant.id),
        name: product.name,
        to: product.get_absolute_url,
        picture: product.get_thumbnail,
        children: variant.label && <SizeLabel label={variant.label} />,
        withoutTo: hrefOf(without(compared, 'offer', [String(variant.id)])),
        onRemove: () => unchoose('offer', String(variant.id)),
      }))}
      lines={linesOf(offers, contact)}
    />
  )
}
