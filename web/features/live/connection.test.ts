import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LiveEvent } from '#contract/events.ts'
import { openConnection } from './connection.ts'

/** The requested streams, controlled by the test. */
function makeServer() {
  const asked: { path: string; say(event: LiveEvent | string): void; end(): void; isOpen: boolean }[] = []
  async function fetch(path: string, { signal }: RequestInit): Promise<Response> {
    let controller: ReadableStreamDefaultController<Uint8Array> | undefined
    const body = new ReadableStream<Uint8Array>({
      start: given => {
        controller = given
      },
    })
    const stream = {
      path,
      isOpen: true,
      say: (event: LiveEvent | string) =>
        controller?.enqueue(
          new TextEncoder().encode(typeof event === 'string' ? event : `data: ${JSON.stringify(event)}\n\n`),
        ),
      end: () => controller?.close(),
    }
    signal?.addEventListener('abort', () => {
      stream.isOpen = false
      controller?.error(signal.reason)
    })
    asked.push(stream)
    return new Response(body)
  }
  return { asked, fetch }
}

const hello = { type: 'hello' } as const
const read = (conversation_id: string) => ({ type: 'conversation_read', conversation_id }) as const
/** Lets all pending work finish. */
const settle = () => vi.advanceTimersByTimeAsync(0)

let connection: ReturnType<typeof openConnection> | undefined
const onEvent = vi.fn<(event: LiveEvent, missed: boolean) => void>()

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', new EventTarget())
  onEvent.mockClear()
})
afterEach(() => {
  connection?.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('reconnects after the end of a stream and reports missed events', async () => {
  const { asked, fetch } = makeServer()
  connection = openConnection({ fetch, onEvent })
  await settle()
  asked[0]?.say(hello)
  asked[0]?.say(read('1'))
  await settle()
  asked[0]?.end()
  await vi.advanceTimersByTimeAsync(1500)
  asked[1]?.say(hello)
  await settle()
  expect(onEvent.mock.calls).toEqual([
    [hello, true],
    [read('1'), false],
    [hello, true],
  ])
})

test('reconnects more and more slowly while it is refused, and at once when the network is back', async () => {
  const fetch = vi.fn(async () => new Response('', { status: 503 }))
  connection = openConnection({ fetch, onEvent })
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  const tries = fetch.mock.calls.length
  expect(tries).toBeGreaterThan(8)
  expect(tries).toBeLessThan(40)
  window.dispatchEvent(new Event('online'))
  await settle()
  expect(fetch).toHaveBeenCalledTimes(tries + 1)
})

test('switches to a stream that watches other posts without missing events', async () => {
  const { asked, fetch } = makeServer()
  connection = openConnection({ fetch, onEvent })
  await settle()
  asked[0]?.say(hello)
  await settle()
  connection.watch(['a', 'b'])
  await settle()
  expect(asked[1]?.path).toBe('/api/events/?watch=a&watch=b')
  asked[0]?.say(read('1'))
  await settle()
  asked[1]?.say(hello)
  asked[1]?.say(read('2'))
  await settle()
  expect(onEvent.mock.calls).toEqual([
    [hello, true],
    [read('1'), false],
    [hello, false],
    [read('2'), false],
  ])
  expect(asked.map(stream => stream.isOpen)).toEqual([false, true])
})

test('reports missed events when the old stream ends before the new one is ready', async () => {
  const { asked, fetch } = makeServer()
  connection = openConnection({ fetch, onEvent })
  await settle()
  asked[0]?.say(hello)
  await settle()
  connection.watch(['a'])
  await settle()
  asked[0]?.end()
  await settle()
  asked[1]?.say(hello)
  await settle()
  expect(onEvent.mock.calls).toEqual([
    [hello, true],
    [hello, true],
  ])
  await vi.advanceTimersByTimeAsync(5000)
  expect(asked).toHaveLength(2)
})

test('reconnects when the stream is silent, but not when it gets comments', async () => {
  const { asked, fetch } = makeServer()
  connection = openConnection({ fetch, onEvent })
  await settle()
  asked[0]?.say(hello)
  for (let n = 0; n < 5; n++) {
    await vi.advanceTimersByTimeAsync(20_000)
    asked[0]?.say(':\n\n')
  }
  expect(asked).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(55_000)
  expect(asked[0]?.isOpen).toBe(false)
  expect(asked.length).toBeGreaterThan(1)
})

test('does not reconnect after being closed', async () => {
  const { asked, fetch } = makeServer()
  connection = openConnection({ fetch, onEvent })
  await settle()
  asked[0]?.say(hello)
  await settle()
  connection.close()
  await vi.advanceTimersByTimeAsync(120_000)
  window.dispatchEvent(new Event('online'))
  await settle()
  expect(asked.map(stream => stream.isOpen)).toEqual([false])
})
