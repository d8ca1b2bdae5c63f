import type { Tx } from './database/database.ts'

type Handler<Detail> = (tx: Tx, detail: Detail) => Promise<void>

/**
 * Something that happens in one domain and matters to domains above it, which it does not know. The handlers are
 * registered in server/events.ts.
 */
export interface DomainEvent<Detail> {
  /** Runs every handler in order, in the transaction that causes the event; an error in one rolls everything back. */
  emit(tx: Tx, detail: Detail): Promise<void>
  /** Registers the handlers; called once. */
  handledBy(...handlers: Handler<Detail>[]): void
}

export function domainEvent<Detail>(name: string): DomainEvent<Detail> {
  let known: Handler<Detail>[] | null = null
  return {
    async emit(tx, detail) {
      if (known === null) throw new Error(`nobody hears of "${name}": see server/events.ts`)
      for (const handle of known) await handle(tx, detail)
    },
    handledBy(...handlers) {
      if (known !== null) throw new Error(`it is said twice who hears of "${name}"`)
      known = handlers
    },
  }
}
