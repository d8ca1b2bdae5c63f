import { isDeepStrictEqual } from 'node:util'
import { findEntry } from '#server/domains/plants/plants.api.ts'
import { readAllLookups } from '#server/domains/reference/lookups.service.ts'
import { shareReference } from '#server/domains/reference/reference.api.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { doneBy, type JobHandler } from '#server/platform/jobs/job-workers.ts'
import { putMedia } from '#server/platform/media/media.queries.ts'
import type { MediaStore } from '#server/platform/media/media.ts'
import { storeDrawing } from './drawn-picture.ts'
import { illustrationSpecOfPlant } from './illustration-spec.ts'
import {
  findUnlinked,
  isShown,
  listAllViews,
  listViews,
  type OwnView,
  setDrawnPicture,
  setOwnPicture,
  type View,
} from './linked-pictures.queries.ts'
import { lockCompaniesOf } from './linked-products.queries.ts'
import { describedBy, readIllustration } from './plan-product.ts'
import { linkedDrawing } from './products.jobs.ts'

/** Enqueues drawings of the products linked to plants in this transaction; they are drawn after it commits. */
export async function redrawProducts(tx: Tx, productIds: number[]): Promise<void> {
  const views = await listViews(tx, productIds)
  await linkedDrawing.send(
    tx,
    views.map(data => ({ data })),
  )
}

/** Jobs sent per statement. */
const batch = 1000

/** Enqueues new drawings of all products. */
export async function redrawAllProducts(tx: Tx): Promise<void> {
  const views = await listAllViews(tx)
  for (let start = 0; start < views.length; start += batch) {
    await linkedDrawing.send(
      tx,
      views.slice(start, start + batch).map(data => ({ data })),
    )
  }
}

/** Draws a product that is linked to no plant from its form. */
async function drawOwn(db: Db, media: MediaStore, view: OwnView): Promise<void> {
  const found = await findUnlinked(db, view)
  if (!found) return
  const { product, categorySlug } = found
  const lookups = await readAllLookups(db)
  const wanted = await readIllustration(db, describedBy(product, categorySlug, lookups))
  const mediaKey = await storeDrawing(media, wanted, 'whole')
  await db.transaction(async tx => {
    await putMedia(tx, [mediaKey])
    await setOwnPicture(tx, product, mediaKey)
  })
}

/**
 * Draws one view and sets it on all products that have it: those changed meanwhile have another view and keep their
 * picture. No lock is held while drawing. Throws if the plant was changed meanwhile.
 */
async function drawView(db: Db, media: MediaStore, view: View): Promise<void> {
  const entry = await findEntry(db, view.plantId)
  if (!entry || !(await isShown(db, view))) return
  const wanted = illustrationSpecOfPlant(entry, view)
  const mediaKey = await storeDrawing(media, wanted, 'whole')
  await db.transaction(async tx => {
    await shareReference(tx)
    await lockCompaniesOf(tx, [view.plantId])
    const now = await findEntry(tx, view.plantId)
    if (!now) return
    if (!isDeepStrictEqual(illustrationSpecOfPlant(now, view), wanted)) throw new Error('the plant has been changed')
    await putMedia(tx, [mediaKey])
    await setDrawnPicture(tx, view, mediaKey)
  })
}

export const linkedDrawer = (db: Db, media: MediaStore): JobHandler =>
  doneBy(linkedDrawing, view => ('productId' in view ? drawOwn(db, media, view) : drawView(db, media, view)))
