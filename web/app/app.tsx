import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, StrictMode } from 'react'
import { type AppContext, AppContextProvider } from '#web/lib/app-context.ts'
import { Document, type PageAssets } from './document.tsx'

interface AppProps {
  context: AppContext
  assets: PageAssets
  /** The router, different on the server and in the browser. */
  children: ReactNode
}

/** The providers and the document around the router, the same on the server and in the browser. */
export function App({ context, assets, children }: AppProps) {
  return (
    <StrictMode>
      <AppContextProvider value={context}>
        <QueryClientProvider client={context.queries}>
          <Document assets={assets}>{children}</Document>
        </QueryClientProvider>
      </AppContextProvider>
    </StrictMode>
  )
}
