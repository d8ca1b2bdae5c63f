import type { Product } from '#contract/products.ts'
import { shareReference } from '#server/domains/reference/reference.api.ts'
import { consumeUploads, placeUploads } from '#server/domains/uploads/uploads.service.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { ReceivedFile } from '#server/platform/http/bodies/received-files.ts'
import { AppError } from '#server/platform/http/errors.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { putMedia } from '#server/platform/media/media.queries.ts'
import type { MediaStore } from '#server/platform/media/media.ts'
import { readPictures } from '#server/platform/media/pictures.ts'
import { canEditProduct, canReadProduct } from '#server/policy/catalogue.ts'
import { encodeDrawing } from './drawn-picture.ts'
import { lockProduct } from './lock-product.ts'
import { planProduct, type SaveChanges } from './plan-product.ts'
import type { EditProductForm, NewProductForm } from './product-form.ts'
import type { Photo } from './product-photos.ts'
import {
  deleteProducts,
  findWorkplace,
  giveSlug,
  insertProduct,
  replaceImages,
  updateProduct,
} from './product-writes.queries.ts'
import { productSaved, productsDeleting } from './products.events.ts'
import { findProduct, type ProductRow } from './products.queries.ts'
import type { productReads } from './products.service.ts'
import { reserveSlug } from './reserve-slug.ts'
import { settleSuspension } from './suspension.queries.ts'

/** The files of a save, stored all or none before any row tells of them. */
interface Stored {
  photoKeys: string[]
  /** By the uploads' ids. */
  placed: Map<string, string>
  /** `null`: the drawn picture stays as it is. */
  drawnKey: string | null
}

const uploadIdsOf = (photos: Photo[] | null) =>
  (photos ?? []).flatMap(photo => ('uploadId' in photo ? [photo.uploadId] : []))

async function storeFiles(
  { db, media }: { db: Db; media: MediaStore },
  actor: Actor,
  plan: SaveChanges,
  files: ReceivedFile[],
): Promise<Stored> {
  const photos = await readPictures(files)
  const drawing = plan.illustration && (await encodeDrawing(media, plan.illustration, 'whole'))
  const keys = await media.storeEncoded(drawing ? [...photos, drawing] : photos)
  const placed = await placeUploads({ db, media }, actor.id, uploadIdsOf(plan.photos))
  return { photoKeys: keys.slice(0, photos.length), placed, drawnKey: drawing?.key ?? null }
}

/** Writes the pictures' rows and takes the uploads; gives the photos as the product keeps them: own ids and new keys. */
async function takePhotos(tx: Tx, actor: Actor, photos: Photo[] | null, { photoKeys, placed, drawnKey }: Stored) {
  await putMedia(tx, [...photoKeys, ...placed.values(), ...(drawnKey === null ? [] : [drawnKey])])
  if (photos === null) return null
  const keys = await consumeUploads(tx, actor.id, placed)
  return photos.map(photo => {
    if ('imageId' in photo) return photo.imageId
    const key = 'uploadId' in photo ? keys.get(photo.uploadId) : photoKeys[photo.file]
    if (key === undefined) throw new Error('a photo that was planned is not there')
    return key
  })
}

/** The company into which a person lists plants. Throws FORBIDDEN for somebody without one. */
async function getWorkplace(db: Db | Tx, actor: Actor) {
  const workplace = await findWorkplace(db, actor.id)
  if (!workplace) throw new AppError('FORBIDDEN', 'Растения предлагает компания: сначала создайте её.')
  return workplace
}

/** Throws NOT_FOUND for a product that the actor may not know of, FORBIDDEN for one that they may not change. */
async function getChangeable(db: Db | Tx, actor: Actor, categorySlug: string, slug: string): Promise<ProductRow> {
  const row = await findProduct(db, slug)
  // The actor may have left the company since the request was let in.
  const now = { ...actor, companyId: (await findWorkplace(db, actor.id))?.companyId ?? null }
  if (!row || row.category.slug !== categorySlug || !canReadProduct(now, row.product)) {
    throw new AppError('NOT_FOUND', 'Такого растения нет.')
  }
  if (!canEditProduct(now, { ...row.product, creatorId: row.creatorId })) {
    throw new AppError('FORBIDDEN', 'Растение меняет создатель компании или сотрудник, который за него отвечает.')
  }
  return row
}

