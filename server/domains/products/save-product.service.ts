import { isDeepStrictEqual } from 'node:util'
import type { Product } from '#contract/products.ts'
import { selectNamesakes } from '#server/domains/plants/plants.api.ts'
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
import { refuseHeld } from './holds/holds.service.ts'
import { lockForChange, lockForNewProduct } from './lock-product.queries.ts'
import { changesName, planProduct, readIllustration, type SaveChanges } from './plan-product.ts'
import { type EditProductForm, type NewProductForm, nameColumns, type ProductForm } from './product-form.ts'
import { type Photo, photoIsGone, uploadIdsIn } from './product-photos.ts'
import { deleteProducts, insertProduct, replaceImages, updateProduct } from './product-writes.queries.ts'
import { productSaved, productsDeleting } from './products.events.ts'
import type { productReads } from './products.service.ts'
import { reserveSlug } from './reserve-slug.ts'
import { type CurrentRow, findCurrent, findFacts } from './save-facts.queries.ts'

/** The files of a save, all stored or none before any row refers to them. */
interface Stored {
  /** Keys of the submitted files. */
  photoKeys: string[]
  /** Keys by upload id. */
  placed: Map<string, string>
  drawing: SaveChanges['drawing']
  /** Key of that drawing. */
  drawnKey: string | null
}

/** Stores the pictures of a save; drawing and writing files happen before any lock is taken. */
async function storeFiles(
  { db, media }: { db: Db; media: MediaStore },
  { drawing, uploads }: SaveChanges,
  files: ReceivedFile[],
): Promise<Stored> {
  const photos = await readPictures(files)
  const drawn = drawing && (await encodeDrawing(media, await readIllustration(db, drawing), 'whole'))
  const keys = await media.storeEncoded(drawn ? [...photos, drawn] : photos)
  const placed = await placeUploads(media, uploads)
  return { photoKeys: keys.slice(0, photos.length), placed, drawing, drawnKey: drawn?.key ?? null }
}

const nothingStored: Stored = { photoKeys: [], placed: new Map(), drawing: null, drawnKey: null }

/**
 * Inserts the pictures' rows and consumes the uploads; returns the product's photos: existing ids and new keys. Throws
 * INVALID_INPUT if another form has taken an upload at the same time.
 */
export async function takePhotos(
  tx: Tx,
  actor: Actor,
  photos: Photo[],
  { photoKeys, placed, drawnKey }: Omit<Stored, 'drawing'>,
) {
  await putMedia(tx, [...photoKeys, ...placed.values(), ...(drawnKey === null ? [] : [drawnKey])])
  const keys = await consumeUploads(tx, actor.id, placed)
  return photos.map(photo => {
    if ('imageId' in photo) return photo.imageId
    const key = 'uploadId' in photo ? keys.get(photo.uploadId) : photoKeys[photo.file]
    if (key === undefined) throw new AppError('INVALID_INPUT', undefined, photoIsGone())
    return key
  })
}

/** The error for a person who changed companies while their request waited. */
const moved = () => new AppError('CONFLICT', 'Пока объявление сохранялось, вы сменили компанию. Сохраните его ещё раз.')

/** Plans a new product. Throws FORBIDDEN if the actor has no company. */
async function planNew(db: Db | Tx, actor: Actor, form: NewProductForm, fileCount: number) {
  const { namesakes, ...facts } = await findFacts(db, actor.id, form)
  const [workplace] = facts.workplaces
  if (!workplace) throw new AppError('FORBIDDEN', 'Растения предлагает компания: сначала создайте её.')
  const { companyId } = workplace
  const input = { form, fileCount, ...workplace, current: null, facts, namesakes }
  return { companyId, changes: planProduct({ ...input, actor: { ...actor, companyId } }) }
}

export interface Address {
  category_slug: string
  product_slug: string
}

/**
 * The product with everything on which the form depends, and the actor with their current company, which they may have
 * left since the request arrived. Throws NOT_FOUND for a product that they may not see, FORBIDDEN for one that they may
 * not change.
 */
export async function getChangeable(db: Db | Tx, asking: Actor, address: Address, form: ProductForm) {
  const current = await findCurrent(db, address.product_slug, asking.id, form)
  const actor = { ...asking, companyId: current?.workplaces[0]?.companyId ?? null }
  if (!current || current.category.slug !== address.category_slug || !canReadProduct(actor, current.product)) {
    throw new AppError('NOT_FOUND', 'Такого растения нет.')
  }
  if (!canEditProduct(actor, { ...current.product, creatorId: current.creatorId })) {
    throw new AppError('FORBIDDEN', 'Растение меняет создатель компании или сотрудник, который за него отвечает.')
  }
  return { current, actor }
}

type Changeable = Awaited<ReturnType<typeof getChangeable>>

