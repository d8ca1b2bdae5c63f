import { z } from 'zod'
import { call } from './call.ts'

export const notificationTypes = [
  'post_like',
  'post_comment',
  'new_friendrequest',
  'accepted_friendrequest',
  'rejected_friendrequest',
  'added_to_company',
  /** Its creator has deleted their account, and it belongs to the recipient now. */
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

export const notificationCalls = {
  'GET /notifications/': call({
    access: 'member',
    summary: 'Непрочитанные уведомления, новые первыми, не больше ста',
    answer: z.array(notification),
  }),
  'POST /notifications/read/:id/': call({
    access: 'member',
    summary: 'Отметить уведомление прочитанным',
    params: z.object({ id: z.uuid() }),
    answer: z.object({ message: z.literal('notification read') }),
  }),
}
