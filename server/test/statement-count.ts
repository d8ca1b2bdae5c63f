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

/** Like `countStatements`, but counts the statements whose text contains this. */
export function countStatementsWith(part: string): { sofar(): number; stop(): void } {
  let count = 0
  // Of what either driver sends of a statement, one call has its text.
  const spies = (['query', 'parse'] as const).map(way => {
    const send = pg.Connection.prototype[way]
    return vi.spyOn(pg.Connection.prototype, way).mockImplementation(function (
      this: pg.Connection,
      ...args: unknown[]
    ) {
      const [said] = args as [string | { text: string }]
      if ((typeof said === 'string' ? said : said.text).includes(part)) count++
      return Reflect.apply(send, this, args)
    })
  })
  const run = PGlite.prototype.query
  const alone = vi.spyOn(PGlite.prototype, 'query').mockImplementation(function (this: PGlite, text, ...rest) {
    if (text.includes(part)) count++
    return Reflect.apply(run, this, [text, ...rest])
  })
  const begin = PGlite.prototype.transaction
  const within = vi.spyOn(PGlite.prototype, 'transaction').mockImplementation(function (this: PGlite, act) {
    return begin.call(this, tx =>
      act(
        new Proxy(tx, {
          get(target, name) {
            const value: unknown = Reflect.get(target, name)
            if (typeof value !== 'function') return value
            return (...args: unknown[]) => {
              if (name === 'query' && String(args[0]).includes(part)) count++
              return Reflect.apply(value, target, args)
            }
          },
        }),
      ),
    ) as never
  })
  return {
    sofar: () => count,
    stop() {
      for (const spy of [...spies, alone, within]) spy.mockRestore()
    },
  }
}
