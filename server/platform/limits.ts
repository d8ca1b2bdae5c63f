import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from './errors.ts'

/** How often something may be tried by one key (an address, a person), counted in this process. */
export interface Limit {
  /** Counts a try. Throws TOO_MANY_REQUESTS, with the seconds to wait, when there have been too many. */
  take(key: string): Promise<void>
  /** Counts a try and says whether it is within the limit. */
  allows(key: string): Promise<boolean>
  /** Throws like `take` but counts nothing. */
  check(key: string): Promise<void>
  /** Forgets the tries of a key. */
  forget(key: string): Promise<void>
}

function refuse({ msBeforeNext }: RateLimiterRes): never {
  throw new AppError('TOO_MANY_REQUESTS', undefined, undefined, Math.max(1, Math.ceil(msBeforeNext / 1000)))
}

/** At most `tries` in any window of so many seconds; `enabled` is false with RATE_LIMITS=off. */
export function limit(tries: number, seconds: number, enabled: boolean): Limit {
  if (!enabled) return { take: async () => {}, allows: async () => true, check: async () => {}, forget: async () => {} }
  const limiter = new RateLimiterMemory({ points: tries, duration: seconds })
  return {
    async take(key) {
      await limiter.consume(key).catch(error => {
        if (error instanceof RateLimiterRes) refuse(error)
        throw error
      })
    },
    async allows(key) {
      const { consumedPoints } = await limiter.penalty(key)
      return consumedPoints <= tries
    },
    async check(key) {
      const state = await limiter.get(key)
      if (state && state.consumedPoints >= tries) refuse(state)
    },
    async forget(key) {
      await limiter.delete(key)
    },
  }
}
