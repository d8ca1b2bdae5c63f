import type { Db } from '#server/platform/database/database.ts'
import type { AuthorRow, Reader } from '../post-rows.queries.ts'
import {
  type FoundPeople,
  findByPartOfName,
  findFriendsByName,
  findBySimilarName,
  peopleFoundAtMost,
} from './people.queries.ts'

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
  widely: () => Promise<FoundPeople>,
  narrowly: () => Promise<FoundPeople>,
): Promise<AuthorRow[]> {
  const wide = await widely()
  if (wide.areBest) return wide.people
  const { people: narrow } = await narrowly()
  const known = new Set(narrow.map(({ id }) => id))
  return [...narrow, ...wide.people.filter(({ id }) => !known.has(id))].slice(0, peopleFoundAtMost)
}

/**
 * People whose name contains the text, first those whose name or a word of it begins with it; if there are fewer than
 * `peopleFoundAtMost`, also people with similar names.
 */
export async function findPeople(db: Db, reader: Reader, query: string): Promise<AuthorRow[]> {
  const text = query.toLowerCase().replaceAll('ё', 'е')
  const named = await preferring(
    () => findByPartOfName(db, reader, text, 'anywhere'),
    () => findByPartOfName(db, reader, text, 'beginning of a word'),
  )
  // Two letters are too short for similarity.
  if (named.length === peopleFoundAtMost || text.length < 3) return named
  const similar = await preferring(
    () => findBySimilarName(db, reader, text, likeness.usual, named),
    () => findBySimilarName(db, reader, text, likeness.close, named),
  )
  return [...named, ...similar].slice(0, peopleFoundAtMost)
}

/** People whom one may mention. */
const suggested = 8

/** Friends whose name contains the text first, then others found by it; never the reader. */
export async function suggestPeople(db: Db, reader: Reader, query: string): Promise<AuthorRow[]> {
  const text = query.toLowerCase().replaceAll('ё', 'е')
  const friends = await findFriendsByName(db, reader, text, suggested)
  if (text === '' || friends.length === suggested) return friends
  const known = new Set([reader.id, ...friends.map(({ id }) => id)])
  const others = (await findPeople(db, reader, query)).filter(({ id }) => !known.has(id))
  return [...friends, ...others].slice(0, suggested)
}
