import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Lookup } from '#contract/common.ts'
import type { Product } from '#contract/products.ts'
import type { Api } from '#web/lib/api.ts'
import { byName, sortNames } from '#web/ui/sort-names.ts'

/** Only moderators change the directory and the lookups, and rarely; but an unknown plant may be added soon. */
const staleTime = 60_000

/** Everything that the form offers to choose from, worded for a select. */
export const choicesQuery = (api: Api) =>
  queryOptions({
    queryKey: ['product-choices'],
    queryFn: async ({ signal }) => {
      const [categories, zones, growthPatterns, places, crownShapes, ageGroups, rootPackagings] = await Promise.all([
        api.call('GET /products/short_list_categories/', { signal }),
        api.call('GET /products/winter_hardiness/', { signal }),
        api.call('GET /products/growth_pattern/', { signal }),
        api.call('GET /products/place_of_cultivation/', { signal }),
        api.call('GET /products/crown_shape/', { signal }),
        api.call('GET /products/age_group/', { signal }),
        api.call('GET /products/rsp/', { signal }),
      ])
      return {
        categories: byName(categories),
        zones: zones.map(({ id, name, description }): Lookup => ({ id, name: zoneName(name, description) })),
        growthPatterns: byName(growthPatterns),
        places: byName(places),
        crownShapes: byName(crownShapes),
        // Youngest first, as zones are coldest first.
        ageGroups,
        rootPackagings: byName(rootPackagings),
      }
    },
    staleTime,
  })
type Offered = Awaited<ReturnType<NonNullable<ReturnType<typeof choicesQuery>['queryFn']>>>
export type Choices = { [List in keyof Offered]: Readonly<Offered[List]> }

const withOwn = (choices: readonly Lookup[], own: Lookup | null): readonly Lookup[] =>
  own === null || choices.some(({ id }) => id === own.id) ? choices : [...choices, own]

/** The choices of a product's form: the product's own values stay among them, even if no longer offered. */
export function choicesFor(choices: Choices, product: Product | null): Choices {
  if (!product) return choices
  return {
    ...choices,
    zones: withOwn(choices.zones, product.winter_hardiness),
    growthPatterns: withOwn(choices.growthPatterns, product.growth_pattern),
    places: withOwn(choices.places, product.place_of_cultivation),
    crownShapes: withOwn(choices.crownShapes, product.crown_shape),
    ageGroups: withOwn(choices.ageGroups, product.age_group),
    rootPackagings: withOwn(choices.rootPackagings, product.rsp),
  }
}

/** «Зона 4: от −34,4 до −28,9 °C»; with the half zones it would not fit on a line. */
export function zoneName(name: string, description: string): string {
  const temperatures = description.replace(/^Средний минимум года /, '').replace(/\s*\(.*$/, '')
  return temperatures ? `${name}: ${temperatures}` : name
}

/** Genera of a category; all genera while none is chosen. */
export const generaQuery = (api: Api, category: string) =>
  queryOptions({
    queryKey: ['directory', 'genera', category],
    queryFn: async ({ signal }) => {
      const genera = await api.call('GET /products/genus/', { query: { category__name: category }, signal })
      return sortNames(genera.map(({ name }) => name))
    },
    staleTime,
  })

export const varietiesQuery = (api: Api, category: string, genus: string) =>
  queryOptions({
    queryKey: ['directory', 'varieties', category, genus],
    queryFn: async ({ signal }) => {
      const query = { category__name: category, genus__name: genus }
      const varieties = await api.call('GET /products/varieties/', { query, signal })
      return sortNames(varieties.map(({ name }) => name))
    },
    staleTime,
    enabled: genus !== '',
  })

/** Varieties of a genus that the name matching engine finds for a text: by sound, with typos, in another alphabet. */
export const heardVarietiesQuery = (api: Api, genus: string, typed: string) =>
  queryOptions({
    queryKey: ['directory', 'heard', genus, typed],
    queryFn: async ({ signal }) => {
      const q = `${genus} ${typed}`.slice(0, 100)
      const found = await api.call('GET /offers/suggest/', { query: { q }, signal })
      return found.flatMap(({ kind, name }) =>
        kind === 'plant' && name.startsWith(`${genus} `) ? [name.slice(genus.length + 1)] : [],
      )
    },
    staleTime,
  })

export interface PlantName {
  /** The category's id. */
  category: string
  genus: string
  species: string
}

export const plantQuery = (api: Api, name: PlantName) =>
  queryOptions({
    queryKey: ['directory', 'plant', name],
    queryFn: ({ signal }) => api.call('GET /products/plant/', { query: { ...name }, signal }),
    staleTime,
    enabled: name.category !== '' && name.genus !== '' && name.species !== '',
  })

interface ProductAddress {
  category_slug: string
  product_slug: string
}

/** A product as its editor sees it: unlike the public one, always fetched anew and with the editor's permissions. */
export const editedProductQuery = (api: Api, params: ProductAddress) =>
  queryOptions({
    queryKey: ['member', 'product', params],
    queryFn: ({ signal }) => api.call('GET /products/:category_slug/:product_slug/', { params, signal }),
    staleTime: 0,
    gcTime: 0,
    // The form keeps the state that it started with.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

/** Call after saving a product: invalidates everything that shows products, for members and visitors. */
export async function forgetProducts(queries: QueryClient): Promise<void> {
  await Promise.all(
    [['products'], ['categories'], ['member', 'my-products'], ['member', 'product']].map(queryKey =>
      queries.invalidateQueries({ queryKey, refetchType: 'none' }),
    ),
  )
}
