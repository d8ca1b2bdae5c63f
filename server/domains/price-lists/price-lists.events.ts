import { domainEvent } from '#server/platform/events.ts'

/** A list is being applied; the caller has locked its company and the author of the post that may tell of it. */
export const priceListApplied = domainEvent<{
  /** Of the post that tells of it; `null`: there is nothing to tell. */
  postId: string | null
  authorId: string
  companyId: number
  /** Products that the list has added: they are told of together, not each by itself. */
  newProductIds: number[]
  /** Sizes. */
  added: number
  changed: number
}>('price list applied')

/** What a list has done is undone; the same locks. */
export const priceListRolledBack = domainEvent<{ postId: string | null }>('price list rolled back')
