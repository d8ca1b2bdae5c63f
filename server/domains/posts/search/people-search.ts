import type { Db } from '#server/platform/database/database.ts'
import type { AuthorRow, Viewer } from '../post-rows.queries.ts'
import { type FoundPeople, findByPartOfName, findBySimilarName } from './people.queries.ts'

/**
 * The share of three-letter sequences that words must have in common: one wrong letter in a short name changes half of
 * them. Very many names may have so little similarity: then more similar ones are searched first.
 */
const likeness = { usual: 0.35, close: 0.6 }

/**
 * The best of those who match widely, in one query unless they are too many to be compared: then first of those who match
 * narrowly.
 */
async function preferring(
  limit: number,
  widely: () => Promise<FoundPeople>,
  narrowly: () => Promise<FoundPeople>,
): Promise<AuthorRow[]> {
  const wide = await widely()
  if (wide.areBest) return wide.people
  const { people: narrow } = await narrowly()
  const known = new Set(narrow.map(({ id }) => id))
  return [...narrow, ...wide.people.filter(({ id }) => !known.has(id))].slice(0, limit)
}

/**
 * People whose name contains the text, first those whose name or a word of it begins with it; if there are fewer than
 * `limit`, also people with similar names.
 */
export async function findPeople(db: Db, viewer: Viewer, query: string, limit: number): Promise<AuthorRow[]> {
  const text = query.toLowerCase().replaceAll('ё', 'е')
  const everybody = { limit, others: [] }
  const named = await preferring(
    limit,
    () => findByPartOfName(db, viewer, text, 'anywhere', everybody),
    () => findByPartOfName(db, viewer, text, 'beginning of a word', everybody),
  )
  // Two letters are too short for similarity.
  if (named.length === limit || text.length < 3) return named
  const others = { limit: limit - named.length, others: named }
  const similar = await db.transaction(tx =>
    preferring(
      others.limit,
      () => findBySimilarName(tx, viewer, text, likeness.usual, others),
      () => findBySimilarName(tx, viewer, text, likeness.close, others),
    ),
  )
  return [...named, ...similar]
}
