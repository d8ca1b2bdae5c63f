import { and, eq, inArray, sql, type WithSubquery } from 'drizzle-orm'
import type { Tx } from '#server/platform/database/database.ts'
import type { ProductColumns } from './product-form.ts'
import type { ProductRow } from './products.queries.ts'
import { productImages, productSlugs, products } from './products.tables.ts'
import { mustBeSuspended } from './suspension.queries.ts'
import type { WrittenVariant } from './variants/variant-form.ts'
import { replaceVariants, variantRows } from './variants/variants.queries.ts'
import { variants } from './variants/variants.tables.ts'

/** Products that have or had one of these slugs. */
export async function findSlugs(tx: Tx, slugs: string[]) {
  return tx
    .select()
    .from(productSlugs)
    .where(sql`${productSlugs.slug} = any(${sql.param(slugs)}::text[])`)
}

/**
 * Takes the first of these slugs that no other product has or ever had; one that the product had before is reused.
 * Waits for a transaction that is taking the same one: if that commits, `isOurs` is false. `undefined`: none of them is
 * free.
 */
export async function takeFirstSlug(tx: Tx, slugs: string[], productId: number | null) {
  const free = tx.$with('free').as(
    tx
      .select({
        slug: sql<string>`candidate.slug`.as('slug'),
        isOwn: sql<boolean>`${productSlugs.slug} is not null`.as('is_own'),
      })
      .from(sql`unnest(${sql.param(slugs)}::text[]) with ordinality as candidate (slug, number)`)
      .leftJoin(productSlugs, sql`${productSlugs.slug} = candidate.slug`)
      .where(sql`${productSlugs.slug} is null or ${productSlugs.productId} = ${productId}`)
      .orderBy(sql`candidate.number`)
      .limit(1),
  )
  const taken = tx.$with('taken').as(
    tx
      .insert(productSlugs)
      .select(sql`select ${free.slug}, ${productId}::int from ${free} where not ${free.isOwn}`)
      .onConflictDoNothing()
      .returning({ slug: productSlugs.slug }),
  )
  const isOurs = sql<boolean>`(${free.isOwn} or exists (select from ${taken}))`
  const [row] = await tx.with(free, taken).select({ slug: free.slug, isOurs }).from(free)
  return row
}

/** Inserts free slugs with their products. */
export async function insertSlugs(tx: Tx, rows: { slug: string; productId: number }[]): Promise<void> {
  if (rows.length > 0) await tx.insert(productSlugs).values(rows)
}

/** Inserts a product under a slug reserved for it, with its variants and the photos with these keys. */
export async function insertProduct(
  tx: Tx,
  row: ProductColumns,
  sized: WrittenVariant[],
  photoKeys: string[],
): Promise<number> {
  const { companyId, assignedToId = null, slug } = row
  const isSuspended = mustBeSuspended(tx, { companyId, assignedToId })
  const created = tx.$with('created').as(
    tx
      .insert(products)
      .values({ ...row, isSuspended })
      .returning({ id: products.id }),
  )
  const productId = sql<number>`(select ${created.id} from ${created})`
  const addressed = tx
    .$with('addressed')
    .as(tx.update(productSlugs).set({ productId }).where(eq(productSlugs.slug, slug)).returning())
  const rows = variantRows(sized, { productId, companyId })
  const parts: WithSubquery[] = [created, addressed, tx.$with('sized').as(tx.insert(variants).values(rows).returning())]
  if (photoKeys.length > 0) {
    const images = photoKeys.map((mediaKey, position) => ({ productId, mediaKey, position }))
    parts.push(tx.$with('pictured').as(tx.insert(productImages).values(images).returning()))
  }
  const [inserted] = await tx
    .with(...parts)
    .select()
    .from(created)
  if (!inserted) throw new Error('insert returned no row')
  return inserted.id
}

/**
 * Updates a product's columns and, unless `null`, replaces its variants. Unchanged columns are not written: writing a
 * text rebuilds its search vector and all its indexes, which takes twenty times as long as writing a price.
 */
export async function updateProduct(
  tx: Tx,
  before: ProductRow['product'],
  columns: Partial<ProductColumns>,
  sized: WrittenVariant[] | null,
): Promise<void> {
  const names = Object.keys(columns) as (keyof ProductColumns & keyof typeof before)[]
  const changes = Object.fromEntries(
    names.filter(name => columns[name] !== before[name]).map(name => [name, columns[name]]),
  )
  const { assignedToId = products.assignedToId } = columns
  const isSuspended = mustBeSuspended(tx, { companyId: products.companyId, assignedToId })
  const update = tx
    .with(...(sized ? replaceVariants(tx, before, sized) : []))
    .update(products)
    .set({ ...changes, isSuspended, updatedAt: sql`now()` })
    .where(eq(products.id, before.id))
  // The text names each size, so it comes again where there is one: as in most edits of a price.
  await (sized?.length === 1 ? update.prepare('update_product').execute() : update)
}

/**
 * Replaces the product's photos, in this order: existing ones by id, new ones by key. `before`: the current ones, in
 * order. The number of statements does not depend on the number of photos; unchanged ones are not written.
 */
export async function replaceImages(
  tx: Tx,
  productId: number,
  before: { id: number }[],
  photos: (number | string)[],
): Promise<void> {
  const placed = photos.map((photo, position) => ({ photo, position }))
  const kept = placed.flatMap(({ photo, position }) => (typeof photo === 'number' ? [{ id: photo, position }] : []))
  const added = placed.flatMap(({ photo, position }) =>
    typeof photo === 'string' ? [{ productId, mediaKey: photo, position }] : [],
  )
  const moved = kept.filter(({ id, position }) => before[position]?.id !== id)
  if (kept.length < before.length) {
    const keptIds = sql.param(kept.map(({ id }) => id))
    await tx
      .delete(productImages)
      .where(and(eq(productImages.productId, productId), sql`${productImages.id} <> all(${keptIds}::int[])`))
  }
  if (moved.length > 0) {
    await tx.execute(sql`
      update ${productImages} set position = moved.position
      from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) moved (id int, position int)
      where ${productImages.id} = moved.id`)
  }
  if (added.length > 0) await tx.insert(productImages).values(added)
}

export async function listIdsOfCompany(tx: Tx, companyId: number): Promise<number[]> {
  const rows = await tx.select({ id: products.id }).from(products).where(eq(products.companyId, companyId))
  return rows.map(row => row.id)
}

/** The slugs of deleted products are kept, so that no other product gets them. */
export async function deleteProducts(tx: Tx, ids: number[]): Promise<void> {
  if (ids.length > 0) await tx.delete(products).where(inArray(products.id, ids))
}

export async function unassignProducts(tx: Tx, companyId: number, userId: string): Promise<void> {
  await tx
    .update(products)
    .set({ assignedToId: null })
    .where(and(eq(products.companyId, companyId), eq(products.assignedToId, userId)))
}
