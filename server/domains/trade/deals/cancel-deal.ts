import type { TradeSide } from '#contract/requests.ts'
import { releaseHolds } from '#server/domains/products/holds/holds.service.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { moveDeal } from './deals.queries.ts'

/** Cancels a deal, which the caller has locked after its company, and ends what it holds. */
export async function cancelDeal(
  tx: Tx,
  id: string,
  by: { id: string; side: TradeSide } | null,
  reason: string,
): Promise<void> {
  await releaseHolds(tx, id)
  await moveDeal(tx, id, 'cancelled', by, reason)
}
