import type { Notification, NotificationType } from '#contract/notifications.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { publish } from '#server/platform/live.ts'
import type { Actor } from '#server/platform/session.ts'
import { presentNotification } from './notifications.present.ts'
import { insertNotification, listUnread, markRead, renameInBodies } from './notifications.queries.ts'

/** How many unread ones are listed (API.md section 4). */
const listed = 100

interface News {
  recipientId: string
  /** Who did it; nobody is notified of their own deeds. */
  actorId: string
  type: NotificationType
  /** One sentence in Russian. */
  body: string
  postId?: string
}

/** Tells a person what another one did, in the transaction of the deed; at once on the pages they have open. */
export async function notify(tx: Tx, { recipientId, actorId, type, body, postId }: News): Promise<void> {
  if (recipientId === actorId) return
  const row = await insertNotification(tx, { id: uuidv7(), recipientId, type, body, postId: postId ?? null })
  await publish(tx, { type: 'notification', notification: presentNotification(row) }, { userIds: [recipientId] })
}

/** Takes the name of a person who has deleted their account out of what others were told of them. */
export async function forgetActor(tx: Tx, person: { id: string; name: string }, newName: string): Promise<void> {
  await renameInBodies(tx, person, newName)
}

export async function listNotifications(db: Db, actor: Actor): Promise<Notification[]> {
  return (await listUnread(db, actor.id, listed)).map(presentNotification)
}

/** Throws NOT_FOUND for a notification that is not the actor's. */
export async function readNotification(db: Db, actor: Actor, id: string) {
  if (!(await markRead(db, actor.id, id))) throw new AppError('NOT_FOUND', 'Такого уведомления нет.')
  return { message: 'notification read' as const }
}
