import type { FieldErrors } from '#contract/errors.ts'
import { productPicturesMax } from '#contract/products.ts'
import { fieldError } from '#server/platform/http/field-errors.ts'
import type { ProductForm } from './product-form.ts'

/** A photo of a product that is being saved: one that it has, an upload that becomes its own, or a file just sent. */
export type Photo = { imageId: number } | { uploadId: string } | { file: number }

/** Said of a photo that is neither the product's nor waiting for a form of this person. */
export const photoIsGone = (): FieldErrors => ({
  photos: fieldError('Снимка больше нет: добавьте его ещё раз', 'unknown'),
})

/** Ids of the uploads that a form wants. */
export function uploadIdsIn(form: Pick<ProductForm, 'photos'>): string[] {
  return [...new Set((form.photos ?? []).flatMap(photo => (typeof photo === 'string' ? [photo.toLowerCase()] : [])))]
}

/**
 * The photos in their new order: `photos` as a whole where it was sent, else those there are; without those to be
 * deleted; the files behind them. `null`: they stay as they are.
 */
export function arrangePhotos(
  form: Pick<ProductForm, 'photos' | 'delete_images'>,
  known: { imageIds: number[]; uploadIds: Set<string> },
  fileCount: number,
): { photos: Photo[] | null; errors: FieldErrors } {
  const deleted = new Set(form.delete_images)
  if (form.photos === undefined && deleted.size === 0 && fileCount === 0) return { photos: null, errors: {} }
  const wanted = [
    ...new Set(form.photos?.map(id => (typeof id === 'string' ? id.toLowerCase() : id)) ?? known.imageIds),
  ]
  const isKnown = (id: string | number) =>
    typeof id === 'number' ? known.imageIds.includes(id) : known.uploadIds.has(id)
  const errors: FieldErrors = wanted.every(isKnown) ? {} : photoIsGone()
  const photos: Photo[] = [
    ...wanted
      .filter(id => typeof id === 'string' || !deleted.has(id))
      .map(id => (typeof id === 'number' ? { imageId: id } : { uploadId: id })),
    ...Array.from({ length: fileCount }, (_, file) => ({ file })),
  ]
  if (photos.length > productPicturesMax) {
    errors[fileCount > 0 ? 'images' : 'photos'] = fieldError(`Не больше ${productPicturesMax} снимков`, 'too_many')
  }
  const isSame =
    photos.length === known.imageIds.length &&
    photos.every((photo, position) => 'imageId' in photo && photo.imageId === known.imageIds[position])
  return { photos: isSame ? null : photos, errors }
}
