import { getSession, subscribeSession } from '#web/lib/session.ts'
import { cachePrefix, type WorkerMessage } from './messages.ts'

const tell = (worker: ServiceWorker | null, message: WorkerMessage) => worker?.postMessage(message)

/** Whose the kept answers are: a session may also end while this file is not loaded. */
const ownerKey = 'offline.person'

/** Whether they were somebody else's until now. */
function changeOwner(id: string): boolean {
  // Where the storage is forbidden, nobody is ever signed in.
  try {
    if ((localStorage.getItem(ownerKey) ?? '') === id) return false
    localStorage.setItem(ownerKey, id)
    return true
  } catch {
    return false
  }
}

/** Removes what the caches hold for one person; here and not only in the worker, which may have been stopped. */
async function forget(): Promise<void> {
  tell(navigator.serviceWorker.controller, { type: 'forget' })
  const names = await caches.keys()
  await Promise.all(
    names
      .filter(name => name.startsWith(cachePrefix) && /-(?:answers|pictures)/.test(name))
      .map(name => caches.delete(name)),
  )
}

/** Starts the service worker, which keeps what was last seen for a time without connection. */
export async function startWorker(): Promise<void> {
  let { id } = getSession().user
  subscribeSession(() => {
    const { user } = getSession()
    if (user.id === id) return
    id = user.id
    changeOwner(id)
    void forget()
  })
  if (changeOwner(id)) void forget()
  try {
    await navigator.serviceWorker.register('/service-worker.js', { updateViaCache: 'none' })
  } catch {
    // Forbidden by the browser's settings: the site works without.
    return
  }
  const { active } = await navigator.serviceWorker.ready
  const files = performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter(name => name.startsWith(`${window.location.origin}/assets/`))
  tell(active, { type: 'seen', page: window.location.href.replace(/#.*/, ''), files })
}
