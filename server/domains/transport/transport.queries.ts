import type { Vehicle } from '#contract/transport.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { siteVehicles } from './transport.tables.ts'

const only = 1

export async function findSiteVehicles(db: Db | Tx) {
  const [row] = await db.select().from(siteVehicles)
  return row
}

export async function writeSiteVehicles(tx: Tx, vehicles: Vehicle[]): Promise<void> {
  const changedAt = new Date()
  await tx
    .insert(siteVehicles)
    .values({ id: only, vehicles, changedAt })
    .onConflictDoUpdate({ target: siteVehicles.id, set: { vehicles, changedAt } })
}
