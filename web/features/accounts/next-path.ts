const fallback = '/feed'
const storageKey = 'login.next'

/** Only a path on this site may be gone to after signing in; browsers read a backslash as a slash and skip line breaks. */
const ownPath = /^\/(?![/\\])[^\\\p{Cc}]*$/u

/** The return path in the URL of /login or /signup. */
export function givenNext(params: URLSearchParams): string | null {
  const next = params.get('next')
  return next !== null && ownPath.test(next) ? next : null
}

/** `/signup` with the way back that `/login?next=…` had, and the other way round. */
export function withNext(path: string, next: string | null): string {
  return next === null ? path : `${path}?${new URLSearchParams({ next })}`
}

/** Keeps the way back while somebody signs up: the link in the email does not carry it, and opens another tab. */
export function keepNext(next: string | null): void {
  if (next === null) return
  try {
    localStorage.setItem(storageKey, next)
  } catch {
    // Forbidden storage: then the way leads to the feed.
  }
}

/** Where to go after signing in. */
export function nextPath(params: URLSearchParams): string {
  const given = givenNext(params)
  if (given !== null) return given
  try {
    const kept = localStorage.getItem(storageKey)
    if (kept !== null && ownPath.test(kept)) return kept
  } catch {
    // As above.
  }
  return fallback
}

/** The way back has been gone. */
export function forgetNext(): void {
  try {
    localStorage.removeItem(storageKey)
  } catch {
    // As above.
  }
}
