import { Link } from 'react-router'
import type { Showcase } from '#contract/offers.ts'
import { plants, pluralForm } from '#web/lib/plural.ts'
import { Picture } from '#web/ui/picture.tsx'
import { RenderedOnce } from '#web/ui/rendered-once.tsx'

/** Every category with a picture of what is in it. */
export function CategoryTiles({ categories }: { categories: Showcase['categories'] }) {
  return (
    <RenderedOnce
      as="ul"
      name="category-tiles"
      of={categories}
      className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-6"
    >
      {() =>
        categories.map(({ id, name, slug, products_count: count, get_thumbnail: picture }) => (
          <li key={id}>
            <Link
              to={`/products/${slug}`}
              className="block h-full overflow-hidden rounded-lg border border-line bg-surface no-underline hover:border-leaf hover:shadow-card"
            >
              {picture === null ? (
                <span className="plate block w-full" style={{ aspectRatio: '4 / 3' }} />
              ) : (
                <Picture
                  src={picture}
                  alt=""
                  needed={[320, 640]}
                  sizes="(width < 40rem) 46vw, (width < 64rem) 31vw, 12rem"
                />
              )}
              <span className="block px-3 py-2">
                <span className="block font-serif text-base leading-tight hyphens-auto">{name}</span>{' '}
                <span className="text-sm text-muted tabular-nums">
                  {count} {pluralForm(count, plants)}
                </span>
              </span>
            </Link>
          </li>
        ))
      }
    </RenderedOnce>
  )
}
