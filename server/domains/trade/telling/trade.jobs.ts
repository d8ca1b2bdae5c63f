import type { TradeNews } from '#contract/notifications.ts'
import { jobQueue } from '#server/platform/jobs/job-queue.ts'

/** What is told by e-mail: to the people of a company, or to a buyer; nobody of their own action. */
export interface TradeLetter {
  type: TradeNews
  actorId: string | null
  to: { companyId: number } | { buyerId: string }
  requestId: string
  dealId?: string
  /** Whose company a buyer is told of. */
  companyId?: number
}

/** Writes the e-mails of what happened: when they are sent, so to those who work there then. */
export const tradeMailing = jobQueue<TradeLetter>('trade-emails', {
  atOnce: 1,
  seconds: 120,
  retries: 5,
  pause: { first: 5, longest: 300 },
})
