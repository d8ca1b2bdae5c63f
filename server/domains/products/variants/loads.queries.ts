import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/database/database.ts'
import { lengthOf, loadOf } from './loads.ts'
import { presentSizes, presentStatedLoad } from './variants.present.ts'
import { variants } from './variants.tables.ts'

/** Variants read by one statement. */
const readAtOnce = 2000

/** Of one plant: kilograms, cubic metres, metres. `isEstimate`: its nursery does not state weight and volume both. */
export interface KnownLoad {
  weight: number | null
  volume: number | null
  length: number
  isEstimate: boolean
}

/** What one plant of each variant weighs and takes on a lorry, and how long it is. */
export async function listLoads(db: Db, ids: number[]) {
  const loads = new Map<number, KnownLoad>()
  for (let from = 0; from < ids.length; from += readAtOnce) {
    const rows = await db
      .select({
        id: variants.id,
        form: variants.form,
        heightFromMm: variants.heightFromMm,
        heightToMm: variants.heightToMm,
        spreadFromMm: variants.spreadFromMm,
        spreadToMm: variants.spreadToMm,
        girthFromMm: variants.girthFromMm,
        girthToMm: variants.girthToMm,
        stemHeightMm: variants.stemHeightMm,
        stems: variants.stems,
        transplants: variants.transplants,
        root: variants.root,
        rootSize: variants.rootSize,
        weightGrams: variants.weightGrams,
        volumeMl: variants.volumeMl,
      })
      .from(variants)
      .where(sql`${variants.id} = any(${sql.param(ids.slice(from, from + readAtOnce))}::int[])`)
    for (const row of rows) {
      const sizes = presentSizes(row)
      const { weight, volume, ...estimated } = loadOf(sizes, presentStatedLoad(row))
      const isEstimate = estimated.weight_is_estimate || estimated.volume_is_estimate
      loads.set(row.id, { weight, volume, length: lengthOf(sizes), isEstimate })
    }
  }
  return loads
}