/** The same as getChangeable, with the rows locked. */
export async function lockChangeable(tx: Tx, actor: Actor, address: Address, form: ProductForm): Promise<Changeable> {
  const isHeld = await lockForChange(tx, address.product_slug, actor.id)
  const changeable = await getChangeable(tx, actor, address, form)
  if (!isHeld) throw moved()
  return changeable
}

async function planEdit(db: Db | Tx, { current, actor }: Changeable, form: EditProductForm, fileCount: number) {
  const { product, creatorId } = current
  const { genus, species } = nameColumns(form, product).columns
  const namesakes = changesName(form, current)
    ? await selectNamesakes(db, form.category ?? product.categoryId, genus, species)
    : []
  return planProduct({
    actor,
    form,
    fileCount,
    companyId: product.companyId,
    creatorId,
    current,
    facts: current,
    namesakes,
  })
}

/** Writes an edit in a transaction that has locked the product; returns the product's slug. */
async function writeEdit(
  tx: Tx,
  actor: Actor,
  { product, images, variants: sizes }: CurrentRow,
  { columns, variants, photos, drawing }: SaveChanges,
  stored: Stored,
): Promise<string> {
  const taken = await takePhotos(tx, actor, photos ?? [], stored)
  if (variants) {
    const kept = new Set(variants.map(({ id }) => id))
    await refuseHeld(tx, { variantIds: sizes.flatMap(({ id }) => (kept.has(id) ? [] : [id])) })
  }
  const slug = columns.name === product.name ? product.slug : await reserveSlug(tx, columns.name, product.id)
  const drawnKey = drawing && stored.drawnKey
  await updateProduct(tx, product, { ...columns, slug, ...(drawnKey ? { drawnMediaKey: drawnKey } : {}) }, variants)
  if (photos) await replaceImages(tx, product.id, images, taken)
  await productSaved.emit(tx, { productId: product.id })
  return slug
}

interface SaveDeps {
  db: Db
  media: MediaStore
  reads: Pick<ReturnType<typeof productReads>, 'getProduct'>
}

/**
 * Changes products. Everything on which a form depends is read with one statement (save-facts.queries.ts), and the
 * changes are planned from that (plan-product.ts). The final plan is made after everything is locked, so that it cannot
 * become stale; the pictures it needs are stored before, by an earlier plan.
 */
export function productWrites({ db, media, reads }: SaveDeps) {
  async function createProduct(actor: Actor, form: NewProductForm, files: ReceivedFile[]): Promise<Product> {
    const planned = await planNew(db, actor, form, files.length)
    const stored = await storeFiles({ db, media }, planned.changes, files)
    const slug = await db.transaction(async tx => {
      await lockForNewProduct(tx, planned.companyId, actor.id)
      const { companyId, changes } = await planNew(tx, actor, form, files.length)
      if (companyId !== planned.companyId) throw moved()
      const photos = await takePhotos(tx, actor, changes.photos ?? [], stored)
      const slug = await reserveSlug(tx, changes.columns.name, null)
      const row = { ...changes.columns, companyId, createdById: actor.id, slug, drawnMediaKey: stored.drawnKey ?? '' }
      const productId = await insertProduct(
        tx,
        row,
        changes.variants ?? [],
        photos.filter(photo => typeof photo === 'string'),
      )
      await productSaved.emit(tx, { productId })
      return slug
    })
    return reads.getProduct(actor, null, slug)
  }

  async function editProduct(
    actor: Actor,
    address: Address,
    form: EditProductForm,
    files: ReceivedFile[],
  ): Promise<Product> {
    const store = (changes: SaveChanges) => storeFiles({ db, media }, changes, files)
    const sendsPictures = files.length > 0 || uploadIdsIn(form).length > 0
    let stored = sendsPictures
      ? await store(await planEdit(db, await getChangeable(db, actor, address, form), form, files.length))
      : nothingStored
    for (;;) {
      const saved = await db.transaction(async tx => {
        const changeable = await lockChangeable(tx, actor, address, form)
        const changes = await planEdit(tx, changeable, form, files.length)
        // The planned picture differs from the one drawn, if any: it is drawn first.
        const isDrawn = changes.drawing === null || isDeepStrictEqual(changes.drawing, stored.drawing)
        if (!isDrawn) return { slug: null, changes }
        return { slug: await writeEdit(tx, actor, changeable.current, changes, stored), changes }
      })
      if (saved.slug !== null) return reads.getProduct(actor, null, saved.slug)
      stored = await store(saved.changes)
    }
  }

  async function deleteProduct(actor: Actor, categorySlug: string, slug: string) {
    await db.transaction(async tx => {
      const address = { category_slug: categorySlug, product_slug: slug }
      const { current } = await lockChangeable(tx, actor, address, {})
      await refuseHeld(tx, { productIds: [current.product.id] })
      await productsDeleting.emit(tx, { productIds: [current.product.id] })
      await deleteProducts(tx, [current.product.id])
    })
    return { message: 'product deleted' as const }
  }

  return { createProduct, editProduct, deleteProduct }
}
