import { clsx } from 'clsx'
import { useState } from 'react'
import { productPicturesMax } from '#contract/products.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { TriangleAlert } from '#web/ui/icons.ts'
import { RemovePhotoButton } from '#web/ui/photos/photo-overlays.tsx'
import { PhotoTile, photoDragType, tileGrid } from './photo-tile.tsx'
import { ProductLine } from './product-line.tsx'
import type { ProductGroup } from './sorting.ts'
import { countedPhotos } from './words.ts'

interface ProductGroupsProps {
  groups: readonly ProductGroup[]
  /** Why photos could not be added, by product. */
  failures: ReadonlyMap<number, string>
  /** A photo of another place was dropped on the group. */
  onDropPhoto: (group: ProductGroup, key: string) => void
  /** Back to the photos that are sorted by hand. */
  onTakeOut: (key: string) => void
  /** Another product for all photos of the group. */
  onMove: (group: ProductGroup) => void
  onRetry: (key: string) => void
}

/** The products with the photos that they will get, in this order. */
export function ProductGroups({ groups, failures, onDropPhoto, onTakeOut, onMove, onRetry }: ProductGroupsProps) {
  const [over, setOver] = useState<number | null>(null)
  return (
    <ul className="grid gap-3">
      {groups.map(group => {
        const { product, photos, surplus } = group
        const failure = failures.get(product.id)
        return (
          <li
            key={product.id}
            aria-label={product.name}
            onDragOver={event => {
              if (!event.dataTransfer.types.includes(photoDragType)) return
              event.preventDefault()
              setOver(product.id)
            }}
            onDragLeave={() => setOver(null)}
            onDrop={event => {
              const key = event.dataTransfer.getData(photoDragType)
              setOver(null)
              if (key === '') return
              event.preventDefault()
              onDropPhoto(group, key)
            }}
            className={clsx(
              'rounded-lg border p-4 transition-colors',
              over === product.id ? 'border-leaf bg-leaf-soft' : 'border-line bg-surface',
            )}
          >
            <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
              <ProductLine product={product} />
              <Button
                variant="quiet"
                size="sm"
                aria-label={`Другое растение вместо «${product.name}»`}
                onClick={() => onMove(group)}
                className="-mx-3"
              >
                Другое растение
              </Button>
            </div>
            <ol className={tileGrid}>
              {photos.map(photo => (
                <li key={photo.key}>
                  <PhotoTile photo={photo} onRetry={() => onRetry(photo.key)}>
                    <RemovePhotoButton
                      name={`${photo.name} от растения «${product.name}»`}
                      onRemove={() => onTakeOut(photo.key)}
                    />
                  </PhotoTile>
                </li>
              ))}
            </ol>
            {surplus > 0 && (
              <p className="mt-3 flex items-start gap-2 text-sm text-accent-strong">
                <TriangleAlert size={18} className="mt-px shrink-0" />У растения не больше {productPicturesMax} снимков:
                последние {countedPhotos(surplus)} не поместятся.
              </p>
            )}
            {failure && <FieldError id={`photos-failure-${product.id}`}>{failure}</FieldError>}
          </li>
        )
      })}
    </ul>
  )
}
