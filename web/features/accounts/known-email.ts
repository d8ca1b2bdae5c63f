import { useLocation } from 'react-router'

interface KnownEmail {
  knownEmail: string
}

/** The state of a link to /login or /signup that brings an address along: none of the page's address, which servers log. */
export const knownEmail = (email: string): KnownEmail | undefined => (email ? { knownEmail: email } : undefined)

/** The address that the link to this page brought along; empty without one. */
export function useKnownEmail(): string {
  const state = useLocation().state as Partial<KnownEmail> | null
  return state?.knownEmail ?? ''
}
