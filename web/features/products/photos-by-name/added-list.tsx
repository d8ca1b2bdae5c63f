import { Link } from 'react-router'
import { pictureAt } from '#contract/media.ts'
import type { PhotoProduct } from '#contract/product-photos.ts'
import type { ProductImage } from '#contract/products.ts'
import { Button } from '#web/ui/button.tsx'
import { Check } from '#web/ui/icons.ts'
import { countedPhotos } from './words.ts'

/** What one product got. */
export interface Added {
  product: PhotoProduct
  images: readonly ProductImage[]
  /** Photos for which there was no place. */
  surplus: number
  state: 'added' | 'removing' | 'removed'
}

interface AddedListProps {
  added: readonly Added[]
  onUndo: (added: Added) => void
}

/** What went where; each product's photos can be taken back. */
export function AddedList({ added, onUndo }: AddedListProps) {
  const count = added.reduce((sum, { state, images }) => sum + (state === 'removed' ? 0 : images.length), 0)
  return (
    <section aria-labelledby="added-photos" className="rounded-xl border border-line bg-success-soft p-4 sm:p-5">
      <h2 id="added-photos" className="mb-3 flex items-center gap-2 text-xl text-success">
        <Check size={22} />
        Добавлено: {countedPhotos(count)}
      </h2>
      <ul className="grid gap-2">
        {added.map(one => {
          const { product, images, surplus, state } = one
          return (
            <li
              key={images[0]?.id ?? `none-${product.id}`}
              aria-label={product.name}
              className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg bg-surface p-3"
            >
              <span className="flex gap-1">
                {images.slice(0, 4).map(({ id, get_thumbnail }) => (
                  <img
                    key={id}
                    src={pictureAt(get_thumbnail, 320)}
                    alt=""
                    className="plate aspect-4/3 w-14 rounded-sm object-cover"
                  />
                ))}
              </span>
              <span className="min-w-0 grow basis-48">
                <Link to={product.get_absolute_url} className="font-semibold wrap-anywhere">
                  {product.name}
                </Link>
                <span className="block text-sm text-muted">
                  {state === 'removed' ? 'снимки убраны' : countedPhotos(images.length)}
                  {surplus > 0 && ` · не поместилось: ${surplus}`}
                </span>
              </span>
              {state !== 'removed' && images.length > 0 && (
                <Button
                  variant="quiet"
                  size="sm"
                  busy={state === 'removing'}
                  aria-label={`Убрать добавленное: ${product.name}`}
                  onClick={() => onUndo(one)}
                >
                  Убрать
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
