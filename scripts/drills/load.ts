import { type IncomingMessage, Agent as PlainAgent, request as plainRequest } from 'node:http'
import { Agent, request } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'

export interface LoadOptions {
  url: string
  /** The certificate authority to trust, for https. */
  ca?: string
  authorization: string
}

interface Answer {
  status: number
  text: string
}

/** Callers that send requests until stopped, and record the responses. */
export interface Load {
  /** Requests with the expected response. */
  answered: { reads: number; writes: number }
  /** Errors with the time since the start, one per line. */
  failures: string[]
  /** Texts of the acknowledged posts. */
  acknowledged: string[]
  /** Event streams that were opened, and those that ended properly. */
  streams: { begun: number; ended: number }
  stop(): Promise<void>
}

/** Milliseconds between two requests of one caller. */
const pause = 20
/** Timeout of a request in milliseconds. */
const patience = 60_000

const pages = ['/', '/api/products/latest/', '/api/teams/cities/', '/products/hvoynye', '/api/teams/teams_list/']

/** Concurrent readers and writers of posts, and one event stream that reconnects after each end. */
export function startLoad({ url, ca, authorization }: LoadOptions, { readers = 4, writers = 3 } = {}): Load {
  const isSecure = url.startsWith('https:')
  const agent = isSecure ? new Agent({ keepAlive: true, ca }) : new PlainAgent({ keepAlive: true })
  const began = performance.now()
  const leaving = new AbortController()
  const load = {
    answered: { reads: 0, writes: 0 },
    failures: [] as string[],
    acknowledged: [] as string[],
    streams: { begun: 0, ended: 0 },
  }
  let isOver = false

  const fail = (what: string, why: unknown) =>
    load.failures.push(
      `${Math.round(performance.now() - began)} ms: ${what}: ${why instanceof Error ? why.message : String(why)}`,
    )

  function open(path: string, body?: string, signal?: AbortSignal): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const headers = { authorization, ...(body ? { 'content-type': 'application/json' } : {}) }
      const options = { agent, headers, method: body ? 'POST' : 'GET', ...(signal ? { signal } : {}) }
      const sent = (isSecure ? request : plainRequest)(url + path, options, resolve)
      sent.once('error', reject)
      sent.setTimeout(patience, () => sent.destroy(new Error('no answer')))
      sent.end(body)
    })
  }

  async function ask(path: string, body?: string): Promise<Answer> {
    const answer = await open(path, body)
    let text = ''
    for await (const chunk of answer.setEncoding('utf8')) text += chunk
    return { status: answer.statusCode ?? 0, text }
  }

  async function read(reader: number): Promise<void> {
    for (let n = reader; !isOver; n++) {
      const path = pages[n % pages.length] ?? '/'
      try {
        const { status, text } = await ask(path)
        if (status === 200 && text.length > 0) load.answered.reads++
        else fail(`GET ${path}`, status)
      } catch (error) {
        fail(`GET ${path}`, error)
      }
      await sleep(pause)
    }
  }

  async function write(writer: number): Promise<void> {
    for (let n = 0; !isOver; n++) {
      const body = `запись ${writer}-${n}`
      try {
        const { status } = await ask('/api/posts/create/', JSON.stringify({ body }))
        if (status === 201) {
          load.answered.writes++
          load.acknowledged.push(body)
        } else fail('POST', status)
      } catch (error) {
        fail('POST', error)
      }
      await sleep(pause)
    }
  }

  async function listen(): Promise<void> {
    while (!isOver) {
      try {
        const answer = await open('/api/events/', undefined, leaving.signal)
        if (answer.statusCode !== 200) fail('event stream', answer.statusCode)
        else load.streams.begun++
        // Throws if the connection is cut.
        for await (const _ of answer);
        load.streams.ended++
      } catch (error) {
        if (!isOver) fail('event stream', error)
      }
      if (!isOver) await sleep(500)
    }
  }

  const callers = [
    ...Array.from({ length: readers }, (_, index) => read(index)),
    ...Array.from({ length: writers }, (_, index) => write(index)),
    listen(),
  ]
  return {
    ...load,
    async stop() {
      isOver = true
      leaving.abort()
      await Promise.all(callers)
      agent.destroy()
    },
  }
}
