import type { Tx } from '#server/platform/database/database.ts'
import { findSlugs, insertSlug, insertSlugs } from './product-writes.queries.ts'
import { slugCandidates } from './slug.ts'

/** Candidates asked for at once: more than one plant usually has suppliers. */
const batch = 100

/**
 * Takes a slug for this name that no other product has or ever had; one that the product itself had before comes back
 * to it. The caller links it to the product. Somebody else's product of the same name, saved at the same time, gets
 * another one.
 */
export async function reserveSlug(tx: Tx, name: string, productId: number | null): Promise<string> {
  for (let first = 1; ; first += batch) {
    const candidates = slugCandidates(name, first, batch)
    const owners = new Map((await findSlugs(tx, candidates)).map(row => [row.slug, row.productId]))
    for (const slug of candidates) {
      if (owners.has(slug)) {
        if (productId !== null && owners.get(slug) === productId) return slug
      } else if (await insertSlug(tx, slug)) {
        return slug
      }
    }
  }
}

/**
 * The same for many products with a few statements, however many they are: gives each its slug, linked to it. The caller
 * holds the reference data (reference-lock.queries.ts), so that no product is saved meanwhile.
 */
export async function reserveSlugs(tx: Tx, listings: { id: number; name: string }[]): Promise<Map<number, string>> {
  const claimed = new Map<number, string>()
  for (let first = 1, count = 10; claimed.size < listings.length; first += count, count *= 2) {
    const waiting = listings.filter(({ id }) => !claimed.has(id))
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
