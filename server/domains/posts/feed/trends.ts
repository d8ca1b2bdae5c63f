import type { Trend } from '#contract/posts.ts'
import { mutedHashtagsMax } from '#contract/silenced.ts'
import type { Db } from '#server/platform/database/database.ts'
import { currentVersion, listTrends } from './hashtags.queries.ts'

const days = 7
/** Ten are shown; the others take the places of those that a person has muted. */
const listed = 10 + mutedHashtagsMax
/** With more uses of hashtags than this, counting takes so long that the response may be a minute old. */
const exactUpTo = 10_000
const goodFor = 60_000
const recountAfter = 30_000

interface Cached {
  trends: Trend[]
  isLarge: boolean
  /** The version of the feed at which they were counted. */
  version: number
  at: number
}

/** The most used hashtags, counted no more often than necessary; concurrent callers share one count. */
export function cachedTrends(db: Db, logError: (error: unknown) => void): () => Promise<Trend[]> {
  let cached: Cached | null = null
  let counting: Promise<Cached> | null = null

  async function count(): Promise<Cached> {
    const at = Date.now()
    const rows = await listTrends(db, days, listed)
    return {
      trends: rows.map(({ id, hashtag, occurences }) => ({ id, hashtag, occurences })),
      isLarge: (rows[0]?.counted ?? 0) > exactUpTo,
      version: rows[0]?.version ?? 0,
      at,
    }
  }

  function recount(): Promise<Cached> {
    const started = count()
      .then(counted => {
        cached = counted
        return counted
      })
      .finally(() => {
        if (counting === started) counting = null
      })
    counting = started
    return started
  }

  return async () => {
    const age = cached ? Date.now() - cached.at : goodFor
    if (cached && age < goodFor) {
      if (cached.isLarge && age > recountAfter && !counting) recount().catch(logError)
      if (cached.isLarge || cached.version === (await currentVersion(db))) return cached.trends
    }
    // A count already running may have started before a change that the caller has made: with few hashtags that would
    // show.
    const counted = await (counting && cached?.isLarge ? counting : recount())
    return counted.trends
  }
}
