import { and, eq, inArray, sql } from 'drizzle-orm'
import { companies, companyPhotos } from '#server/domains/companies/companies.tables.ts'
import { findEntry } from '#server/domains/plants/plants.api.ts'
import { postAttachments, posts } from '#server/domains/posts/posts.tables.ts'
import { storeDrawing } from '#server/domains/products/drawn-picture.ts'
import { illustrationSpecOfPlant } from '#server/domains/products/illustration-spec.ts'
import { lockCompaniesOf } from '#server/domains/products/products.api.ts'
import { productImages, products } from '#server/domains/products/products.tables.ts'
import { shareReference } from '#server/domains/reference/reference.api.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { uuidv7 } from '#server/platform/database/ids.ts'
import { doneBy, type JobHandler } from '#server/platform/jobs/job-workers.ts'
import { putMedia } from '#server/platform/media/media.queries.ts'
import type { MediaStore } from '#server/platform/media/media.ts'
import { type DemoPicture, demoDrawing } from './demo-pictures.jobs.ts'

/** Adds the picture once, at its position, to products that have not been changed since they were created. */
async function showOnProducts(tx: Tx, picture: DemoPicture, mediaKey: string): Promise<void> {
  const ids = picture.products.map(({ id }) => id)
  if (ids.length === 0) return
  const isSame = and(inArray(products.id, ids), eq(products.plantId, picture.plantId))
  if (picture.view === 'whole') {
    const height = sql`coalesce(${products.heightToMm}, ${products.heightFromMm})`
    await tx
      .update(products)
      .set({ drawnMediaKey: mediaKey })
      .where(and(isSame, sql`${height} is not distinct from ${picture.heightMm}::int`))
  }
  const untouched = await tx
    .select({ id: products.id })
    .from(products)
    .where(and(isSame, eq(products.updatedAt, products.createdAt)))
  const shown = await tx
    .select({ id: productImages.productId, position: productImages.position, mediaKey: productImages.mediaKey })
    .from(productImages)
    .where(inArray(productImages.productId, ids))
  const isHere = ({ id, position }: { id: number; position: number }) =>
    untouched.some(row => row.id === id) && picture.products.some(row => row.id === id && row.position === position)
  await replaceDrawings(
    tx,
    shown.filter(row => isHere(row) && row.mediaKey !== mediaKey).map(row => row.mediaKey),
    mediaKey,
  )
  const rows = picture.products
    .filter(({ id }) => untouched.some(row => row.id === id))
    .filter(({ id, position }) => !shown.some(row => row.id === id && row.position === position))
    .map(({ id, position }) => ({ productId: id, mediaKey, position }))
  if (rows.length > 0) await tx.insert(productImages).values(rows)
}

/** Replaces the drawings of an earlier release wherever they are shown. */
async function replaceDrawings(tx: Tx, before: string[], mediaKey: string): Promise<void> {
  if (before.length === 0) return
  await tx.update(productImages).set({ mediaKey }).where(inArray(productImages.mediaKey, before))
  await tx.update(postAttachments).set({ mediaKey }).where(inArray(postAttachments.mediaKey, before))
  await tx.update(companyPhotos).set({ mediaKey }).where(inArray(companyPhotos.mediaKey, before))
}

/** Adds the picture once, at its position, to posts that still exist. */
async function showOnPosts(tx: Tx, { posts: places }: DemoPicture, mediaKey: string): Promise<void> {
  const ids = places.map(({ id }) => id)
  if (ids.length === 0) return
  const there = await tx.select({ id: posts.id }).from(posts).where(inArray(posts.id, ids)).for('key share')
  const shown = await tx
    .select({ id: postAttachments.postId, position: postAttachments.position })
    .from(postAttachments)
    .where(inArray(postAttachments.postId, ids))
  const rows = places
    .filter(({ id }) => there.some(row => row.id === id))
    .filter(({ id, position }) => !shown.some(row => row.id === id && row.position === position))
    .map(({ id, position }) => ({ id: uuidv7(), postId: id, mediaKey, position }))
  if (rows.length > 0) await tx.insert(postAttachments).values(rows)
}

/** Adds the picture once to the photos of companies. */
async function showOnCompanies(tx: Tx, { companies: ids = [] }: DemoPicture, mediaKey: string): Promise<void> {
  if (ids.length === 0) return
  const there = await tx.select({ id: companies.id }).from(companies).where(inArray(companies.id, ids)).for('key share')
  const shown = await tx
    .select({ id: companyPhotos.companyId })
    .from(companyPhotos)
    .where(and(inArray(companyPhotos.companyId, ids), eq(companyPhotos.mediaKey, mediaKey)))
  const rows = there
    .filter(({ id }) => !shown.some(photo => photo.id === id))
    .map(({ id }) => ({ companyId: id, mediaKey }))
  if (rows.length > 0) await tx.insert(companyPhotos).values(rows)
}

async function draw(db: Db, media: MediaStore, picture: DemoPicture): Promise<void> {
  const { plantId, view, heightMm, potMm } = picture
  const entry = await findEntry(db, plantId)
  if (!entry) return
  const spec = illustrationSpecOfPlant(entry, { heightFromMm: null, heightToMm: heightMm, potMm })
  const mediaKey = await storeDrawing(media, spec, view)
  await db.transaction(async tx => {
    await shareReference(tx)
    await lockCompaniesOf(tx, [plantId])
    await putMedia(tx, [mediaKey])
    await showOnProducts(tx, picture, mediaKey)
    await showOnPosts(tx, picture, mediaKey)
    await showOnCompanies(tx, picture, mediaKey)
  })
}

/** Draws the pictures of the demonstration set in the background. */
export const demoDrawer = (db: Db, media: MediaStore): JobHandler =>
  doneBy(demoDrawing, picture => draw(db, media, picture))
