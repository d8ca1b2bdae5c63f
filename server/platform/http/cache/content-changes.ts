import { currentBudget, requestBudget, spend, withBudget } from '#server/platform/database/database-budget.ts'
import type { Db } from '#server/platform/database/database.ts'
import { isUnavailable } from '../errors.ts'
import { type ChangesRow, keptMinutes, prepareReadChanges } from './content-changes.queries.ts'

/**
 * A part of the content of which a response can be made: one product, what a category offers, the lookups. Each domain
 * names its own (`*.scopes.ts`), and triggers note in the database which of them a transaction has changed.
 */
export type Scope = string

/** The time of day, for what grows old by itself: counts as changed every twenty minutes. */
export const clockScope: Scope = 'clock'

/** What a response is made of; `everything` where the route does not say. */
export type Scopes = readonly Scope[] | 'everything'

/** Declares what a response to visitors is made of, so that it is cached while that stays unchanged. */
export type Shows = (...scopes: Scope[]) => void

/** A value computed from the content. */
export interface Computed {
  /** The state of the content that was known when the computation began (`ContentChanges.current`). */
  state: number
  scopes: Scopes
}

/**
 * Tells whether a value computed earlier is still valid. The state numbers are local to the process; each caller's
 * answer comes from a database read that began after the call, so a change acknowledged by any process is never missed.
 * Callers that ask at the same time share one query, which keeps the question cheap under load.
 */
export interface ContentChanges {
  /** The state of the content now. Rejects with UNAVAILABLE when the database does not answer. */
  current(): Promise<number>
  /**
   * As `current`, for a request that only reads: what it asks later is answered from this, so that the whole response
   * is at least as new as the request and costs one query.
   */
  currentForRequest(): Promise<number>
  /** The last state known to this process; for computations that begin now. */
  known(): number
  /** Whether nothing it is made of has changed since, as far as this process knows. */
  holds(computed: Computed): boolean
  /**
   * Tells `hear` of every change as soon as this process knows of it, before `current` answers: which scopes, or
   * `everything` where it may have missed some. The first that it hears is `everything`.
   */
  subscribe(hear: (changed: Scopes) => void): void
}

/** Milliseconds that a read may take, and once one has failed, until the database answers again. */
const readBudget = { usual: 1500, failing: 500 }

/** Seconds between two reads after which changes may have been forgotten. */
const longestPause = (keptMinutes / 2) * 60

/** How many scopes a process tracks the last change of; beyond that it forgets all, and all count as changed. */
const mostScopes = 100_000

const endOfTurn = () => new Promise<void>(resolve => setImmediate(resolve))

export function contentChanges(db: Db): ContentChanges {
  const readSince = prepareReadChanges(db)
  let last: ChangesRow | null = null
  let state = 0
  /** The state before which nothing is known. */
  let floor = 0
  const changedIn = new Map<Scope, number>()
  let running: Promise<number> | null = null
  let next: Promise<number> | null = null
  let isFailing = false
  const answered = new WeakSet<object>()
  const hearers: ((changed: Scopes) => void)[] = []
  const tell = (changed: Scopes) => {
    for (const hear of hearers) hear(changed)
  }

  function take(row: ChangesRow): number {
    const isAnother = last === null || row.startedAt !== last.startedAt || row.now - last.now > longestPause
    const isEverything = isAnother || row.scopes.includes('everything')
    last = row
    if (isEverything) tell('everything')
    else if (row.scopes.length > 0) tell(row.scopes)
    if (isEverything || changedIn.size + row.scopes.length > mostScopes) {
      state++
      floor = state
      changedIn.clear()
    } else if (row.scopes.length > 0) {
      state++
      for (const scope of row.scopes) changedIn.set(scope, state)
    }
    return state
  }

  function start(): Promise<number> {
    // Not on the budget of the first caller: all concurrent callers share it.
    const started = withBudget(isFailing ? readBudget.failing : readBudget.usual, () =>
      readSince(last?.snapshot ?? null),
    )
      .then(
        row => {
          isFailing = false
          return take(row)
        },
        (error: unknown) => {
          isFailing = isUnavailable(error)
          throw error
        },
      )
      .finally(() => {
        if (running === started) running = null
      })
    running = started
    return started
  }

  const changes: ContentChanges = {
    current() {
      const request = currentBudget()
      if (request && answered.has(request)) return Promise.resolve(state)
      // All calls in one turn of the event loop share a query. One already in progress may have begun before this call:
      // wait for the one after it.
      next ??= Promise.all([endOfTurn(), running?.catch(() => undefined)]).then(() => {
        next = null
        return start()
      })
      return spend(next)
    },
    async currentForRequest() {
      const now = await changes.current()
      const request = currentBudget()
      if (request) answered.add(request)
      return now
    },
    known: () => state,
    holds({ state: computedIn, scopes }) {
      if (computedIn === state) return true
      if (computedIn < floor || scopes === 'everything') return false
      return scopes.every(scope => (changedIn.get(scope) ?? 0) <= computedIn)
    },
    subscribe(hear) {
      hearers.push(hear)
      if (last !== null) hear('everything')
    },
  }
  return changes
}

/** Keeps a computed value for as long as these scopes stay as they were; concurrent callers compute it once. */
export function cachedWhileUnchanged<Value>(
  changes: ContentChanges,
  scopes: Scopes,
  compute: () => Promise<Value>,
): () => Promise<Value> {
  let kept: (Computed & { value: Promise<Value> }) | null = null
  return async () => {
    await changes.current()
    if (!kept || !changes.holds(kept)) {
      const value = withBudget(requestBudget, compute)
      const computed = { state: changes.known(), scopes, value }
      kept = computed
      value.catch(() => {
        if (kept === computed) kept = null
      })
    }
    return spend(kept.value)
  }
}
