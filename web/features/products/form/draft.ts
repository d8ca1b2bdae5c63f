import { readDraft } from '#web/ui/drafts.ts'
import type { Photo } from '#web/ui/photos/photo-list.ts'
import type { Filled } from './fill-in.ts'
import { changedFields, type ProductValues } from './values.ts'

type DraftPhoto = Pick<Photo, 'id' | 'preview' | 'uploadedAt'>

/** What somebody has written and not saved yet, as kept in localStorage. */
export interface Draft {
  /** The fields that differ from what the form began with: all others follow the product as it is by now. */
  values: Partial<ProductValues>
  filled: Filled
  /** `null` when nothing was changed about them. */
  photos: DraftPhoto[] | null
}

/** One draft for each person and form; `product` is the number of the product, or `new`. */
export const draftName = (userId: string, product: number | 'new') => `product.${userId}.${product}`

/** The server keeps a picture that no form has taken for a day; the last hour is left for the saving. */
const pictureLife = 23 * 60 * 60 * 1000

interface FormState {
  values: ProductValues
  photos: readonly Photo[]
}

const shown = (photos: readonly Photo[]) => photos.map(photo => photo.id ?? photo.key).join()

/** Whether anything would be lost by leaving. Pictures still on their way count. */
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
 * The form as the draft has it. Pictures that the server no longer has, and the product's own ones that somebody has
 * removed since, are left out; `lost` is how many.
 */
export function restore(draft: Draft, initial: FormState, now: number): FormState & { lost: number } {
  const values = { ...initial.values, ...draft.values }
  if (!draft.photos) return { values, photos: initial.photos, lost: 0 }
  const isThere = ({ id, uploadedAt }: DraftPhoto) =>
    uploadedAt === null ? initial.photos.some(photo => photo.id === id) : now - uploadedAt < pictureLife
  const photos = draft.photos
    .filter(isThere)
    .map((photo): Photo => ({ ...photo, key: String(photo.id), state: 'stored', progress: 1, error: '' }))
  return { values, photos, lost: draft.photos.length - photos.length }
}

/** The draft that is kept under a name, if it is one. */
export function keptDraft(name: string): Draft | null {
  const draft = readDraft(name) as Partial<Draft> | null
  return draft?.values && draft.filled
    ? { values: draft.values, filled: draft.filled, photos: draft.photos ?? null }
    : null
}
