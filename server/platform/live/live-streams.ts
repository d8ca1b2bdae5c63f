import type { ServerResponse } from 'node:http'
import type { LiveEvent } from '#contract/events.ts'
import type { Database } from '../database/database.ts'
import { AppError } from '../http/errors.ts'
import { eventStreams } from '../observability/meters.ts'
import { liveChannel } from './live.queries.ts'
import { endOfStreams, readNotice } from './live.ts'

/** Pages that one person may keep open; a browser shares one stream among its tabs. */
const streamsOfPerson = 20
/** Bytes that wait for a slow reader; with more the stream is cut off, and the reader comes back and reads anew. */
const waitingBytes = 256 * 1024
/** Proxies and browsers give up on a line that says nothing. */
const heartbeatEvery = 20_000
/** Milliseconds in which events that are only counted are gathered into one. */
const gatherFor = 2000
/** After how many milliseconds the reader comes back. */
const retryAfter = 2000
/** So many streams are ended every so many milliseconds when all must come back: as many read anew at once. */
const comeBack = { together: 25, every: 250 }
/** How long a reader may take to hear the end. */
const endsWithin = 3000

const frame = (event: string) => `data: ${event}\n\n`
const greeting = `retry: ${retryAfter}\n${frame('{"type":"hello"}')}`

/** An event that says no more than how many there are. */
type Counted = Extract<LiveEvent, { count: number }>

interface Stream {
  response: ServerResponse
  userId: string
}

export interface StreamOptions {
  userId: string
  sessionId: string
  /** Ids of things whose changes the person wants to hear of; that they may see them has been checked. */
  watched: string[]
  /** When it ends at the latest, in milliseconds since 1970. */
  until: number
  headers: Record<string, string | number | string[] | undefined>
}

/** The event streams that are open in this process. */
export interface LiveStreams {
  /** Settles when the stream is open and misses nothing. Throws TOO_MANY_REQUESTS when the person has too many. */
  open(response: ServerResponse, options: StreamOptions): Promise<void>
  /** Ends all of them, and whatever is opened from now on. */
  end(): void
  /** Hears no more. */
  close(): Promise<void>
}

/** Values by key, several for a key, found without looking through all. */
function groups<Value>() {
  const sets = new Map<string, Set<Value>>()
  return {
    of: (key: string): ReadonlySet<Value> => sets.get(key) ?? new Set(),
    add(key: string, value: Value) {
      const set = sets.get(key)
      if (set) set.add(value)
      else sets.set(key, new Set([value]))
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

/** Listens from the first stream on. Events of the type `gathered` are counted together before they are told. */
export function liveStreams(database: Pick<Database, 'listen'>, gathered: Counted['type']): LiveStreams {
  const gatheredStart = `{"type":${JSON.stringify(gathered)}`
  const streams = new Set<Stream>()
  const ofPerson = groups<Stream>()
  const ofSession = groups<Stream>()
  const ofThing = groups<Stream>()
  /** What has not been told of yet: how many, and who is not to hear of them. */
  let untold: { count: number; exceptId: string | null }[] = []
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
      const count = untold.reduce((sum, some) => (some.exceptId === userId ? sum : sum + some.count), 0)
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

  function toEveryoneBut(userId: string | null, event: string): void {
    if (event.startsWith(gatheredStart)) {
      untold.push({ count: (JSON.parse(event) as Counted).count, exceptId: userId })
      if (!tellTimer) tellGathered()
      return
    }
    for (const stream of streams) if (stream.userId !== userId) write(stream.response, frame(event))
  }

  function deliver(text: string): void {
    const { audience, event } = readNotice(text)
    if (audience === 'everyone') toEveryoneBut(null, event)
    else if ('everyoneBut' in audience) toEveryoneBut(audience.everyoneBut, event)
    else if ('watching' in audience) toAll(ofThing.of(audience.watching), event)
    else if ('sessionIds' in audience) for (const id of audience.sessionIds) toAll(ofSession.of(id), event)
    else for (const id of audience.userIds) toAll(ofPerson.of(id), event)
  }

  function endAll(): void {
    for (const { response } of streams) end(response)
  }

  /** Also those who have come back meanwhile are not asked to do it again. */
  function endInTurn(): void {
    const left = [...streams]
    function endSome(): void {
      for (const { response } of left.splice(0, comeBack.together)) end(response)
      if (left.length > 0) setTimeout(endSome, comeBack.every).unref()
    }
    endSome()
  }

  /** After a lost connection nobody knows what was missed: all come back and read anew, some after the others. */
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
        // Else nginx gathers events until its buffer is full.
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
      await (await listening)?.()
    },
  }
}
