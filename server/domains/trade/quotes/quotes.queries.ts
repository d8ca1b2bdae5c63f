// Joins accounts (users), companies (companies), products (products, variants).
import { and, asc, count, desc, eq, inArray, sql } from 'drizzle-orm'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import { ratedColumns } from '#server/domains/companies/companies.api.ts'
import { companies } from '#server/domains/companies/companies.tables.ts'
import { isPublished, shownVariantColumns } from '#server/domains/products/products.api.ts'
import { products } from '#server/domains/products/products.tables.ts'
import { availableOf } from '#server/domains/products/variants/available.ts'
import { variants } from '#server/domains/products/variants/variants.tables.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { type PricedLineRow, quoteLines, quotes, requestCompanies, requestLines } from '../trade.tables.ts'

/** Of a request, of one company or of all, the newest revision first; with `onlyLast`, the last of each company. */
export async function listQuotes(
  db: Db | Tx,
  requestId: string,
  { companyId, onlyLast = false, id }: { companyId?: number; onlyLast?: boolean; id?: string } = {},
) {
  return db
    .select({
      quote: quotes,
      company: ratedColumns,
      companyBlockedAt: companies.blockedAt,
      lastRevision: requestCompanies.lastRevision,
      author: { id: users.id, name: users.name },
    })
    .from(quotes)
    .innerJoin(
      requestCompanies,
      and(eq(requestCompanies.requestId, quotes.requestId), eq(requestCompanies.companyId, quotes.companyId)),
    )
    .innerJoin(companies, eq(companies.id, quotes.companyId))
    .innerJoin(users, eq(users.id, quotes.createdById))
    .where(
      and(
        eq(quotes.requestId, requestId),
        companyId === undefined ? undefined : eq(quotes.companyId, companyId),
        onlyLast ? eq(quotes.revision, requestCompanies.lastRevision) : undefined,
        id === undefined ? undefined : eq(quotes.id, id),
      ),
    )
    .orderBy(desc(quotes.createdAt), desc(quotes.id))
}

/** In the order of the request. */
export async function listQuoteLines(
  db: Db | Tx,
  quoteIds: string[],
): Promise<(PricedLineRow & { quoteId: string })[]> {
  if (quoteIds.length === 0) return []
  const rows = await db
    .select({ line: quoteLines })
    .from(quoteLines)
    .innerJoin(
      requestLines,
      and(eq(requestLines.requestId, quoteLines.requestId), eq(requestLines.id, quoteLines.lineId)),
    )
    .where(inArray(quoteLines.quoteId, quoteIds))
    .orderBy(asc(requestLines.position))
  return rows.map(({ line }) => line)
}

/** Lines of all revisions of a company. */
export async function countSentLines(tx: Tx, requestId: string, companyId: number): Promise<number> {
  const [row] = await tx
    .select({ count: count() })
    .from(quoteLines)
    .innerJoin(quotes, eq(quotes.id, quoteLines.quoteId))
    .where(and(eq(quotes.requestId, requestId), eq(quotes.companyId, companyId)))
  return row?.count ?? 0
}

export async function insertQuote(tx: Tx, row: typeof quotes.$inferInsert, lines: PricedLineRow[]): Promise<void> {
  await tx.insert(quotes).values(row)
  await tx.insert(quoteLines).values(lines.map(line => ({ ...line, quoteId: row.id, requestId: row.requestId })))
}

/** These quotes of a request, whichever revision they are. */
export async function listChosen(db: Db | Tx, requestId: string, ids: string[]) {
  if (ids.length === 0) return []
  return db
    .select({
      quote: quotes,
      lastRevision: requestCompanies.lastRevision,
      companyName: companies.name,
      blockedAt: companies.blockedAt,
      holdDays: companies.holdDays,
    })
    .from(quotes)
    .innerJoin(
      requestCompanies,
      and(eq(requestCompanies.requestId, quotes.requestId), eq(requestCompanies.companyId, quotes.companyId)),
    )
    .innerJoin(companies, eq(companies.id, quotes.companyId))
    .where(and(eq(quotes.requestId, requestId), inArray(quotes.id, ids)))
    .orderBy(asc(quotes.companyId))
}

/** What a company has published under these ids, with the names of their products. */
export async function listOwnVariants(db: Db | Tx, companyId: number, ids: number[]) {
  if (ids.length === 0) return []
  return db
    .select({ ...shownVariantColumns, product: products.name, plantId: products.plantId })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .where(and(inArray(variants.id, ids), eq(variants.companyId, companyId), isPublished))
}

/** Those of these variants that there still are. */
export async function listThere(db: Db | Tx, ids: number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .select({ id: variants.id })
    .from(variants)
    .where(sql`${variants.id} = any(${sql.param([...new Set(ids)])}::int[])`)
  return new Set(rows.map(({ id }) => id))
}

/** How many can be bought of those of these variants that are counted. */
export async function listAvailable(db: Db | Tx, ids: number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({
      id: variants.id,
      stockQuantity: variants.stockQuantity,
      stockIsMinimum: variants.stockIsMinimum,
      heldQuantity: variants.heldQuantity,
    })
    .from(variants)
    .where(sql`${variants.id} = any(${sql.param([...new Set(ids)])}::int[])`)
  return new Map(
    rows.flatMap(row => {
      const available = availableOf(row)
      return available === null ? [] : [[row.id, available] as const]
    }),
  )
}
