// Joins accounts (users), companies (companyMembers).
import { and, asc, eq, gt, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { TradeSide } from '#contract/requests.ts'
import { isActive } from '#server/domains/accounts/accounts.api.ts'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import { companyMembers } from '#server/domains/companies/companies.tables.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { StoredFile } from '#server/platform/media/attached/attached-files.ts'
import { putMedia } from '#server/platform/media/media.queries.ts'
import { type DealDocumentRow, dealDocuments, deals } from '../../trade.tables.ts'

/** Whether a person is on a side of a deal now: its buyer, or somebody who works in its company. */
const isOnSide = (db: Db | Tx, personId: string): SQL | undefined =>
  or(
    eq(deals.buyerId, personId),
    inArray(
      deals.companyId,
      db.select({ id: companyMembers.companyId }).from(companyMembers).where(eq(companyMembers.userId, personId)),
    ),
  )

/** In the order in which they were attached. */
export async function listDocuments(db: Db | Tx, dealIds: string[]): Promise<DealDocumentRow[]> {
  if (dealIds.length === 0) return []
  return db
    .select()
    .from(dealDocuments)
    .where(inArray(dealDocuments.dealId, dealIds))
    .orderBy(asc(dealDocuments.dealId), asc(dealDocuments.createdAt), asc(dealDocuments.position))
}

/** Without what was attached to claims. */
export async function countDocuments(db: Db | Tx, dealId: string): Promise<number> {
  return db.$count(dealDocuments, and(eq(dealDocuments.dealId, dealId), isNull(dealDocuments.claimId)))
}

/** Bytes of all documents that a person has attached. */
export async function sumDocuments(tx: Tx, authorId: string): Promise<number> {
  const [row] = await tx
    .select({ bytes: sql`coalesce(sum(${dealDocuments.size}), 0)`.mapWith(Number) })
    .from(dealDocuments)
    .where(eq(dealDocuments.authorId, authorId))
  return row?.bytes ?? 0
}

export async function insertDocuments(
  tx: Tx,
  of: { dealId: string; authorId: string; side: TradeSide; claimId?: string },
  files: StoredFile[],
): Promise<void> {
  if (files.length === 0) return
  await putMedia(
    tx,
    files.map(({ mediaKey }) => mediaKey),
  )
  await tx.insert(dealDocuments).values(files.map((file, position) => ({ ...file, ...of, position })))
}

/** A document, if this person is on a side of its deal now and may sign in. */
export async function findDocument(db: Db, id: string, personId: string) {
  const [row] = await db
    .select({ name: dealDocuments.name, type: dealDocuments.type, mediaKey: dealDocuments.mediaKey })
    .from(dealDocuments)
    .innerJoin(deals, eq(deals.id, dealDocuments.dealId))
    .innerJoin(users, eq(users.id, personId))
    .where(and(eq(dealDocuments.id, id), isActive, isOnSide(db, personId)))
  return row
}

/** Whether a person who was on a side of the deal still is. */
export async function isStillOnSide(tx: Tx, dealId: string, personId: string): Promise<boolean> {
  const rows = await tx
    .select({ id: deals.id })
    .from(deals)
    .where(and(eq(deals.id, dealId), isOnSide(tx, personId)))
  return rows.length > 0
}

/** Deletes one; the clean-up deletes what was stored (platform/media/media-cleanup.ts). */
export async function deleteDocument(tx: Tx, id: string): Promise<void> {
  await tx.delete(dealDocuments).where(eq(dealDocuments.id, id))
}

/** What a person has attached to deals on whose sides they still are, what follows `after`. */
export async function listOwnDocuments(db: Db, personId: string, after: { id: string } | undefined, limit: number) {
  return db
    .select({
      id: dealDocuments.id,
      dealId: dealDocuments.dealId,
      name: dealDocuments.name,
      size: dealDocuments.size,
      type: dealDocuments.type,
      createdAt: dealDocuments.createdAt,
    })
    .from(dealDocuments)
    .innerJoin(deals, eq(deals.id, dealDocuments.dealId))
    .where(and(eq(dealDocuments.authorId, personId), isOnSide(db, personId), after && gt(dealDocuments.id, after.id)))
    .orderBy(asc(dealDocuments.id))
    .limit(limit)
}
