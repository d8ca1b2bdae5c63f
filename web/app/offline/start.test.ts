import { afterEach, expect, test, vi } from 'vitest'
import type { WorkerMessage } from './messages.ts'

const all = ['dendro-answers-1', 'dendro-pictures', 'dendro-pages-1', 'dendro-files-1', 'workbox-precache']
const ofNobody = ['dendro-pages-1', 'dendro-files-1', 'workbox-precache']

/** A page that begins with such a storage, and the caches of earlier ones. */
async function freshPage(values: Map<string, string>) {
  const names = new Set(all)
  const told: WorkerMessage[] = []
  const worker = { postMessage: (message: WorkerMessage) => void told.push(message) }
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => values.set(key, value),
  })
  vi.stubGlobal('window', Object.assign(new EventTarget(), { location: new URL('http://localhost/feed#top') }))
  vi.stubGlobal('caches', { keys: async () => [...names], delete: async (name: string) => names.delete(name) })
  vi.stubGlobal('navigator', {
    serviceWorker: { controller: worker, register: async () => {}, ready: Promise.resolve({ active: worker }) },
  })
  vi.resetModules()
  const [session, { startWorker }] = await Promise.all([import('#web/lib/session.ts'), import('./start.ts')])
  return { ...session, startWorker, told, kept: () => [...names] }
}

const signedIn = (id: string) => new Map(Object.entries({ 'user.access': 'a', 'user.id': id }))
const anna = { access: 'a', refresh: 'r', user: { id: '7', name: 'Анна', email: '', avatar: '' }, team: null }

afterEach(() => {
  vi.unstubAllGlobals()
})

test('the worker is told what the page has loaded, without its anchor', async () => {
  const { startWorker, told, kept } = await freshPage(new Map())
  await startWorker()
  expect(told).toEqual([{ type: 'seen', page: 'http://localhost/feed', files: [] }])
  expect(kept()).toEqual(all)
})

test('who signs out leaves nothing of their own in the caches', async () => {
  const values = signedIn('7')
  await (await freshPage(values)).startWorker()
  const { startWorker, clearSession, told, kept } = await freshPage(values)
  await startWorker()
  expect(kept()).toEqual(all)
  clearSession()
  await vi.waitFor(() => expect(kept()).toEqual(ofNobody))
  expect(told).toContainEqual({ type: 'forget' })
})

test('so does who is signed out before this code is loaded, as by a refused token at the start', async () => {
  const values = signedIn('7')
  await (await freshPage(values)).startWorker()
  const { startWorker, clearSession, told, kept } = await freshPage(values)
  clearSession()
  await startWorker()
  await vi.waitFor(() => expect(kept()).toEqual(ofNobody))
  expect(told).toContainEqual({ type: 'forget' })
})

test('and who is followed by another person meanwhile', async () => {
  const values = signedIn('8')
  await (await freshPage(values)).startWorker()
  const { startWorker, clearSession, saveSession, kept } = await freshPage(values)
  clearSession()
  saveSession(anna)
  await startWorker()
  await vi.waitFor(() => expect(kept()).toEqual(ofNobody))
  // Anna's own answers stay from now on.
  const later = await freshPage(values)
  await later.startWorker()
  expect(later.kept()).toEqual(all)
})
