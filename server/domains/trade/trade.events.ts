import type { TradeNews } from '#contract/notifications.ts'
import { domainEvent } from '#server/platform/events.ts'

/** Something happened with a request or a deal that these people are told of. The caller has locked it. */
export const tradeHappened = domainEvent<{
  type: TradeNews
  recipientIds: string[]
  /** `null`: the site itself. */
  actorId: string | null
  /** About whose company it is, to buyers; companies are not told of companies. The caller keeps it from closing. */
  companyId?: number
  requestId: string
  dealId?: string
  details?: string
}>('trade happened')
