/** The price of one plant when buying `quantity`: that of the highest tier reached, otherwise `usual`. */
export function unitPriceOf<Price>(
  usual: Price,
  tiers: readonly { quantityFrom: number | null; priceKopecks: number }[],
  quantity: number,
): number | Price {
  let reached = Number.NEGATIVE_INFINITY
  let price: number | Price = usual
  for (const tier of tiers)
    if (tier.quantityFrom !== null && tier.quantityFrom <= quantity && tier.quantityFrom > reached) {
      reached = tier.quantityFrom
      price = tier.priceKopecks
    }
  return price
}
