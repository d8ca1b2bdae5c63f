import type { ServerResponse } from 'node:http'
import type { LiveEvent } from '#contract/events.ts'
import type { Database } from '../database/database.ts'
import { AppError } from '../http/errors.ts'
import { eventStreams } from '../observability/meters.ts'
import { liveChannel } from './live.queries.ts'
import { endOfStreams, readNotice } from './live.ts'

/** Pages that one person may keep open; a browser shares one stream among its tabs. */
const streamsOfPerson = 20
/** Bytes buffered for a slow client; above that the stream is closed, and the client reconnects and reloads. */
const waitingBytes = 256 * 1024
/** Proxies and browsers close silent connections. */
const heartbeatEvery = 20_000
/** Milliseconds over which events that are only counted are merged into one. */
const gatherFor = 2000
/** Milliseconds after which the client reconnects. */
const retryAfter = 2000
/** When all must reconnect, so many streams are ended every so many milliseconds: as many reload at once. */
const comeBack = { together: 25, every: 250 }
/** How long a client may take to receive the end of the stream. */
const endsWithin = 3000

const frame = (event: string) => `data: ${event}\n\n`
const greeting = `retry: ${retryAfter}\n${frame('{"type":"hello"}')}`

/** How the event begins after which nobody watches a thing any more. */
const removal = '{"type":"post_removed"'

/** An event that carries only a count. */
type Counted = Extract<LiveEvent, { count: number }>

interface Stream {
  response: ServerResponse
  userId: string
}

export interface StreamOptions {
  userId: string
  sessionId: string
  /** Ids of things that the person watches; that they may see them has been checked. */
  watched: string[]
  /** When it ends at the latest, in milliseconds since 1970. */
  until: number
  headers: Record<string, string | number | string[] | undefined>
}

/** The event streams that are open in this process. */
export interface LiveStreams {
  /** Settles when the stream is open and misses no events. Throws TOO_MANY_REQUESTS when the person has too many. */
  open(response: ServerResponse, options: StreamOptions): Promise<void>
  /** Ends all of them, and any opened from now on. */
  end(): void
  /** Stops listening. */
  close(): Promise<void>
}

/** A multimap. */
function groups<Value>() {
  const sets = new Map<string, Set<Value>>()
  return {
    of: (key: string): ReadonlySet<Value> => sets.get(key) ?? new Set(),
    add(key: string, value: Value) {
      const set = sets.get(key)
      if (set) set.add(value)
      else sets.set(key, new Set([value]))
    },
    forget(key: string) {
      sets.delete(key)
    },
    remove(key: string, value: Value) {
      const set = sets.get(key)
      set?.delete(value)
      if (set?.size === 0) sets.delete(key)
    },
  }
}

function end(response: ServerResponse): void {
  response.end()
  setTimeout(() => response.destroy(), endsWithin).unref()
}

function write(response: ServerResponse, text: string): void {
  if (response.destroyed || response.writableEnded) return
  response.write(text)
  if (response.writableLength > waitingBytes) response.destroy()
}

/** Listens from the first stream on. Events of the type `gathered` are merged before they are sent. */
export function liveStreams(database: Pick<Database, 'listen'>, gathered: Counted['type']): LiveStreams {
  const gatheredStart = `{"type":${JSON.stringify(gathered)}`
  const streams = new Set<Stream>()
  const ofPerson = groups<Stream>()
  const ofSession = groups<Stream>()
  const ofThing = groups<Stream>()
  /** Pending merged events: how many, and who is not to receive them. */
  let untold: { count: number; except: string[] }[] = []
  let tellTimer: NodeJS.Timeout | null = null
  let listening: Promise<() => Promise<void>> | null = null
  let isOver = false

  const heartbeat = setInterval(() => {
    for (const { response } of streams) write(response, ':\n\n')
  }, heartbeatEvery).unref()

  function tellGathered(): void {
    tellTimer = null
    if (untold.length === 0) return
    for (const { response, userId } of streams) {
      const count = untold.reduce((sum, some) => (some.except.includes(userId) ? sum : sum + some.count), 0)
      if (count > 0) write(response, frame(JSON.stringify({ type: gathered, count } satisfies Counted)))
    }
    untold = []
    tellTimer = setTimeout(tellGathered, gatherFor).unref()
  }

  function toAll(some: ReadonlySet<Stream>, event: string): void {
    for (const { response } of some) {
      if (event === endOfStreams) end(response)
      else write(response, frame(event))
    }
  }

  /** Whoever may still see it after it is removed watches it again. */
  function toWatching(thing: string, event: string): void {
    toAll(ofThing.of(thing), event)
    if (event.startsWith(removal)) ofThing.forget(thing)
  }

  function toEveryoneBut(except: string[], event: string): void {
    if (event.startsWith(gatheredStart)) {
      untold.push({ count: (JSON.parse(event) as Counted).count, except })
      if (!tellTimer) tellGathered()
      return
    }
    for (const stream of streams) if (!except.includes(stream.userId)) write(stream.response, frame(event))
  }

  function deliver(text: string): void {
    const { audience, event } = readNotice(text)
    if (audience === 'everyone') toEveryoneBut([], event)
    else if ('everyoneBut' in audience) toEveryoneBut(audience.everyoneBut, event)
    else if ('watching' in audience) toWatching(audience.watching, event)
    else if ('sessionIds' in audience) for (const id of audience.sessionIds) toAll(ofSession.of(id), event)
    else for (const id of audience.userIds) toAll(ofPerson.of(id), event)
  }

  function endAll(): void {
    for (const { response } of streams) end(response)
  }

  /** Streams that have reconnected meanwhile are not ended again. */
  function endInTurn(): void {
    const left = [...streams]
    function endSome(): void {
      for (const { response } of left.splice(0, comeBack.together)) end(response)
      if (left.length > 0) setTimeout(endSome, comeBack.every).unref()
    }
    endSome()
  }

  /** After a lost connection any event may have been missed: all clients reconnect and reload, in batches. */
  async function hear(): Promise<void> {
    listening ??= database.listen(liveChannel, deliver, endInTurn)
    try {
      await listening
    } catch (error) {
      listening = null
      throw error
    }
  }

  return {
    async open(response, { userId, sessionId, watched, until, headers }) {
      await hear()
      if (ofPerson.of(userId).size >= streamsOfPerson) {
        throw new AppError('TOO_MANY_REQUESTS', 'Открыто слишком много страниц.', undefined, 60)
      }
      const stream = { response, userId }
      const expiry = setTimeout(() => end(response), Math.max(0, until - Date.now())).unref()
      streams.add(stream)
      eventStreams.inc()
      ofPerson.add(userId, stream)
      ofSession.add(sessionId, stream)
      for (const id of watched) ofThing.add(id, stream)
      response.once('close', () => {
        clearTimeout(expiry)
        streams.delete(stream)
        eventStreams.dec()
        ofPerson.remove(userId, stream)
        ofSession.remove(sessionId, stream)
        for (const id of watched) ofThing.remove(id, stream)
      })
      response.writeHead(200, {
        ...headers,
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store, no-transform',
        // Otherwise nginx buffers events.
        'x-accel-buffering': 'no',
        // Nothing follows on this connection, so that a stop of the server need not wait for it.
        connection: 'close',
      })
      response.write(greeting)
      if (isOver) end(response)
    },
    end() {
      isOver = true
      endAll()
    },
    async close() {
      clearInterval(heartbeat)
      if (tellTimer) clearTimeout(tellTimer)
      const endListening = await listening
      await endListening?.()
    },
  }
}
