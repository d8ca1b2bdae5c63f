import type { Notification } from '#contract/notifications.ts'

/** The address to open for a notification. */
export function destination({ type_of_notification: type, post_id, created_for_id }: Notification): string {
  if (type === 'added_to_company' || type.startsWith('company_')) return '/teams/team'
  if (type === 'product_published' || type === 'product_returned' || type === 'product_hidden')
    return '/products/my_products'
  if (['comment_removed', 'message_removed', 'appeal_judged'].includes(type)) return '/profile/edit/decisions'
  if (type === 'report_accepted' || type === 'report_dismissed') return '/notifications'
  if (type === 'post_deleted') return `/profile/${created_for_id}`
  if ((type === 'mention' || type.startsWith('post_')) && post_id) return `/post/${post_id}`
  return `/profile/${created_for_id}/friends`
}
