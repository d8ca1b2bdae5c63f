import { clearSession, getSession, saveAccess } from '#web/lib/session.ts'

function withBearer(init: RequestInit, access: string): RequestInit {
  const headers = new Headers(init.headers)
  headers.set('authorization', `Bearer ${access}`)
  return { ...init, headers }
}

/** Milliseconds after which the token is renewed before it is used: it is good for a day, as public calls do not say. */
const renewedEvery = 23 * 60 * 60_000
/** At every start the token is refreshed (member-start.ts). */
let renewedAt = Date.now()

async function askForAccess(): Promise<boolean> {
  const { refresh } = getSession()
  const response = await fetch('/api/refresh/', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refresh }),
  })
  const { access } = response.ok ? ((await response.json()) as { access: string }) : { access: '' }
  // Signed out or another person meanwhile, perhaps in another tab: then this response is discarded.
  if (getSession().refresh !== refresh) return false
  if (access) {
    renewedAt = Date.now()
    saveAccess(access)
    return true
  }
  console.error('the session could not be refreshed', response.status)
  // An error of a broken or overloaded server is no refusal.
  if (response.status === 400 || response.status === 401) clearSession()
  return false
}

let underWay: Promise<boolean> | null = null

/**
 * Gets a new access token; calls at the same time share one. When the server refuses, the person is signed out, in all
 * tabs. Gives whether there is a new token; rejects when the server cannot be reached.
 */
export function refreshAccess(): Promise<boolean> {
  underWay ??= askForAccess().finally(() => {
    underWay = null
  })
  return underWay
}

/** `fetch` as the signed-in person: a 401 refreshes the access token once and repeats the call. */
export async function memberFetch(path: string, init: RequestInit): Promise<Response> {
  // The old token has probably expired, so requests during a refresh wait for it; its failure does not concern them.
  await underWay?.catch(() => false)
  if (getSession().access && Date.now() - renewedAt > renewedEvery) await refreshAccess().catch(() => false)
  const { access, user } = getSession()
  if (!access) return fetch(path, init)
  const response = await fetch(path, withBearer(init, access))
  if (response.status !== 401) return response
  // Another call or tab may have refreshed while this one was under way. A new token can read like the old one: within
  // one second the server makes the same.
  const isRenewed = getSession().access !== access || (await refreshAccess())
  const now = getSession()
  // Signed out by now: what everybody may see, the person may still see.
  if (!now.access) return fetch(path, init)
  // Nor is a request repeated in vain, or on behalf of a person who has signed in since.
  if (!isRenewed || now.user.id !== user.id) return response
  return fetch(path, withBearer(init, now.access))
}
