import { desc, eq, or } from 'drizzle-orm'
import type { Db } from '#server/platform/database/database.ts'
import { products } from './products.tables.ts'

/** Products that the person has created or is assigned to. */
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
