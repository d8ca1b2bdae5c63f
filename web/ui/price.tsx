import { clsx } from 'clsx'
import type { ProductCard } from '#contract/products.ts'
import { soldOut } from '#contract/stock-names.ts'
import { formatPrice } from '#web/lib/format-price.ts'

interface PriceProps {
  /** Rubles; `null` on request. */
  rubles: number | null
  /** The lowest of several prices. */
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
  /** Only for a price in figures. */
  className?: string
}

/** The price of a product, or that it is sold out. */
export function ProductPrice({ product, className }: ProductPriceProps) {
  if (product.is_sold_out) return <span className="text-muted">{soldOut}</span>
  return (
    <Price
      rubles={product.price}
      isFrom={product.price_is_from}
      className={product.price === null ? undefined : className}
    />
  )
}
