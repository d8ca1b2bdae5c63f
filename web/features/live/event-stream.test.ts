import { expect, test } from 'vitest'
import { readEventStream } from './event-stream.ts'

async function read(parts: Uint8Array[]) {
  let alive = 0
  const events: string[] = []
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const part of parts) controller.enqueue(part)
      controller.close()
    },
  })
  for await (const data of readEventStream(body, () => alive++)) events.push(data)
  return { events, alive }
}

test('parses events split at any byte', async () => {
  const bytes = new TextEncoder().encode('retry: 2000\ndata: {"a":"ёж"}\n\ndata: второе\n\n')
  for (let size = 1; size <= bytes.length; size++) {
    const parts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) =>
      bytes.slice(n * size, (n + 1) * size),
    )
    expect((await read(parts)).events).toEqual(['{"a":"ёж"}', 'второе'])
  }
})

test('reports a comment as activity, but not as an event', async () => {
  expect(await read([new TextEncoder().encode(':\n\n')])).toEqual({ events: [], alive: 1 })
})

test('ignores an incomplete event', async () => {
  expect((await read([new TextEncoder().encode('data: half')])).events).toEqual([])
})
