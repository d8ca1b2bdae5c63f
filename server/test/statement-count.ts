import { PGlite } from '@electric-sql/pglite'
import { vi } from 'vitest'
import { DatabaseSocket } from '#server/platform/database/database-socket.ts'
import { messageCounter } from './statement-messages.ts'

/**
 * Counts the statements that the drivers of either database have sent since the call, including those that begin and
 * end transactions. It counts what is written to the connection.
 */
export function countStatements(): { sofar(): number; stop(): void } {
  let count = 0
  const counters = new WeakMap<DatabaseSocket, (piece: Uint8Array) => number>()
  const write = DatabaseSocket.prototype._write
  const overSocket = vi.spyOn(DatabaseSocket.prototype, '_write').mockImplementation(function (
    this: DatabaseSocket,
    ...args
  ) {
    const counter = counters.get(this) ?? messageCounter()
    counters.set(this, counter)
    count += counter(args[0])
    write.apply(this, args)
  })
  const run = PGlite.prototype.execProtocolRawSync
  const embedded = vi.spyOn(PGlite.prototype, 'execProtocolRawSync').mockImplementation(function (
    this: PGlite,
    message,
  ) {
    count += messageCounter()(message)
    return run.call(this, message)
  })
  return {
    sofar: () => count,
    stop() {
      overSocket.mockRestore()
      embedded.mockRestore()
    },
  }
}
