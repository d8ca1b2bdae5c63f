import { useLocation } from 'react-router'

interface KnownEmail {
  knownEmail: string
}

/** The state of a link to /login or /signup with an e-mail: not in the URL, which servers log. */
export const knownEmail = (email: string): KnownEmail | undefined => (email ? { knownEmail: email } : undefined)

/** The e-mail in the state of the link to this page; empty without one. */
export function useKnownEmail(): string {
  const state = useLocation().state as Partial<KnownEmail> | null
  return state?.knownEmail ?? ''
}
