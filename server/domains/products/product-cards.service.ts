import type { ProductCard } from '#contract/products.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { MediaStore } from '#server/platform/media/media.ts'
import { presentCard } from './products.present.ts'
import { listCards } from './products.queries.ts'

/** The cards of these products by id, with one query. */
export async function productCards(
  db: Db | Tx,
  media: Pick<MediaStore, 'urls'>,
  ids: number[],
): Promise<Map<number, ProductCard>> {
  if (ids.length === 0) return new Map()
  return new Map((await listCards(db, ids)).map(row => [row.id, presentCard(row, media)]))
}
