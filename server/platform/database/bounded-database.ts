import { gate } from '../gate.ts'
import { AppError } from '../http/errors.ts'
import { requireBudget, spend } from './database-budget.ts'
import { isConnectionLost, isUnavailable } from './database-errors.ts'

interface PreparedQuery {
  execute(...values: unknown[]): Promise<unknown>
}
/** The session through which Drizzle sends all queries, on either driver. */
interface Session {
  prepareQuery(...parts: unknown[]): PreparedQuery
  transaction(run: (tx: { session: Session }) => Promise<unknown>, config?: unknown): Promise<unknown>
}

/** One query outside a transaction, or one transaction. */
interface Operation {
  /** The caller no longer waits for it. */
  isOver: boolean
  /** Its connection is lost. */
  isLost: boolean
  /** All its queries are done, and it is being committed. */
  isCommitting: boolean
}

/**
 * Milliseconds that a caller whose time is up waits on for a commit under way, so that 503 almost always means that
 * nothing was changed: requests sent again after it must not be carried out twice.
 */
const commitWait = 500

const newOperation = (): Operation => ({ isOver: false, isLost: false, isCommitting: false })
const never = () => new Promise<never>(() => {})
const nextTurn = () => new Promise<void>(resolve => setImmediate(resolve))

function refuseWhenOver({ isOver, isLost }: Operation): void {
  if (isOver || isLost) throw new AppError('UNAVAILABLE')
}

function unavailable(cause: unknown): AppError {
  const error = new AppError('UNAVAILABLE')
  error.cause = cause
  return error
}

/** `execute` of every query of a session goes through `perform`. */
function interceptQueries(session: Session, perform: (start: () => Promise<unknown>) => Promise<unknown>): void {
  const prepareQuery = session.prepareQuery.bind(session)
  session.prepareQuery = (...parts) => {
    const prepared = prepareQuery(...parts)
    const execute = prepared.execute.bind(prepared)
    prepared.execute = (...values) => perform(() => execute(...values))
    return prepared
  }
}

/**
 * Starts no more operations than there are connections, so that a caller that has given up leaves the queue and its
 * operation is never run, and ends each wait when the request's time is up (database-budget.ts). An operation still
 * running after its wait has ended keeps its slot until it ends too. Errors that mean "not now" are thrown as
 * UNAVAILABLE. `onAnswer` is called after each answer to a query in a transaction.
 */
export function boundDatabase(db: object, connections: number, onAnswer: () => void = () => undefined): void {
  const { session } = db as { session: Session }
  const slots = gate(connections)

  async function perform(start: () => Promise<unknown>, operation: Operation): Promise<unknown> {
    requireBudget()
    const turn = slots.enter()
    async function work(): Promise<unknown> {
      await turn.entered
      try {
        return await start()
      } catch (error) {
        // The driver must have noticed that the connection ended before another operation takes the slot.
        if (isConnectionLost(error)) await nextTurn().then(nextTurn)
        throw isUnavailable(error) ? unavailable(error) : error
      } finally {
        slots.leave()
      }
    }
    return spend(work(), () => {
      if (operation.isCommitting) return commitWait
      operation.isOver = true
      turn.giveUp()
      return 0
    })
  }

  interceptQueries(session, start => perform(start, newOperation()))

  const transaction = session.transaction.bind(session)
  session.transaction = async (run, config) => {
    const operation = newOperation()

    async function noteLoss<Value>(work: Promise<Value>): Promise<Value> {
      try {
        return await work
      } catch (error) {
        operation.isLost ||= isConnectionLost(error)
        throw error
      }
    }

    async function guarded(tx: { session: Session }): Promise<unknown> {
      interceptQueries(tx.session, async start => {
        refuseWhenOver(operation)
        const answer = await noteLoss(start())
        onAnswer()
        return answer
      })
      try {
        refuseWhenOver(operation)
        const result = await run(tx)
        // The caller has already been answered 503: roll back rather than commit behind that answer.
        refuseWhenOver(operation)
        operation.isCommitting = true
        return result
      } catch (error) {
        // The driver would send its rollback to the next user of the connection. It rejects by itself when one is lost.
        if (operation.isLost) return never()
        throw error
      }
    }

    return perform(
      () =>
        noteLoss(transaction(guarded, config)).finally(() => {
          operation.isOver = true
        }),
      operation,
    )
  }
}
