import type { MissingChoice, PriceListCounts } from '#contract/price-lists.ts'
import { fateOfMissing } from '../comparing/compare-list.service.ts'
import type { Catalogue, Comparison } from '../comparing/comparison.ts'

/** A list that takes away a larger share of what a company offers is not applied by itself. */
export const largestShare = 0.3

/** The share of the sizes that a company offers now that would not be on offer any more. */
export function shareGoing(comparison: Comparison, catalogue: Catalogue, missing: MissingChoice): number {
  const offered = catalogue.variants.filter(({ stock }) => stock !== 'sold_out')
  const { soldOut, withdrawn } = fateOfMissing(comparison, catalogue, missing)
  const going = new Set(soldOut.map(({ id }) => id))
  for (const { id, variant } of comparison.changed) if (variant.stock === 'sold_out') going.add(id)
  const withdrawnIds = new Set(withdrawn)
  const gone = offered.filter(({ id, productId }) => going.has(id) || withdrawnIds.has(productId))
  return offered.length === 0 ? 0 : gone.length / offered.length
}

/** Whether a list can be applied with nobody looking at it. `open`: how many questions nobody has answered. */
export const mayGoItsOwnWay = (
  { offers, doubtful, rejected, unread }: PriceListCounts,
  open: number,
  share: number,
): boolean => offers > 0 && doubtful + rejected + unread + open === 0 && share <= largestShare
