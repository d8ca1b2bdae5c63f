import { type PGlite, types } from '@electric-sql/pglite'
import { fromPglite, type Db as QueueDatabase } from 'pg-boss'
import { semaphore } from '../semaphore.ts'
import { requireBudget, spend } from './database-budget.ts'
import { commitWait, TransactionWork } from './transaction-work.ts'

type Queries = Pick<PGlite, 'query'>

/** Types whose values Drizzle reads as text, as its driver for PGlite declares them: times and lists of them. */
const readAsText = [types.TIMESTAMP, types.TIMESTAMPTZ, types.INTERVAL, types.DATE, 1115, 1182, 1185, 1187, 1231]

/**
 * Makes PGlite read values as Drizzle needs them, and returns it for Drizzle without the parsers that Drizzle passes with
 * each query: PGlite would copy its own four hundred for every one of them, which takes longer than a short query.
 *
 * It has one connection: one statement or transaction runs at a time, a caller that has given up (database-budget.ts)
 * leaves the queue, and its statement is never run. `onAnswer` is called after each answer within a transaction.
 */
export function embeddedClient(client: PGlite, onAnswer: () => void): PGlite {
  const asText = (value: string) => value
  for (const type of readAsText) client.parsers[type] = asText
  const turns = semaphore(1)

  async function perform<Value>(start: () => Promise<Value>, onExpiry: () => number = () => 0): Promise<Value> {
    requireBudget()
    const turn = turns.enter()
    async function work(): Promise<Value> {
      await turn.entered
      try {
        return await start()
      } finally {
        turns.leave()
      }
    }
    return spend(work(), () => {
      turn.giveUp()
      return onExpiry()
    })
  }

  const plain =
    ({ query }: Queries): Queries['query'] =>
    (text, params, options) =>
      query(text, params, options?.rowMode && { rowMode: options.rowMode })
  const queryAlone = plain({ query: client.query.bind(client) })
  const transaction: PGlite['transaction'] = async run => {
    const work = new TransactionWork()
    let isCommitting = false
    return perform(
      () =>
        client.transaction(async tx => {
          work.refuseWhenOver()
          const query = plain({ query: tx.query.bind(tx) })
          const guarded: Queries['query'] = async (text, ...rest) => {
            const answer = await work.run(text, () => query(text, ...rest))
            onAnswer()
            return answer as never
          }
          const result = await run({ query: guarded } as typeof tx)
          // The caller has already been answered 503: roll back rather than commit behind that answer.
          work.refuseWhenOver()
          work.refuseWhenFailed()
          isCommitting = true
          return result
        }),
      () => {
        if (isCommitting) return commitWait
        work.isOver = true
        return 0
      },
    )
  }
  return {
    query: (text: string, ...rest: never[]) => perform(() => queryAlone(text, ...rest)),
    transaction,
  } as unknown as PGlite
}

/** PGlite for the queue's library, which expects times as dates. */
export function queueOnPglite(client: PGlite): QueueDatabase {
  const asDate = (value: string) => new Date(value)
  const parsers = { [types.TIMESTAMP]: asDate, [types.TIMESTAMPTZ]: asDate }
  return fromPglite({
    query: (text: string, params: unknown[]) => client.query(text, params, { parsers }),
    exec: (text: string) => client.exec(text, { parsers }),
  } as PGlite)
}
