import { gate } from '../gate.ts'
import { AppError } from '../http/errors.ts'
import { requireBudget, spend } from './database-budget.ts'
import { isConnectionLost, isUnavailable } from './database-errors.ts'

interface PreparedQuery {
  execute(...values: unknown[]): Promise<unknown>
}
/** Through which Drizzle sends everything, on either driver. */
interface Session {
  prepareQuery(...parts: unknown[]): PreparedQuery
  transaction(run: (tx: { session: Session }) => Promise<unknown>, config?: unknown): Promise<unknown>
}

/** One query outside a transaction, or one transaction. */
interface Operation {
  /** Nobody waits for it any more. */
  isOver: boolean
  /** Its connection is gone. */
  isLost: boolean
}

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
 * Lets no more operations begin than there are connections, so that whoever has stopped waiting leaves the queue and
 * nothing of theirs is done later, and ends each wait when the request's time is up (database-budget.ts). What runs on
 * behind a wait that has ended keeps its place until it ends too. What means "not now" is thrown as UNAVAILABLE.
 */
export function boundDatabase(db: object, connections: number): void {
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
        // The driver must have noticed the end of the connection before somebody else's operation takes the place.
        if (isConnectionLost(error)) await nextTurn().then(nextTurn)
        throw isUnavailable(error) ? unavailable(error) : error
      } finally {
        slots.leave()
      }
    }
    return spend(work(), () => {
      operation.isOver = true
      turn.giveUp()
    })
  }

  interceptQueries(session, start => perform(start, { isOver: false, isLost: false }))

  const transaction = session.transaction.bind(session)
  session.transaction = async (run, config) => {
    const operation: Operation = { isOver: false, isLost: false }

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
        return noteLoss(start())
      })
      try {
        refuseWhenOver(operation)
        const result = await run(tx)
        // Nobody is told of it any more: rather undone than done behind an answer that says 503.
        refuseWhenOver(operation)
        return result
      } catch (error) {
        // The driver would send its rollback to whoever has the connection next. It rejects by itself when one is lost.
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
