// Joins companies (companyMembers).
import { and, asc, eq, getTableColumns, inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { companyMembers } from '#server/domains/companies/companies.tables.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { products } from '../products.tables.ts'
import type { WrittenVariant } from './variant-form.ts'
import { variants } from './variants.tables.ts'

const { productId: _productId, companyId: _companyId, position: _position, ...shown } = getTableColumns(variants)
/** The columns shown of a variant. */
export const shownVariantColumns = shown

/** The variants of a product, in order. */
export function selectVariants(db: Db | Tx, productId: number | SQLWrapper) {
  return db
    .select(shownVariantColumns)
    .from(variants)
    .where(eq(variants.productId, productId))
    .orderBy(asc(variants.position), asc(variants.id))
}

function listOfSeveral(db: Db | Tx, which: SQL | undefined) {
  return db
    .select({ ...shownVariantColumns, productId: variants.productId })
    .from(variants)
    .where(which)
    .orderBy(asc(variants.productId), asc(variants.position), asc(variants.id))
}

/** Variants of these products, in order. */
export async function listVariantsOf(db: Db | Tx, productIds: number[]) {
  return listOfSeveral(db, sql`${variants.productId} = any(${sql.param(productIds)}::int[])`)
}

/** Variants of all of a company's products, in order. */
export async function listVariantsOfCompany(db: Db | Tx, companyId: number) {
  return listOfSeveral(db, eq(variants.companyId, companyId))
}

/** Products of the actor's company with these article numbers. */
export function selectSkuHolders(db: Db | Tx, actorId: string, skus: string[]) {
  return db
    .select({ sku: variants.sku, productId: products.id, name: products.name })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .innerJoin(companyMembers, eq(companyMembers.companyId, variants.companyId))
    .where(and(eq(companyMembers.userId, actorId), sql`${variants.sku} = any(${sql.param(skus)}::text[])`))
}

/** Rows for `insert`; ids and products may be expressions. */
export const variantRows = <Ids extends { productId: unknown; companyId: unknown }>(list: WrittenVariant[], ids: Ids) =>
  list.map((variant, position) => ({ ...variant, ...ids, position }))

const inSnakeCase = (name: string) => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
/** Holds stay as they are, whatever the company writes. */
const overwritten = Object.fromEntries(
  [...Object.keys(shownVariantColumns).filter(name => name !== 'id' && name !== 'heldQuantity'), 'position'].map(
    name => [name, sql`excluded.${sql.identifier(inSnakeCase(name))}`],
  ),
)

/** Replaces the product's variants, as parts of the statement that writes the product. */
export function replaceVariants(tx: Tx, product: { id: number; companyId: number }, list: WrittenVariant[]) {
  const kept = sql.param(list.flatMap(({ id }) => id ?? []))
  const removed = tx.$with('removed').as(
    tx
      .delete(variants)
      .where(and(eq(variants.productId, product.id), sql`${variants.id} <> all(${kept}::int[])`))
      .returning({ id: variants.id }),
  )
  const placed = tx.$with('placed').as(
    tx
      .insert(variants)
      .values(variantRows(list, { productId: product.id, companyId: product.companyId }))
      .onConflictDoUpdate({ target: variants.id, set: overwritten })
      .returning({ id: variants.id }),
  )
  return [removed, placed]
}

/** Confirms variants of a company as unchanged; `null`: all. Returns their number. */
export async function confirmVariants(db: Db | Tx, companyId: number, ids: number[] | null): Promise<number> {
  // In order of id, as deals lock them that hold several.
  const locked = db
    .select({ id: variants.id })
    .from(variants)
    .where(and(eq(variants.companyId, companyId), ids === null ? undefined : inArray(variants.id, ids)))
    .orderBy(asc(variants.id))
    .for('no key update')
  const confirmed = await db
    .update(variants)
    .set({ confirmedAt: sql`now()` })
    .where(inArray(variants.id, locked))
    .returning({ id: variants.id })
  return confirmed.length
}

/** The company that offers a variant, and whether everybody sees it. */
export async function findOwner(db: Db | Tx, variantId: number) {
  const [row] = await db
    .select({ companyId: variants.companyId, isActive: products.isActive })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .where(eq(variants.id, variantId))
  return row
}
