import type { VatRate } from '#contract/requisites.ts'
import { hundredths } from '../deliveries/amounts.ts'
import { totalOf } from '../money.ts'

/** VAT within a sum of kopecks, half a kopeck upwards. */
export const vatWithin = (kopecks: number, rate: VatRate): number =>
  rate === 'none' ? 0 : Number((BigInt(kopecks) * BigInt(rate) * 2n + BigInt(100 + rate)) / (2n * BigInt(100 + rate)))

/** The VAT of each of some sums, so that all together are the VAT of the whole to the kopeck. */
export function vatOfEach(sums: number[], rate: VatRate): number[] {
  let whole = 0
  let given = 0
  return sums.map(sum => {
    whole += sum
    const own = vatWithin(whole, rate) - given
    given += own
    return own
  })
}

/**
 * What a part of a line costs, if this much of it was counted before: all parts together cost what the line does, to
 * the kopeck.
 */
export function partTotal(priceKopecks: number, before: number, quantity: number): number {
  const end = (hundredths(before) + hundredths(quantity)) / 100
  return totalOf(priceKopecks, end) - totalOf(priceKopecks, before)
}
