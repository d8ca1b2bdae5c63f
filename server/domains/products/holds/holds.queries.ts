import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { variants } from '../variants/variants.tables.ts'
import { type HoldRow, stockHolds } from './holds.tables.ts'

const ids = (list: number[]) => sql`${sql.param(list)}::int[]`

/** What is there of these variants, locked in order of id. Variants that are gone are left out. */
export async function lockStock(tx: Tx, variantIds: number[]) {
  if (variantIds.length === 0) return []
  return tx
    .select({
      id: variants.id,
      stockQuantity: variants.stockQuantity,
      stockIsMinimum: variants.stockIsMinimum,
      heldQuantity: variants.heldQuantity,
    })
    .from(variants)
    .where(sql`${variants.id} = any(${ids(variantIds)})`)
    .orderBy(asc(variants.id))
    .for('no key update')
}

export async function insertHolds(tx: Tx, rows: HoldRow[]): Promise<void> {
  if (rows.length > 0) await tx.insert(stockHolds).values(rows)
}

/** Writes how much is held of these variants, which the caller has locked. */
export async function sumHolds(tx: Tx, variantIds: number[]): Promise<void> {
  if (variantIds.length === 0) return
  await tx.execute(sql`
    update ${variants} set held_quantity = coalesce(
      (select sum(quantity) from ${stockHolds} where ${stockHolds.variantId} = ${variants.id}), 0)
    where ${variants.id} = any(${ids(variantIds)})`)
}

export async function listHoldsOfDeal(tx: Tx, dealId: string): Promise<HoldRow[]> {
  return tx.select().from(stockHolds).where(eq(stockHolds.dealId, dealId)).orderBy(asc(stockHolds.lineId))
}

/** What deals hold of a variant, all their lines together: those that end first before those of confirmed deals. */
export async function listHoldsOf(
  db: Db | Tx,
  variantId: number,
  { limit, offset }: { limit: number; offset: number },
) {
  return db
    .select({
      dealId: stockHolds.dealId,
      quantity: sql<number>`sum(${stockHolds.quantity})::int`,
      until: sql<Date | null>`min(${stockHolds.until})`.mapWith(stockHolds.until),
    })
    .from(stockHolds)
    .where(eq(stockHolds.variantId, variantId))
    .groupBy(stockHolds.dealId)
    .orderBy(sql`min(${stockHolds.until}) asc nulls last`, asc(stockHolds.dealId))
    .limit(limit)
    .offset(offset)
}

/** Which of these variants, or of these products' variants, are held, and for which deals; at most `limit` rows. */
export async function listHeld(
  tx: Tx,
  { variantIds = [], productIds = [] }: { variantIds?: number[]; productIds?: number[] },
  limit: number,
) {
  return tx
    .select({ variant: variants, dealId: stockHolds.dealId })
    .from(stockHolds)
    .innerJoin(variants, eq(variants.id, stockHolds.variantId))
    .where(sql`${variants.id} = any(${ids(variantIds)}) or ${variants.productId} = any(${ids(productIds)})`)
    .orderBy(asc(variants.id), asc(stockHolds.dealId))
    .limit(limit)
}

/** The deal is confirmed: what is held for it stays held. */
export async function keepHolds(tx: Tx, dealId: string): Promise<void> {
  await tx.update(stockHolds).set({ until: null }).where(eq(stockHolds.dealId, dealId))
}

/** Writes how much of these lines is still held; 0 ends a hold. */
export async function changeHolds(
  tx: Tx,
  dealId: string,
  lines: { lineId: string; quantity: number }[],
): Promise<void> {
  const ended = lines.filter(({ quantity }) => quantity <= 0).map(({ lineId }) => lineId)
  const left = lines.filter(({ quantity }) => quantity > 0)
  if (ended.length > 0)
    await tx.delete(stockHolds).where(and(eq(stockHolds.dealId, dealId), inArray(stockHolds.lineId, ended)))
  if (left.length > 0)
    await tx.execute(sql`
      update ${stockHolds} set quantity = given.quantity
      from jsonb_to_recordset(${JSON.stringify(left)}::jsonb) given ("lineId" uuid, quantity int)
      where ${stockHolds.dealId} = ${dealId} and ${stockHolds.lineId} = given."lineId"`)
}

/** Takes plants out of the stock of variants that are counted, have as many, and that the caller has locked. */
export async function reduceStock(tx: Tx, taken: { variantId: number; quantity: number }[]): Promise<void> {
  await tx.execute(sql`
    update ${variants} set stock_quantity = ${variants.stockQuantity} - given.quantity
    from jsonb_to_recordset(${JSON.stringify(taken)}::jsonb) given ("variantId" int, quantity int)
    where ${variants.id} = given."variantId" and ${variants.stockQuantity} is not null and not ${variants.stockIsMinimum}`)
}

/** Before the products of a company that is closed are deleted. */
export async function endHoldsOn(tx: Tx, productIds: number[]): Promise<void> {
  await tx
    .delete(stockHolds)
    .where(
      inArray(
        stockHolds.variantId,
        tx.select({ id: variants.id }).from(variants).where(inArray(variants.productId, productIds)),
      ),
    )
}
