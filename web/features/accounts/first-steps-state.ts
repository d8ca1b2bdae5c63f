/** What a newcomer has said they are here for. */
export type Aim = 'buy' | 'sell'

const day = 24 * 60 * 60_000
/** How long an account is new. */
const newFor = 14 * day

const storageKey = (personId: string) => `first-steps.${personId}`

/** When somebody signed up, told by their id: a UUID of version 7 begins with the milliseconds. */
export const signedUpAt = (personId: string) => Number.parseInt(personId.replaceAll('-', '').slice(0, 12), 16)

/** What was chosen in this browser: nothing yet, an aim, or not to be shown again. */
export function readChoice(personId: string): Aim | 'hidden' | null {
  try {
    const kept = localStorage.getItem(storageKey(personId))
    return kept === 'buy' || kept === 'sell' || kept === 'hidden' ? kept : null
  } catch {
    // Forbidden storage: then nothing is remembered.
    return null
  }
}

export function keepChoice(personId: string, choice: Aim | 'hidden'): void {
  try {
    localStorage.setItem(storageKey(personId), choice)
  } catch {
    // As above.
  }
}

/** Whether the account is so new that its person may not know their way about. */
export const isNewcomer = (personId: string, now = Date.now()) => now - signedUpAt(personId) < newFor
