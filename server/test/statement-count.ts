import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { vi } from 'vitest'
import { messageCounter } from './statement-messages.ts'

/**
 * Counts the statements that the drivers of either database have sent since the call, including those that begin and
 * end transactions.
 */
export function countStatements(): { sofar(): number; stop(): void } {
  let count = 0
  const spies = (['query', 'execute'] as const).map(way => {
    const send = pg.Connection.prototype[way]
    return vi.spyOn(pg.Connection.prototype, way).mockImplementation(function (
      this: pg.Connection,
      ...args: unknown[]
    ) {
      count++
      return Reflect.apply(send, this, args)
    })
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
      for (const spy of [...spies, embedded]) spy.mockRestore()
    },
  }
}
