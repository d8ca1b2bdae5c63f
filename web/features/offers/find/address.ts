import { queryOptions } from '@tanstack/react-query'
import type { Understood } from '#contract/offer-search.ts'
import type { Api } from '#web/lib/api.ts'

/** The filters of an address by their names; those without a value are left out. */
export type Chosen = Record<string, string[]>

export const path = '/offers'

/** What `/offers` reads of its address: the filters of the call. */
export const parameters = [
  'search',
  'as_written',
  'ignore',
  'category',
  'plant',
  'company',
  'region',
  'zone',
  'form',
  'root',
  ...['girth', 'height', 'spread', 'stem_height', 'root_size', 'price'].flatMap(name => [`${name}_from`, `${name}_to`]),
  'stock',
  'quantity',
  'evergreen',
  'flowering_month',
  'has_photos',
  'verified',
  'fresh',
  'place',
  'hardy',
  'within',
  'ordering',
  'page',
] as const

export function readAddress(params: URLSearchParams): Chosen {
  const chosen: Chosen = Object.fromEntries(
    parameters.flatMap(name => {
      const values = params
        .getAll(name)
        .map(value => value.trim())
        .filter(value => value !== '')
      return values.length > 0 ? [[name, [...new Set(values)]]] : []
    }),
  )
  if (chosen.place) return chosen
  // Nothing is far or near, and nothing hardy, without a place.
  const { within: _, hardy: _hardy, ordering, ...others } = chosen
  return ordering && ordering[0] !== 'distance' ? { ...others, ordering } : others
}

/** The address of these filters; `page` stays only where it is among them. */
export function hrefOf(chosen: Chosen): string {
  const query = new URLSearchParams(
    parameters.flatMap(name => (chosen[name] ?? []).map(value => [name, value] as [string, string])),
  ).toString()
  return query ? `${path}?${query}` : path
}

/** The filters with some of them changed, on the first page. */
export const changed = (chosen: Chosen, changes: Chosen): Chosen => ({ ...chosen, page: [], ...changes })

/** What is in force: what was chosen by hand, and what the words of the search were understood to say besides. */
export function inForce(chosen: Chosen, understood: Understood): Chosen {
  const said = Object.entries(understood.filters)
    .filter(([name]) => !chosen[name]?.length && !chosen.ignore?.includes(name))
    .map(([name, value]) => [name, [String(value)]])
  return { ...chosen, ...Object.fromEntries(said) }
}

/** Takes filters off: by hand and, if the words of the search have said them, from what is understood. */
export function takeOff(chosen: Chosen, names: readonly string[], understood: Understood): Chosen {
  const said = names.filter(name => name in understood.filters)
  return changed(chosen, {
    ...Object.fromEntries(names.map(name => [name, []])),
    ignore: [...new Set([...(chosen.ignore ?? []), ...said])],
  })
}

/**
 * The filters after a change in the form. What the form has because the search said it stays with the search; what was
 * emptied there is ignored in the search.
 */
export function submitted(form: URLSearchParams, chosen: Chosen, understood: Understood): Chosen {
  const next = readAddress(form)
  const emptied: string[] = []
  for (const [name, value] of Object.entries(understood.filters)) {
    if (!next[name]?.length) emptied.push(name)
    else if (!chosen[name]?.length && next[name].length === 1 && next[name][0] === String(value)) next[name] = []
  }
  // What is chosen by hand for the place that the words name is nothing without it.
  const { place } = understood.filters
  if (place !== undefined && (next.hardy?.length || next.within?.length)) next.place = [String(place)]
  return changed(next, { ignore: [...new Set([...(chosen.ignore ?? []), ...emptied])] })
}

export const offersQuery = (api: Api, chosen: Chosen) =>
  queryOptions({
    queryKey: ['offers', chosen],
    queryFn: ({ signal }) => api.call('GET /offers/', { query: chosen, signal }),
  })
