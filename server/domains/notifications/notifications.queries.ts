// Joins accounts (users), companies (companies), products (products).
import { and, desc, eq, isNull } from 'drizzle-orm'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import { companies } from '#server/domains/companies/companies.tables.ts'
import { products } from '#server/domains/products/products.tables.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { notifications } from './notifications.tables.ts'

export type NotificationRow = Awaited<ReturnType<typeof listUnread>>[number]

/** With the names that people, plants and companies have now: three joins by primary keys instead of kept sentences. */
function selectWithNames(db: Db | Tx) {
  return db
    .select({
      id: notifications.id,
      recipientId: notifications.recipientId,
      type: notifications.type,
      postId: notifications.postId,
      details: notifications.details,
      createdAt: notifications.createdAt,
      readAt: notifications.readAt,
      actor: users.name,
      product: products.name,
      company: companies.name,
    })
    .from(notifications)
    .leftJoin(users, eq(users.id, notifications.actorId))
    .leftJoin(products, eq(products.id, notifications.productId))
    .leftJoin(companies, eq(companies.id, notifications.companyId))
    .$dynamic()
}

export async function insertNotification(tx: Tx, row: typeof notifications.$inferInsert): Promise<NotificationRow> {
  await tx.insert(notifications).values(row)
  const [inserted] = await selectWithNames(tx).where(eq(notifications.id, row.id))
  if (!inserted) throw new Error('insert left no row')
  return inserted
}

/** Unread ones, the newest first. */
export async function listUnread(db: Db, recipientId: string, limit: number) {
  return selectWithNames(db)
    .where(and(eq(notifications.recipientId, recipientId), isNull(notifications.readAt)))
    .orderBy(desc(notifications.id))
    .limit(limit)
}

/** Read ones too, the newest first. */
export async function listAll(db: Db, recipientId: string): Promise<NotificationRow[]> {
  return selectWithNames(db).where(eq(notifications.recipientId, recipientId)).orderBy(desc(notifications.id))
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

export async function deleteNotificationsOf(tx: Tx, userId: string): Promise<void> {
  await tx.delete(notifications).where(eq(notifications.recipientId, userId))
}
