import { QueryClient } from '@tanstack/react-query'
import { type Api, ApiError } from '#web/lib/api.ts'
import type { AppContext } from '#web/lib/app-context.ts'

export function createContext(api: Api, publicUrl: string): AppContext {
  const queries = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // What the server refused it will refuse again; a broken line may mend. A page that the server renders is not
        // kept waiting for that.
        retry: (count, error) =>
          !import.meta.env.SSR && count < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 500),
      },
    },
  })
  return { queries, api, publicUrl }
}
