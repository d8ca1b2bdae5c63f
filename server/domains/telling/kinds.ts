import type { ToldKind } from '#contract/notification-settings.ts'
import type { NotificationType } from '#contract/notifications.ts'

const companyNews = 'moderation'

/** The kind by which a person chooses how to be told of each notification. */
const kinds: Record<NotificationType, ToldKind> = {
  post_like: 'likes',
  post_comment: 'comments',
  project_remark: 'comments',
  post_offer: 'comments',
  mention: 'mentions',
  new_friendrequest: 'friends',
  accepted_friendrequest: 'friends',
  rejected_friendrequest: 'friends',
  added_to_company: companyNews,
  company_handed_over: companyNews,
  company_verified: companyNews,
  company_unverified: companyNews,
  company_renamed: companyNews,
  company_inn_changed: companyNews,
  product_published: 'moderation',
  product_returned: 'moderation',
  product_hidden: 'moderation',
  post_hidden: 'moderation',
  post_restored: 'moderation',
  post_deleted: 'moderation',
  comment_removed: 'moderation',
  message_removed: 'moderation',
  report_accepted: 'moderation',
  report_dismissed: 'moderation',
  appeal_judged: 'moderation',
  saved_search_found: 'saved_searches',
  stock_arrived: 'saved_searches',
  offers_ageing: 'freshness',
  quote_requested: 'requests',
  quote_chosen: 'deals',
  quote_not_chosen: 'quotes',
  request_cancelled: 'requests',
  quote_received: 'quotes',
  quote_revised: 'quotes',
  deal_confirmed: 'deals',
  deal_expiring: 'deals',
  deal_handed_over: 'deals',
  deal_delivered: 'deals',
  deal_rest_cancelled: 'deals',
  deal_delivery_received: 'deals',
  deal_received: 'deals',
  deal_cancelled: 'deals',
  deal_documents: 'deals',
  claim_made: 'deals',
  claim_answered: 'deals',
  claim_accepted: 'deals',
  claim_withdrawn: 'deals',
  claim_disputed: 'deals',
  review_received: 'deals',
  review_replied: 'deals',
  review_hidden: 'moderation',
  review_restored: 'moderation',
  reply_hidden: 'moderation',
  reply_restored: 'moderation',
}

/** Of what people do to each other as people: nothing crosses a block. */
export const socialKinds: readonly ToldKind[] = ['likes', 'comments', 'mentions', 'friends', 'messages']

/** Of these a letter in the words of the push goes; the other kinds have letters of their own (`tellByEmail`). */
export const briefKinds: readonly ToldKind[] = [...socialKinds, 'moderation']

export const kindOf = (type: NotificationType): ToldKind => kinds[type]
