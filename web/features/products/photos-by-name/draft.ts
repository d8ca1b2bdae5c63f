import type { PhotoProduct } from '#contract/product-photos.ts'
import { readDraft } from '#web/ui/drafts.ts'
import { photoLife } from '#web/ui/photos/photo-life.ts'
import type { Photo } from '#web/ui/photos/photo-list.ts'
import { noSorting, type Place, type Sorting } from './sorting.ts'

/** Uploaded photos that are not added yet, as stored in localStorage. */
export interface Draft {
  photos: (Pick<Photo, 'name' | 'id' | 'preview' | 'uploadedAt'> & { place: Place; number: number | null })[]
  products: PhotoProduct[]
}

export const draftName = (userId: string) => `photos-by-name.${userId}`

/** `null` if no photo is uploaded. */
export function draftOf(photos: readonly Photo[], { places, numbers, products }: Sorting): Draft | null {
  const stored = photos.filter(({ id }) => id !== null)
  if (stored.length === 0) return null
  return {
    photos: stored.map(({ key, name, id, preview, uploadedAt }) => ({
      name,
      id,
      preview,
      uploadedAt,
      place: places.get(key) ?? { state: 'unsorted' },
      number: numbers.get(key) ?? null,
    })),
    products: [...products.values()],
  }
}

/** What the draft contains, without the photos that the server no longer has; `lost` is their number. */
export function restore(draft: Draft | null, now: number): { photos: Photo[]; sorting: Sorting; lost: number } {
  if (!draft) return { photos: [], sorting: noSorting, lost: 0 }
  const kept = draft.photos.filter(({ uploadedAt }) => now - (uploadedAt ?? 0) < photoLife)
  const keyOf = ({ id }: Draft['photos'][number]) => String(id)
  return {
    photos: kept.map(photo => {
      const { name, id, preview, uploadedAt } = photo
      return { key: keyOf(photo), name, id, preview, uploadedAt, state: 'stored', progress: 1, error: '' }
    }),
    sorting: {
      places: new Map(
        // The answer to a question that was under way does not come any more.
        kept.map(photo => [keyOf(photo), photo.place.state === 'matching' ? { state: 'unsorted' } : photo.place]),
      ),
      numbers: new Map(kept.flatMap(photo => (photo.number === null ? [] : [[keyOf(photo), photo.number] as const]))),
      products: new Map(draft.products.map(product => [product.id, product])),
    },
    lost: draft.photos.length - kept.length,
  }
}

/** The draft stored under a name, if it is valid. */
export function storedDraft(name: string): Draft | null {
  const draft = readDraft(name) as Partial<Draft> | null
  return draft && Array.isArray(draft.photos) && Array.isArray(draft.products) ? (draft as Draft) : null
}
