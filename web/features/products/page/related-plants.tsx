import type { ReactNode } from 'react'
import type { ProductCard } from '#contract/products.ts'
import { ProductGrid } from '../product-grid.tsx'

interface RelatedPlantsProps {
  id: string
  title: string
  products: ProductCard[]
  /** The address with more of them. */
  more?: ReactNode
}

/** Other products; renders nothing if there are none. */
export function RelatedPlants({ id, title, products, more }: RelatedPlantsProps) {
  if (products.length === 0) return null
  return (
    <section aria-labelledby={id} className="mt-14">
      <div className="mb-5 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id={id} className="text-2xl">
          {title}
        </h2>
        {more}
      </div>
      {/* Two rows; on a phone, where it would be four, the rest is behind the link. */}
      <div className="max-md:[&>ul>li:nth-child(n+5)]:hidden">
        <ProductGrid products={products} heading="h3" />
      </div>
    </section>
  )
}
