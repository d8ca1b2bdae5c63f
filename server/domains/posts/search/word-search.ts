import type { Db } from '#server/platform/database/database.ts'
import type { FeedQuery } from '../feed/feed.queries.ts'
import type { Reader } from '../post-rows.queries.ts'
import { countRarest, type FoundPosts, findSince, findSome, readPosts, walkBack } from './word-search.queries.ts'

/**
 * Posts are stored in the table by time: reading the newest thousands is faster than reading some hundred scattered
 * over it.
 */
const walked = 5000
/** Posts of one category or with one hashtag are scattered. */
const walkedOfScattered = 500
/** This many are sorted at once, whatever their age. */
const few = 300
/** In days; seasonal subjects are found within these. */
const periods = [30, 180, null]

async function find(db: Db, reader: Reader, query: FeedQuery, limit: number): Promise<FoundPosts> {
  const isEnough = (found: FoundPosts) => found.areAll || found.ids.length === limit
  const isRare = (await countRarest(db, query)) <= few
  let found: FoundPosts
  if (!isRare) {
    const isScattered = query.isRequest || [query.categoryId, query.regionId, query.hashtagId].some(id => id !== null)
    found = await walkBack(db, reader, query, { walked: isScattered ? walkedOfScattered : walked, limit })
    if (isEnough(found)) return found
  }
  found = await findSome(db, reader, query, few)
  if (found.areAll) return found
  for (const days of periods) {
    found = await findSince(db, reader, query, { days, limit })
    if (isEnough(found)) break
  }
  return found
}

/** Maximum of newest posts that `listNewestWithWords` can return. */
export const newestWithWords = 100

/**
 * Posts with the words of the query, newest first, found without counting them: posts with frequent words are found
 * among the newest, those with rare words are all fetched, and for words in between longer and longer periods are
 * searched. `offset + limit` is at most `newestWithWords`.
 */
export async function listNewestWithWords(
  db: Db,
  reader: Reader,
  query: FeedQuery,
  { limit, offset }: { limit: number; offset: number },
) {
  const { ids, version } = await find(db, reader, query, offset + limit)
  const page = ids.slice(offset, offset + limit)
  const rows = page.length > 0 ? await readPosts(db, reader, page) : []
  return rows.map(row => ({ ...row, version }))
}
