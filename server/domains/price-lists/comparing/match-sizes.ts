import type { YieldNow } from '#server/platform/yield-to-event-loop.ts'
import { type Known, type KnownSizes, Queues } from './known-sizes.ts'
import type { ResolvedRow } from './resolve-rows.ts'
import { sizeKey } from './variant-changes.ts'

/**
 * Finds the sizes that these rows mean: by article number, otherwise by plant (or name), size, packing and form, first
 * exactly, then loosely. `taken` has the ids of those found before, and gets those found here.
 */
export async function matchSizes(
  rows: ResolvedRow[],
  { all, bySku, productsOf }: KnownSizes,
  taken: Set<number>,
  yieldNow: YieldNow,
): Promise<void> {
  function claim(row: ResolvedRow, index: number, one: Known): void {
    taken.add(one.row.id)
    row.found[index] = one
  }
  for (const row of rows) {
    for (const [index, { sku }] of row.content.variants.entries()) {
      const one = sku === null ? undefined : bySku.get(sku)
      if (one && !taken.has(one.row.id)) claim(row, index, one)
    }
  }
  for (const isLoose of [false, true]) {
    await yieldNow()
    const free = new Queues<Known>()
    for (const one of all) {
      if (!taken.has(one.row.id)) free.put(`${one.product.id} ${sizeKey(one.writable, isLoose)}`, one)
    }
    for (const row of rows) {
      await yieldNow()
      if (row.found.every(Boolean)) continue
      const products = productsOf(row.content)
      for (const [index, variant] of row.content.variants.entries()) {
        if (row.found[index]) continue
        const key = sizeKey(variant, isLoose)
        // A different article number means a different variant.
        const fits = ({ row: { sku } }: Known) => variant.sku === null || sku === null || sku === variant.sku
        for (const product of products) {
          const one = free.take(`${product.id} ${key}`, fits)
          if (!one) continue
          claim(row, index, one)
          break
        }
      }
    }
  }
}
