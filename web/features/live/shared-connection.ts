import type { LiveEvent } from '#contract/events.ts'
import type { Connection } from './connection.ts'

type OnEvent = (event: LiveEvent, missed: boolean) => void

type Note =
  | { about: 'event'; event: LiveEvent; missed: boolean }
  /** A tab has become the one that holds the connection. */
  | { about: 'holder' }
  /** What a tab watches; nothing, when it goes. */
  | { about: 'watch'; tab: string; postIds: string[] }

/**
 * One connection for all tabs in which this person is signed in: the tab that holds the lock keeps it and passes events
 * on; when it goes, another takes over. Where the browser has no locks every tab has its own. `open` opens a connection.
 */
export function shareConnection(name: string, open: (onEvent: OnEvent) => Connection, onEvent: OnEvent): Connection {
  // Browsers have locks on secure origins only.
  if (!navigator.locks) return open(onEvent)
  const tab = crypto.randomUUID()
  const channel = new BroadcastChannel(name)
  const leaving = new AbortController()
  /** Of the tab that holds the connection: it, and what each tab watches. */
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
    // The lock may have been given in the moment in which the tab gave up waiting for it.
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
  // Also when the page is only put aside, for going back; then it comes again.
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
