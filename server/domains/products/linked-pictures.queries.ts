import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { products } from './products.tables.ts'

/** What the drawn picture of a tied listing depends on; listings that agree in it show the same picture. */
export interface Sight {
  speciesId: number
  heightFromMm: number | null
  heightToMm: number | null
}

export async function listSights(db: Db, productIds: number[]): Promise<Sight[]> {
  const rows = await db
    .selectDistinct({
      speciesId: products.speciesId,
      heightFromMm: products.heightFromMm,
      heightToMm: products.heightToMm,
    })
    .from(products)
    .where(inArray(products.id, productIds))
  return rows.flatMap(({ speciesId, ...heights }) => (speciesId === null ? [] : [{ speciesId, ...heights }]))
}

/** Gives the picture to those of the listings that it shows still. */
export async function setDrawnPicture(tx: Tx, productIds: number[], sight: Sight, mediaKey: string): Promise<void> {
  await tx
    .update(products)
    .set({ drawnMediaKey: mediaKey })
    .where(
      and(
        inArray(products.id, productIds),
        eq(products.speciesId, sight.speciesId),
        sql`${products.heightFromMm} is not distinct from ${sight.heightFromMm}::int`,
        sql`${products.heightToMm} is not distinct from ${sight.heightToMm}::int`,
      ),
    )
}
