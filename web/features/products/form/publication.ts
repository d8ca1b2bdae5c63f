import type { Plant } from '#contract/plants.ts'
import type { Product } from '#contract/products.ts'
import type { PlantName } from './api.ts'

/** What saving will mean for publication. */
export type Publication =
  /** Not enough is known yet. */
  | { kind: 'open' }
  /** The directory is being queried. */
  | { kind: 'asking' }
  /** A saved product whose plant stays the same: whether it is published does not change. */
  | { kind: 'stays'; isPublished: boolean }
  /** A moderator has sent the product back or taken it down: saving it requests another review. */
  | { kind: 'checked-again' }
  | { kind: 'at-once' }
  | { kind: 'waits' }

interface Known {
  name: PlantName
  /** The product that is being edited. */
  product: Product | null
  /** The directory's entry, `null` if it has none, `undefined` while that is not known. */
  plant: Plant | null | undefined
  /** The name is being typed. */
  isNaming: boolean
}

const isSame = (one: string, other: string) => one.trim() === other.trim()

export function publicationOf({ name, product, plant, isNaming }: Known): Publication {
  if (Object.values(name).some(part => part.trim() === '')) return { kind: 'open' }
  const isSameName = product && isSame(name.genus, product.genus) && isSame(name.species, product.species)
  // A known name alone does not publish what was taken down.
  if (product?.review && (isSameName || product.review.state === 'hidden')) return { kind: 'checked-again' }
  // The server decides again only if genus or species changes (API.md section 4).
  if (isSameName) return { kind: 'stays', isPublished: product.is_active }
  if (plant === undefined) return { kind: isNaming ? 'open' : 'asking' }
  return { kind: plant ? 'at-once' : 'waits' }
}
