import type { NotificationType } from '#contract/notifications.ts'

/** What an event is about, as far as it is known. */
interface Facts {
  type: NotificationType
  postId?: string | null | undefined
  productId?: number | null | undefined
  companyId?: number | null | undefined
  savedSearchId?: string | null | undefined
  requestId?: string | null | undefined
  dealId?: string | null | undefined
  actorId?: string | null | undefined
}

/** Equal for the push, the e-mail and the notification of one event, and for those that are read together. */
export function tellingSubject(facts: Facts): string {
  const { type, postId, productId, companyId, savedSearchId, requestId, dealId, actorId } = facts
  const thing = dealId ?? requestId ?? postId ?? savedSearchId ?? productId ?? companyId ?? actorId ?? ''
  return `${type}:${thing}`
}

/** The messages of a conversation are read together. */
export const chatSubject = (conversationId: string) => `chat:${conversationId}`
