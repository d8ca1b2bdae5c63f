import { setImmediate } from 'node:timers/promises'

/** Lets other requests run if enough time has passed since they last did. Long work awaits it at regular intervals. */
export type Breathe = () => Promise<void> | undefined

/**
 * For work that takes longer than a request may wait: it runs for `longest` milliseconds at a time. A request takes
 * several turns of the event loop, and waits as long for each of them.
 */
export function breathing(longest: number): Breathe {
  let since = performance.now()
  return () => {
    if (performance.now() - since < longest) return undefined
    return setImmediate().then(() => {
      since = performance.now()
    })
  }
}
