import { shareCompanies } from '#server/domains/companies/companies.api.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { doneBy, type JobHandler } from '#server/platform/jobs/job-workers.ts'
import { tellBuyer, tellCompanies } from '../telling/tell.ts'
import type { DealRow } from '../trade.tables.ts'
import { cancelDeal } from './cancel-deal.ts'
import { dealExpiry } from './deals.jobs.ts'
import { isDue, listDue, lockDeal, noteExpiryTold } from './deals.queries.ts'

const unconfirmed = 'не подтвердили вовремя'

/** Deals of one look; the job looks until there are none. */
const atOnce = 100

async function tellBoth(
  tx: Tx,
  { id: dealId, requestId, buyerId, companyId }: DealRow,
  what: { type: 'deal_expiring' | 'deal_cancelled'; details?: string },
): Promise<void> {
  const news = { ...what, actorId: null, requestId, dealId }
  await tellBuyer(tx, buyerId, news)
  if (companyId !== null) await tellCompanies(tx, [companyId], news)
}

/** Cancels a deal whose time to confirm has passed, or tells both sides that it is near. */
async function settle(db: Db, { id, companyId }: { id: string; companyId: number | null }): Promise<void> {
  await db.transaction(async tx => {
    await shareCompanies(tx, companyId === null ? [] : [companyId])
    const deal = await lockDeal(tx, id)
    const due = deal && isDue(deal, new Date())
    if (!due) return
    if (due === 'told') {
      await noteExpiryTold(tx, id)
      await tellBoth(tx, deal, { type: 'deal_expiring' })
    } else {
      await cancelDeal(tx, id, null, unconfirmed)
      await tellBoth(tx, deal, { type: 'deal_cancelled', details: unconfirmed })
    }
  })
}

export const dealExpirer = (db: Db): JobHandler =>
  doneBy(dealExpiry, async (_data, { signal }) => {
    for (;;) {
      const due = await listDue(db, new Date(), atOnce)
      for (const deal of due) {
        signal.throwIfAborted()
        await settle(db, deal)
      }
      if (due.length < atOnce) return
    }
  })

/** Sends the job if a deal has to be cancelled or told of. */
export async function sendIfDealsAreDue(db: Db): Promise<void> {
  if ((await listDue(db, new Date(), 1)).length > 0) await db.transaction(tx => dealExpiry.send(tx, [{ data: {} }]))
}
