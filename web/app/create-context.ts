import { QueryClient } from '@tanstack/react-query'
import { type Api, ApiError } from '#web/lib/api.ts'
import type { AppContext } from '#web/lib/app-context.ts'

export function createContext(api: Api, publicUrl: string): AppContext {
  const queries = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // Without a connection the service worker answers with what was last seen.
        networkMode: 'offlineFirst',
        // Only failures that may be temporary are retried: not refusals, and not during server rendering, which would
        // delay the page.
        retry: (count, error) =>
          !import.meta.env.SSR && count < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 500),
      },
    },
  })
  return { queries, api, publicUrl }
}
