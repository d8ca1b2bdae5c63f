import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#web/lib/api.ts'
import { createOutbox, type Letter } from './outbox.ts'

let values: Map<string, string>
/** Bodies of the messages sent, and the server's response to each. */
let asked: string[]
let answer: (body: string) => unknown

const unreachable = () => new ApiError(0, { code: 'UNREACHABLE', detail: 'Нет связи.' })
const refused = () => new ApiError(404, { code: 'NOT_FOUND', detail: 'Написать ему нельзя.' })

function makeOutbox(isMine = () => true) {
  return createOutbox({
    name: 'outbox.me',
    isMine,
    send: async ({ body }: Letter) => {
      asked.push(body)
      await answer(body)
    },
  })
}

const settled = () => vi.advanceTimersByTimeAsync(0)
const shown = (outbox: ReturnType<typeof makeOutbox>) => outbox.get().map(({ body, state }) => [body, state])
const kept = () => values.get('draft.outbox.me') ?? null

beforeEach(() => {
  vi.useFakeTimers()
  values = new Map()
  asked = []
  answer = () => undefined
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => values.set(key, value),
    removeItem: (key: string) => values.delete(key),
  })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('keeps a message until the server has it', async () => {
  let arrive = () => {}
  answer = () => new Promise<void>(resolve => (arrive = resolve))
  const outbox = makeOutbox()
  outbox.add('c', 'Один')
  await settled()
  expect(shown(outbox)).toEqual([['Один', 'sending']])
  expect(kept()).toContain('Один')
  arrive()
  await settled()
  expect(shown(outbox)).toEqual([])
  expect(kept()).toBeNull()
})

test('keeps later messages waiting after a lost connection, and resends all in order', async () => {
  answer = () => {
    throw unreachable()
  }
  const outbox = makeOutbox()
  outbox.add('c', 'Один')
  outbox.add('c', 'Два')
  await settled()
  expect(shown(outbox)).toEqual([
    ['Один', 'waiting'],
    ['Два', 'waiting'],
  ])
  expect(asked).not.toContain('Два')
  answer = () => undefined
  asked = []
  await vi.advanceTimersByTimeAsync(10_000)
  expect(asked).toEqual(['Один', 'Два'])
  expect(shown(outbox)).toEqual([])
})

test('sends at once when the connection is back', async () => {
  answer = () => {
    throw unreachable()
  }
  const outbox = makeOutbox()
  outbox.add('c', 'Один')
  await settled()
  answer = () => undefined
  window.dispatchEvent(new Event('online'))
  await settled()
  expect(shown(outbox)).toEqual([])
})

test('shows why a message was refused and continues; it can be retried or dropped', async () => {
  answer = body => {
    if (body === 'Один') throw refused()
  }
  const outbox = makeOutbox()
  outbox.add('c', 'Один')
  outbox.add('c', 'Два')
  await settled()
  expect(asked).toEqual(['Один', 'Два'])
  expect(outbox.get().map(({ body, error }) => [body, error])).toEqual([['Один', 'Написать ему нельзя.']])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked).toHaveLength(2)
  const id = outbox.get()[0]?.id ?? ''
  outbox.retry(id)
  await settled()
  expect(asked).toEqual(['Один', 'Два', 'Один'])
  outbox.drop(id)
  expect(outbox.get()).toEqual([])
  expect(kept()).toBeNull()
})

test('another page takes over unsent messages with their ids', async () => {
  answer = () => new Promise(() => {})
  const first = makeOutbox()
  first.add('c', 'Один')
  await settled()
  const second = makeOutbox()
  expect(second.get().map(({ id }) => id)).toEqual(first.get().map(({ id }) => id))
  // Adding a message there keeps the stored ones.
  second.add('d', 'Два')
  expect(JSON.parse(kept() ?? '').letters).toHaveLength(2)
})

test('sends nothing for another person', async () => {
  const outbox = makeOutbox(() => false)
  outbox.add('c', 'Один')
  outbox.retryAll()
  await settled()
  expect(asked).toEqual([])
})
