import type { Tx } from '#server/platform/database.ts'
import { findSlugs, insertSlug } from './product-writes.queries.ts'
import { slugCandidates } from './slug.ts'

/** Candidates asked for at once: more than one plant usually has suppliers. */
const batch = 100

/**
 * Takes a slug for this name that no other listing has or ever had; one that the listing itself had before comes back
 * to it. The caller ties it to the listing. Somebody else's listing of the same name, saved at the same time, gets
 * another one.
 */
export async function claimSlug(tx: Tx, name: string, productId: number | null): Promise<string> {
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
