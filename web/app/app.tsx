import { type DehydratedState, HydrationBoundary, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, StrictMode } from 'react'
import { type AppContext, AppContextProvider } from '#web/lib/app-context.ts'
import { Document, type PageAssets } from './document.tsx'

interface AppProps {
  context: AppContext
  assets: PageAssets
  queries: DehydratedState
  /** The router, which differs between server and browser. */
  children: ReactNode
}

/** Everything around the router, the same on the server and in the browser. */
export function App({ context, assets, queries, children }: AppProps) {
  return (
    <StrictMode>
      <AppContextProvider value={context}>
        <QueryClientProvider client={context.queries}>
          <HydrationBoundary state={queries}>
            <Document assets={assets}>{children}</Document>
          </HydrationBoundary>
        </QueryClientProvider>
      </AppContextProvider>
    </StrictMode>
  )
}
