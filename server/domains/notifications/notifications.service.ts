import type { Notification, NotificationType } from '#contract/notifications.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { uuidv7 } from '#server/platform/database/ids.ts'
import { AppError } from '#server/platform/http/errors.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { publish } from '#server/platform/live/live.ts'
import { presentNotification, sentenceOf } from './notifications.present.ts'
import { insertNotification, listAll, listUnread, markRead } from './notifications.queries.ts'

/** How many unread ones are listed (API.md section 4). */
const listed = 100

interface News {
  recipientId: string
  /** Who did it; nobody is notified of their own actions. */
  actorId: string
  type: NotificationType
  postId?: string
  productId?: number
  companyId?: number
  /** A moderator's reason. */
  details?: string
}

/** Tells a person what another one did, in the transaction of the action; at once on the pages they have open. */
export async function notify(tx: Tx, news: News): Promise<void> {
  const { recipientId, actorId } = news
  if (recipientId === actorId) return
  const row = await insertNotification(tx, { id: uuidv7(), ...news })
  await publish(tx, { type: 'notification', notification: presentNotification(row) }, { userIds: [recipientId] })
}

export async function listNotifications(db: Db, actor: Actor): Promise<Notification[]> {
  return (await listUnread(db, actor.id, listed)).map(presentNotification)
}

/** All that a person was told of, read or not, for their own copy of their data. */
export async function listToldOf(db: Db, userId: string) {
  return (await listAll(db, userId)).map(row => {
    const { id, type, createdAt, readAt } = row
    return { id, type, body: sentenceOf(row), createdAt, readAt }
  })
}

/** Throws NOT_FOUND for a notification that is not the actor's. */
export async function readNotification(db: Db, actor: Actor, id: string) {
  if (!(await markRead(db, actor.id, id))) throw new AppError('NOT_FOUND', 'Такого уведомления нет.')
  return { message: 'notification read' as const }
}
