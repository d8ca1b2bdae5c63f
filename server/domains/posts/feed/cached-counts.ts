import { LRUCache } from 'lru-cache'
import type { Db } from '#server/platform/database/database.ts'
import type { Reader } from '../post-rows.queries.ts'
import { type CountRow, countPrivate, countPublic, countSilent, type FeedQuery } from './feed.queries.ts'

/** A larger count may be up to a minute old (API.md section 1); it is refreshed well before that. */
const exactUpTo = 10_000
const goodFor = 60_000
const recountAfter = 30_000

interface Cached extends CountRow {
  /** When counting started. */
  at: number
}

const isFresh = (cached: Cached | undefined): cached is Cached =>
  cached !== undefined && Date.now() - cached.at < goodFor

export interface FeedCounts {
  /** The number of matching posts that this person sees, at the version of the feed at which their page was read. */
  total(reader: Pick<Reader, 'id' | 'silences'>, query: FeedQuery, version: number | undefined): Promise<number>
  /** The number of matching public posts, at most a minute old. */
  roughly(query: FeedQuery): Promise<number>
  /** Counts the matching public posts unless counted in the last half minute. */
  refresh(query: FeedQuery): Promise<void>
}

/**
 * Counts posts no more often than necessary: a count is valid while the feed's version is unchanged, a large one for a
 * minute.
 */
export function feedCounts(db: Db, logError: (error: unknown) => void): FeedCounts {
  const cached = new LRUCache<string, Cached>({ max: 20_000 })
  const running = new Map<string, Promise<Cached>>()

  /** Concurrent callers share one count. */
  function count(key: string, compute: () => Promise<CountRow>): Promise<Cached> {
    const started = running.get(key)
    if (started) return started
    const at = Date.now()
    const counting = compute()
      .then(row => {
        const counted = { ...row, at }
        cached.set(key, counted)
        return counted
      })
      .finally(() => running.delete(key))
    running.set(key, counting)
    return counting
  }

  /** A count at this version of the feed. A count already running may have started before it, and is then repeated. */
  async function exactly(key: string, version: number | undefined, compute: () => Promise<CountRow>): Promise<Cached> {
    const known = cached.get(key)
    if (known && known.version === version) return known
    const shared = running.get(key)
    if (shared) {
      const counted = await shared
      if (counted.version === version || counted.count > exactUpTo) return counted
    }
    return count(key, compute)
  }

  async function publicCount(query: FeedQuery, version: number | undefined): Promise<Cached> {
    const key = keyOf(query)
    const compute = () => countPublic(db, query)
    const known = cached.get(key)
    if (!isFresh(known) || known.count <= exactUpTo) return exactly(key, version, compute)
    if (Date.now() - known.at > recountAfter) count(key, compute).catch(logError)
    return known
  }

  return {
    async total(reader, query, version) {
      const open = await publicCount(query, version)
      const ofReader = async (key: string, compute: () => Promise<CountRow>) => {
        const known = cached.get(key)
        if (open.count > exactUpTo && isFresh(known)) return known.count
        return (await exactly(key, version ?? open.version, compute)).count
      }
      const closed = await ofReader(`${reader.id} ${keyOf(query)}`, () => countPrivate(db, reader.id, query))
      if (reader.silences === 0) return open.count + closed
      const silentKey = `${reader.id} silent ${reader.silences} ${keyOf(query)}`
      const silent = await ofReader(silentKey, () => countSilent(db, reader, query))
      return Math.max(0, open.count + closed - silent)
    },
    async roughly(query) {
      const known = cached.get(keyOf(query))
      return isFresh(known) ? known.count : (await publicCount(query, undefined)).count
    },
    async refresh(query) {
      const key = keyOf(query)
      const known = cached.get(key)
      if (!known || Date.now() - known.at > recountAfter) await count(key, () => countPublic(db, query))
    },
  }
}

/** The order of the posts does not affect their number. */
function keyOf({ text, categoryId, regionId, hashtagId, isRequest }: FeedQuery): string {
  return JSON.stringify([text, categoryId, regionId, hashtagId, isRequest])
}
