/** A newcomer's purpose. */
export type Aim = 'buy' | 'sell'

const day = 24 * 60 * 60_000
/** How long an account counts as new. */
const newFor = 14 * day

const storageKey = (personId: string) => `first-steps.${personId}`

/** Time of sign-up, from the person's id: a UUID of version 7 begins with the milliseconds. */
export const signedUpAt = (personId: string) => Number.parseInt(personId.replaceAll('-', '').slice(0, 12), 16)

/** The choice stored in this browser: none yet, a purpose, or hidden. */
export function readChoice(personId: string): Aim | 'hidden' | null {
  try {
    const kept = localStorage.getItem(storageKey(personId))
    return kept === 'buy' || kept === 'sell' || kept === 'hidden' ? kept : null
  } catch {
    // Forbidden storage: no choice is stored.
    return null
  }
}

export function keepChoice(personId: string, choice: Aim | 'hidden'): void {
  try {
    localStorage.setItem(storageKey(personId), choice)
  } catch {
    // Forbidden storage, as above.
  }
}

/** Whether the account is so new that its person may need an introduction. */
export const isNewcomer = (personId: string, now = Date.now()) => now - signedUpAt(personId) < newFor
