import type { Db, Tx } from './database.ts'

/**
 * Runs several reads that must agree with each other: all see the database as it was at the first of them. Without it
 * each statement sees what others committed meanwhile, and an answer put together from them may never have been true.
 */
export function readAtOnce<Result>(db: Db, read: (tx: Tx) => Promise<Result>): Promise<Result> {
  return db.transaction(read, { isolationLevel: 'repeatable read', accessMode: 'read only' })
}
