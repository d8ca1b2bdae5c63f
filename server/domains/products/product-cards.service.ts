import type { ProductCard } from '#contract/products.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { MediaStore } from '#server/platform/media/media.ts'
import { presentCard } from './products.present.ts'
import { listCards } from './products.queries.ts'
import { type DerivedFrom, derivedColumns } from './variants/derived-columns.ts'

/** The cards of these products by id, with one query. */
export async function productCards(
  db: Db | Tx,
  media: Pick<MediaStore, 'urls'>,
  ids: number[],
): Promise<Map<number, ProductCard>> {
  if (ids.length === 0) return new Map()
  return new Map((await listCards(db, ids)).map(row => [row.id, presentCard(row, media)]))
}

/**
 * The cards of these products, of these sizes only (`null`: of all), in this order and with one query. Products that are
 * not published are left out.
 */
export async function cardsOfSizes(
  db: Db,
  media: Pick<MediaStore, 'urls'>,
  found: { id: number; sizes: DerivedFrom[] | null }[],
): Promise<ProductCard[]> {
  if (found.length === 0) return []
  const rows = await listCards(
    db,
    found.map(({ id }) => id),
  )
  const rowOf = new Map(rows.map(row => [row.id, row]))
  return found.flatMap(({ id, sizes }) => {
    const row = rowOf.get(id)
    return row?.isActive ? [presentCard(sizes ? { ...row, ...derivedColumns(sizes) } : row, media)] : []
  })
}
