import { onTestFinished, vi } from 'vitest'
import type { LiveEvent } from '#contract/events.ts'
import type { TestServer } from './app.ts'

/** An event stream after its `hello` event. */
export interface TestStream {
  events: LiveEvent[]
  hasEnded: boolean
}

/** Test machines are busy. */
const soon = { timeout: 5000 }

/** This person's event stream from the server at `address`; closed at the end of the test. */
export async function openStream(
  server: TestServer,
  address: string,
  userId: string,
  watch: string[] = [],
): Promise<TestStream> {
  const leaving = new AbortController()
  onTestFinished(() => leaving.abort())
  const { body } = await fetch(`${address}/api/events/?${new URLSearchParams(watch.map(id => ['watch', id]))}`, {
    headers: { authorization: await server.bearer(userId) },
    signal: leaving.signal,
  })
  const stream: TestStream = { events: [], hasEnded: false }
  async function read(chunks: ReadableStream<Uint8Array>) {
    let begun = ''
    for await (const part of chunks.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)) {
      const lines = (begun + part).split('\n')
      begun = lines.pop() ?? ''
      for (const line of lines)
        if (line.startsWith('data: ')) stream.events.push(JSON.parse(line.slice('data: '.length)))
    }
  }
  if (!body) throw new Error('a stream without a body')
  void read(body)
    .catch(() => undefined)
    .finally(() => {
      stream.hasEnded = true
    })
  await vi.waitUntil(() => stream.events.shift()?.type === 'hello', soon)
  return stream
}
