import { useSyncExternalStore } from 'react'

/*
 * For what a visitor is asked to sign up, said where they do it. It is kept in this tab for the address to which they
 * return; an address from elsewhere says nothing.
 */

const key = 'why'

/** `next`: where they return to; `text`: «Сохраним ведомость: 31 строка». */
export function keepWhy(next: string, text: string): void {
  try {
    sessionStorage.setItem(key, JSON.stringify([next, text]))
  } catch {
    // Forbidden storage: then it is not said.
  }
}

export function whyFor(next: string | null): string {
  try {
    const [kept, text] = JSON.parse(sessionStorage.getItem(key) ?? '[]') as [unknown?, unknown?]
    return next !== null && kept === next && typeof text === 'string' ? text : ''
  } catch {
    return ''
  }
}

/** Nothing changes it while the page that says it is open. */
const unchanged = () => () => {}

/** The server and the first render know nothing of it. */
export const useWhy = (next: string | null): string =>
  useSyncExternalStore(
    unchanged,
    () => whyFor(next),
    () => '',
  )