interface SaveDeps {
  db: Db
  media: MediaStore
  reads: Pick<ReturnType<typeof productReads>, 'getProduct'>
}

/**
 * Changing the catalogue. A form is checked before its pictures are stored, and once more inside the transaction, when
 * the company is held and nothing that was checked can change any more.
 */
export function productWrites({ db, media, reads }: SaveDeps) {
  async function createProduct(actor: Actor, form: NewProductForm, files: ReceivedFile[]): Promise<Product> {
    const input = { actor, form, fileCount: files.length, current: null }
    const workplace = await getWorkplace(db, actor)
    const stored = await storeFiles({ db, media }, actor, await planProduct(db, { ...input, ...workplace }), files)
    const row = await db.transaction(async tx => {
      await shareReference(tx)
      await lockProduct(tx, workplace.companyId, actor.id)
      const { companyId, creatorId } = await getWorkplace(tx, actor)
      const { columns, photos } = await planProduct(tx, { ...input, companyId, creatorId })
      const images = await takePhotos(tx, actor, photos, stored)
      const slug = await reserveSlug(tx, columns.name, null)
      const drawnMediaKey = stored.drawnKey ?? ''
      const productId = await insertProduct(tx, { ...columns, companyId, createdById: actor.id, slug, drawnMediaKey })
      await giveSlug(tx, slug, productId)
      if (images) await replaceImages(tx, productId, images)
      await settleSuspension(tx, { productId })
      await productSaved.emit(tx, { productId })
      return findProduct(tx, slug)
    })
    if (!row) throw new Error('a listing is gone in the transaction that made it')
    return reads.getProduct(actor, row.category.slug, row.slug)
  }

  async function editProduct(
    actor: Actor,
    address: { category_slug: string; product_slug: string },
    form: EditProductForm,
    files: ReceivedFile[],
  ): Promise<Product> {
    const get = (where: Db | Tx) => getChangeable(where, actor, address.category_slug, address.product_slug)
    const inputOf = (current: ProductRow) => ({
      actor,
      form,
      fileCount: files.length,
      companyId: current.product.companyId,
      creatorId: current.creatorId,
      current,
    })
    const seen = await get(db)
    const stored = await storeFiles({ db, media }, actor, await planProduct(db, inputOf(seen)), files)
    const slug = await db.transaction(async tx => {
      await shareReference(tx)
      await lockProduct(tx, seen.product.companyId, seen.product.createdById)
      const current = await get(tx)
      const { columns, photos } = await planProduct(tx, inputOf(current))
      const { product } = current
      const images = await takePhotos(tx, actor, photos, stored)
      const isRenamed = columns.name !== product.name
      const newSlug = isRenamed ? await reserveSlug(tx, columns.name, product.id) : product.slug
      if (isRenamed) await giveSlug(tx, newSlug, product.id)
      await updateProduct(tx, product.id, {
        ...columns,
        slug: newSlug,
        ...(stored.drawnKey === null ? {} : { drawnMediaKey: stored.drawnKey }),
      })
      if (images) await replaceImages(tx, product.id, images)
      await settleSuspension(tx, { productId: product.id })
      await productSaved.emit(tx, { productId: product.id })
      return newSlug
    })
    const row = await findProduct(db, slug)
    return reads.getProduct(actor, row?.category.slug ?? '', slug)
  }

  async function deleteProduct(actor: Actor, categorySlug: string, slug: string) {
    const seen = await getChangeable(db, actor, categorySlug, slug)
    await db.transaction(async tx => {
      await shareReference(tx)
      await lockProduct(tx, seen.product.companyId, seen.product.createdById)
      const { product } = await getChangeable(tx, actor, categorySlug, slug)
      await productsDeleting.emit(tx, { productIds: [product.id] })
      await deleteProducts(tx, [product.id])
    })
    return { message: 'product deleted' as const }
  }

  return { createProduct, editProduct, deleteProduct }
}
