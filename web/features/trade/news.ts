import type { NotificationType, TradeNews } from '#contract/notifications.ts'

/** The contract's list without its schemas, which would bring Zod into every member's page. */
const news: Record<TradeNews, true> = {
  quote_requested: true,
  quote_received: true,
  quote_revised: true,
  quote_chosen: true,
  quote_not_chosen: true,
  request_cancelled: true,
  deal_confirmed: true,
  deal_expiring: true,
  deal_handed_over: true,
  deal_delivered: true,
  deal_rest_cancelled: true,
  deal_delivery_received: true,
  claim_made: true,
  claim_answered: true,
  claim_accepted: true,
  claim_withdrawn: true,
  claim_disputed: true,
  deal_received: true,
  deal_cancelled: true,
  deal_documents: true,
  review_received: true,
  review_replied: true,
}

/** Whether a notification is of requests, quotes, deals or reviews. */
export const isTradeNews = (type: NotificationType) => type in news
