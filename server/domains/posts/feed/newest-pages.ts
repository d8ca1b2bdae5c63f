import { LRUCache } from 'lru-cache'
import { type Post, post as postShape } from '#contract/posts.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type PageLinks, type Written, writerOf, writtenPage } from '#server/platform/http/serialisation.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { addressPeriod } from '#server/platform/media/private-addresses.ts'
import { timeSince } from '#server/platform/time-since.ts'
import { idInState, type PostRow } from '../post-rows.queries.ts'
import { newestPosts } from './feed.queries.ts'

/** Characters of serialised posts, and of pages built from them, cached in memory per process. */
const cachedPosts = 8 * 1024 * 1024
const cachedPages = 8 * 1024 * 1024

interface CachedPost {
  post: Post
  written: Written<Post>
}

const write = writerOf(postShape)

/** As serialised now: the text of its age changes with time. */
function writtenNow(cached: CachedPost): Written<Post> {
  const age = timeSince(new Date(cached.post.created_at))
  if (age !== cached.post.created_at_formatted) {
    cached.post = { ...cached.post, created_at_formatted: age }
    cached.written = write(cached.post)
  }
  return cached.written
}

/**
 * Reads the newest posts. Each is presented and serialised once per state, for all viewers: a page whose posts all have
 * cached states takes one short query, which returns these states. Of the others only those are read that nobody is
 * reading already: after each new post all readers miss the same one.
 */
export function newestPages(db: Db, present: (db: Db, actor: Actor, rows: PostRow[]) => Promise<Post[]>, size: number) {
  const newest = newestPosts(db, size)
  const posts = new LRUCache<string, CachedPost>({
    maxSize: cachedPosts,
    sizeCalculation: ({ written }) => written.json.length,
  })
  const pages = new LRUCache<string, { items: Written<Post>[]; page: ReturnType<typeof writtenPage<Post>> }>({
    maxSize: cachedPages,
    sizeCalculation: ({ page }) => page.json.length,
  })
  // A post's state does not include whether the viewer is a moderator or works in a company, nor when its pictures' URLs
  // expire.
  const viewOf = (actor: Actor) => `${actor.isStaff} ${actor.companyId !== null}`
  const keyOf = (actor: Actor, state: string) => `${viewOf(actor)} ${addressPeriod()} ${state}`

  async function keep(actor: Actor, rows: (PostRow & { state: string })[]): Promise<Written<Post>[]> {
    const presented = await present(db, actor, rows)
    return presented.map((post, index) => {
      const written = write(post)
      posts.set(keyOf(actor, rows[index]?.state ?? ''), { post, written })
      return written
    })
  }

  async function readAll(actor: Actor) {
    const rows = await newest.rows(actor)
    return { version: rows[0]?.version, states: rows.map(row => row.state), items: await keep(actor, rows) }
  }

  /** What is being read, by its key. Never fails: who finds nothing afterwards reads it again. */
  const underWay = new Map<string, Promise<unknown>>()

  /** Reads those of the posts that are not kept in these states. Some may have others by now. */
  async function readMissing(actor: Actor, states: string[]): Promise<void> {
    const missing = states.filter(state => !posts.has(keyOf(actor, state)))
    const awaited = missing.flatMap(state => underWay.get(keyOf(actor, state)) ?? [])
    const own = missing.filter(state => !underWay.has(keyOf(actor, state)))
    if (own.length > 0) {
      const reading = newest.rowsOf(actor, own.map(idInState)).then(rows => keep(actor, rows))
      const keys = own.map(state => keyOf(actor, state))
      const ended = reading
        .catch(() => {})
        .finally(() => {
          for (const key of keys) underWay.delete(key)
        })
      for (const key of keys) underWay.set(key, ended)
      await reading
    }
    await Promise.all(awaited)
  }

  async function read(actor: Actor) {
    const { version, states } = await newest.states(actor)
    const known = () => states.flatMap(state => posts.get(keyOf(actor, state)) ?? [])
    if (known().length < states.length) await readMissing(actor, states)
    const items = known()
    return items.length === states.length ? { version, states, items: items.map(writtenNow) } : readAll(actor)
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
