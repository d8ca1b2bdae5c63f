import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../http/errors.ts'

/**
 * Milliseconds that one request may wait for the database in total, however many queries it makes: less than the five
 * seconds within which it is answered. Time not spent waiting for the database (a slow upload, a picture) does not
 * count.
 */
export const requestBudget = 4000

/** The remaining time that a caller may wait for the database. */
export interface Budget {
  left: number
  /** Number of waits in progress, and since when. */
  pending: number
  since: number
}

const budgets = new AsyncLocalStorage<Budget>()

declare module 'fastify' {
  interface FastifyRequest {
    databaseBudget: Budget | null
    /** Made in process by a page that is being rendered. */
    isWithinPage: boolean
  }
}

const budget = (milliseconds: number): Budget => ({ left: milliseconds, pending: 0, since: 0 })

const leftOf = ({ left, pending, since }: Budget) => (pending > 0 ? left - (performance.now() - since) : left)

/** Runs something with its own budget of so many milliseconds, independent of what the caller has left. */
export function withBudget<Value>(milliseconds: number, run: () => Value): Value {
  return budgets.run(budget(milliseconds), run)
}

/** Identifies the request in whose time this runs; `undefined` outside of requests. */
export const currentBudget = (): Budget | undefined => budgets.getStore()

/** Throws UNAVAILABLE when no time is left to start anything. */
export function requireBudget(): void {
  const mine = budgets.getStore()
  if (mine && leftOf(mine) <= 0) throw new AppError('UNAVAILABLE')
}

/**
 * Waits for a database operation on the caller's budget. When the time is up, asks `onExpiry` for how many milliseconds
 * to wait on, then rejects with UNAVAILABLE; without a budget (start-up, emails, clean-up) it waits as long as it takes.
 */
export async function spend<Value>(work: Promise<Value>, onExpiry: () => number = () => 0): Promise<Value> {
  const mine = budgets.getStore()
  if (!mine) return work
  const { promise: expired, reject } = Promise.withResolvers<never>()
  const giveUp = () => reject(new AppError('UNAVAILABLE'))
  let timer = setTimeout(
    () => {
      const more = onExpiry()
      if (more > 0) timer = setTimeout(giveUp, more)
      else giveUp()
    },
    Math.max(0, leftOf(mine)),
  )
  if (mine.pending++ === 0) mine.since = performance.now()
  try {
    return await Promise.race([work, expired])
  } finally {
    clearTimeout(timer)
    if (--mine.pending === 0) mine.left -= performance.now() - mine.since
  }
}

/** Gives every request its budget; requests that a page makes in process share the page's. */
export function addBudgets(app: FastifyInstance): void {
  app.decorateRequest('databaseBudget', null)
  app.decorateRequest('isWithinPage', false)
  app.addHook('onRequest', (request, _reply, done) => {
    const ofPage = budgets.getStore()
    request.isWithinPage = ofPage !== undefined
    request.databaseBudget = ofPage ?? budget(requestBudget)
    budgets.run(request.databaseBudget, done)
  })
  // After a body has been read, the code runs in the connection's async context, not the request's.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.databaseBudget) budgets.run(request.databaseBudget, done)
    else done()
  })
}
