import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Offer } from '#contract/offer-search.ts'
import { formatPrice } from '#web/lib/format-price.ts'
import { HeadCell } from '#web/ui/table.tsx'
import { VerifiedBadge } from '#web/ui/verified-badge.tsx'
import { distanceText } from '../../places/place-label.ts'
import { stockText } from '../../products/stock-text.ts'
import { OfferActions } from './offer-actions.tsx'
import { SizeLabel } from './size-label.tsx'
import { confirmedText, rootText } from './texts.ts'

interface OfferListProps {
  offers: Offer[]
  /** How many are needed, `null` if nobody said. */
  quantity: number | null
  /** What else can be done with an offer. */
  action: (offer: Offer) => ReactNode
}

const numbers = new Intl.NumberFormat('ru-RU')
// A table where there is room; elsewhere each row is a card, its cells on a grid of their own.
const cell = 'xl:border-b xl:border-line xl:px-3 xl:py-3 xl:align-top max-xl:block max-xl:min-w-0'
const columns = ['Растение и размер', 'Зона', 'Наличие', 'Цена за шт.', 'Питомник']

/** Offers one by one, as in a price list over all nurseries. */
export function OfferList({ offers, quantity, action }: OfferListProps) {
  return (
    <table className="w-full border-collapse text-left max-xl:block">
      <caption className="sr-only">Предложения</caption>
      <thead className="max-xl:sr-only">
        <tr>
          {columns.map((name, at) => (
            <HeadCell key={name} className={clsx(at === 0 && 'xl:pl-0', name === 'Цена за шт.' && 'text-right')}>
              {name}
            </HeadCell>
          ))}
        </tr>
      </thead>
      <tbody className="max-xl:block">
        {offers.map(offer => (
          <Row key={offer.variant.id} offer={offer} quantity={quantity} action={action(offer)} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ offer, quantity, action }: { offer: Offer; quantity: number | null; action: ReactNode }) {
  const { variant, product, company, freshness, distance } = offer
  const where = [company.region?.name, distance === null ? undefined : distanceText(distance)].filter(Boolean)
  const isSoldOut = variant.stock === 'sold_out'
  return (
    <tr className="hover:bg-surface max-xl:grid max-xl:grid-cols-[minmax(0,1fr)_auto] max-xl:gap-x-4 max-xl:gap-y-1 max-xl:border-b max-xl:border-line max-xl:py-4">
      <th scope="row" className={clsx(cell, 'font-normal max-xl:col-span-2 xl:w-2/5 xl:pl-0')}>
        <div className="flex gap-3">
          <img
            src={product.get_thumbnail}
            alt=""
            width={80}
            height={60}
            loading="lazy"
            decoding="async"
            className="plate h-15 w-20 shrink-0 rounded-md object-cover"
          />
          <div className="min-w-0">
            <Link to={product.get_absolute_url} className="link inline-block min-h-6 font-semibold wrap-anywhere">
              {product.name}
            </Link>
            <span className="block">{variant.label ? <SizeLabel label={variant.label} /> : 'размер не указан'}</span>
            {rootText(variant) && <span className="block text-sm text-muted">{rootText(variant)}</span>}
          </div>
        </div>
      </th>
      <td className={clsx(cell, 'tabular-nums max-xl:hidden')}>{product.zone ?? '—'}</td>
      <td className={clsx(cell, 'max-xl:col-start-1 max-xl:row-start-2 max-xl:text-sm')}>
        <span className={variant.stock === 'in_stock' ? 'text-success' : 'text-muted'}>{stockText(variant)}</span>
        {product.zone !== null && <span className="text-muted xl:hidden"> · зона {product.zone}</span>}
        <span className={clsx('block text-sm', freshness === 'stale' ? 'text-accent-strong' : 'text-muted')}>
          {confirmedText(offer)}
        </span>
      </td>
      <td className={clsx(cell, 'text-right max-xl:col-start-2 max-xl:row-start-2')}>
        {isSoldOut && offer.unit_price === null ? (
          <span className="text-muted">—</span>
        ) : (
          <UnitPrice offer={offer} quantity={quantity} />
        )}
      </td>
      <td
        className={clsx(
          cell,
          'max-xl:col-span-2 max-xl:flex max-xl:flex-wrap max-xl:items-center max-xl:justify-between max-xl:gap-x-4',
        )}
      >
        <div className="min-w-0">
          <Link
            to={`/teams/get_current_team/${company.id}`}
            className="inline-block min-h-6 text-leaf wrap-anywhere hover:underline max-xl:text-sm"
          >
            {company.company_name}
          </Link>
          <span className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
            {company.is_verified && <VerifiedBadge />}
            {where.length > 0 && <span>{where.join(', ')}</span>}
          </span>
        </div>
        <OfferActions offer={offer}>{action}</OfferActions>
      </td>
    </tr>
  )
}

/** The price for one, of the tier that the quantity reaches, with what that makes of it; without a quantity, all tiers. */
function UnitPrice({ offer: { variant, unit_price: price }, quantity }: { offer: Offer; quantity: number | null }) {
  if (price === null) return <span className="font-semibold">по запросу</span>
  const isTier = price !== variant.price
  return (
    <>
      <data value={price} className="text-lg font-semibold whitespace-nowrap">
        {formatPrice(price)}
      </data>
      {quantity !== null && (
        <>
          {isTier && variant.price !== null && (
            <span className="block text-sm text-muted">
              <span className="sr-only">вместо </span>
              <s className="whitespace-nowrap tabular-nums">{formatPrice(variant.price)}</s>
            </span>
          )}
          {quantity > 1 && (
            <span className="block text-sm text-muted">
              {numbers.format(quantity)}&nbsp;шт.:{' '}
              <span className="whitespace-nowrap tabular-nums">
                {formatPrice(Math.round(price * quantity * 100) / 100)}
              </span>
            </span>
          )}
        </>
      )}
      {quantity === null &&
        variant.price_tiers.map(tier => (
          <span key={tier.quantity_from ?? 0} className="block text-sm whitespace-nowrap text-muted tabular-nums">
            {tier.quantity_from === null ? 'опт' : `от ${numbers.format(tier.quantity_from)}\u00a0шт.`}{' '}
            {formatPrice(tier.price)}
          </span>
        ))}
    </>
  )
}
