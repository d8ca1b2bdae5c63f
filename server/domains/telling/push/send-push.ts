import { request as requestPlain } from 'node:http'
import { request } from 'node:https'
import webpush from 'web-push'
import type { Subscription } from '../telling.queries.ts'
import { isLocalEndpoint, isPublicAddress, publicLookup } from './endpoints.ts'
import type { VapidKeys } from './vapid.ts'

/** Seconds for which a push service keeps a push for a browser that is away. */
const timeToLive = 86_400
/** Milliseconds that it may take to accept one, from the first to the last: however slowly it answers. */
const patience = 10_000

/** What a browser shows, and the page that it opens: no more than a lock screen may show. */
export interface Push {
  title: string
  body: string
  path: string
  /** A later one of the same tag replaces it on the screen. */
  tag: string
}

export type PushOutcome = 'sent' | 'dead' | 'failed'

interface PushDeps {
  keys: () => Promise<VapidKeys>
  publicUrl: string
  /** Push services on this machine, for tests. */
  allowsLocal: boolean
}

/** A contact for the push service (RFC 8292); it takes only https addresses. */
const subjectOf = (publicUrl: string) =>
  publicUrl.startsWith('https:') ? publicUrl : `mailto:push@${new URL(publicUrl).hostname}`

/** Sends a push, encrypted for this browser alone (RFC 8291); redirects are not followed, and what it answers is not read. */
export async function sendPush(
  { keys, publicUrl, allowsLocal }: PushDeps,
  { endpoint, p256dh, auth }: Pick<Subscription, 'endpoint' | 'p256dh' | 'auth'>,
  push: Push,
  signal?: AbortSignal,
): Promise<PushOutcome> {
  const url = new URL(endpoint)
  const isLocal = allowsLocal && isLocalEndpoint(url)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (!isLocal && (url.protocol !== 'https:' || (/^[\d.]+$|:/.test(host) && !isPublicAddress(host)))) return 'dead'
  let details: ReturnType<typeof webpush.generateRequestDetails>
  try {
    details = webpush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(push), {
      vapidDetails: { subject: subjectOf(publicUrl), ...(await keys()) },
      TTL: timeToLive,
      urgency: 'normal',
    })
  } catch {
    // Its keys are none.
    return 'dead'
  }
  const { headers, body } = details
  const options = {
    method: 'POST',
    headers: headers as Record<string, string>,
    agent: false as const,
    signal: AbortSignal.any([AbortSignal.timeout(patience), ...(signal ? [signal] : [])]),
  }
  return new Promise(resolve => {
    const begun = isLocal ? requestPlain(url, options) : request(url, { ...options, lookup: publicLookup })
    begun.on('response', response => {
      const status = response.statusCode ?? 0
      response.on('error', () => {})
      response.destroy()
      resolve(status === 404 || status === 410 ? 'dead' : status >= 200 && status < 300 ? 'sent' : 'failed')
    })
    begun.on('error', () => resolve('failed'))
    begun.on('close', () => resolve('failed'))
    begun.end(body)
  })
}
