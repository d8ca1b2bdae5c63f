import { findEntry } from '#server/domains/plants/plants.api.ts'
import { shareReference } from '#server/domains/reference/reference.api.ts'
import type { Db } from '#server/platform/database/database.ts'
import { putMedia } from '#server/platform/media/media.queries.ts'
import type { MediaStore } from '#server/platform/media/media.ts'
import { storeDrawing } from './drawn-picture.ts'
import { portraitOfEntry } from './illustration-spec.ts'
import { listSights, type Sight, setDrawnPicture } from './linked-pictures.queries.ts'
import { lockCompaniesOf } from './linked-products.queries.ts'

type Deps = { db: Db; media: MediaStore }

/**
 * Draws listings as the plants of the directory to which they have just been tied. It comes after the deed, so that
 * nothing is held while pictures are drawn; if the process dies before it, the listings keep their earlier pictures.
 */
export async function redrawListings({ db, media }: Deps, productIds: number[]): Promise<void> {
  for (const sight of await listSights(db, productIds)) await redraw({ db, media }, productIds, sight)
}

async function redraw({ db, media }: Deps, productIds: number[], sight: Sight): Promise<void> {
  const entry = await findEntry(db, sight.speciesId)
  if (!entry) return
  const mediaKey = await storeDrawing(media, portraitOfEntry(entry, sight), 'whole')
  await db.transaction(async tx => {
    await shareReference(tx)
    await lockCompaniesOf(tx, [sight.speciesId])
    await putMedia(tx, [mediaKey])
    await setDrawnPicture(tx, productIds, sight, mediaKey)
  })
}
