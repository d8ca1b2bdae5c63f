import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { PaperKind } from '#contract/papers.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { deals } from '../trade.tables.ts'
import { paperNumbers, papers } from './papers.tables.ts'

const columns = {
  id: papers.id,
  dealId: papers.dealId,
  kind: papers.kind,
  deliveryId: papers.deliveryId,
  year: papers.year,
  number: papers.number,
  issuedAt: papers.issuedAt,
}
export type ListedPaper = Awaited<ReturnType<typeof listPapers>>[number]

/** Of these deals, the newest first. */
export async function listPapers(db: Db | Tx, dealIds: string[]) {
  if (dealIds.length === 0) return []
  return db
    .select(columns)
    .from(papers)
    .where(inArray(papers.dealId, dealIds))
    .orderBy(desc(papers.issuedAt), desc(papers.id))
}

export async function findPaper(db: Db, dealId: string, kind: PaperKind, id: string): Promise<ListedPaper | undefined> {
  const [row] = await db
    .select(columns)
    .from(papers)
    .where(and(eq(papers.id, id), eq(papers.dealId, dealId), eq(papers.kind, kind)))
  return row
}

/** The one that says the same. */
export async function findSame(
  tx: Tx,
  dealId: string,
  kind: PaperKind,
  contentHash: string,
): Promise<ListedPaper | undefined> {
  const [row] = await tx
    .select(columns)
    .from(papers)
    .where(and(eq(papers.dealId, dealId), eq(papers.kind, kind), eq(papers.contentHash, contentHash)))
  return row
}

/** The next number; others wait for it until the transaction ends, and get it if that fails. */
export async function takeNumber(tx: Tx, companyId: number, year: number): Promise<number> {
  const [row] = await tx
    .insert(paperNumbers)
    .values({ companyId, year, last: 1 })
    .onConflictDoUpdate({
      target: [paperNumbers.companyId, paperNumbers.year],
      set: { last: sql`${paperNumbers.last} + 1` },
    })
    .returning({ last: paperNumbers.last })
  if (!row) throw new Error('no number')
  return row.last
}

export async function insertPaper(tx: Tx, row: typeof papers.$inferInsert): Promise<void> {
  await tx.insert(papers).values(row)
}

/** What it says, and its file if it is written. */
export async function readPaper(db: Db, id: string) {
  const [row] = await db.select({ content: papers.content, pdf: papers.pdf }).from(papers).where(eq(papers.id, id))
  return row
}

/** Stores the file unless there is one; returns what is stored. */
export async function keepFile(db: Db, id: string, pdf: Uint8Array): Promise<Uint8Array> {
  await db
    .update(papers)
    .set({ pdf })
    .where(and(eq(papers.id, id), isNull(papers.pdf)))
  return (await readPaper(db, id))?.pdf ?? pdf
}

/** Of what a person has bought, for the export of their data. */
export async function listOwnPapers(db: Db, personId: string) {
  return db
    .select({
      dealId: papers.dealId,
      kind: papers.kind,
      year: papers.year,
      number: papers.number,
      buyer: sql<unknown>`${papers.content} -> 'buyer'`,
    })
    .from(papers)
    .innerJoin(deals, eq(deals.id, papers.dealId))
    .where(eq(deals.buyerId, personId))
    .orderBy(papers.issuedAt, papers.id)
}
