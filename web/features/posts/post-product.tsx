import { clsx } from 'clsx'
import { Link } from 'react-router'
import type { ProductCard } from '#contract/products.ts'
import { Drawn } from '#web/ui/drawn.tsx'
import { LatinName } from '#web/ui/latin-name.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { ProductPrice } from '#web/ui/price.tsx'
import { ProductFacts } from '#web/ui/product-facts.tsx'
import { ShortRating } from '#web/ui/short-rating.tsx'
import { VerifiedBadge } from '#web/ui/verified-badge.tsx'

interface PostProductProps {
  product: ProductCard
  /** Its picture is loaded at once. */
  eager?: boolean
}

/** The product that a post announces; the whole card links to it. */
export function PostProduct({ product, eager }: PostProductProps) {
  return (
    <div
      className={clsx(
        'relative mt-3 overflow-hidden rounded-lg border border-line bg-paper transition-colors hover:border-leaf/60',
        !product.has_photos && 'flex',
      )}
    >
      {/* A photograph is what people look at; a drawing only says what it is. */}
      {product.has_photos ? (
        <Picture
          src={product.get_image}
          alt=""
          sizes="(width < 40rem) calc(100vw - 4rem), 38rem"
          ratio={[16, 10]}
          eager={eager}
        />
      ) : (
        <div className="relative w-28 shrink-0 sm:w-44">
          <Picture
            src={product.get_image}
            alt=""
            sizes="(width < 40rem) 7rem, 11rem"
            className="h-full! min-h-28 object-cover"
            eager={eager}
          />
          <Drawn src={product.get_image} />
        </div>
      )}
      <div className="flex min-w-0 flex-1 flex-col justify-center gap-1 p-3 sm:p-4">
        <p className="text-sm text-muted">{product.category.name}</p>
        <Link
          to={product.get_absolute_url}
          className="stretched font-serif text-lg leading-snug wrap-anywhere text-ink no-underline sm:text-xl"
        >
          {product.name}
        </Link>
        {product.latin_name && (
          <p className="text-sm leading-snug text-muted">
            <LatinName>{product.latin_name}</LatinName>
          </p>
        )}
        <ProductFacts product={product} />
        <p className="flex flex-wrap items-baseline justify-between gap-x-4">
          <ProductPrice product={product} className="text-lg" />
          <span className="min-w-0 text-sm leading-snug wrap-anywhere text-muted">
            {product.team.company_name}{' '}
            {product.team.is_verified && <VerifiedBadge isShort={product.team.rating !== undefined} />}{' '}
            <ShortRating of={product.team} />
          </span>
        </p>
      </div>
    </div>
  )
}
