import { QueryClient } from '@tanstack/react-query'
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { LiveEvent } from '#contract/events.ts'

let values: Map<string, string>

/** A browser in which this person is signed in, with the streams it requests. */
async function freshLive(person: string) {
  values = new Map(person ? Object.entries({ 'user.access': 'a', 'user.id': person }) : [])
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => values.set(key, value),
  })
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('navigator', {})
  vi.resetModules()
  const [live, session] = await Promise.all([import('./live.ts'), import('#web/lib/session.ts')])
  const streams: { path: string; say(event: LiveEvent): void; isOpen: boolean }[] = []
  const queries = new QueryClient()
  live.startLive({
    queries,
    fetch: async (path, { signal }) => {
      const { readable, writable } = new TransformStream<string, string>()
      const writer = writable.getWriter()
      const stream = {
        path,
        isOpen: true,
        say: (event: LiveEvent) => void writer.write(`data: ${JSON.stringify(event)}\n\n`),
      }
      signal?.addEventListener('abort', () => {
        stream.isOpen = false
        writer.abort(signal.reason).catch(() => undefined)
      })
      streams.push(stream)
      return new Response(readable.pipeThrough(new TextEncoderStream() as ReadableWritablePair<Uint8Array, string>))
    },
  })
  onTestFinished(() => session.clearSession())
  return { ...live, ...session, streams, queries }
}

/** Test machines are busy. */
const soon = { timeout: 5000 }

beforeEach(() => vi.unstubAllGlobals())
// What a test opens is closed after it and needs them.
afterAll(() => {
  vi.unstubAllGlobals()
})

test('connects only while somebody is signed in', async () => {
  const { streams, saveSession, clearSession } = await freshLive('')
  expect(streams).toHaveLength(0)
  const anna = { id: 'anna', name: '', email: '', avatar: '' }
  saveSession({ access: 'a', refresh: 'r', user: anna, team: null })
  await vi.waitFor(() => expect(streams.map(stream => stream.isOpen)).toEqual([true]), soon)
  clearSession()
  await vi.waitFor(() => expect(streams.map(stream => stream.isOpen)).toEqual([false]), soon)
})

test("invalidates members' queries when events may have been missed", async () => {
  const { streams, queries } = await freshLive('anna')
  queries.setQueryData(['member', 'chat'], [])
  queries.setQueryData(['products'], [])
  await vi.waitFor(() => expect(streams).toHaveLength(1), soon)
  streams[0]?.say({ type: 'hello' })
  await vi.waitFor(() => expect(queries.getQueryState(['member', 'chat'])?.isInvalidated).toBe(true), soon)
  expect(queries.getQueryState(['products'])?.isInvalidated).toBe(false)
})

test('sends events to subscribers until they unsubscribe', async () => {
  const { streams, subscribeLive } = await freshLive('anna')
  const [staying, leaving] = [vi.fn<(event: LiveEvent) => void>(), vi.fn<(event: LiveEvent) => void>()]
  subscribeLive(staying)
  const leave = subscribeLive(leaving)
  await vi.waitFor(() => expect(streams).toHaveLength(1), soon)
  streams[0]?.say({ type: 'hello' })
  await vi.waitFor(() => expect(leaving).toHaveBeenCalledTimes(1), soon)
  leave()
  streams[0]?.say({ type: 'new_post', count: 1 })
  await vi.waitFor(() => expect(staying).toHaveBeenLastCalledWith({ type: 'new_post', count: 1 }), soon)
  expect(leaving).toHaveBeenCalledTimes(1)
})

test('watches a post as long as a component shows it', async () => {
  const { streams, watchPost } = await freshLive('anna')
  const [one, other] = [watchPost('p'), watchPost('p')]
  await vi.waitFor(() => expect(streams.at(-1)?.path).toBe('/api/events/?watch=p'), soon)
  streams.at(-1)?.say({ type: 'hello' })
  one()
  other()
  await vi.waitFor(() => expect(streams.at(-1)?.path).toBe('/api/events/'), soon)
})
