import type { Tx } from './database/database.ts'

type Handler<Detail> = (tx: Tx, detail: Detail) => Promise<void>

/**
 * Something that happens in one domain and matters to others above it, which the domain does not know. Who hears of it
 * stands in server/events.ts.
 */
export interface DomainEvent<Detail> {
  /** Waits for every handler, in their order, in the transaction that causes the event; what one throws undoes it all. */
  emit(tx: Tx, detail: Detail): Promise<void>
  /** Names those who hear of it; once. */
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
