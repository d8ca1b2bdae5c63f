import { findEntry } from '#server/domains/plants/plants.api.ts'
import { shareReference } from '#server/domains/reference/reference.api.ts'
import type { Db } from '#server/platform/database/database.ts'
import { putMedia } from '#server/platform/media/media.queries.ts'
import type { MediaStore } from '#server/platform/media/media.ts'
import { storeDrawing } from './drawn-picture.ts'
import { illustrationSpecOfPlant } from './illustration-spec.ts'
import { listViews, setDrawnPicture, type View } from './linked-pictures.queries.ts'
import { lockCompaniesOf } from './linked-products.queries.ts'

type Deps = { db: Db; media: MediaStore }

/**
 * Draws products as the plants of the directory to which they have just been linked. It comes after the action, so that
 * nothing is held while pictures are drawn; if the process dies before it, the products keep their earlier pictures.
 */
export async function redrawProducts({ db, media }: Deps, productIds: number[]): Promise<void> {
  for (const view of await listViews(db, productIds)) await redraw({ db, media }, productIds, view)
}

async function redraw({ db, media }: Deps, productIds: number[], view: View): Promise<void> {
  const entry = await findEntry(db, view.plantId)
  if (!entry) return
  const mediaKey = await storeDrawing(media, illustrationSpecOfPlant(entry, view), 'whole')
  await db.transaction(async tx => {
    await shareReference(tx)
    await lockCompaniesOf(tx, [view.plantId])
    await putMedia(tx, [mediaKey])
    await setDrawnPicture(tx, productIds, view, mediaKey)
  })
}
