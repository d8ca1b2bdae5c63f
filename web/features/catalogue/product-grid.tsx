import { clsx } from 'clsx'
import type { ProductCard as Product } from '#contract/catalogue.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ProductCard } from './product-card.tsx'

interface ProductGridProps {
  products: Product[]
  detailsLabel: 'Подробнее' | 'View details'
  heading: 'h2' | 'h3'
  /** Where listings of several categories stand together. */
  showCategory?: boolean
  /** Beside filters there is room for one column less. */
  beside?: boolean
  /** How many of the first pictures are in sight at once. */
  eagerCount?: number
}

const columns = (beside: boolean) =>
  clsx('grid grid-cols-2 gap-3 sm:gap-5 md:grid-cols-3', beside ? 'lg:grid-cols-2 xl:grid-cols-3' : 'xl:grid-cols-4')

// The widths that the columns above come to.
const sizesBeside = '(width < 48rem) 46vw, (width < 64rem) 31vw, (width < 80rem) 33vw, 19rem'
const sizesAlone = '(width < 48rem) 46vw, (width < 80rem) 31vw, 19rem'

export function ProductGrid({
  products,
  detailsLabel,
  heading,
  showCategory,
  beside = false,
  eagerCount = 0,
}: ProductGridProps) {
  return (
    <ul className={columns(beside)}>
      {products.map((product, index) => (
        <li key={product.id}>
          <ProductCard
            product={product}
            detailsLabel={detailsLabel}
            heading={heading}
            showCategory={showCategory}
            sizes={beside ? sizesBeside : sizesAlone}
            eager={index < eagerCount}
          />
        </li>
      ))}
    </ul>
  )
}

export function ProductGridSkeleton({ beside = false, count = 8 }: { beside?: boolean; count?: number }) {
  return (
    <output aria-label="Загружаем растения" className={columns(beside)}>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
        <div key={index} className="overflow-hidden rounded-lg border border-line bg-surface">
          <Skeleton className="aspect-4/3 rounded-none" />
          <div className="grid gap-2 p-4">
            <Skeleton className="h-5 w-4/5" />
            <Skeleton className="h-4 w-1/2" />
            <Skeleton className="mt-3 h-6 w-2/5" />
          </div>
        </div>
      ))}
    </output>
  )
}
