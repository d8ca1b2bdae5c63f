import type { Db } from '#server/platform/database/database.ts'
import type { AuthorRow, Viewer } from '../post-rows.queries.ts'
import { listByPartOfName, listBySimilarName } from './people.queries.ts'

/**
 * The share of three-letter sequences that words must have in common. One wrong letter in a short name changes half of
 * them, but very many names may have so little similarity: more similar ones are searched first.
 */
const likenesses = [0.6, 0.35]

/**
 * People whose name contains the text, first those whose name begins with it; if there are fewer than `limit`, also
 * people with similar names.
 */
export async function findPeople(db: Db, viewer: Viewer, query: string, limit: number): Promise<AuthorRow[]> {
  const text = query.toLowerCase().replaceAll('ё', 'е')
  const found: AuthorRow[] = []
  const left = () => ({ limit: limit - found.length, others: found })
  for (const place of ['beginning of a word', 'anywhere'] as const) {
    found.push(...(await listByPartOfName(db, viewer, text, place, left())))
    if (found.length === limit) return found
  }
  // Two letters are too short for similarity.
  if (text.length < 3) return found
  return db.transaction(async tx => {
    for (const likeness of likenesses) {
      found.push(...(await listBySimilarName(tx, viewer, text, likeness, left())))
      if (found.length === limit) break
    }
    return found
  })
}
