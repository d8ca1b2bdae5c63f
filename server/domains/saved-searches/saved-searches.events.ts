import { domainEvent } from '#server/platform/events.ts'

/** Offers of a saved search are being told to its person, who has locked nothing but it. */
export const savedSearchFound = domainEvent<{ personId: string; savedSearchId: string; offers: number }>(
  'saved search found',
)

/** A product that a person asked for is in stock, or is the first of a plant they asked for. */
export const stockArrived = domainEvent<{ personId: string; productId: number }>('stock arrived')
