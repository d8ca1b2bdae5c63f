import type { RootMeasure } from '#contract/products.ts'
import type { Root } from '#contract/variants.ts'
import type { LookupEntry } from '#server/domains/reference/lookups.service.ts'

/** The entry of the list `root_packaging` for each packing of a variant, by its key in the data files. */
export const packagingKeys: Record<Root, string> = {
  bare_root: 'bare',
  container: 'container',
  pot: 'pot',
  ball: 'root-ball',
  wire_ball: 'wired-ball',
  tray: 'cassette',
}

const rootOf = new Map(Object.entries(packagingKeys).map(([root, key]) => [key, root as Root]))

/**
 * Gives the id of the entry under which a size is found: that of its packing, or, for a size without one, the entry of
 * its product, unless that is the packing of another size. `entries`: the whole list `root_packaging`.
 */
export function packagingFinder(entries: LookupEntry[]): (packing: Root | number) => number | null {
  const idOf = new Map<Root | number, number>()
  for (const { id, seedKey, mergedIntoId } of entries) idOf.set(rootOfPackaging(seedKey) ?? id, mergedIntoId ?? id)
  return packing => idOf.get(packing) ?? null
}

/** `null` for an entry that moderators have added: variants have no such packing. */
export const rootOfPackaging = (seedKey: string | null | undefined): Root | null =>
  (seedKey && rootOf.get(seedKey)) || null

/** The measure of each packing's size; bare roots have none. */
export const rootMeasures: Record<Root, RootMeasure | null> = {
  bare_root: null,
  container: 'LITR',
  tray: 'PIECE',
  pot: 'SM',
  ball: 'SM',
  wire_ball: 'SM',
}
