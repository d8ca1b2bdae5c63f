import { useSyncExternalStore } from 'react'

const unchanging = () => () => {}
// The same within a minute, otherwise React would rerender endlessly.
const minute = () => Math.floor(Date.now() / 60_000) * 60_000

/** The current time; `null` on the server and until hydration, as the server's page is the same for everybody. */
export const useNow = (): number | null => useSyncExternalStore(unchanging, minute, () => null)
