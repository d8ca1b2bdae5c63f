// Joins companies (companies, companyMembers).
import { and, eq, inArray, notInArray, sql } from 'drizzle-orm'
import { companies, companyMembers } from '#server/domains/companies/companies.tables.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { ProductColumns } from './product-form.ts'
import { productImages, productSlugs, products } from './products.tables.ts'

/** Where a person works, and who created that company. */
export async function findWorkplace(db: Db | Tx, userId: string) {
  const [row] = await db
    .select({ companyId: companies.id, creatorId: companies.creatorId })
    .from(companyMembers)
    .innerJoin(companies, eq(companies.id, companyMembers.companyId))
    .where(eq(companyMembers.userId, userId))
  return row
}

/** Which of these slugs some product has or had, and which product. */
export async function findSlugs(tx: Tx, slugs: string[]) {
  return tx
    .select()
    .from(productSlugs)
    .where(sql`${productSlugs.slug} = any(${sql.param(slugs)}::text[])`)
}

/** Takes a slug for good; false when somebody has it. Waits for a transaction that is taking it at the same time. */
export async function insertSlug(tx: Tx, slug: string): Promise<boolean> {
  const taken = await tx.insert(productSlugs).values({ slug }).onConflictDoNothing().returning()
  return taken.length > 0
}

/** Takes slugs that nobody has, each for its product. */
export async function insertSlugs(tx: Tx, rows: { slug: string; productId: number }[]): Promise<void> {
  if (rows.length > 0) await tx.insert(productSlugs).values(rows)
}

export async function giveSlug(tx: Tx, slug: string, productId: number): Promise<void> {
  await tx.update(productSlugs).set({ productId }).where(eq(productSlugs.slug, slug))
}

export async function insertProduct(tx: Tx, row: ProductColumns): Promise<number> {
  const [created] = await tx.insert(products).values(row).returning({ id: products.id })
  if (!created) throw new Error('insert returned no row')
  return created.id
}

export async function updateProduct(tx: Tx, id: number, columns: Partial<ProductColumns>): Promise<void> {
  await tx
    .update(products)
    .set({ ...columns, updatedAt: sql`now()` })
    .where(eq(products.id, id))
}

/** Makes these the product's photos, in this order: own ones by their ids, new ones by their keys. */
export async function replaceImages(tx: Tx, productId: number, photos: (number | string)[]): Promise<void> {
  const kept = photos.filter(photo => typeof photo === 'number')
  await tx
    .delete(productImages)
    .where(and(eq(productImages.productId, productId), kept.length ? notInArray(productImages.id, kept) : undefined))
  for (const [position, photo] of photos.entries()) {
    if (typeof photo === 'number') await tx.update(productImages).set({ position }).where(eq(productImages.id, photo))
  }
  const added = photos.flatMap((photo, position) =>
    typeof photo === 'string' ? [{ productId, mediaKey: photo, position }] : [],
  )
  if (added.length > 0) await tx.insert(productImages).values(added)
}

export async function listIdsOfCompany(tx: Tx, companyId: number): Promise<number[]> {
  const rows = await tx.select({ id: products.id }).from(products).where(eq(products.companyId, companyId))
  return rows.map(row => row.id)
}

/** The slugs of the deleted products stay, so that no other product gets them. */
export async function deleteProducts(tx: Tx, ids: number[]): Promise<void> {
  if (ids.length > 0) await tx.delete(products).where(inArray(products.id, ids))
}

export async function unassignProducts(tx: Tx, companyId: number, userId: string): Promise<void> {
  await tx
    .update(products)
    .set({ assignedToId: null })
    .where(and(eq(products.companyId, companyId), eq(products.assignedToId, userId)))
}
