/*
 * Where the person buys, chosen once for all screens. It is kept in this browser and goes into the address of a list, so
 * that the server's pages are the same for everybody. Storage throws when forbidden; then the address alone says it.
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

/** Keeps the place, or forgets it (`null`). */
export function rememberPlace(id: number | null): void {
  try {
    if (id === null) localStorage.removeItem(key)
    else localStorage.setItem(key, String(id))
  } catch {
    // Then it is not kept.
  }
}
