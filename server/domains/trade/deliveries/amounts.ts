import { deliveryLimits } from '#contract/deliveries.ts'
import { countsPlants } from '#server/domains/projects/options/plants-in.ts'
import type { ClaimRow, DealRow, DeliveryLineRow, DeliveryRow } from '../trade.tables.ts'

/** Quantities have two decimals, so that they are added as hundredths. */
export const hundredths = (quantity: number) => Math.round(quantity * 100)
const sum = (quantities: number[]) => quantities.reduce((total, quantity) => total + hundredths(quantity), 0) / 100
export const difference = (one: number, other: number) => (hundredths(one) - hundredths(other)) / 100

/** What quantities of plants must be. */
export const onlyWhole = 'Растения считают целыми'

/**
 * Whether a quantity of a line is one that can be counted: plants are whole, unless the line was ordered in parts of one,
 * as it may be where no size is named, or was before; these must come to an end somehow.
 */
export const isCountable = (line: { unit: string | null; quantity: number }, quantity: number) =>
  !countsPlants(line) || !Number.isInteger(line.quantity) || Number.isInteger(quantity)

export interface Amounts {
  handed: number
  givenUp: number
  /** Still to be handed over. */
  left: number
  received: number
  claimed: number
}

export interface OfDeal {
  deal: Pick<DealRow, 'state' | 'restGivenUpAt'>
  deliveryLines: DeliveryLineRow[]
  claims: ClaimRow[]
}

/** Withdrawn claims count for nothing: what they were about was received after all. */
const counts = ({ state }: ClaimRow) => state !== 'withdrawn'

/**
 * What became of each line of a deal: ordered is handed + given up + left, handed is received + claimed + not yet
 * received. What is complained of after its receipt is claimed, not received. What belongs to which line is found out
 * once, for a deal may have a thousand lines in a hundred deliveries.
 */
export function amountsIn({
  deal,
  deliveryLines,
  claims,
}: OfDeal): (line: { lineId: string; quantity: number }) => Amounts {
  const delivered = Map.groupBy(deliveryLines, ({ lineId }) => lineId)
  const complained = Map.groupBy(claims.filter(counts), ({ lineId }) => lineId)
  const isOver = deal.state === 'cancelled' || deal.restGivenUpAt !== null
  return line => {
    const own = delivered.get(line.lineId) ?? []
    const arrived = own.filter(({ receivedQuantity }) => receivedQuantity !== null)
    const handed = sum(own.map(({ quantity }) => quantity))
    const claimed = sum((complained.get(line.lineId) ?? []).map(({ quantity }) => quantity))
    const rest = difference(line.quantity, handed)
    return {
      handed,
      givenUp: isOver ? rest : 0,
      left: isOver ? 0 : rest,
      received: difference(sum(arrived.map(({ quantity }) => quantity)), claimed),
      claimed,
    }
  }
}

const day = 86_400_000

export const isRecent = ({ receivedAt }: Pick<DeliveryRow, 'receivedAt'>, now = Date.now()) =>
  receivedAt !== null && receivedAt.getTime() + deliveryLimits.claimDays * day > now

/** How much of a line can still be complained of: handed over and received lately, and in no claim. */
export function claimable(
  line: { lineId: string; quantity: number },
  of: OfDeal & { deliveries: DeliveryRow[] },
  now = Date.now(),
): number {
  const recent = of.deliveries.filter(delivery => isRecent(delivery, now))
  const first = Math.min(...recent.map(({ receivedAt }) => receivedAt?.getTime() ?? now))
  const ids = new Set(recent.map(({ id }) => id))
  const arrived = of.deliveryLines.filter(row => row.lineId === line.lineId && ids.has(row.deliveryId))
  const isOfThem = ({ deliveryId, createdAt }: ClaimRow) =>
    deliveryId === null ? createdAt.getTime() >= first : ids.has(deliveryId)
  const claimed = of.claims.filter(one => one.lineId === line.lineId && counts(one) && isOfThem(one))
  const lately = difference(sum(arrived.map(({ quantity }) => quantity)), sum(claimed.map(({ quantity }) => quantity)))
  return Math.max(0, Math.min(lately, amountsIn(of)(line).received))
}
