import { redrawAllProducts } from '#server/domains/products/linked-pictures.service.ts'
import { drawingEdition } from '#server/drawings/draw-plant.ts'
import type { Db } from '#server/platform/database/database.ts'
import { lockStartup } from '#server/platform/database/database.ts'
import { redrawDemo } from './load-demo.ts'
import { isLoaded } from './load-reference.ts'

/**
 * Queues all products for redrawing when the release draws plants differently: once, by whichever process starts first.
 * Until then they keep their pictures.
 */
export async function redrawForEdition(db: Db, isDemo: boolean): Promise<void> {
  await db.transaction(async tx => {
    await lockStartup(tx)
    if (await isLoaded(tx, 'drawings', drawingEdition)) return
    await redrawAllProducts(tx)
    if (isDemo) await redrawDemo(tx)
  })
}
