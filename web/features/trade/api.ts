import { queryOptions } from '@tanstack/react-query'
import type { InputOf } from '#contract/calls.ts'
import type { DealState } from '#contract/deals.ts'
import type { RequestStatus, TradeSide } from '#contract/requests.ts'
import type { Api } from '#web/lib/api.ts'
import { entriesOnPage } from '#web/ui/paged.tsx'

/** All that the event stream's news of requests, quotes and deals makes old. */
export const tradeKey = ['member', 'trade'] as const

/** How many requests, quotes and deals wait for the person. */
export const attentionQuery = (api: Api) =>
  queryOptions({
    queryKey: [...tradeKey, 'attention'],
    queryFn: ({ signal }) => api.call('GET /trade/attention/', { signal }),
  })

export const requestsQuery = (api: Api, status: RequestStatus | '', page: number) =>
  queryOptions({
    queryKey: [...tradeKey, 'requests', status, page],
    queryFn: ({ signal }) => api.call('GET /requests/', { query: { status, page, page_size: entriesOnPage }, signal }),
  })

export const incomingQuery = (api: Api, isWaiting: boolean, page: number) =>
  queryOptions({
    queryKey: [...tradeKey, 'incoming', isWaiting, page],
    queryFn: ({ signal }) =>
      api.call('GET /requests/incoming/', {
        query: { waiting: isWaiting ? '1' : '', page, page_size: entriesOnPage },
        signal,
      }),
  })

/** To the buyer and to an asked company alike. */
export const requestQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: [...tradeKey, 'request', id],
    queryFn: ({ signal }) => api.call('GET /requests/:id/', { params: { id }, signal }),
  })

/** `version`: when the project was changed last. */
export const differencesQuery = (api: Api, project: string, version = '') =>
  queryOptions({
    queryKey: [...tradeKey, 'differences', project, version],
    queryFn: ({ signal }) => api.call('GET /projects/:id/changes/', { params: { id: project }, signal }),
  })

export const optionsQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: [...tradeKey, 'options', id],
    queryFn: ({ signal }) => api.call('GET /requests/:id/options/', { params: { id }, signal }),
  })

export const comparisonQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: [...tradeKey, 'comparison', id],
    queryFn: ({ signal }) => api.call('GET /requests/:id/compare/', { params: { id }, signal }),
  })

/** Companies that may be asked for these lines. A POST that changes nothing: the lines are too many for an address. */
export const candidatesQuery = (api: Api, body: InputOf<'POST /requests/candidates/', 'body'>) =>
  queryOptions({
    queryKey: [...tradeKey, 'candidates', body],
    queryFn: ({ signal }) => api.call('POST /requests/candidates/', { body, signal }),
  })

export interface DealView {
  side: TradeSide | ''
  state: DealState | ''
  /** Id of the request; `""`: of all. */
  request: string
}

export const dealsQuery = (api: Api, { side, state, request }: DealView, page: number) =>
  queryOptions({
    queryKey: [...tradeKey, 'deals', side, state, request, page],
    queryFn: ({ signal }) =>
      api.call('GET /deals/', { query: { side, state, request, page, page_size: entriesOnPage }, signal }),
  })

/** As many as one answer gives, for the calendar. */
const dealsAhead = 100

/** Deals whose plants are still to be handed over. */
export const agendaQuery = (api: Api, side: TradeSide | '') =>
  queryOptions({
    queryKey: [...tradeKey, 'deals', 'agenda', side],
    queryFn: async ({ signal }) => {
      const read = (state: DealState) =>
        api.call('GET /deals/', { query: { side, state, page_size: dealsAhead }, signal })
      const [awarded, confirmed, handedOver] = await Promise.all([
        read('awarded'),
        read('confirmed'),
        read('handed_over'),
      ])
      return [...awarded.results, ...confirmed.results, ...handedOver.results]
    },
  })

export const dealQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: [...tradeKey, 'deal', id],
    queryFn: ({ signal }) => api.call('GET /deals/:id/', { params: { id }, signal }),
  })

/** What one company loads. `version`: when what is asked about was changed last. */
export const stopQuery = (api: Api, of: 'deals' | 'requests', id: string, version: string) =>
  queryOptions({
    queryKey: [...tradeKey, 'stop', of, id, version],
    queryFn: ({ signal }) =>
      of === 'deals'
        ? api.call('GET /deals/:id/stop/', { params: { id }, signal })
        : api.call('GET /requests/:id/stop/', { params: { id }, signal }),
  })

/** How a company's deals went. Public. */
export const recordQuery = (api: Api, team: string) =>
  queryOptions({
    queryKey: ['reviews', team, 'record'],
    queryFn: ({ signal }) => api.call('GET /teams/:id/record/', { params: { id: team }, signal }),
  })

export const reviewsOnPage = 10

/** Public. */
export const reviewsQuery = (api: Api, team: string, page: number) =>
  queryOptions({
    queryKey: ['reviews', team, page],
    queryFn: ({ signal }) =>
      api.call('GET /teams/:id/reviews/', { params: { id: team }, query: { page, page_size: reviewsOnPage }, signal }),
  })
