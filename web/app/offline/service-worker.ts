/*
 * Keeps what was last seen for a time without connection. Everything is asked of the network first, except files whose
 * address contains their content, so that nothing old is shown while there is a connection. All that is kept belongs to
 * one build: another one brings another worker, which begins with empty caches.
 */
import { clientsClaim, type WorkboxPlugin } from 'workbox-core'
import { ExpirationPlugin } from 'workbox-expiration'
import { cleanupOutdatedCaches, matchPrecache, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching'
import { registerRoute, setCatchHandler } from 'workbox-routing'
import { CacheFirst, NetworkFirst } from 'workbox-strategies'
import { cachePrefix, type WorkerMessage } from './messages.ts'

/** What this file uses of a worker's global scope, whose types exclude those of a page. */
interface WorkerScope {
  skipWaiting(): Promise<void>
  addEventListener(
    type: 'activate' | 'message',
    listener: (event: Event & { data: unknown; waitUntil(work: Promise<unknown>): void }) => void,
  ): void
  addEventListener(type: 'push', listener: (event: PushEvent) => void): void
  addEventListener(type: 'notificationclick', listener: (event: ClickEvent) => void): void
  registration: ServiceWorkerRegistration
  clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<Window[]>
    openWindow(url: string): Promise<unknown>
  }
}
interface Window {
  url: string
  focus(): Promise<unknown>
  navigate(url: string): Promise<unknown>
}
type PushEvent = Event & { data: { json(): unknown } | null; waitUntil(work: Promise<unknown>): void }
type ClickEvent = Event & {
  notification: { data: unknown; close(): void }
  waitUntil(work: Promise<unknown>): void
}
/** Written in front of this file by scripts/service-worker.ts. */
declare const build: { id: string; files: PrecacheEntry[]; offlinePage: string }

const worker = self as unknown as WorkerScope
const cacheName = (kind: string) => `${cachePrefix}${kind}-${build.id}`
const names = { pages: cacheName('pages'), answers: cacheName('answers'), files: cacheName('files') }
const pictures = `${cachePrefix}pictures`

/** Counted up when a person signs in or out: answers that were asked for before are not kept after it. */
let person = 0

/** Keeps such responses, unless somebody else has signed in since they were asked for. */
const keeping = (mayBeKept: (headers: Headers) => boolean): WorkboxPlugin => ({
  requestWillFetch: async ({ request, state }) => {
    if (state) state.person = person
    return request
  },
  cacheWillUpdate: async ({ response, state }) =>
    response.status === 200 && mayBeKept(response.headers) && state?.person === person ? response : null,
})

const isStorable = (headers: Headers) => !/no-store/.test(headers.get('cache-control') ?? '')
/**
 * A person's own data too, which the server marks as not to be stored: no other cache may have it, and this one is removed
 * when they sign out.
 */
const isData = (headers: Headers) =>
  /json/.test(headers.get('content-type') ?? '') && !headers.has('content-disposition') && !headers.has('x-stale')

const newest = (maxEntries: number) => new ExpirationPlugin({ maxEntries, purgeOnQuotaError: true })

precacheAndRoute(build.files)
cleanupOutdatedCaches()

/** Addresses with a token are secrets, and opening one may change something. */
const hasSecret = ({ pathname, searchParams }: URL) => searchParams.has('token') || pathname.startsWith('/shared/')
const isPage = (headers: Headers) => isStorable(headers) && /html/.test(headers.get('content-type') ?? '')
const pages = new NetworkFirst({ cacheName: names.pages, plugins: [keeping(isPage), newest(60)] })
registerRoute(({ request, url, sameOrigin }) => sameOrigin && request.mode === 'navigate' && !hasSecret(url), pages)

/** Not the stream of events, which never ends, and nothing that protects an account or belongs to others. */
const isAnswer = ({ pathname }: URL) =>
  pathname.startsWith('/api/') &&
  !/^\/api\/(?:docs|events|me\/data|second-factor|sessions|staff|teams\/api-keys|projects\/shared)\b/.test(pathname)
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && isAnswer(url),
  new NetworkFirst({
    cacheName: names.answers,
    // The answers depend on the person, but only those of the one who is signed in are kept.
    matchOptions: { ignoreVary: true },
    plugins: [keeping(isData), newest(300)],
  }),
)

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
  new CacheFirst({ cacheName: names.files, plugins: [newest(300)] }),
)
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && /^\/(?:media|avatars)\//.test(url.pathname),
  new CacheFirst({ cacheName: pictures, plugins: [keeping(isStorable), newest(200)] }),
)

setCatchHandler(async ({ request }) =>
  request.mode === 'navigate' ? ((await matchPrecache(build.offlinePage)) ?? Response.error()) : Response.error(),
)

/** Keeps what the page has loaded before this worker was there. */
async function keepSeen({ page, files }: Extract<WorkerMessage, { type: 'seen' }>): Promise<void> {
  const [seenPages, seenFiles] = await Promise.all([caches.open(names.pages), caches.open(names.files)])
  if (!hasSecret(new URL(page)) && !(await seenPages.match(page))) {
    const response = await fetch(page)
    // A redirected one cannot answer a navigation.
    if (response.ok && !response.redirected && isPage(response.headers)) await seenPages.put(page, response)
  }
  await Promise.allSettled(
    files.map(async file => {
      if (!(await caches.match(file))) await seenFiles.add(file)
    }),
  )
}

async function forget(): Promise<void> {
  person++
  await Promise.all([caches.delete(names.answers), caches.delete(pictures)])
}

worker.addEventListener('message', event => {
  const message = event.data as WorkerMessage
  event.waitUntil(message.type === 'seen' ? keepSeen(message) : forget())
})
worker.addEventListener('activate', event => {
  const own = new Set<string>([...Object.values(names), pictures])
  const removeOthers = async () => {
    const others = (await caches.keys()).filter(name => name.startsWith(cachePrefix) && !own.has(name))
    await Promise.all(others.map(name => caches.delete(name)))
  }
  event.waitUntil(removeOthers())
})
/** What the server says (server/domains/telling/push/send-push.ts). */
interface Push {
  title: string
  body: string
  path: string
  tag: string
}

async function showPush({ title, body, path, tag }: Push): Promise<void> {
  await worker.registration.showNotification(title, { body, tag, icon: '/icon-192.png', data: path })
}

/** Opens a page of this site alone, in its open window if there is one. */
async function openPage(path: unknown): Promise<void> {
  const url = new URL(typeof path === 'string' && path.startsWith('/') ? path : '/', location.origin)
  if (url.origin !== location.origin) return
  const [open] = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (!open) return void (await worker.clients.openWindow(url.href))
  await open.focus()
  await open.navigate(url.href)
}

worker.addEventListener('push', event => {
  if (event.data) event.waitUntil(showPush(event.data.json() as Push))
})
worker.addEventListener('notificationclick', event => {
  event.notification.close()
  event.waitUntil(openPage(event.notification.data))
})
void worker.skipWaiting()
clientsClaim()
