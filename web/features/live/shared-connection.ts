import type { LiveEvent } from '#contract/events.ts'
import type { Connection } from './connection.ts'

type OnEvent = (event: LiveEvent, missed: boolean) => void

type Note =
  | { about: 'event'; event: LiveEvent; missed: boolean }
  /** A tab has taken over the connection. */
  | { about: 'holder' }
  /** The posts that a tab watches; none when it closes. */
  | { about: 'watch'; tab: string; postIds: string[] }

/**
 * One connection for all tabs in which this person is signed in: the tab that holds the lock opens it with `open` and
 * passes events on; when it closes, another tab takes over. In a browser without locks each tab has its own connection.
 */
export function shareConnection(name: string, open: (onEvent: OnEvent) => Connection, onEvent: OnEvent): Connection {
  // Browsers provide locks only on secure origins.
  if (!navigator.locks) return open(onEvent)
  const tab = crypto.randomUUID()
  const channel = new BroadcastChannel(name)
  const leaving = new AbortController()
  /** In the tab that holds the lock: the connection, and the posts that each tab watches. */
  let held: { connection: Connection; byTab: Map<string, string[]> } | null = null
  let watched: string[] = []

  const send = (note: Note) => channel.postMessage(note)
  const sendWatched = () => send({ about: 'watch', tab, postIds: watched })

  function setWatched(ofTab: string, postIds: string[]): void {
    if (!held) return
    if (postIds.length > 0) held.byTab.set(ofTab, postIds)
    else held.byTab.delete(ofTab)
    held.connection.watch([...new Set([...held.byTab.values()].flat())])
  }

  channel.onmessage = ({ data }: MessageEvent<Note>) => {
    if (data.about === 'event') onEvent(data.event, data.missed)
    else if (data.about === 'watch') setWatched(data.tab, data.postIds)
    else sendWatched()
  }

  async function hold(): Promise<void> {
    // The lock may be granted just after the tab was closed.
    if (leaving.signal.aborted) return
    const connection = open((event, missed) => {
      onEvent(event, missed)
      send({ about: 'event', event, missed })
    })
    held = { connection, byTab: new Map() }
    setWatched(tab, watched)
    send({ about: 'holder' })
    await new Promise<void>(resolve => leaving.signal.addEventListener('abort', () => resolve(), { once: true }))
  }

  navigator.locks.request(name, { signal: leaving.signal }, hold).catch((error: unknown) => {
    if (!leaving.signal.aborted) console.error('the tabs cannot share a connection', error)
  })

  const onLeave = () => send({ about: 'watch', tab, postIds: [] })
  // Also when the page enters the back/forward cache, from which it may return.
  window.addEventListener('pagehide', onLeave)
  window.addEventListener('pageshow', sendWatched)

  return {
    watch(postIds) {
      watched = postIds
      if (held) setWatched(tab, postIds)
      else sendWatched()
    },
    close() {
      if (leaving.signal.aborted) return
      window.removeEventListener('pagehide', onLeave)
      window.removeEventListener('pageshow', sendWatched)
      onLeave()
      held?.connection.close()
      held = null
      leaving.abort()
      channel.close()
    },
  }
}
