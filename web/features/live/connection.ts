import type { LiveEvent } from '#contract/events.ts'
import { readEventStream } from './event-stream.ts'

/** A connection that is silent for longer is dead: the server sends something every twenty seconds. */
const silence = 50_000
/** Milliseconds before the first reconnect, and at most between later ones; each is varied by half. */
const firstWait = 1000
const longestWait = 60_000
/** A stream that was open for this long does not count as a failed attempt. */
const steady = 5000

export interface Connection {
  /** Sets the posts to watch; a new stream replaces the old one without a gap. */
  watch(postIds: string[]): void
  close(): void
}

interface ConnectionOptions {
  /** `fetch` as the signed-in person. */
  fetch: (path: string, init: RequestInit) => Promise<Response>
  /** `missed`, with a `hello`: events may have been missed. */
  onEvent: (event: LiveEvent, missed: boolean) => void
}

function addressOf(postIds: string[]): string {
  const search = new URLSearchParams(postIds.map(id => ['watch', id])).toString()
  return `/api/events/${search ? `?${search}` : ''}`
}

/** Keeps one event stream open and reconnects after each end, until it is closed. */
export function openConnection({ fetch, onEvent }: ConnectionOptions): Connection {
  let watched: string[] = []
  let isClosed = false
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  /** The stream opened last, and the one that has received `hello`; they differ while a new one takes over. */
  let latest: AbortController | null = null
  let standing: AbortController | null = null

  function open(): void {
    clearTimeout(timer)
    timer = undefined
    if (isClosed) return
    if (latest !== standing) latest?.abort()
    latest = new AbortController()
    void follow(latest)
  }

  async function follow(stream: AbortController): Promise<void> {
    let since = Number.POSITIVE_INFINITY
    try {
      for await (const event of eventsOf(stream)) {
        if (event.type === 'hello') {
          since = Date.now()
          greet(stream)
        } else if (stream === standing) onEvent(event, false)
      }
    } catch {
      // Lost connection, unavailable server or replaced stream: all are handled below.
    }
    stream.abort()
    if (standing === stream) standing = null
    if (latest !== stream || isClosed) return
    failures = Date.now() - since > steady ? 0 : failures + 1
    const wait = Math.min(longestWait, firstWait * 2 ** Math.max(0, failures - 1))
    timer = setTimeout(open, wait * (0.5 + Math.random()))
  }

  function greet(stream: AbortController): void {
    const old = standing
    standing = stream
    if (old !== stream) old?.abort()
    onEvent({ type: 'hello' }, old === null)
  }

  async function* eventsOf({ signal }: AbortController): AsyncGenerator<LiveEvent> {
    const silent = new AbortController()
    let watchdog = setTimeout(() => silent.abort(), silence)
    const onPart = () => {
      clearTimeout(watchdog)
      watchdog = setTimeout(() => silent.abort(), silence)
    }
    try {
      const response = await fetch(addressOf(watched), { signal: AbortSignal.any([signal, silent.signal]) })
      if (!response.ok || !response.body) throw new Error(`no event stream: ${response.status}`)
      for await (const data of readEventStream(response.body, onPart)) yield JSON.parse(data) as LiveEvent
    } finally {
      clearTimeout(watchdog)
    }
  }

  // No need to wait for the next attempt once the browser reports a network again.
  function onOnline() {
    if (!standing) open()
  }
  window.addEventListener('online', onOnline)
  open()

  return {
    watch(postIds) {
      if (postIds.join() === watched.join()) return
      watched = postIds
      // If a reconnect is scheduled, it will use the new list.
      if (timer === undefined) open()
    },
    close() {
      isClosed = true
      clearTimeout(timer)
      window.removeEventListener('online', onOnline)
      latest?.abort()
      standing?.abort()
    },
  }
}
