/** Sums are kopecks: they add up exactly, rubles do not. */
export const kopecksOf = (rubles: number) => Math.round(rubles * 100)
export const rublesOf = (kopecks: number) => kopecks / 100
export const rublesOrNull = (kopecks: number | null) => (kopecks === null ? null : rublesOf(kopecks))

/** Kopecks of a line, half a kopeck upwards. Quantities have two decimals; the product may be too long for a number. */
export const totalOf = (priceKopecks: number, quantity: number): number =>
  Number((BigInt(priceKopecks) * BigInt(Math.round(quantity * 100)) + 50n) / 100n)

/** What a quote or a deal comes to. */
export function sumsOf(
  lines: { totalKopecks: number }[],
  { deliveryKopecks, unloadingKopecks }: { deliveryKopecks: number | null; unloadingKopecks: number | null },
) {
  const linesKopecks = lines.reduce((sum, { totalKopecks }) => sum + totalKopecks, 0)
  return {
    deliveryKopecks,
    unloadingKopecks,
    linesCount: lines.length,
    linesKopecks,
    totalKopecks: linesKopecks + (deliveryKopecks ?? 0) + (unloadingKopecks ?? 0),
  }
}
