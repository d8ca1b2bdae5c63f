import type { QueryClient } from '@tanstack/react-query'
import type { LiveEvent } from '#contract/events.ts'
import { getSession, reread, subscribeSession } from '#web/lib/session.ts'
import { type Connection, openConnection } from './connection.ts'
import { shareConnection } from './shared-connection.ts'

/** The server's maximum (contract/events.ts); only the latest posts are watched beyond it. */
const watchedPosts = 50
/** Milliseconds within which a page's first stream normally opens. */
const prompt = 10_000
/** Milliseconds to wait for further changes before the server gets the list of watched posts. */
const settling = 200

type Handler = (event: LiveEvent) => void

const handlers = new Set<Handler>()
/** How many components watch each post, the latest last. */
const watches = new Map<string, number>()
let connection: Connection | null = null
let settle: ReturnType<typeof setTimeout> | undefined

/** Calls the handler for every event, including each `hello`. Returns the function that unsubscribes. */
export function subscribeLive(handler: Handler): () => void {
  handlers.add(handler)
  return () => handlers.delete(handler)
}

function tellWatched(): void {
  clearTimeout(settle)
  settle = setTimeout(() => connection?.watch([...watches.keys()].slice(-watchedPosts)), settling)
}

/** Subscribes to the changes of a post; a `hello` marks when they begin. Returns the function that ends it. */
export function watchPost(id: string): () => void {
  const count = watches.get(id) ?? 0
  watches.delete(id)
  watches.set(id, count + 1)
  if (count === 0) tellWatched()
  return () => {
    const left = (watches.get(id) ?? 0) - 1
    if (left > 0) watches.set(id, left)
    else {
      watches.delete(id)
      tellWatched()
    }
  }
}

interface LiveOptions {
  queries: QueryClient
  /** `fetch` as the signed-in person. */
  fetch: (path: string, init: RequestInit) => Promise<Response>
}

/** Keeps the connection of the person signed in in this browser until the returned function is called. */
export function startLive({ queries, fetch }: LiveOptions): () => void {
  let person = ''
  /** When this person's connection was opened; 0 after the first `hello`. */
  let openedAt = 0

  function onEvent(event: LiveEvent, missed: boolean): void {
    if (missed) {
      const isStart = Date.now() - openedAt < prompt
      openedAt = 0
      void queries.invalidateQueries({
        queryKey: ['member'],
        // Except queries that are loading for the first time, and the page's initial data if marked as new enough.
        predicate: ({ state, meta }) => state.dataUpdatedAt > 0 && !(isStart && meta?.isNewEnoughAtStart),
      })
    }
    for (const handler of handlers) handler(event)
  }

  /** The tab with the connection may have closed because the person signed out there. */
  async function fetchIfSignedIn(path: string, init: RequestInit): Promise<Response> {
    reread()
    if (!getSession().isAuthenticated) throw new Error('signed out')
    return fetch(path, init)
  }

  function follow(): void {
    const { isAuthenticated, user } = getSession()
    const now = isAuthenticated ? user.id : ''
    if (now === person) return
    person = now
    openedAt = Date.now()
    connection?.close()
    const open = (listener: typeof onEvent) => openConnection({ fetch: fetchIfSignedIn, onEvent: listener })
    connection = person ? shareConnection(`live ${person}`, open, onEvent) : null
    if (watches.size > 0) tellWatched()
  }

  const unsubscribe = subscribeSession(follow)
  follow()
  return () => {
    unsubscribe()
    connection?.close()
    connection = null
  }
}
