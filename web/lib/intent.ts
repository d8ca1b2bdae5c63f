import { useEffect } from 'react'

/*
 * What a visitor pressed that only members can do. It is kept in this tab while they sign in, and done when they are back
 * where they pressed it. No address carries it: opening a link does nothing.
 */

const key = 'intent'

/** Who takes longer to sign in has to press again. */
const keptFor = 30 * 60_000

/** `action` names what is to be done, and to which thing. */
export function keepIntent(action: string, now = Date.now()): void {
  try {
    sessionStorage.setItem(key, JSON.stringify([action, now]))
  } catch {
    // Forbidden storage: then it has to be pressed again.
  }
}

/** Whether this is meant; asked once, it is no longer. */
export function takeIntent(action: string, now = Date.now()): boolean {
  try {
    const [kept, at] = JSON.parse(sessionStorage.getItem(key) ?? '[]') as [string?, number?]
    if (kept !== action) return false
    sessionStorage.removeItem(key)
    return at !== undefined && now - at < keptFor
  } catch {
    return false
  }
}

/** The visitor is back and has not signed in. */
export function dropIntent(): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // As above.
  }
}

/** Does once what was pressed before the sign-in, as soon as it can be done. */
export function useIntent(action: string, isReady: boolean, act: () => void): void {
  useEffect(() => {
    if (isReady && takeIntent(action)) act()
  })
}
