import { readDraft } from '#web/ui/drafts.ts'
import { photoLife } from '#web/ui/photos/photo-life.ts'
import type { Photo } from '#web/ui/photos/photo-list.ts'
import type { Filled } from './fill-in.ts'
import { storedSizes } from './sizes/size-values.ts'
import { changedFields, type ProductValues } from './values.ts'

type DraftPhoto = Pick<Photo, 'id' | 'preview' | 'uploadedAt'>

/** Unsaved changes of a form, as stored in localStorage. */
export interface Draft {
  /** The fields that differ from the form's initial state: all others follow the current product. */
  values: Partial<ProductValues>
  filled: Filled
  /** `null` if they were not changed. */
  photos: DraftPhoto[] | null
}

/** One draft for each person and form; `product` is the product's id, `new`, or the id of the product that is copied. */
export const draftName = (userId: string, product: number | 'new' | `copy-${number}`) => `product.${userId}.${product}`

interface FormState {
  values: ProductValues
  photos: readonly Photo[]
}

const shown = (photos: readonly Photo[]) => photos.map(photo => photo.id ?? photo.key).join()

/** Whether leaving would lose anything, including pictures that are still uploading. */
export function isChanged(initial: FormState, now: FormState): boolean {
  return changedFields(initial.values, now.values).length > 0 || shown(initial.photos) !== shown(now.photos)
}

export function draftOf(initial: FormState, now: FormState, filled: Filled): Draft | null {
  if (!isChanged(initial, now)) return null
  const names = changedFields(initial.values, now.values)
  const arePhotosChanged = shown(initial.photos) !== shown(now.photos)
  return {
    values: Object.fromEntries(names.map(name => [name, now.values[name]])),
    filled,
    photos: arePhotosChanged
      ? now.photos
          .filter(photo => photo.id !== null)
          .map(({ id, preview, uploadedAt }) => ({ id, preview, uploadedAt }))
      : null,
  }
}

/**
 * The form's state from the draft. Pictures that the server no longer has, and those of the product that somebody has
 * removed since, are left out; `lost` is their number.
 */
export function restore(draft: Draft, initial: FormState, now: number): FormState & { lost: number } {
  const values = { ...initial.values, ...draft.values }
  if (!draft.photos) return { values, photos: initial.photos, lost: 0 }
  const isThere = ({ id, uploadedAt }: DraftPhoto) =>
    uploadedAt === null ? initial.photos.some(photo => photo.id === id) : now - uploadedAt < photoLife
  const photos = draft.photos
    .filter(isThere)
    .map((photo): Photo => ({ ...photo, key: String(photo.id), name: '', state: 'stored', progress: 1, error: '' }))
  return { values, photos, lost: draft.photos.length - photos.length }
}

/** The draft stored under a name, if it is valid. */
export function storedDraft(name: string): Draft | null {
  const draft = readDraft(name) as Partial<Draft> | null
  if (!draft?.values || !draft.filled) return null
  const { variants, ...values } = draft.values
  return {
    values: { ...values, ...(variants ? { variants: storedSizes(variants) } : {}) },
    filled: draft.filled,
    photos: draft.photos ?? null,
  }
}
