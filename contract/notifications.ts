import { z } from 'zod'
import { call } from './call.ts'
import { optionalText } from './common.ts'

/** Of requests for quotations to the people of a company that was asked. */
export const requestNewsToCompany = [
  'quote_requested',
  'quote_chosen',
  'quote_not_chosen',
  'request_cancelled',
] as const
/** Of deals and reviews, to the people of the other side. */
export const dealNews = [
  'deal_confirmed',
  /** To both sides, a day before the time to confirm has passed. */
  'deal_expiring',
  'deal_handed_over',
  /** A part of it. */
  'deal_delivered',
  'deal_rest_cancelled',
  'deal_delivery_received',
  'deal_received',
  'deal_cancelled',
  'deal_documents',
  'claim_made',
  'claim_answered',
  'claim_accepted',
  'claim_withdrawn',
  'claim_disputed',
  'review_received',
  'review_replied',
] as const
/** Of requests, quotes and deals. */
export const tradeNews = [...requestNewsToCompany, 'quote_received', 'quote_revised', ...dealNews] as const
/** What moderators decide about a buyer's review, and about a company's reply. */
export const reviewDecisions = ['review_hidden', 'review_restored', 'reply_hidden', 'reply_restored'] as const
export type TradeNews = (typeof tradeNews)[number]

/** What one person does, to another as a person. */
export const socialNews = [
  'post_like',
  'post_comment',
  /** In a post, or in a comment on it. */
  'mention',
  'new_friendrequest',
  'accepted_friendrequest',
  'rejected_friendrequest',
] as const

export const notificationTypes = [
  ...socialNews,
  /** A nursery answers a "wanted to buy" with a listing. */
  'post_offer',
  'added_to_company',
  /** Its creator has deleted their account, and the recipient is now the creator. */
  'company_handed_over',
  'company_verified',
  'company_unverified',
  'company_renamed',
  'company_inn_changed',
  'product_published',
  'product_returned',
  'product_hidden',
  'post_hidden',
  'post_restored',
  'post_deleted',
  /** A moderator has removed the recipient's comment, or message. */
  'comment_removed',
  'message_removed',
  /** What came of a report of the recipient's: something was done, or nothing was wrong. */
  'report_accepted',
  'report_dismissed',
  /** A moderator has judged the recipient's appeal. */
  'appeal_judged',
  /** A saved search has new or cheaper offers. */
  'saved_search_found',
  /** Something the recipient has a stock alert for is in stock. */
  'stock_arrived',
  /** Prices and stock of the recipient's company want confirming. */
  'offers_ageing',
  /** Somebody with the address of the recipient's project remarks on a line. */
  'project_remark',
  ...tradeNews,
  ...reviewDecisions,
] as const
export type NotificationType = (typeof notificationTypes)[number]

export const notification = z
  .object({
    id: z.uuid(),
    body: z.string(),
    type_of_notification: z.enum(notificationTypes),
    post_id: z.uuid().nullable(),
    created_for_id: z.uuid(),
    created_at: z.string(),
    created_at_formatted: z.string(),
    is_read: z.boolean(),
  })
  .meta({ id: 'Notification' })
export type Notification = z.output<typeof notification>

/**
 * All notifications of one kind about the same thing, shown as the newest of them, whose id it has. `body` states how
 * many people did it; `is_read`: all are read.
 */
export const notificationGroup = z
  .object({
    ...notification.shape,
    people_count: z.int(),
    /** The post's text in one line; `null` when there is none or the person may no longer see it. */
    subject_line: z.string().nullable(),
    /** Address of the page concerned, unless it follows from the type. */
    link: z.string().nullable(),
  })
  .meta({ id: 'NotificationGroup' })
export type NotificationGroup = z.output<typeof notificationGroup>

const id = z.object({ id: z.uuid().toLowerCase() })
const wasRead = z.object({ message: z.literal('notification read') })

export const notificationCalls = {
  'GET /notifications/': call({
    access: 'member',
    summary: 'Непрочитанные уведомления, новые первыми, не больше ста',
    answer: z.array(notification),
  }),
  'POST /notifications/read/:id/': call({
    access: 'member',
    summary: 'Отметить уведомление прочитанным',
    params: id,
    answer: wasRead,
  }),
  'GET /notifications/groups/': call({
    access: 'member',
    summary: 'Уведомления, прочитанные тоже, по одному об одном и том же; новые первыми, по тридцать',
    query: z.object({ before: optionalText(z.uuid('Нужен UUID')) }),
    answer: z.object({ groups: z.array(notificationGroup), has_earlier: z.boolean() }),
  }),
  'POST /notifications/read_group/:id/': call({
    access: 'member',
    summary: 'Отметить прочитанными уведомление и все другие о том же',
    params: id,
    answer: wasRead,
  }),
  'POST /notifications/read_all/': call({
    access: 'member',
    summary: 'Отметить прочитанными все уведомления',
    answer: z.object({ message: z.literal('notifications read') }),
  }),
}
