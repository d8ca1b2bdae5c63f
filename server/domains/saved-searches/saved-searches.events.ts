import { domainEvent } from '#server/platform/events.ts'

/** A person is being notified of offers of a saved search. The transaction has locked no row but that search. */
export const savedSearchFound = domainEvent<{ personId: string; savedSearchId: string; offers: number }>(
  'saved search found',
)

/** A product that a person waits for has arrived, or the first product of a plant that they wait for. */
export const stockArrived = domainEvent<{ personId: string; productId: number }>('stock arrived')
