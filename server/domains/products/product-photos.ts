import type { FieldErrors } from '#contract/errors.ts'
import { productPicturesMax } from '#contract/products.ts'
import { fieldError } from '#server/platform/http/field-errors.ts'
import type { ProductForm } from './product-form.ts'

/** A photo of a product being saved: an existing one, an upload that becomes its own, or a file of this request. */
export type Photo = { imageId: number } | { uploadId: string } | { file: number }

/** The error for a photo that is neither the product's nor a pending upload of this person. */
export const photoIsGone = (): FieldErrors => ({
  photos: fieldError('Снимка больше нет: добавьте его ещё раз', 'unknown'),
})

/** Ids of the uploads in a form. */
export function uploadIdsIn(form: Pick<ProductForm, 'photos'>): string[] {
  return [...new Set((form.photos ?? []).flatMap(photo => (typeof photo === 'string' ? [photo.toLowerCase()] : [])))]
}

/**
 * The photos in their new order: `photos` if sent, otherwise the current ones; without those to be deleted; followed by
 * the files. `null`: unchanged.
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
