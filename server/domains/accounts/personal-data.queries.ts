import { desc, eq, or } from 'drizzle-orm'
import { products } from '#server/domains/catalogue/catalogue.tables.ts'
import { notifications } from '#server/domains/notifications/notifications.tables.ts'
import { posts } from '#server/domains/posts/posts.tables.ts'
import { uploads } from '#server/domains/uploads/uploads.tables.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { confirmations, refreshTokens } from './accounts.tables.ts'

/** Listings that the person has made or looks after. */
export async function listOwnProducts(db: Db, userId: string) {
  return db
    .select({
      id: products.id,
      name: products.name,
      slug: products.slug,
      description: products.description,
      priceKopecks: products.priceKopecks,
      isActive: products.isActive,
      createdAt: products.createdAt,
      updatedAt: products.updatedAt,
    })
    .from(products)
    .where(or(eq(products.createdById, userId), eq(products.assignedToId, userId)))
    .orderBy(desc(products.id))
}

export async function listOwnPosts(db: Db, userId: string) {
  return db
    .select({
      id: posts.id,
      body: posts.body,
      isPrivate: posts.isPrivate,
      isRequest: posts.isRequest,
      productId: posts.productId,
      createdAt: posts.createdAt,
    })
    .from(posts)
    .where(eq(posts.authorId, userId))
    .orderBy(desc(posts.id))
}

/** Read ones too. */
export async function listOwnNotifications(db: Db, userId: string) {
  return db
    .select({
      id: notifications.id,
      type: notifications.type,
      body: notifications.body,
      createdAt: notifications.createdAt,
      readAt: notifications.readAt,
    })
    .from(notifications)
    .where(eq(notifications.recipientId, userId))
    .orderBy(desc(notifications.id))
}

export async function listOwnUploads(db: Db, userId: string) {
  return db
    .select({ id: uploads.id, mediaKey: uploads.mediaKey, createdAt: uploads.createdAt })
    .from(uploads)
    .where(eq(uploads.ownerId, userId))
}

export async function listOwnSessions(db: Db, userId: string) {
  return db
    .select({ createdAt: refreshTokens.createdAt, lastUsedAt: refreshTokens.lastUsedAt })
    .from(refreshTokens)
    .where(eq(refreshTokens.userId, userId))
}

/** Addresses to which letters with a link have gone. */
export async function listOwnConfirmations(db: Db, userId: string) {
  return db
    .select({ email: confirmations.email, createdAt: confirmations.createdAt, usedAt: confirmations.usedAt })
    .from(confirmations)
    .where(eq(confirmations.userId, userId))
}

/** What nobody but the person has to do with. */
export async function deleteOwnTraces(tx: Tx, userId: string): Promise<void> {
  await tx.delete(notifications).where(eq(notifications.recipientId, userId))
  await tx.delete(uploads).where(eq(uploads.ownerId, userId))
}
