import { clsx } from 'clsx'
import type { ProductCard } from '#contract/products.ts'
import { counted, sizes } from '#web/lib/plural.ts'

interface ProductFactsProps {
  product: Pick<ProductCard, 'sizes' | 'variants_count' | 'zone'>
  className?: string
}

/**
 * What decides first whether a plant comes into question, in one line that is there even when nothing is known: sizes and
 * roots, cut off where there is no room, and the zone, which never is.
 */
export function ProductFacts({ product, className }: ProductFactsProps) {
  const { sizes: line, variants_count: count, zone } = product
  return (
    <p className={clsx('flex h-5 text-xs leading-5 whitespace-nowrap', className)}>
      <span className="truncate">{[line, count > 1 && counted(count, sizes)].filter(Boolean).join(' · ')}</span>
      {zone !== null && <span className="ml-auto pl-2 text-muted">зона {zone}</span>}
    </p>
  )
}
