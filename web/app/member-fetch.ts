import { clearSession, getSession, saveAccess } from '#web/lib/session.ts'

function withBearer(init: RequestInit, access: string): RequestInit {
  const headers = new Headers(init.headers)
  headers.set('authorization', `Bearer ${access}`)
  return { ...init, headers }
}

/** Milliseconds until the token is renewed before use: it is valid for a day, and public calls hide its expiry. */
const renewedEvery = 23 * 60 * 60_000
/** The token is refreshed at every start (member-start.ts). */
let renewedAt = Date.now()

async function askForAccess(): Promise<boolean> {
  const { refresh } = getSession()
  const response = await fetch('/api/refresh/', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refresh }),
  })
  const { access } = response.ok ? ((await response.json()) as { access: string }) : { access: '' }
  // The person has signed out or changed meanwhile, perhaps in another tab: discard this response.
  if (getSession().refresh !== refresh) return false
  if (access) {
    renewedAt = Date.now()
    saveAccess(access)
    return true
  }
  console.error('the session could not be refreshed', response.status)
  // Other errors mean a broken or overloaded server, not a refusal.
  if (response.status === 400 || response.status === 401) clearSession()
  return false
}

let underWay: Promise<boolean> | null = null

/**
 * Gets a new access token; simultaneous calls share one request. A refusal signs the person out in all tabs. Returns
 * whether there is a new token; rejects when the server cannot be reached.
 */
export function refreshAccess(): Promise<boolean> {
  underWay ??= askForAccess().finally(() => {
    underWay = null
  })
  return underWay
}

/** `fetch` as the signed-in person: a 401 refreshes the access token once and repeats the call. */
export async function memberFetch(path: string, init: RequestInit): Promise<Response> {
  // The old token has probably expired, so requests wait for a refresh under way; if it fails, they are sent anyway.
  await underWay?.catch(() => false)
  if (getSession().access && Date.now() - renewedAt > renewedEvery) await refreshAccess().catch(() => false)
  const { access, user } = getSession()
  if (!access) return fetch(path, init)
  const response = await fetch(path, withBearer(init, access))
  if (response.status !== 401) return response
  // Another call or tab may have refreshed meanwhile. The new token can equal the old one: the server creates the same
  // token within one second.
  const isRenewed = getSession().access !== access || (await refreshAccess())
  const now = getSession()
  // Signed out by now, but public data can still be shown.
  if (!now.access) return fetch(path, init)
  // No repetition after a failed refresh, or on behalf of a person who has signed in since.
  if (!isRenewed || now.user.id !== user.id) return response
  return fetch(path, withBearer(init, now.access))
}
