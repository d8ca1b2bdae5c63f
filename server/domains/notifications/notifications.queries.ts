import { and, desc, eq, isNull } from 'drizzle-orm'
import type { Db, Tx } from '#server/platform/database.ts'
import { notifications } from './notifications.tables.ts'

export type NotificationRow = typeof notifications.$inferSelect

export async function insertNotification(tx: Tx, row: typeof notifications.$inferInsert): Promise<NotificationRow> {
  const [inserted] = await tx.insert(notifications).values(row).returning()
  if (!inserted) throw new Error('insert returned no row')
  return inserted
}

/** Unread ones, the newest first. */
export async function listUnread(db: Db, recipientId: string, limit: number): Promise<NotificationRow[]> {
  return db
    .select()
    .from(notifications)
    .where(and(eq(notifications.recipientId, recipientId), isNull(notifications.readAt)))
    .orderBy(desc(notifications.id))
    .limit(limit)
}

/** Marks a notification of this person read; gives whether they have such a one. */
export async function markRead(db: Db, recipientId: string, id: string): Promise<boolean> {
  const rows = await db
    .update(notifications)
    .set({ readAt: new Date() })
    .where(and(eq(notifications.id, id), eq(notifications.recipientId, recipientId)))
    .returning({ id: notifications.id })
  return rows.length > 0
}
