import type { Plant } from '#contract/plants.ts'
import type { Product } from '#contract/products.ts'
import type { PlantName } from './api.ts'

/** What saving will mean for being seen. */
export type Publication =
  /** Not enough is known yet. */
  | { kind: 'open' }
  /** The directory is being asked. */
  | { kind: 'asking' }
  /** A saved product whose plant stays the same: whether it is seen does not change. */
  | { kind: 'stays'; isPublished: boolean }
  /** A moderator has sent the product back or taken it down: saving it asks for another look. */
  | { kind: 'checked-again' }
  | { kind: 'at-once' }
  | { kind: 'waits' }

interface Known {
  name: PlantName
  /** The product that is being edited. */
  product: Product | null
  /** The directory's entry, `null` when it has none, `undefined` as long as that is not known. */
  plant: Plant | null | undefined
  /** The name is being written just now. */
  isNaming: boolean
}

const isSame = (one: string, other: string) => one.trim() === other.trim()

export function publicationOf({ name, product, plant, isNaming }: Known): Publication {
  if (Object.values(name).some(part => part.trim() === '')) return { kind: 'open' }
  const isSameName = product && isSame(name.genus, product.genus) && isSame(name.species, product.species)
  // What was taken down is not published by its name alone.
  if (product?.review && (isSameName || product.review.state === 'hidden')) return { kind: 'checked-again' }
  // Only another genus or species makes the server decide anew (API.md section 4).
  if (isSameName) return { kind: 'stays', isPublished: product.is_active }
  if (plant === undefined) return { kind: isNaming ? 'open' : 'asking' }
  return { kind: plant ? 'at-once' : 'waits' }
}
