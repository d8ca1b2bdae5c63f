/*
 * The place chosen by the person for all screens. It is stored in this browser and added to a list's URL, so that
 * server-rendered pages are the same for everybody. Storage throws when forbidden; then only the URL has it.
 */

const key = 'place'

/** The id of the chosen place, `null` without one. */
export function rememberedPlace(): string | null {
  try {
    const id = localStorage.getItem(key)
    return id !== null && /^[1-9]\d{0,9}$/.test(id) ? id : null
  } catch {
    return null
  }
}

/** Stores the place, or deletes it (`null`). */
export function rememberPlace(id: number | null): void {
  try {
    if (id === null) localStorage.removeItem(key)
    else localStorage.setItem(key, String(id))
  } catch {
    // Not stored.
  }
}
