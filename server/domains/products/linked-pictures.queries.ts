import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { products } from './products.tables.ts'

/** What the drawn picture of a linked product depends on; products that agree in it show the same picture. */
export interface View {
  plantId: number
  heightFromMm: number | null
  heightToMm: number | null
}

export async function listViews(db: Db, productIds: number[]): Promise<View[]> {
  const rows = await db
    .selectDistinct({
      plantId: products.plantId,
      heightFromMm: products.heightFromMm,
      heightToMm: products.heightToMm,
    })
    .from(products)
    .where(inArray(products.id, productIds))
  return rows.flatMap(({ plantId, ...heights }) => (plantId === null ? [] : [{ plantId, ...heights }]))
}

/** Gives the picture to those of the products that it shows still. */
export async function setDrawnPicture(tx: Tx, productIds: number[], view: View, mediaKey: string): Promise<void> {
  await tx
    .update(products)
    .set({ drawnMediaKey: mediaKey })
    .where(
      and(
        inArray(products.id, productIds),
        eq(products.plantId, view.plantId),
        sql`${products.heightFromMm} is not distinct from ${view.heightFromMm}::int`,
        sql`${products.heightToMm} is not distinct from ${view.heightToMm}::int`,
      ),
    )
}
