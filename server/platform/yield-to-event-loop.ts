import { setImmediate, setTimeout } from 'node:timers/promises'

/** Lets other requests run if enough time has passed since they last did. Long work awaits it at regular intervals. */
export type YieldNow = () => Promise<void> | undefined

/**
 * For work that takes longer than a request may wait: it runs for `longest` milliseconds at a time. A request takes
 * several turns of the event loop, and waits as long for each of them.
 */
export const yieldToEventLoop = (longest = 2): YieldNow => pausing(longest, () => setImmediate())

/** For work for which nobody waits at a screen: it works for a millisecond and rests for four, and is hardly noticed. */
export const throttled = (): YieldNow => pausing(1, () => setTimeout(4))

function pausing(longest: number, pause: () => Promise<void>): YieldNow {
  let since = performance.now()
  return () => {
    if (performance.now() - since < longest) return
    return pause().then(() => {
      since = performance.now()
    })
  }
}
