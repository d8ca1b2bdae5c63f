import { setImmediate } from 'node:timers/promises'
import type { Db } from '#server/platform/database/database.ts'
import { type CatalogueRow, listPlantsOf, listStanding } from '../plant-catalogue.queries.ts'
import { rankSubstitutes } from './fitting.ts'
import { kindOf, kindsFor } from './habit.ts'
import { reasonFor } from './reasons.ts'

export interface Substitute {
  /** The plant that it stands in for. */
  lostId: number
  row: CatalogueRow
  /** Why it does, and what it does not keep. */
  reason: string
}

/** Plants looked at before other requests get a turn. */
const atOnce = 20

/**
 * Plants with offers that can stand in for these, for each at most `limit`, the most alike first. `zone`: of the place
 * where they are to grow, if it is known; otherwise none is less hardy than what it replaces.
 */
export async function findSubstitutes(
  db: Db,
  plantIds: readonly number[],
  { limit, zone }: { limit: number; zone?: number | null },
): Promise<Substitute[]> {
  if (plantIds.length === 0) return []
  const [lost, offered] = await Promise.all([listStanding(db, { ids: plantIds }), listStanding(db, 'offered')])
  const ofKind = Map.groupBy(offered, kindOf)
  const found: { lostId: number; id: number; reason: string }[] = []
  for (const [at, one] of lost.entries()) {
    if (at % atOnce === atOnce - 1) await setImmediate()
    const near = rankSubstitutes(
      one,
      kindsFor(kindOf(one)).flatMap(kind => ofKind.get(kind) ?? []),
      { limit, zone },
    )
    for (const other of near) found.push({ lostId: one.id, id: other.id, reason: reasonFor(one, other) })
  }
  const rows = new Map((await listPlantsOf(db, [...new Set(found.map(({ id }) => id))])).map(row => [row.id, row]))
  return found.flatMap(({ lostId, id, reason }) => {
    const row = rows.get(id)
    return row ? [{ lostId, row, reason }] : []
  })
}
