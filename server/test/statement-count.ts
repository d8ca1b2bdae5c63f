import { PGlite } from '@electric-sql/pglite'
import { vi } from 'vitest'
import { DatabaseSocket } from '#server/platform/database/database-socket.ts'

/** Messages that run a statement: simple queries and prepared ones (protocol 3.0). */
const running = new Set(['Q', 'E'].map(letter => letter.charCodeAt(0)))
/** A message starts with one letter and its length in four bytes, which include themselves. */
const headLength = 5

/** Counts messages in a stream of chunks of any size. */
function messageCounter(): (piece: Uint8Array) => number {
  let waiting = Buffer.alloc(0)
  return piece => {
    waiting = Buffer.concat([waiting, piece])
    let count = 0
    // The first message of a connection has no letter and starts with its length.
    if (waiting[0] === 0) waiting = waiting.subarray(waiting.readInt32BE(0))
    while (waiting.length >= headLength) {
      const end = 1 + waiting.readInt32BE(1)
      if (waiting.length < end) break
      if (running.has(waiting[0] ?? 0)) count++
      waiting = waiting.subarray(end)
    }
    return count
  }
}

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
