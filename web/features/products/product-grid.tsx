import { clsx } from 'clsx'
import type { ProductCard as Product } from '#contract/products.ts'
import { RenderedOnce } from '#web/ui/rendered-once.tsx'
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
const half = '(width < 40rem) calc(50vw - 1.5rem), (width < 48rem) calc(50vw - 2.25rem)'
const third = 'calc(33.4vw - 1.9rem)'
const sizesBeside = `${half}, (width < 64rem) ${third}, (width < 80rem) calc(50vw - 11.5rem), 18.75rem`
const sizesAlone = `${half}, (width < 80rem) ${third}, 18.5rem`

export function ProductGrid({ products, heading, showCategory, beside = false, eagerCount = 0 }: ProductGridProps) {
  const sizes = beside ? sizesBeside : sizesAlone
  return (
    <ul className={columns(beside)}>
      {products.map((product, index) => {
        const card = { product, heading, showCategory, sizes, eager: index < eagerCount }
        return (
          // The parts of the cards in a row are aligned, however long the names are.
          <RenderedOnce
            key={product.id}
            as="li"
            name="product-card"
            of={card}
            className="row-span-3 grid grid-cols-1 grid-rows-subgrid"
          >
            {() => <ProductCard {...card} />}
          </RenderedOnce>
        )
      })}
    </ul>
  )
}
