import { queryOptions } from '@tanstack/react-query'
import { mostCompared } from '#contract/most-compared.ts'
import type { Api } from '#web/lib/api.ts'
import type { Kind } from './chosen.ts'

/** What an address puts side by side, in its order. */
export interface Compared extends Record<Kind, string[]> {
  /** Id of the place from which distances are measured. */
  place: string | null
}

export const path = '/compare'

/** What `/compare` reads of its address. */
export const parameters = ['offer', 'plant', 'place'] as const

const shapes = { offer: /^[1-9]\d{0,8}$/, plant: /^[a-z0-9-]{1,255}$/, place: /^[1-9]\d{0,8}$/ }

/** An address written by hand may name too many, or what cannot be: then the first six that can. */
export function readAddress(params: URLSearchParams): Compared {
  const all = (name: keyof typeof shapes) => [...new Set(params.getAll(name))].filter(value => shapes[name].test(value))
  const offer = all('offer').slice(0, mostCompared)
  return { offer, plant: all('plant').slice(0, mostCompared - offer.length), place: all('place')[0] ?? null }
}

export function hrefOf({ offer, plant, place }: Compared): string {
  const params = new URLSearchParams([
    ...offer.map(id => ['offer', id]),
    ...plant.map(slug => ['plant', slug]),
    ...(place && offer.length > 0 ? [['place', place]] : []),
  ])
  return params.size > 0 ? `${path}?${params}` : path
}

/** The address of these alone. */
export const hrefOfKind = (kind: Kind, ids: string[]) => hrefOf({ offer: [], plant: [], place: null, [kind]: ids })

export const without = (compared: Compared, kind: Kind, ids: readonly string[]): Compared => ({
  ...compared,
  [kind]: compared[kind].filter(id => !ids.includes(id)),
})

/** Whether the address names anything to ask for. */
export const isAsked = ({ offer, plant }: Compared) => offer.length + plant.length > 0

export const comparisonQuery = (api: Api, compared: Compared) =>
  queryOptions({
    queryKey: ['compare', compared],
    queryFn: ({ signal }) => {
      const { place, ...named } = compared
      return api.call('GET /compare/', { query: place ? { ...named, place } : named, signal })
    },
  })
