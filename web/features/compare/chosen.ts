import { useSyncExternalStore } from 'react'
import { mostCompared } from '#contract/most-compared.ts'

/*
 * What a person has chosen to see side by side, each kind on its own. Kept in this browser together with what a list of
 * it shows, so that the bar needs no request. Storage throws when forbidden; then the choice lasts as long as the page.
 */

export type Kind = 'offer' | 'plant'

/** `id`: of a variant, or the slug of a plant. */
export interface Chosen {
  id: string
  name: string
  picture: string
}

interface Choice extends Record<Kind, readonly Chosen[]> {
  /** What the person's last act has done to it, for those who do not see the bar. */
  news: string
}

const keys: Record<Kind, string> = { offer: 'compare.offers', plant: 'compare.plants' }
const nothing: Choice = { offer: [], plant: [], news: '' }

let current: Choice | null = null
const listeners = new Set<() => void>()

function isChosen(value: unknown): value is Chosen {
  const { id, name, picture } = (value ?? {}) as Partial<Record<keyof Chosen, unknown>>
  return typeof id === 'string' && typeof name === 'string' && typeof picture === 'string'
}

/** What was stored, as far as it can be read. */
export function readChosen(stored: string | null): Chosen[] {
  try {
    const value: unknown = JSON.parse(stored ?? '[]')
    return Array.isArray(value) ? value.filter(isChosen).slice(0, mostCompared) : []
  } catch {
    return []
  }
}

function stored(kind: Kind): Chosen[] {
  try {
    return readChosen(localStorage.getItem(keys[kind]))
  } catch {
    return []
  }
}

function get(): Choice {
  current ??= { offer: stored('offer'), plant: stored('plant'), news: '' }
  return current
}

function tell(choice: Choice | null) {
  current = choice
  for (const listener of listeners) listener()
}

/** Another tab has chosen; `key` is null when everything was cleared. */
function onStorage({ key }: StorageEvent) {
  if (key === null || key === keys.offer || key === keys.plant) tell(null)
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', onStorage)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('storage', onStorage)
  }
}

function change(kind: Kind, chosen: readonly Chosen[], news: string) {
  try {
    localStorage.setItem(keys[kind], JSON.stringify(chosen))
  } catch {
    // Full or forbidden: then it is not kept.
  }
  tell({ ...get(), [kind]: chosen, news })
}

const countText = (count: number) => `${count} из ${mostCompared}`

/** Chooses it; `false` where no more can stand side by side. */
export function choose(kind: Kind, one: Chosen): boolean {
  const { [kind]: chosen } = get()
  if (chosen.length >= mostCompared) return false
  change(kind, [...chosen, one], `Добавлено к сравнению: ${countText(chosen.length + 1)}`)
  return true
}

export function unchoose(kind: Kind, id: string): void {
  const { [kind]: chosen } = get()
  const left = chosen.filter(one => one.id !== id)
  if (left.length < chosen.length) change(kind, left, `Убрано из сравнения: осталось ${countText(left.length)}`)
}

export function unchooseAll(kind: Kind): void {
  change(kind, [], 'Сравнивать больше нечего')
}

/** The server and the first render know of no choice, so both draw the same page. */
export function useChosen(): Choice {
  return useSyncExternalStore(subscribe, get, () => nothing)
}
