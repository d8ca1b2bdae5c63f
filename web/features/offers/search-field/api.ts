import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#web/lib/api.ts'

/** The most that the call takes. */
const longest = 100

/** Plants, genera, categories and companies that may be meant by what is being typed. */
export const suggestionsQuery = (api: Api, typed: string) =>
  queryOptions({
    queryKey: ['suggestions', typed],
    queryFn: ({ signal }) => api.call('GET /offers/suggest/', { query: { q: typed.slice(0, longest) }, signal }),
    retry: false,
  })
