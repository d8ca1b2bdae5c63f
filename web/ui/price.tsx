import { clsx } from 'clsx'
import { formatPrice } from '#web/lib/format-price.ts'

interface PriceProps {
  /** Rubles; `null` when the seller has not stated it. */
  rubles: number | null
  className?: string
}

export function Price({ rubles, className }: PriceProps) {
  if (rubles === null) return <span className={clsx('font-semibold', className)}>Цена по запросу</span>
  return (
    <data value={rubles} className={clsx('font-semibold whitespace-nowrap tabular-nums', className)}>
      {formatPrice(rubles)}
    </data>
  )
}
