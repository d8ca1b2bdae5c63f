import type { Db } from '#server/platform/database/database.ts'
import { requestBudget, spend, withBudget } from '#server/platform/database/database-budget.ts'
import { isUnavailable } from '../errors.ts'
import { contentVersion } from './content-version.tables.ts'

/**
 * Tells whether what was computed earlier still holds. A number that a caller gets was read from the database after
 * the caller asked, so a change acknowledged by any process is never missed; callers that ask at the same time share
 * one query, which keeps the question cheap under load.
 */
export interface ContentVersions {
  current(): Promise<number>
}

/** Milliseconds that a read may take, and once one has failed, until the database answers again. */
const readBudget = { usual: 1500, failing: 500 }

const endOfTurn = () => new Promise<void>(resolve => setImmediate(resolve))

export function contentVersions(db: Db): ContentVersions {
  const query = db.select({ version: contentVersion.version }).from(contentVersion).prepare('content_version')
  let running: Promise<number> | null = null
  let next: Promise<number> | null = null
  let isFailing = false

  async function read(): Promise<number> {
    const [row] = await query.execute()
    if (!row) throw new Error('content_version has no row')
    return row.version
  }

  function start(): Promise<number> {
    // Not at the expense of whoever asked first: all who ask meanwhile share it.
    const started = withBudget(isFailing ? readBudget.failing : readBudget.usual, read)
      .then(
        version => {
          isFailing = false
          return version
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

  return {
    current() {
      // All that is asked in one turn of the event loop shares a query. One that is already under way may have begun
      // before this question: wait for the one after it.
      next ??= Promise.all([endOfTurn(), running?.catch(() => undefined)]).then(() => {
        next = null
        return start()
      })
      return spend(next)
    },
  }
}

/** Keeps a computed value for as long as the content stays as it was; concurrent callers compute it once. */
export function cachedWhileUnchanged<Value>(
  versions: ContentVersions,
  compute: () => Promise<Value>,
): () => Promise<Value> {
  let kept: { version: number; value: Promise<Value> } | null = null
  return async () => {
    const version = await versions.current()
    if (kept?.version !== version) {
      const value = withBudget(requestBudget, compute)
      kept = { version, value }
      value.catch(() => {
        if (kept?.value === value) kept = null
      })
    }
    return spend(kept.value)
  }
}
