// Joins accounts (users).
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import {
  type ClaimRow,
  claimDisputes,
  claims,
  deals,
  deliveries,
  type DeliveryLineRow,
  deliveryLines,
} from '../trade.tables.ts'

/** Of these deals, the oldest first. */
export async function listDeliveries(db: Db | Tx, dealIds: string[]) {
  if (dealIds.length === 0) return []
  return db
    .select({ delivery: deliveries, by: { id: users.id, name: users.name } })
    .from(deliveries)
    .innerJoin(users, eq(users.id, deliveries.byId))
    .where(inArray(deliveries.dealId, dealIds))
    .orderBy(asc(deliveries.dealId), asc(deliveries.number))
}

export async function listDeliveryLines(
  db: Db | Tx,
  dealIds: string[],
): Promise<(DeliveryLineRow & { dealId: string })[]> {
  if (dealIds.length === 0) return []
  const rows = await db
    .select({ line: deliveryLines, dealId: deliveries.dealId })
    .from(deliveryLines)
    .innerJoin(deliveries, eq(deliveries.id, deliveryLines.deliveryId))
    .where(inArray(deliveries.dealId, dealIds))
    .orderBy(asc(deliveries.number), asc(deliveryLines.lineId))
  return rows.map(({ line, dealId }) => ({ ...line, dealId }))
}

/** `false`: there is one with this id, of whatever deal. */
export async function insertDelivery(
  tx: Tx,
  row: typeof deliveries.$inferInsert,
  lines: { lineId: string; quantity: number }[],
): Promise<boolean> {
  const made = await tx.insert(deliveries).values(row).onConflictDoNothing({ target: deliveries.id }).returning()
  if (made.length === 0) return false
  await tx.insert(deliveryLines).values(lines.map(line => ({ ...line, deliveryId: row.id })))
  return true
}

/** Everything of these deliveries is received: what arrived in order, line by line. */
export async function writeReceipt(
  tx: Tx,
  deliveryIds: string[],
  lines: { deliveryId: string; lineId: string; quantity: number }[],
): Promise<void> {
  await tx
    .update(deliveries)
    .set({ receivedAt: new Date() })
    .where(and(inArray(deliveries.id, deliveryIds), isNull(deliveries.receivedAt)))
  await tx.execute(sql`
    update ${deliveryLines} set received_quantity = given.quantity
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) given ("deliveryId" uuid, "lineId" uuid, quantity numeric)
    where ${deliveryLines.deliveryId} = given."deliveryId" and ${deliveryLines.lineId} = given."lineId"`)
}

/** What was not handed over never will be. */
export async function giveUpRest(tx: Tx, dealId: string, reason: string): Promise<void> {
  await tx.update(deals).set({ restGivenUpAt: new Date(), restReason: reason }).where(eq(deals.id, dealId))
}

/** `false`: there is one with one of these ids, of whatever deal. */
export async function insertClaims(tx: Tx, rows: (typeof claims.$inferInsert)[]): Promise<boolean> {
  if (rows.length === 0) return true
  const made = await tx.insert(claims).values(rows).onConflictDoNothing({ target: claims.id }).returning()
  return made.length === rows.length
}

/** Of these deals, the oldest first. */
export async function listClaims(db: Db | Tx, dealIds: string[]): Promise<ClaimRow[]> {
  if (dealIds.length === 0) return []
  return db.select().from(claims).where(inArray(claims.dealId, dealIds)).orderBy(asc(claims.createdAt), asc(claims.id))
}

export async function findClaim(db: Db | Tx, id: string): Promise<ClaimRow | undefined> {
  const [row] = await db.select().from(claims).where(eq(claims.id, id))
  return row
}

/** Changes a claim that is in one of these states; `false`: it is in another one. */
export async function changeClaim(
  tx: Tx,
  id: string,
  from: ClaimRow['state'][],
  change: Partial<typeof claims.$inferInsert>,
): Promise<boolean> {
  const rows = await tx
    .update(claims)
    .set(change)
    .where(and(eq(claims.id, id), inArray(claims.state, from)))
    .returning({ id: claims.id })
  return rows.length > 0
}

export async function listDisputes(db: Db | Tx, claimIds: string[]) {
  if (claimIds.length === 0) return []
  return db
    .select()
    .from(claimDisputes)
    .where(inArray(claimDisputes.claimId, claimIds))
    .orderBy(asc(claimDisputes.claimId), asc(claimDisputes.number))
}

export async function insertDispute(tx: Tx, claimId: string, number: number, text: string): Promise<void> {
  await tx.insert(claimDisputes).values({ claimId, number, text })
}
