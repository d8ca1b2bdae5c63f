import { domainEvent } from '#server/platform/events.ts'

/** A list is being applied. The emitter has locked its company and the author of the post that may announce it. */
export const priceListApplied = domainEvent<{
  /** The id of the post that announces the list; `null` if there is nothing to announce. */
  postId: string | null
  authorId: string
  companyId: number
  /** Products added by the list. They are announced together and not one by one. */
  newProductIds: number[]
  /** Numbers of variants. */
  added: number
  changed: number
}>('price list applied')

/** A list has been rolled back. The emitter holds the same locks. */
export const priceListRolledBack = domainEvent<{ postId: string | null }>('price list rolled back')
