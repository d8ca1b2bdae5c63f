import type { TradeSide } from '#contract/requests.ts'
import type { Actor } from '#server/platform/http/session.ts'

/**
 * Asking a company for a quote, or its answering what a buyer asks of everybody: unless one of the buyer and the person
 * for whom the company stands, its creator, has blocked the other. What is under way goes on.
 */
export function canAskCompany({ isApart }: { isApart: boolean }): boolean {
  return !isApart
}

/** As whom a person sees a request; `null`: not at all. Whoever asks is its buyer, wherever they work. */
export function sideOfRequest(
  actor: Actor,
  { buyerId, isAsked }: { buyerId: string; isAsked: boolean },
): TradeSide | null {
  if (actor.id === buyerId) return 'buyer'
  return actor.companyId !== null && isAsked ? 'company' : null
}

/** As whom a person sees a deal; `null`: not at all. Other asked companies are nobody here. */
export function sideOfDeal(
  actor: Actor,
  { buyerId, companyId }: { buyerId: string; companyId: number | null },
): TradeSide | null {
  if (actor.id === buyerId) return 'buyer'
  return actor.companyId !== null && actor.companyId === companyId ? 'company' : null
}
