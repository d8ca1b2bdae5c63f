import type { Db } from '#server/platform/database/database.ts'
import type { AuthorRow, Viewer } from '../post-rows.queries.ts'
import { listByPartOfName, listBySimilarName } from './people.queries.ts'

/**
 * Of the three-letter pieces of the words compared, this share must be common. One wrong letter in a short name changes
 * half of them, but there may be very many names of so little similarity: more similar ones are searched first.
 */
const likenesses = [0.6, 0.35]

/**
 * People with this in their name, those first whose name begins with it; if they are fewer than `limit`, also people
 * with something like it in their name.
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
