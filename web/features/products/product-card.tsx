import { Link } from 'react-router'
import type { ProductCard as Product } from '#contract/products.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Drawn } from '#web/ui/drawn.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { LatinName } from '#web/ui/latin-name.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { ProductPrice } from '#web/ui/price.tsx'
import { ProductFacts } from '#web/ui/product-facts.tsx'
import { ShortRating } from '#web/ui/short-rating.tsx'
import { VerifiedBadge } from '#web/ui/verified-badge.tsx'
import { excerpt } from './excerpt.ts'

/** Half of a phone or a quarter of a desk, with one to three pixels to the point. */
const cardWidths = [400, 720] as const

interface ProductCardProps {
  product: Product
  /** Heading level of the name. */
  heading: 'h2' | 'h3'
  showCategory?: boolean
  /** Displayed width of the picture, see Picture. */
  sizes: string
  eager?: boolean
}

/** A product in three subgrid rows (product-grid.tsx). The details link covers the whole card; controls above it have `z-10`. */
export function ProductCard({ product, heading: Heading, showCategory, sizes, eager }: ProductCardProps) {
  const nameId = `plant-${product.id}-name`
  const descriptionId = `plant-${product.id}-description`
  return (
    <article
      aria-labelledby={nameId}
      className="product-card relative row-span-3 grid grid-cols-1 grid-rows-subgrid gap-y-0 overflow-hidden rounded-lg border border-line bg-surface shadow-card transition-shadow hover:shadow-lift"
    >
      {/* On a phone the description covers picture and name, on wider screens only the picture. */}
      <div className="relative sm:static">
        <div className="sm:relative">
          <div className="relative">
            <Picture src={product.get_thumbnail} alt="" sizes={sizes} needed={cardWidths} eager={eager} />
            <Drawn src={product.get_thumbnail} />
          </div>
          {product.description && (
            <>
              <button type="button" aria-describedby={descriptionId} className="card-peek" aria-label="Описание">
                <Icon shape="info" size={18} />
              </button>
              <p id={descriptionId} className="card-description">
                {excerpt(product.description, 260)}
              </p>
            </>
          )}
        </div>
        <div className="px-3 pt-3 sm:px-4">
          {showCategory && <p className="mb-0.5 text-xs text-muted">{product.category.name}</p>}
          <Heading id={nameId} className="text-base leading-snug hyphens-auto sm:text-lg">
            {product.name}
          </Heading>
          {product.latin_name && (
            <p className="mt-0.5 text-sm leading-snug text-muted">
              <LatinName>{product.latin_name}</LatinName>
            </p>
          )}
        </div>
      </div>
      <div className="px-3 pt-2 sm:px-4">
        <ProductFacts product={product} />
        <div className="mt-1 flex flex-wrap items-center justify-between gap-x-3">
          <ProductPrice product={product} className="text-lg" />
          <Link
            to={product.get_absolute_url}
            aria-describedby={nameId}
            className="stretched inline-flex min-h-10 items-center gap-1 font-semibold text-leaf no-underline"
          >
            Подробнее
            <Icon shape="arrow-right" size={17} className="shrink-0" />
          </Link>
        </div>
      </div>
      <div className="mt-1 flex flex-wrap content-between items-center justify-between gap-x-3 gap-y-2 border-t border-line px-3 py-2.5 sm:flex-nowrap sm:px-4">
        <p className="min-w-0 text-sm leading-tight text-muted">
          <span className="line-clamp-2">{product.team.company_name}</span>
          <span className="flex flex-wrap items-center gap-x-2">
            {product.team.is_verified && <VerifiedBadge isShort={product.team.rating !== undefined} />}
            <ShortRating of={product.team} />
          </span>
        </p>
        <ButtonLink
          to={`/teams/get_current_team/${product.team.id}`}
          variant="secondary"
          size="sm"
          className="relative z-10 max-sm:min-h-11 max-sm:w-full"
        >
          Контакты
        </ButtonLink>
      </div>
    </article>
  )
}
