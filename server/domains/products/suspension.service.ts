import { announceProducts } from '#server/domains/posts/posts.service.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { lockPeopleOfListings, settleWithheld } from './suspension.queries.ts'

interface Change {
  /** Whose listings it may withhold or release; `null`: nobody's. The caller holds the company. */
  companyId: number | null
  /** Who is changed; they are held, with the authors of the listings' posts, before anything is. */
  personIds?: string[]
}

/**
 * Makes a change of who is blocked, creates a company or answers for its listings, and brings the company's listings and
 * their posts to it. Whatever changes listings and people takes the company first, then the people, then the rest.
 */
export async function settlingListings<T>(
  tx: Tx,
  { companyId, personIds = [] }: Change,
  change: () => Promise<T>,
): Promise<T> {
  await lockPeopleOfListings(tx, companyId, personIds)
  const result = await change()
  if (companyId !== null) await announceProducts(tx, await settleWithheld(tx, { companyId }))
  return result
}
