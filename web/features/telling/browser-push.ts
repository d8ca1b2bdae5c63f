import type { Api } from '#web/lib/api.ts'

/** Whether this browser can be told at all: not in a private window, and not without a service worker. */
export const canPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** Waits for the service worker, which starts when the page has loaded. */
const worker = () => navigator.serviceWorker.ready

export async function isSubscribed(): Promise<boolean> {
  if (!canPush() || !(await navigator.serviceWorker.getRegistration())) return false
  return (await (await worker()).pushManager.getSubscription()) !== null
}

/** Asks the person, and subscribes this browser. False if they or the browser refuse. */
export async function subscribe(api: Api): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false
  const { key } = await api.call('GET /push/key/')
  const { pushManager } = await worker()
  const old = await pushManager.getSubscription()
  // It may be for another key, or of another person.
  await old?.unsubscribe()
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  const { endpoint = '', keys = {} } = made.toJSON()
  await api.call('POST /push/subscriptions/', {
    body: { endpoint, keys: { p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' } },
  })
  return true
}

export async function unsubscribe(api: Api): Promise<void> {
  const subscription = await (await worker()).pushManager.getSubscription()
  if (!subscription) return
  await api.call('DELETE /push/subscriptions/', { body: { endpoint: subscription.endpoint } })
  await subscription.unsubscribe()
}
