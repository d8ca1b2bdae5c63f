import { clsx } from 'clsx'
import type { ProductCard as Product } from '#contract/products.ts'
import { ProductCard } from './product-card.tsx'

interface ProductGridProps {
  products: Product[]
  heading: 'h2' | 'h3'
  /** For lists with products of several categories. */
  showCategory?: boolean
  /** Beside filters there is room for one column fewer. */
  beside?: boolean
  /** How many of the first pictures are visible without scrolling. */
  eagerCount?: number
}

const columns = (beside: boolean) =>
  clsx('grid grid-cols-2 gap-3 sm:gap-5 md:grid-cols-3', beside ? 'lg:grid-cols-2 xl:grid-cols-3' : 'xl:grid-cols-4')

// The widths that result from the columns above.
const sizesBeside = '(width < 48rem) 46vw, (width < 64rem) 31vw, (width < 80rem) 33vw, 19rem'
const sizesAlone = '(width < 48rem) 46vw, (width < 80rem) 31vw, 19rem'

export function ProductGrid({ products, heading, showCategory, beside = false, eagerCount = 0 }: ProductGridProps) {
  return (
    <ul className={columns(beside)}>
      {products.map((product, index) => (
        // The parts of the cards in a row are aligned, however long the names are.
        <li key={product.id} className="row-span-3 grid grid-cols-1 grid-rows-subgrid">
          <ProductCard
            product={product}
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
