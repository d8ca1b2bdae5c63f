import type { QueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { Api } from './api.ts'

/** Dependencies of loaders and screens: one per page in the browser, a new one for each rendering on the server. */
export interface AppContext {
  queries: QueryClient
  api: Api
  /** The site's own origin, for canonical addresses and structured data. */
  publicUrl: string
}

const Context = createContext<AppContext | null>(null)
export const AppContextProvider = Context.Provider

export function useApp(): AppContext {
  const context = useContext(Context)
  if (!context) throw new Error('useApp outside AppContextProvider')
  return context
}
