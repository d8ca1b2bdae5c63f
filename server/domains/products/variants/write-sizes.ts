import type { Db } from '#server/platform/database/database.ts'
import { derivedColumns } from './derived-columns.ts'
import { listUnwritten, writeSizes } from './sizes.queries.ts'
import { listVariantsOf } from './variants.queries.ts'

const batch = 500

/**
 * Writes the size summaries that products lack: after a migration has created variants, or has cleared the summaries
 * because the notation has changed.
 */
export async function writeMissingSizes(db: Db): Promise<void> {
  for (;;) {
    const ids = await listUnwritten(db, batch)
    if (ids.length === 0) return
    const variantsOf = Map.groupBy(await listVariantsOf(db, ids), variant => variant.productId)
    await writeSizes(
      db,
      ids.map(id => ({ id, sizes: derivedColumns(variantsOf.get(id) ?? []).sizes })),
    )
  }
}
