import { useSyncExternalStore } from 'react'
import type { Place } from '#contract/places.ts'

/*
 * The person's one place, for distances and delivery on all screens: asked once, changed in the bar. It is stored in this
 * browser and added to a list's URL, so that server-rendered pages are the same for everybody. Storage throws when
 * forbidden; then the place lasts as long as the page.
 */

const key = 'place'
const listeners = new Set<() => void>()
let current: Place | null | undefined

const isPlace = (stored: unknown): stored is Place => {
  const place = stored as Place | null
  return Number.isInteger(place?.id) && typeof place?.name === 'string' && typeof place.region?.name === 'string'
}

function read(): Place | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '')
    return isPlace(stored) ? stored : null
  } catch {
    return null
  }
}

/** The chosen place, `null` without one; the same object until it changes. */
export function chosenPlace(): Place | null {
  return (current ??= read())
}

/** Chooses a place for all screens, or none (`null`). */
export function choosePlace(place: Place | null): void {
  current = place
  try {
    if (place) localStorage.setItem(key, JSON.stringify(place))
    else localStorage.removeItem(key)
  } catch {
    // Not stored.
  }
  for (const listener of listeners) listener()
}

/** Calls `listener` after each choice on this page; returns how to stop that. */
export function onPlaceChosen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The chosen place; `null` also on the server and in the first render. */
export const useChosenPlace = (): Place | null => useSyncExternalStore(onPlaceChosen, chosenPlace, () => null)
