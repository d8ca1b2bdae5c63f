import { pictureAt } from '#contract/media.ts'
import type { PhotoProduct } from '#contract/product-photos.ts'
import { countedPhotos } from './words.ts'

/** A product in a list of choices: its picture, name, sizes and how many photos it has. */
export function ProductLine({ product: { name, sizes, get_thumbnail, photos_count } }: { product: PhotoProduct }) {
  return (
    <span className="flex min-w-0 items-center gap-3 py-0.5">
      <img
        src={pictureAt(get_thumbnail, 320)}
        alt=""
        loading="lazy"
        decoding="async"
        className="plate aspect-4/3 w-14 shrink-0 rounded-sm object-cover"
      />
      <span className="min-w-0">
        <span className="block leading-snug font-semibold wrap-anywhere">{name}</span>
        <span className="block text-sm wrap-anywhere text-muted">
          {[sizes, photos_count > 0 ? countedPhotos(photos_count) : 'пока рисунок'].filter(Boolean).join(' · ')}
        </span>
      </span>
    </span>
  )
}
