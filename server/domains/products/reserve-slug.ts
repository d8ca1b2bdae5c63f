import type { Tx } from '#server/platform/database/database.ts'
import { lockNewSlugs, takeSlugs } from './bulk/bulk-products.queries.ts'
import { findSlugs, insertSlugs, takeFirstSlug } from './product-writes.queries.ts'
import { slugCandidates } from './slug.ts'

/** Candidates per query: usually a plant has more than one supplier. */
const batch = 100

/**
 * Takes a slug for this name that no other product has or ever had; one that the product had before is reused.
 * insertProduct links the slug of a new product (`null`). Another product of the same name saved at the same time gets
 * another slug.
 */
export async function reserveSlug(tx: Tx, name: string, productId: number | null): Promise<string> {
  let first = 1
  for (;;) {
    const taken = await takeFirstSlug(tx, slugCandidates(name, first, batch), productId)
    if (taken?.isOurs) return taken.slug
    if (!taken) first += batch
  }
}

/**
 * Reserves slugs for many products with a few statements, however many there are, and links them. The caller has locked
 * the reference data (reference-lock.queries.ts), so that no product is saved meanwhile.
 */
export async function reserveSlugs(tx: Tx, products: { id: number; name: string }[]): Promise<Map<number, string>> {
  const claimed = new Map<number, string>()
  for (let first = 1, count = 10; claimed.size < products.length; first += count, count *= 2) {
    const waiting = products.filter(({ id }) => !claimed.has(id))
    const names = new Set(waiting.map(({ name }) => name))
    const candidatesOf = new Map([...names].map(name => [name, slugCandidates(name, first, count)]))
    const known = await findSlugs(tx, [...new Set([...candidatesOf.values()].flat())])
    const owners = new Map(known.map(row => [row.slug, row.productId]))
    const taken: { slug: string; productId: number }[] = []
    for (const { id, name } of waiting) {
      const slug = candidatesOf.get(name)?.find(candidate => !owners.has(candidate) || owners.get(candidate) === id)
      if (slug === undefined) continue
      if (!owners.has(slug)) taken.push({ slug, productId: id })
      owners.set(slug, id)
      claimed.set(id, slug)
    }
    await insertSlugs(tx, taken)
  }
  return claimed
}

/**
 * Takes a slug for each of these new products, in order, with a few statements; insertNewProducts links them. Others
 * may save products with the same names meanwhile.
 */
export async function reserveNewSlugs(tx: Tx, names: string[]): Promise<string[]> {
  await lockNewSlugs(tx)
  const taken: string[] = []
  let waiting = names.map((name, index) => ({ name, index }))
  for (let first = 1, count = 10; waiting.length > 0;) {
    const candidates = waiting.map(({ name, index }) => ({ index, slugs: slugCandidates(name, first, count) }))
    const asked = [...new Set(candidates.flatMap(({ slugs }) => slugs))]
    const gone = new Set((await findSlugs(tx, asked)).map(({ slug }) => slug))
    const wanted = new Map<string, number>()
    for (const { index, slugs } of candidates) {
      const free = slugs.find(slug => !gone.has(slug) && !wanted.has(slug))
      if (free !== undefined) wanted.set(free, index)
    }
    const ours = await takeSlugs(tx, [...wanted.keys()].toSorted())
    for (const slug of ours) taken[wanted.get(slug) ?? -1] = slug
    waiting = waiting.filter(({ index }) => taken[index] === undefined)
    // If another transaction was faster, the same candidates are requested again, without its slugs.
    if (ours.length < wanted.size) continue
    first += count
    count *= 2
  }
  return taken
}
