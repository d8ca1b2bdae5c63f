import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../http/errors.ts'

/**
 * Milliseconds that one request waits for the database in all, however many queries it makes: less than the five
 * seconds within which it is answered. What is not waiting for the database (a slow upload, a picture) does not count.
 */
export const requestBudget = 4000

/** What is left of the time that somebody may wait for the database. */
export interface Budget {
  left: number
  /** Things that are being waited for at this moment, and since when. */
  pending: number
  since: number
}

const budgets = new AsyncLocalStorage<Budget>()

declare module 'fastify' {
  interface FastifyRequest {
    databaseBudget: Budget | null
    /** A page that is being rendered asks, in process. */
    isWithinPage: boolean
  }
}

const budget = (milliseconds: number): Budget => ({ left: milliseconds, pending: 0, since: 0 })

const leftOf = ({ left, pending, since }: Budget) => (pending > 0 ? left - (performance.now() - since) : left)

/** Runs something that may wait so many milliseconds for the database, whatever is left to who asks for it. */
export function withBudget<Value>(milliseconds: number, run: () => Value): Value {
  return budgets.run(budget(milliseconds), run)
}

/** Throws UNAVAILABLE when no time is left to begin anything. */
export function requireBudget(): void {
  const mine = budgets.getStore()
  if (mine && leftOf(mine) <= 0) throw new AppError('UNAVAILABLE')
}

/**
 * Waits for something of the database at the expense of whoever asks. Rejects with UNAVAILABLE, and calls `onExpiry`,
 * when the time is up; without a budget (start-up, e-mails, clean-up) it waits as long as it takes.
 */
export async function spend<Value>(work: Promise<Value>, onExpiry = () => {}): Promise<Value> {
  const mine = budgets.getStore()
  if (!mine) return work
  const { promise: expired, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => {
      onExpiry()
      reject(new AppError('UNAVAILABLE'))
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

/** Gives every request its budget; those that a page makes in process share the page's. */
export function addBudgets(app: FastifyInstance): void {
  app.decorateRequest('databaseBudget', null)
  app.decorateRequest('isWithinPage', false)
  app.addHook('onRequest', (request, _reply, done) => {
    const ofPage = budgets.getStore()
    request.isWithinPage = ofPage !== undefined
    request.databaseBudget = ofPage ?? budget(requestBudget)
    budgets.run(request.databaseBudget, done)
  })
  // Where a body has been read, what follows runs on behalf of the connection.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.databaseBudget) budgets.run(request.databaseBudget, done)
    else done()
  })
}
