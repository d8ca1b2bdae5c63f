import { clsx } from 'clsx'
import type { ProductCard } from '#contract/products.ts'
import { formatPrice } from '#web/lib/format-price.ts'

interface PriceProps {
  /** Rubles; `null` when the seller has not stated it. */
  rubles: number | null
  /** It is the lowest of several. */
  isFrom?: boolean
  className?: string
}

export function Price({ rubles, isFrom, className }: PriceProps) {
  if (rubles === null) return <span className={clsx('font-semibold', className)}>Цена по запросу</span>
  return (
    <data value={rubles} className={clsx('font-semibold whitespace-nowrap tabular-nums', className)}>
      {isFrom && <span className="text-[0.8em] font-normal">от </span>}
      {formatPrice(rubles)}
    </data>
  )
}

interface ProductPriceProps {
  product: Pick<ProductCard, 'price' | 'price_is_from' | 'is_sold_out'>
  /** Of a price in figures. */
  className?: string
}

/** For how much a product is offered, in whichever of its sizes, if it is. */
export function ProductPrice({ product, className }: ProductPriceProps) {
  if (product.is_sold_out) return <span className="text-muted">Нет в наличии</span>
  return (
    <Price
      rubles={product.price}
      isFrom={product.price_is_from}
      className={product.price === null ? undefined : className}
    />
  )
}
