import { LRUCache } from 'lru-cache'
import { type Post, post as postShape } from '#contract/posts.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type PageLinks, type Written, writerOf, writtenPage } from '#server/platform/http/serialisation.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { addressPeriod } from '#server/platform/media/private-addresses.ts'
import { timeSince } from '#server/platform/time-since.ts'
import type { PostRow } from '../post-rows.queries.ts'
import { newestPosts } from './feed.queries.ts'

/** Characters of serialised posts, and of pages built from them, cached in memory per process. */
const keptPosts = 8 * 1024 * 1024
const keptPages = 8 * 1024 * 1024

interface KeptPost {
  post: Post
  written: Written<Post>
}

const write = writerOf(postShape)

/** As serialised now: the text of its age changes with time. */
function writtenNow(kept: KeptPost): Written<Post> {
  const age = timeSince(new Date(kept.post.created_at))
  if (age !== kept.post.created_at_formatted) {
    kept.post = { ...kept.post, created_at_formatted: age }
    kept.written = write(kept.post)
  }
  return kept.written
}

/**
 * Reads the newest posts. Each is presented and serialised once per state, for all viewers: a page whose posts all have
 * cached states takes one short query, which returns these states.
 */
export function newestPages(db: Db, present: (db: Db, actor: Actor, rows: PostRow[]) => Promise<Post[]>, size: number) {
  const newest = newestPosts(db, size)
  const posts = new LRUCache<string, KeptPost>({
    maxSize: keptPosts,
    sizeCalculation: ({ written }) => written.json.length,
  })
  const pages = new LRUCache<string, { items: Written<Post>[]; page: ReturnType<typeof writtenPage<Post>> }>({
    maxSize: keptPages,
    sizeCalculation: ({ page }) => page.json.length,
  })
  // A post's state does not include whether the viewer is a moderator or works in a company, nor when its pictures' URLs
  // expire.
  const viewOf = (actor: Actor) => `${actor.isStaff} ${actor.companyId !== null}`
  const keyOf = (actor: Actor, state: string) => `${viewOf(actor)} ${addressPeriod()} ${state}`

  async function readAll(actor: Actor) {
    const rows = await newest.rows(actor)
    const items = (await present(db, actor, rows)).map((post, index) => {
      const written = write(post)
      posts.set(keyOf(actor, rows[index]?.state ?? ''), { post, written })
      return written
    })
    return { version: rows[0]?.version, states: rows.map(row => row.state), items }
  }

  async function read(actor: Actor) {
    const { version, states } = await newest.states(actor)
    const known = states.flatMap(state => posts.get(keyOf(actor, state)) ?? [])
    return known.length === states.length ? { version, states, items: known.map(writtenNow) } : readAll(actor)
  }

  /** `linksIn` returns the page's links at the version of the feed at which its posts were read. */
  return async (actor: Actor, linksIn: (version: number | undefined) => Promise<PageLinks>) => {
    const { version, states, items } = await read(actor)
    const links = await linksIn(version)
    const key = [viewOf(actor), links.count, links.next, ...states].join(' ')
    const known = pages.get(key)
    if (known?.items.every((item, index) => item === items[index])) return known.page
    const page = writtenPage(links, items)
    pages.set(key, { items, page })
    return page
  }
}
