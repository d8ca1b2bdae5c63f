import type { Db } from '#server/platform/database/database.ts'
import { dayInMoscow } from '#server/platform/moscow-day.ts'
import { signatures } from '#server/platform/signatures.ts'
import { addCounted, type Counted } from './statistics.queries.ts'
import { type Visitor, visitorOf } from './visitors.ts'

/** What a process keeps until it is written; while the database is away, what comes after it is not counted. */
const mostKept = 10_000

/**
 * Counts views without making them wait: they are kept here and written together. A process that is killed loses those
 * of a few seconds.
 */
export function viewCounter(db: Db, secret: string) {
  const { sign } = signatures(secret, 'visitors')
  let kept = new Map<string, Counted>()
  let written: Promise<void> = Promise.resolve()

  async function write(): Promise<void> {
    if (kept.size === 0) return
    const writing = kept
    kept = new Map()
    try {
      await addCounted(db, [...writing.values()])
    } catch (error) {
      kept = new Map([...writing, ...kept])
      throw error
    }
  }

  return {
    /** A visitor counts once a day. */
    count({ ip, browser, ...what }: Pick<Counted, 'productId' | 'kind'> & Visitor): void {
      if (kept.size >= mostKept) return
      const day = dayInMoscow(new Date())
      const visitor = sign(`${day} ${visitorOf({ ip, browser })}`)
      kept.set(`${what.productId} ${what.kind} ${visitor}`, { day, visitor, ...what })
    },

    /** Writes what is kept. Throws when the database cannot, and keeps it for the next time. */
    flush(): Promise<void> {
      written = written.catch(() => {}).then(write)
      return written
    },
  }
}
export type ViewCounter = ReturnType<typeof viewCounter>
