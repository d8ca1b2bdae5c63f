import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '../errors.ts'
import { type Count, countAdder, deleteCount, deleteEndedCounts, findCount } from './limits.queries.ts'
import { networkOf } from './network-address.ts'

/**
 * How often one key (an address, a person) may try something, counted in the database for all its processes. Never
 * called inside a transaction: it runs its own queries.
 */
export interface Limit {
  /**
   * Counts a try, or so many points (a whole number). Throws TOO_MANY_REQUESTS, with the seconds to wait, above the
   * limit; tries above it are counted too, but do not prolong the wait.
   */
  take(key: string, points?: number): Promise<void>
  /** Counts a try and says whether it is within the limit. */
  allows(key: string): Promise<boolean>
  /** Throws like `take`, without counting. */
  check(key: string): Promise<void>
  /** Resets the tries of a key. */
  forget(key: string): Promise<void>
}

interface Rule {
  /** Unique among all limits: their counts share a table. */
  name: string
  /** At most so many points in a window of so many seconds. */
  points: number
  seconds: number
  /**
   * Points that a process may count locally before it tells the database, for a generous limit that is checked often:
   * another process may then allow that many too many.
   */
  heldBack?: number
}

export interface Limits {
  limit(rule: Rule): Limit
  close(): void
}

/** A process's local state of a key; times in milliseconds since 1970. */
interface Known {
  /** The last count from the database, plus what this process has sent since. */
  points: number
  heldBack: number
  endsAt: number
  /** Until then a key over its limit is refused without a query. */
  askAgainAt: number
}

/** Milliseconds; the delay after which a reset by another process takes effect here. */
const believed = 5000
/** Keys that a process remembers per limit; an evicted one costs a statement. */
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

  /**
   * While the database does not answer, each process counts on its own: a limit must not refuse people because of that.
   */
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
        // Results may arrive out of order; the larger one is the later.
        points: mayHoldBack > 0 ? Math.max(points, known?.points ?? 0) : points,
        heldBack: known?.heldBack ?? 0,
        endsAt: now + msLeft,
        askAgainAt: now + Math.min(msLeft, believed),
      })
    }

    /** The state of a key that is known to have used at least so much, when no query is needed. */
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
