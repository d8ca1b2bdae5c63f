import { clsx } from 'clsx'
import type { ProductCard } from '#contract/products.ts'
import { counted, sizes } from '#web/lib/plural.ts'

interface ProductFactsProps {
  product: Pick<ProductCard, 'sizes' | 'variants_count' | 'zone'>
  className?: string
}

/**
 * The most important facts of a plant in one line of constant height: sizes and roots, cut off if necessary, and the
 * zone, which never is.
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
