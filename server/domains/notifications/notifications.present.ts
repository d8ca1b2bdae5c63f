import type { Notification } from '#contract/notifications.ts'
import { timeSince } from '#server/platform/time-since.ts'
import type { NotificationRow } from './notifications.queries.ts'

export function presentNotification(row: NotificationRow): Notification {
  return {
    id: row.id,
    body: row.body,
    type_of_notification: row.type,
    post_id: row.postId,
    created_for_id: row.recipientId,
    created_at: row.createdAt.toISOString(),
    created_at_formatted: timeSince(row.createdAt),
    is_read: row.readAt !== null,
  }
}
