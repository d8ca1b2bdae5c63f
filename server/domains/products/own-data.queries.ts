import { and, desc, eq, lt, or } from 'drizzle-orm'
import type { Db } from '#server/platform/database/database.ts'
import { products } from './products.tables.ts'

/** Products that the person has created or is assigned to, newest first, those that follow `after`. */
export async function listOwnProducts(db: Db, userId: string, after: { id: number } | undefined, limit: number) {
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
    .where(
      and(or(eq(products.createdById, userId), eq(products.assignedToId, userId)), after && lt(products.id, after.id)),
    )
    .orderBy(desc(products.id))
    .limit(limit)
}
