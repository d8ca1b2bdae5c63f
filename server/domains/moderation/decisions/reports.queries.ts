// Joins accounts (users), companies (companies).
import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { ReportedKind } from '#contract/reports.ts'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import { companies } from '#server/domains/companies/companies.tables.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { reports } from './decisions.tables.ts'

const isOpen = isNull(reports.resolvedAt)
const isOf = (kind: ReportedKind | undefined) => and(isOpen, kind && eq(reports.kind, kind))
const thing = sql`(${reports.kind}, ${reports.subjectId})`

/** A second open report of the same person about the same thing changes nothing. */
export async function insertReport(tx: Tx, row: typeof reports.$inferInsert): Promise<void> {
  await tx.insert(reports).values(row).onConflictDoNothing()
}

/** Things with open reports: most reported first, then longest waiting. */
export async function listThings(
  db: Db,
  kind: ReportedKind | undefined,
  { limit, offset }: { limit: number; offset: number },
) {
  const count = sql<number>`count(*)::int`
  const first = sql<Date>`min(${reports.createdAt})`.mapWith(reports.createdAt)
  return db
    .select({
      kind: reports.kind,
      subjectId: reports.subjectId,
      count: count.as('reports_count'),
      first: first.as('first_reported'),
      last: sql<Date>`max(${reports.createdAt})`.mapWith(reports.createdAt).as('last_reported'),
    })
    .from(reports)
    .where(isOf(kind))
    .groupBy(reports.kind, reports.subjectId)
    .orderBy(desc(count), asc(first), asc(reports.subjectId))
    .limit(limit)
    .offset(offset)
}

export async function countThings(db: Db, kind?: ReportedKind): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(distinct ${thing})::int` })
    .from(reports)
    .where(isOf(kind))
  return row?.count ?? 0
}

/** The open reports of one thing by reason. */
export async function listReasons(db: Db, kind: ReportedKind, subjectIds: string[]) {
  return db
    .select({ subjectId: reports.subjectId, reason: reports.reason, count: sql<number>`count(*)::int` })
    .from(reports)
    .where(and(isOf(kind), inArray(reports.subjectId, subjectIds)))
    .groupBy(reports.subjectId, reports.reason)
    .orderBy(asc(reports.subjectId), desc(sql`count(*)`), asc(reports.reason))
}

/** The latest open reports of each of these things. */
export async function listLatest(db: Db, kind: ReportedKind, subjectIds: string[], ofEach: number) {
  const ranked = db
    .select({
      id: reports.id,
      place: sql<number>`row_number() over (partition by ${reports.subjectId}
        order by ${reports.createdAt} desc, ${reports.id})`.as('place'),
    })
    .from(reports)
    .where(and(isOf(kind), inArray(reports.subjectId, subjectIds)))
    .as('ranked')
  const author = sql<string | null>`(select ${users.name} from ${users} where ${users.id} = ${reports.personId})`
  return db
    .select({
      report: reports,
      reporter: { id: users.id, name: users.name },
      authorName: author,
      team: { id: companies.id, company_name: companies.name },
    })
    .from(ranked)
    .innerJoin(reports, eq(reports.id, ranked.id))
    .innerJoin(users, eq(users.id, reports.reporterId))
    .leftJoin(companies, eq(companies.id, reports.companyId))
    .where(sql`${ranked.place} <= ${ofEach}`)
    .orderBy(asc(reports.subjectId), asc(ranked.place))
}

/** Closes the open reports of a thing; returns who reported it, and whose it is. */
export async function resolveReportsOf(tx: Tx, kind: ReportedKind, subjectId: string) {
  return tx
    .update(reports)
    .set({ resolvedAt: sql`now()` })
    .where(and(isOf(kind), eq(reports.subjectId, subjectId)))
    .returning({ reporterId: reports.reporterId, personId: reports.personId, companyId: reports.companyId })
}

/** What the person has reported, those that follow `after`. */
export async function listOwnReports(db: Db, userId: string, after: { id: string } | undefined, limit: number) {
  return db
    .select({
      id: reports.id,
      kind: reports.kind,
      subjectId: reports.subjectId,
      reason: reports.reason,
      text: reports.text,
      createdAt: reports.createdAt,
      resolvedAt: reports.resolvedAt,
    })
    .from(reports)
    .where(and(eq(reports.reporterId, userId), after && sql`${reports.id} > ${after.id}::uuid`))
    .orderBy(asc(reports.id))
    .limit(limit)
}

export async function deleteReportsBy(tx: Tx, userId: string): Promise<void> {
  await tx.delete(reports).where(eq(reports.reporterId, userId))
}
