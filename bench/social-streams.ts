// Measures one process with many open event streams while messages are sent: losses, delays, memory per stream. Uses
// the embedded database or the server of DATABASE_URL:
//   npm exec -- node bench/social-streams.ts --streams 1000 --messages 50 --seconds 20
import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { LiveEvent } from '#contract/events.ts'
import { quantile } from './load.ts'
import { scratchDatabases } from './scratch-databases.ts'
import type { StreamsReport } from './social-streams-server.ts'

interface StreamsOrder {
  /** Open streams, each of another person; the people chat in pairs. */
  streams: number
  /** Messages per second, each sent to both people of a pair. */
  messages: number
  seconds: number
}

export interface StreamsResult {
  sent: number
  /** Messages that the server refused. */
  refused: number
  /** Accepted messages that did not reach both people exactly once. */
  lost: number
  p50_ms: number
  p99_ms: number
  longest_ms: number
  kilobytes_per_stream: number
  /** Share of one processor while messages were sent. */
  processor_share: number
}

/** Milliseconds after the last message in which one may still arrive. */
const patience = 5000
const opened = 50
const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY })

/** Opens a stream; resolves after `hello`. Throws for any status but 200, and calls `onEnd` when the stream ends. */
function openStream(
  url: string,
  access: string,
  onEvent: (event: LiveEvent) => void,
  onEnd: () => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    get(`${url}/api/events/`, { agent, headers: { authorization: `Bearer ${access}` } }, response => {
      if (response.statusCode !== 200) return reject(new Error(`a stream was answered with ${response.statusCode}`))
      let rest = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => {
        const lines = (rest + part).split('\n')
        rest = lines.pop() ?? ''
        for (const line of lines) {
          if (!line.startsWith('data: ')) continue
          const event = JSON.parse(line.slice('data: '.length)) as LiveEvent
          if (event.type === 'hello') resolve()
          else onEvent(event)
        }
      })
      response.on('close', onEnd)
    }).on('error', reject)
  })
}

async function call<Answer>(url: string, access: string, body?: unknown): Promise<Answer> {
  const response = await fetch(url, {
    headers: { authorization: `Bearer ${access}`, 'content-type': 'application/json' },
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
  })
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  return (await response.json()) as Answer
}

/** Starts a server with these settings (API.md section 5), opens streams and sends messages. */
export async function measureStreams(settings: Record<string, string>, order: StreamsOrder): Promise<StreamsResult> {
  const child = fork(fileURLToPath(new URL('social-streams-server.ts', import.meta.url)), [String(order.streams)], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', RATE_LIMITS: 'off', ...settings },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const died = once(child, 'exit').then(([code]) => {
    throw new Error(`the server has ended (${code})`)
  })
  died.catch(() => undefined)
  const hear = async () => (await Promise.race([once(child, 'message'), died]))[0] as StreamsReport
  async function ask() {
    const answer = hear()
    child.send('report')
    const used = await answer
    if (!('memory' in used)) throw new Error('the server answered something else')
    return used
  }

  try {
    const ready = await hear()
    if (!('listening' in ready)) throw new Error('the server answered before it was asked')
    const { listening: url, people } = ready

    const pairs: { conversation: string; access: string }[] = []
    for (let n = 0; n + 1 < people.length; n += 2) {
      const [one, other] = [people[n], people[n + 1]]
      if (!one || !other) break
      const { id } = await call<{ id: string }>(`${url}/api/chat/${other.id}/get-or-create/`, one.access)
      pairs.push({ conversation: id, access: one.access })
    }

    const before = await ask()
    /** When each message was sent, and how many deliveries are missing. */
    const expected = new Map<string, { sentAt: number; left: number }>()
    const delays: number[] = []
    let refused = 0
    let ended = 0
    let isOver = false
    function onEvent(event: LiveEvent) {
      const id = event.type === 'message' ? event.message?.id : undefined
      const message = id === undefined ? undefined : expected.get(id)
      if (!message) return
      message.left--
      delays.push(performance.now() - message.sentAt)
    }
    const onEnd = () => {
      if (!isOver) ended++
    }
    for (let n = 0; n < people.length; n += opened) {
      await Promise.all(people.slice(n, n + opened).map(({ access }) => openStream(url, access, onEvent, onEnd)))
    }
    const listening = await ask()

    const started = performance.now()
    const sending: Promise<unknown>[] = []
    for (let n = 0; n < order.messages * order.seconds; n++) {
      await sleep(Math.max(0, started + (n * 1000) / order.messages - performance.now()))
      const pair = pairs[n % pairs.length]
      const id = randomUUID()
      expected.set(id, { sentAt: performance.now(), left: 2 })
      const body = { id, body: `Сообщение номер ${n}: привезём в четверг, грунт и ком проверили.` }
      const sent = call(`${url}/api/chat/${pair?.conversation}/send/`, pair?.access ?? '', body)
      sending.push(sent.catch(() => expected.delete(id) && refused++))
    }
    await Promise.all(sending)
    const after = await ask()
    const took = performance.now() - started
    const lost = () => [...expected.values()].filter(({ left }) => left !== 0).length
    for (const until = performance.now() + patience; lost() > 0 && performance.now() < until;) await sleep(20)
    isOver = true
    if (ended > 0) throw new Error(`${ended} streams ended by themselves`)
    return {
      sent: expected.size,
      refused,
      lost: lost(),
      p50_ms: Math.round(quantile(delays, 0.5)),
      p99_ms: Math.round(quantile(delays, 0.99)),
      longest_ms: Math.round(Math.max(...delays)),
      kilobytes_per_stream: Math.round((listening.memory - before.memory) / 1024 / order.streams),
      processor_share: Number(((after.processor - listening.processor) / 1000 / took).toFixed(2)),
    }
  } finally {
    agent.destroy()
    if (child.connected) child.disconnect()
    await died.catch(() => undefined)
  }
}

export const isWhole = ({ refused, lost }: StreamsResult) => refused === 0 && lost === 0

export function asSentences({ streams, messages }: StreamsOrder, result: StreamsResult): string {
  const { sent, refused, lost, p50_ms, p99_ms, longest_ms, kilobytes_per_stream, processor_share } = result
  return [
    '',
    `${streams} open event streams, ${messages} messages a second, each to two of them: ${sent} sent, ${refused} refused, ${lost} lost${isWhole(result) ? '' : ' (FAILED)'};`,
    `seen after ${p50_ms} ms (p50), ${p99_ms} ms (p99), ${longest_ms} ms at the longest; ${kilobytes_per_stream} kB a stream, ${processor_share} of a processor.`,
  ].join('\n')
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      streams: { type: 'string', default: '1000' },
      messages: { type: 'string', default: '50' },
      seconds: { type: 'string', default: '20' },
    },
  })
  const scratch = await scratchDatabases(process.env.DATABASE_URL || null)
  try {
    const [streams, messages, seconds] = [values.streams, values.messages, values.seconds].map(Number)
    const order = { streams: streams ?? 0, messages: messages ?? 0, seconds: seconds ?? 0 }
    const result = await measureStreams(await scratch.create('streams'), order)
    console.log(result)
    if (!isWhole(result)) process.exitCode = 1
  } finally {
    await scratch.remove()
  }
}
