import { productPicturesMax } from '#contract/products.ts'
import { selectUploads } from '#server/domains/uploads/uploads.api.ts'
import { placeUploads } from '#server/domains/uploads/uploads.service.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/errors.ts'
import type { Actor } from '#server/platform/http/session.ts'
import type { MediaStore } from '#server/platform/media/media.ts'
import { photoIsGone } from '../product-photos.ts'
import { replaceImages, updateProduct } from '../product-writes.queries.ts'
import { productSaved } from '../products.events.ts'
import { presentImage } from '../products.present.ts'
import { selectImages } from '../products.queries.ts'
import { type Address, getChangeable, lockChangeable, takePhotos } from '../save-product.service.ts'

interface PhotoDeps {
  db: Db
  media: MediaStore
}

/** Writes the photos of a locked product. Unlike a saved form, this changes nothing else, not even a review. */
async function writePhotos(
  tx: Tx,
  { current: { product, images } }: Awaited<ReturnType<typeof lockChangeable>>,
  photos: (number | string)[],
): Promise<void> {
  await updateProduct(tx, product, {}, null)
  await replaceImages(tx, product.id, images, photos)
  await productSaved.emit(tx, { productId: product.id })
}

/**
 * Adds uploads to a product's photos, in this order, as many as fit; the others stay uploads. Throws INVALID_INPUT if one
 * of them is not a pending upload of the actor; NOT_FOUND and FORBIDDEN as for an edit.
 */
export async function addPhotos({ db, media }: PhotoDeps, actor: Actor, address: Address, uploadIds: string[]) {
  const ids = [...new Set(uploadIds.map(id => id.toLowerCase()))]
  const { current } = await getChangeable(db, actor, address, {})
  const uploads = await selectUploads(db, actor.id, ids)
  if (uploads.length < ids.length) throw new AppError('INVALID_INPUT', undefined, photoIsGone())
  const fitting = new Set(ids.slice(0, Math.max(0, productPicturesMax - current.images.length)))
  const placed = await placeUploads(
    media,
    uploads.filter(({ id }) => fitting.has(id)),
  )
  return db.transaction(async tx => {
    const changeable = await lockChangeable(tx, actor, address, {})
    const { product, images } = changeable.current
    // Another change may have taken the places meanwhile.
    const taken = [...fitting].slice(0, Math.max(0, productPicturesMax - images.length))
    const surplus = ids.filter(id => !taken.includes(id))
    if (taken.length === 0) return { images: [], surplus }
    const keys = new Map(taken.flatMap(id => (placed.has(id) ? [[id, placed.get(id) ?? ''] as const] : [])))
    const photos = await takePhotos(
      tx,
      actor,
      taken.map(uploadId => ({ uploadId })),
      { photoKeys: [], placed: keys, drawnKey: null },
    )
    await writePhotos(tx, changeable, [...images.map(({ id }) => id), ...photos])
    const known = new Set(images.map(({ id }) => id))
    const added = (await selectImages(tx, product.id)).filter(({ id }) => !known.has(id))
    return { images: added.map(image => presentImage(image, media)), surplus }
  })
}

/** Removes photos from a product; ids that are not its own are not counted. Throws as an edit does. */
export async function removePhotos({ db }: PhotoDeps, actor: Actor, address: Address, imageIds: number[]) {
  return db.transaction(async tx => {
    const changeable = await lockChangeable(tx, actor, address, {})
    const { images } = changeable.current
    const left = images.map(({ id }) => id).filter(id => !imageIds.includes(id))
    const removed = images.length - left.length
    if (removed > 0) await writePhotos(tx, changeable, left)
    return { removed }
  })
}
