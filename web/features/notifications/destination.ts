import type { Notification } from '#contract/notifications.ts'

/** Where a notification that has been read leads. */
export function destination({ type_of_notification: type, post_id, created_for_id }: Notification): string {
  if (type === 'added_to_company') return '/teams/team'
  if ((type === 'post_like' || type === 'post_comment') && post_id) return `/post/${post_id}`
  return `/profile/${created_for_id}/friends`
}
