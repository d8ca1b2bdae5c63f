import type { SiteVehicles, Vehicle } from '#contract/transport.ts'
import { record } from '#server/domains/audit/audit.service.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { findSiteVehicles, writeSiteVehicles } from './transport.queries.ts'
import { defaultVehicles } from './vehicles.ts'

export async function getSiteVehicles(db: Db | Tx): Promise<SiteVehicles> {
  const row = await findSiteVehicles(db)
  return { vehicles: row?.vehicles ?? defaultVehicles, changed_at: row?.changedAt.toISOString() ?? null }
}

export async function changeSiteVehicles(db: Db, actor: Actor, vehicles: Vehicle[]): Promise<SiteVehicles> {
  return db.transaction(async tx => {
    await writeSiteVehicles(tx, vehicles)
    const subjectName = vehicles.map(({ name, price_per_km: price }) => `${name} ${price} ₽/км`).join(', ')
    await record(tx, actor, { action: 'edit', subject: 'vehicles', subjectId: 'site', subjectName })
    return getSiteVehicles(tx)
  })
}
