import type { DealRecord } from '#contract/deliveries.ts'
import type { Db } from '#server/platform/database/database.ts'
import { countRecord } from './record.queries.ts'

/** Deals from which on a company has a record: one of fewer would be one buyer's. */
const enoughDeals = 5

const share = (part: number, whole: number) => (whole === 0 ? null : Math.round((part / whole) * 1000) / 1000)

/** How the deals of a company went; `null` while there are too few. */
export async function readRecord(db: Db, companyId: number): Promise<DealRecord | null> {
  const counted = await countRecord(db, companyId)
  if (counted.deals < enoughDeals) return null
  return {
    deals: counted.deals,
    confirmed_in_time: share(counted.confirmed, counted.confirmed + counted.expired),
    received_in_full: share(counted.linesInFull, counted.lines),
    claims_settled: share(counted.settled, counted.claims),
    settled_in_days: counted.days === null ? null : Math.round(counted.days * 10) / 10,
  }
}
