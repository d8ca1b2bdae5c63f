const fallback = '/feed'
const storageKey = 'login.next'

/** Only paths on this site are valid return paths; browsers treat a backslash as a slash and ignore line breaks. */
const ownPath = /^\/(?![/\\])[^\\\p{Cc}]*$/u

/** The return path in the URL of /login or /signup. */
export function givenNext(params: URLSearchParams): string | null {
  const next = params.get('next')
  return next !== null && ownPath.test(next) ? next : null
}

/** Adds the return path of `/login?next=…` to `/signup`, or the other way round. */
export function withNext(path: string, next: string | null): string {
  return next === null ? path : `${path}?${new URLSearchParams({ next })}`
}

/** Stores the return path during sign-up: the link in the email does not contain it and opens another tab. */
export function keepNext(next: string | null): void {
  if (next === null) return
  try {
    localStorage.setItem(storageKey, next)
  } catch {
    // Forbidden storage: signing in leads to the feed.
  }
}

/** The address after signing in. */
export function nextPath(params: URLSearchParams): string {
  const given = givenNext(params)
  if (given !== null) return given
  try {
    const kept = localStorage.getItem(storageKey)
    if (kept !== null && ownPath.test(kept)) return kept
  } catch {
    // Forbidden storage, as above.
  }
  return fallback
}

/** Deletes the stored path after it was visited. */
export function forgetNext(): void {
  try {
    localStorage.removeItem(storageKey)
  } catch {
    // Forbidden storage, as above.
  }
}
