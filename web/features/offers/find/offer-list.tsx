import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { pictureAt } from '#contract/media.ts'
import type { Offer } from '#contract/offer-search.ts'
import { formatPrice } from '#web/lib/format-price.ts'
import { StoredImage } from '#web/ui/picture.tsx'
import { ShortRating } from '#web/ui/short-rating.tsx'
import { HeadCell } from '#web/ui/table.tsx'
import { VerifiedBadge } from '#web/ui/verified-badge.tsx'
import { distanceText } from '../../places/place-label.ts'
import { stockText } from '../../products/stock-text.ts'
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
const cell = 'xl:border-b xl:border-line xl:px-2 xl:py-1.5 xl:align-middle max-xl:block max-xl:min-w-0'
const columns = [
  { name: 'Растение и размер', width: 'xl:w-[33%] xl:px-2 xl:pl-0' },
  { name: 'Зона', width: 'xl:w-[6%] xl:px-2' },
  { name: 'Наличие', width: 'xl:w-[20%] xl:px-2' },
  { name: 'Цена за шт.', width: 'xl:w-[14%] text-right xl:px-2' },
  { name: 'Питомник', width: 'xl:w-[27%] xl:px-2 xl:pr-0' },
]

/** Offers one by one, as in a price list over all nurseries. */
export function OfferList({ offers, quantity, action }: OfferListProps) {
  return (
    // Fixed: rows arrive one by one, and must not change the widths of those above.
    <table className="w-full border-collapse text-left max-xl:block xl:table-fixed">
      <caption className="sr-only">Предложения</caption>
      <thead className="max-xl:sr-only">
        <tr>
          {columns.map(({ name, width }) => (
            <HeadCell key={name} className={width}>
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
    <tr className="hover:bg-surface max-xl:grid max-xl:grid-cols-[minmax(0,1fr)_auto] max-xl:gap-x-4 max-xl:gap-y-1 max-xl:border-b max-xl:border-line max-xl:py-3">
      <th scope="row" className={clsx(cell, 'font-normal max-xl:col-span-2 xl:pl-0')}>
        <div className="flex gap-3">
          <StoredImage
            src={pictureAt(product.get_thumbnail, 320)}
            sizes="5rem"
            alt=""
            width={80}
            height={60}
            loading="lazy"
            decoding="async"
            className="plate h-15 w-20 shrink-0 rounded-md object-cover xl:h-11 xl:w-14"
          />
          <div className="min-w-0">
            <Link to={product.get_absolute_url} className="link inline-block min-h-6 font-semibold wrap-anywhere">
              {product.name}
            </Link>
            <span className="block xl:text-sm" title={rootText(variant) || undefined}>
              {variant.label ? <SizeLabel label={variant.label} /> : 'размер не указан'}
            </span>
            {rootText(variant) && <span className="block text-sm text-muted xl:sr-only">{rootText(variant)}</span>}
          </div>
        </div>
      </th>
      <td className={clsx(cell, 'tabular-nums max-xl:hidden')}>{product.zone ?? '—'}</td>
      <td className={clsx(cell, 'max-xl:col-start-1 max-xl:row-start-2 max-xl:text-sm')}>
        <span className={clsx('xl:text-sm', variant.stock === 'in_stock' ? 'text-success' : 'text-muted')}>
          {stockText(variant)}
        </span>
        {product.zone !== null && <span className="text-muted xl:hidden"> · зона {product.zone}</span>}
        <span className={clsx('block text-sm xl:text-xs', freshness === 'stale' ? 'text-accent-strong' : 'text-muted')}>
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
      <td className={clsx(cell, 'max-xl:col-span-2 xl:pr-0')}>
        <div className="flex items-center justify-between gap-x-4 max-xl:flex-wrap">
          <div className="min-w-0">
            <Link
              to={`/teams/get_current_team/${company.id}`}
              className="inline-block max-w-full min-h-6 text-leaf wrap-anywhere hover:underline max-xl:text-sm xl:truncate xl:align-bottom"
            >
              {company.company_name}
            </Link>
            <span className="flex flex-wrap items-center gap-x-2 text-sm text-muted xl:flex-nowrap xl:overflow-hidden xl:text-xs xl:whitespace-nowrap">
              {company.is_verified && <VerifiedBadge isShort />}
              <ShortRating of={company} />
              {where.length > 0 && <span className="xl:truncate">{where.join(', ')}</span>}
            </span>
          </div>
          <div className="flex shrink-0 items-center gap-x-4 max-xl:flex-wrap max-sm:w-full max-sm:justify-between xl:gap-x-3 xl:px-2">
            {/* Next to the company's name it would only make the table's rows higher. */}
            <Link
              to={`/teams/get_current_team/${company.id}`}
              className="link inline-flex min-h-9 items-center text-sm xl:hidden"
              aria-label={`Контакты: ${company.company_name}`}
            >
              Контакты
            </Link>
            {action}
          </div>
        </div>
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
        variant.price_tiers.map((tier, at) => (
          <span
            key={tier.quantity_from ?? 0}
            className={clsx(
              'block text-sm whitespace-nowrap text-muted tabular-nums xl:text-xs',
              // In the table a line more would make all that is seen of the list one row shorter.
              at < variant.price_tiers.length - 1 && 'xl:sr-only',
            )}
          >
            {tier.quantity_from === null ? 'опт' : `от ${numbers.format(tier.quantity_from)}\u00a0шт.`}{' '}
            {formatPrice(tier.price)}
          </span>
        ))}
    </>
  )
}
