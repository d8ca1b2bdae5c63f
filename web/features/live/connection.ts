import type { LiveEvent } from '#contract/events.ts'
import { readEventStream } from './event-stream.ts'

/** A connection that is silent for longer is dead: the server sends something every twenty seconds. */
const silence = 50_000
/** Milliseconds before the first try to come back, and at most between later ones; each is spread by half. */
const firstWait = 1000
const longestWait = 60_000
/** A stream that stood so long was no failed try. */
const steady = 5000

export interface Connection {
  /** From now on also the changes of these posts; a new stream takes over from the old one without a break. */
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

/** Keeps one event stream open, coming back after every end, until it is closed. */
export function openConnection({ fetch, onEvent }: ConnectionOptions): Connection {
  let watched: string[] = []
  let isClosed = false
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  /** The stream that was opened last, and the one that has said hello; while one takes over they are two. */
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
      // A broken line, a server that is away, a stream that is not wanted any more: what to do is the same.
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

  // Waiting for the next attempt makes no sense once the browser says that there is a network again.
  function onOnline() {
    if (!standing) open()
  }
  window.addEventListener('online', onOnline)
  open()

  return {
    watch(postIds) {
      if (postIds.join() === watched.join()) return
      watched = postIds
      // Who is waiting for the next try goes on waiting.
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
