import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#web/lib/api.ts'
import { byName } from '#web/ui/sort-names.ts'

export const companyQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: ['companies', id],
    queryFn: ({ signal }) => api.call('GET /teams/get_current_team/:id/', { params: { id }, signal }),
  })

/** The company at its own address, present or former. */
export const companyAtQuery = (api: Api, slug: string) =>
  queryOptions({
    queryKey: ['companies', 'at', slug],
    queryFn: ({ signal }) => api.call('GET /teams/at/:slug/', { params: { slug }, signal }),
  })

/** Its town on the map. */
export const onMapQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: ['companies', 'on-map', id],
    queryFn: ({ signal }) => api.call('GET /teams/:id/on_map/', { params: { id }, signal }),
  })

/** The signed-in person's company, `null` without one. */
export const myTeamQuery = (api: Api) =>
  queryOptions({
    queryKey: ['member', 'my-team'],
    queryFn: ({ signal }) => api.call('GET /teams/get_my_team/', { signal }),
  })

/** The three lists of choices in a company's form. */
export const companyChoicesQuery = (api: Api) =>
  queryOptions({
    queryKey: ['company-choices'],
    queryFn: async ({ signal }) => {
      const [specifics, cities, deliveries] = await Promise.all([
        api.call('GET /teams/specifics/', { signal }),
        api.call('GET /teams/cities/', { signal }),
        api.call('GET /teams/deliveries/', { signal }),
      ])
      return { specifics: byName(specifics), cities: byName(cities), deliveries: byName(deliveries) }
    },
    // They change only with a release.
    staleTime: Number.POSITIVE_INFINITY,
  })
