import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '../errors.ts'
import { type Count, countAdder, deleteCount, deleteEndedCounts, findCount } from './limits.queries.ts'
import { networkOf } from './network-address.ts'

/**
 * How often something may be tried by one key (an address, a person), counted in the database for all processes on it.
 * Never called inside a transaction: it asks the database by itself.
 */
export interface Limit {
  /**
   * Counts a try, or so many points of whatever is limited (a whole number). Throws TOO_MANY_REQUESTS, with the seconds
   * to wait, when there have been too many; those beyond the limit are counted too, but do not prolong the wait.
   */
  take(key: string, points?: number): Promise<void>
  /** Counts a try and says whether it is within the limit. */
  allows(key: string): Promise<boolean>
  /** Throws like `take` but counts nothing. */
  check(key: string): Promise<void>
  /** Forgets the tries of a key. */
  forget(key: string): Promise<void>
}

interface Rule {
  /** Of its own among all limits: their counts lie in one table. */
  name: string
  /** At most so many points in a window of so many seconds. */
  points: number
  seconds: number
  /**
   * Points that a process may hold back before it tells the database, for a limit that is generous and asked often:
   * another process may then let that many through too many.
   */
  heldBack?: number
}

export interface Limits {
  limit(rule: Rule): Limit
  close(): void
}

/** What a process remembers of a key; times in milliseconds since 1970. */
interface Known {
  /** As the database last said, and what this process has sent it since. */
  points: number
  heldBack: number
  endsAt: number
  /** Until then a key that is over its limit is refused without asking again. */
  askAgainAt: number
}

/** Milliseconds; what another process has forgotten counts here that much later. */
const believed = 5000
/** Keys that a process remembers for each limit; forgetting one costs a statement. */
const rememberedKeys = 10_000
const [minute, cleaningInterval] = [60_000, 5 * 60_000]

const unlimited: Limit = {
  take: async () => {},
  allows: async () => true,
  check: async () => {},
  forget: async () => {},
}

function refuse(msLeft: number): never {
  throw new AppError('TOO_MANY_REQUESTS', undefined, undefined, Math.max(1, Math.ceil(msLeft / 1000)))
}

const hashOf = (name: string, key: string) =>
  createHash('sha256')
    .update(`${name}:${networkOf(key)}`)
    .digest('base64url')

/** The limits of one process; `enabled` is false with RATE_LIMITS=off. Errors of the database are logged, not thrown. */
export function limitsOn(db: Db, enabled: boolean, logError: (error: unknown) => void): Limits {
  if (!enabled) return { limit: () => unlimited, close: () => {} }
  const add = countAdder(db)
  let logAgainAt = 0

  /** While the database does not answer, each process counts for itself: a limit is no reason to refuse anybody. */
  async function orElse<T>(ask: () => Promise<T>, otherwise: () => Promise<T>): Promise<T> {
    try {
      return await ask()
    } catch (error) {
      if (Date.now() >= logAgainAt) {
        logAgainAt = Date.now() + minute
        logError(error)
      }
      return otherwise()
    }
  }

  function limit({ name, points: most, seconds, heldBack: mayHoldBack = 0 }: Rule): Limit {
    const memory = new RateLimiterMemory({ points: most, duration: seconds })
    const remembered = new LRUCache<string, Known>({ max: rememberedKeys })

    function recall(id: string): Known | undefined {
      const known = remembered.get(id)
      return known && known.endsAt > Date.now() ? known : undefined
    }

    function remember(id: string, { points, msLeft }: Count): void {
      const now = Date.now()
      const known = recall(id)
      remembered.set(id, {
        // Of answers that overtake each other the larger one is the later.
        points: mayHoldBack > 0 ? Math.max(points, known?.points ?? 0) : points,
        heldBack: known?.heldBack ?? 0,
        endsAt: now + msLeft,
        askAgainAt: now + Math.min(msLeft, believed),
      })
    }

    /** What is known of a key that has used at least so much, if that need not be asked again. */
    function believedOf(id: string, atLeast: number): Count | undefined {
      const known = recall(id)
      if (!known || known.points < atLeast || known.askAgainAt <= Date.now()) return undefined
      return { points: known.points, msLeft: known.endsAt - Date.now() }
    }

    async function count(id: string, points: number): Promise<Count> {
      const over = believedOf(id, most + 1)
      if (over) return over
      let sent = points
      if (mayHoldBack > 0) {
        const held = recall(id) ?? { points: 0, heldBack: 0, endsAt: Date.now() + seconds * 1000, askAgainAt: 0 }
        held.heldBack += points
        remembered.set(id, held)
        if (held.heldBack < mayHoldBack && held.points + held.heldBack <= most) return { points: 0, msLeft: 0 }
        sent = held.heldBack
        held.points += sent
        held.heldBack = 0
      }
      const counted = await orElse(
        () => add(id, sent, seconds),
        async () => {
          const { consumedPoints, msBeforeNext } = await memory.penalty(id, sent)
          return { points: consumedPoints, msLeft: msBeforeNext }
        },
      )
      if (mayHoldBack > 0 || counted.points > most) remember(id, counted)
      return counted
    }

    async function read(id: string): Promise<Count | undefined> {
      const reached = believedOf(id, most)
      if (reached) return reached
      const counted = await orElse(
        () => findCount(db, id),
        async () => {
          const state = await memory.get(id)
          return state ? { points: state.consumedPoints, msLeft: state.msBeforeNext } : undefined
        },
      )
      if (counted && counted.points >= most) remember(id, counted)
      return counted
    }

    return {
      async take(key, points = 1) {
        const counted = await count(hashOf(name, key), points)
        if (counted.points > most) refuse(counted.msLeft)
      },
      async allows(key) {
        return (await count(hashOf(name, key), 1)).points <= most
      },
      async check(key) {
        const counted = await read(hashOf(name, key))
        if (counted && counted.points >= most) refuse(counted.msLeft)
      },
      async forget(key) {
        const id = hashOf(name, key)
        remembered.delete(id)
        await memory.delete(id)
        await orElse(
          () => deleteCount(db, id),
          async () => {},
        )
      },
    }
  }

  const cleaning = setInterval(
    () =>
      void orElse(
        () => deleteEndedCounts(db),
        async () => {},
      ),
    cleaningInterval,
  ).unref()
  return { limit, close: () => clearInterval(cleaning) }
}
