// Joins accounts (users), companies (companies), plants (genera, plants).
import { and, asc, count, desc, eq, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { RequestStatus } from '#contract/requests.ts'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import { ratedColumns } from '#server/domains/companies/companies.api.ts'
import { companies } from '#server/domains/companies/companies.tables.ts'
import { genera, plants } from '#server/domains/plants/plants.tables.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import {
  deals,
  quotes,
  type RequestLineRow,
  type RequestRow,
  requestCompanies,
  requestLines,
  requests,
} from '../trade.tables.ts'

interface Range {
  limit: number
  offset: number
}

/** What is shown of a buyer; the e-mail not to everybody. */
export const buyerColumns = {
  id: users.id,
  name: users.name,
  email: users.email,
  blockedAt: users.blockedAt,
  deletedAt: users.deletedAt,
}
export type BuyerRow = Pick<typeof users.$inferSelect, keyof typeof buyerColumns>

export async function findRequest(db: Db | Tx, id: string) {
  const [row] = await db
    .select({ request: requests, buyer: buyerColumns })
    .from(requests)
    .innerJoin(users, eq(users.id, requests.buyerId))
    .where(eq(requests.id, id))
  return row
}

/** The same row, locked for a change of the request or of its quotes. */
export async function lockRequest(tx: Tx, id: string): Promise<RequestRow | undefined> {
  const [row] = await tx.select().from(requests).where(eq(requests.id, id)).for('no key update')
  return row
}

/** A company that was asked, with the number of its last quote, 0 for none. `undefined`: it was not asked. */
export async function findAsked(db: Db | Tx, requestId: string, companyId: number) {
  const [row] = await db
    .select({ lastRevision: requestCompanies.lastRevision, blockedAt: companies.blockedAt })
    .from(requestCompanies)
    .innerJoin(companies, eq(companies.id, requestCompanies.companyId))
    .where(and(eq(requestCompanies.requestId, requestId), eq(requestCompanies.companyId, companyId)))
  return row
}

export async function setLastRevision(tx: Tx, requestId: string, companyId: number, lastRevision: number) {
  await tx
    .update(requestCompanies)
    .set({ lastRevision })
    .where(and(eq(requestCompanies.requestId, requestId), eq(requestCompanies.companyId, companyId)))
}

/** The companies that were asked, by name. */
export async function listAsked(db: Db | Tx, requestId: string) {
  return db
    .select({ ...ratedColumns, lastRevision: requestCompanies.lastRevision })
    .from(requestCompanies)
    .innerJoin(companies, eq(companies.id, requestCompanies.companyId))
    .where(eq(requestCompanies.requestId, requestId))
    .orderBy(asc(companies.name), asc(companies.id))
}

export async function listRequestLines(db: Db | Tx, requestId: string): Promise<RequestLineRow[]> {
  return db.select().from(requestLines).where(eq(requestLines.requestId, requestId)).orderBy(asc(requestLines.position))
}

export async function insertRequest(
  tx: Tx,
  row: typeof requests.$inferInsert & { id: string },
  lines: Omit<RequestLineRow, 'requestId'>[],
  companyIds: number[],
): Promise<void> {
  await tx.insert(requests).values(row)
  await tx.insert(requestLines).values(lines.map(line => ({ ...line, requestId: row.id })))
  if (companyIds.length > 0)
    await tx.insert(requestCompanies).values(companyIds.map(companyId => ({ requestId: row.id, companyId })))
}

/** The request to which companies answer in a post, locked for a change. */
export async function lockRequestOfPost(tx: Tx, postId: string): Promise<RequestRow | undefined> {
  const [row] = await tx.select().from(requests).where(eq(requests.postId, postId)).for('no key update')
  return row
}

export async function insertAsked(tx: Tx, requestId: string, companyId: number): Promise<void> {
  await tx.insert(requestCompanies).values({ requestId, companyId })
}

export async function countAsked(tx: Tx, requestId: string): Promise<number> {
  const [row] = await tx
    .select({ count: count() })
    .from(requestCompanies)
    .where(eq(requestCompanies.requestId, requestId))
  return row?.count ?? 0
}

/** The post is no more. */
export async function clearPost(tx: Tx, id: string): Promise<void> {
  await tx.update(requests).set({ postId: null }).where(eq(requests.id, id))
}

/** The requests of a project that are not cancelled. */
const askedOf = (projectId: string) => and(eq(requests.projectId, projectId), ne(requests.status, 'cancelled'))

/** The first and the last of them; `undefined`: there is none. */
export async function findAskedSpan(db: Db, projectId: string) {
  const columns = { id: requests.id, createdAt: requests.createdAt }
  const outermost = (order: typeof asc) =>
    db.select(columns).from(requests).where(askedOf(projectId)).orderBy(order(requests.id)).limit(1)
  const [[first], [last]] = await Promise.all([outermost(asc), outermost(desc)])
  return first && last ? { firstId: first.id, last } : undefined
}

/** Each line of a project as it was last asked for, in the order in which it stood. */
export async function listLastAsked(db: Db, projectId: string): Promise<RequestLineRow[]> {
  const rows = await db
    .selectDistinctOn([requestLines.id], { line: requestLines })
    .from(requestLines)
    .innerJoin(requests, eq(requests.id, requestLines.requestId))
    .where(askedOf(projectId))
    .orderBy(asc(requestLines.id), desc(requestLines.requestId))
  return rows.map(({ line }) => line).toSorted((one, other) => one.position - other.position)
}

/** Whether it was open until now. */
export async function closeRequest(tx: Tx, id: string, status: Exclude<RequestStatus, 'sent'>): Promise<boolean> {
  const rows = await tx
    .update(requests)
    .set({ status, closedAt: new Date() })
    .where(and(eq(requests.id, id), eq(requests.status, 'sent')))
    .returning({ id: requests.id })
  return rows.length > 0
}

/** Of the request that a subquery is of: other tables have an id too. */
const ownId = sql`${requests}.id`
const linesCount = sql<number>`(select count(*)::int from ${requestLines} where ${requestLines.requestId} = ${ownId})`
const asked = (which: SQL) =>
  sql<number>`(select count(*)::int from ${requestCompanies} where ${requestCompanies.requestId} = ${ownId} and ${which})`
const isAnswered = sql`${requestCompanies.lastRevision} > 0`

const ownRequests = (buyerId: string, status: RequestStatus | undefined) =>
  and(eq(requests.buyerId, buyerId), status === undefined ? undefined : eq(requests.status, status))

export async function countRequests(db: Db, buyerId: string, status: RequestStatus | undefined): Promise<number> {
  const [row] = await db.select({ count: count() }).from(requests).where(ownRequests(buyerId, status))
  return row?.count ?? 0
}

/** The newest first. */
export async function listRequests(db: Db, buyerId: string, status: RequestStatus | undefined, range: Range) {
  return db
    .select({
      request: requests,
      buyer: buyerColumns,
      linesCount,
      companiesCount: asked(sql`true`),
      quotesCount: asked(isAnswered),
    })
    .from(requests)
    .innerJoin(users, eq(users.id, requests.buyerId))
    .where(ownRequests(buyerId, status))
    .orderBy(desc(requests.id))
    .limit(range.limit)
    .offset(range.offset)
}

export interface Incoming {
  companyId: number
  /** Who looks: their own requests are not incoming. */
  actorId: string
  status: RequestStatus | undefined
  /** Only those that wait for an answer. */
  isWaiting: boolean
}

const incoming = ({ companyId, actorId, status, isWaiting }: Incoming) =>
  and(
    eq(requestCompanies.companyId, companyId),
    ne(requests.buyerId, actorId),
    status === undefined ? undefined : eq(requests.status, status),
    isWaiting
      ? and(
          eq(requests.status, 'sent'),
          eq(requestCompanies.lastRevision, 0),
          sql`${requests.deadline} > now()`,
          isNull(users.blockedAt),
          isNull(companies.blockedAt),
        )
      : undefined,
  )

export async function countIncoming(db: Db, which: Incoming): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(requestCompanies)
    .innerJoin(requests, eq(requests.id, requestCompanies.requestId))
    .innerJoin(users, eq(users.id, requests.buyerId))
    .innerJoin(companies, eq(companies.id, requestCompanies.companyId))
    .where(incoming(which))
  return row?.count ?? 0
}

/** The newest first, each with the company's last quote and its deal. */
export async function listIncoming(db: Db, which: Incoming, range: Range) {
  return db
    .select({
      request: requests,
      buyer: buyerColumns,
      companyBlockedAt: companies.blockedAt,
      linesCount,
      quote: quotes,
      dealId: deals.id,
    })
    .from(requestCompanies)
    .innerJoin(requests, eq(requests.id, requestCompanies.requestId))
    .innerJoin(users, eq(users.id, requests.buyerId))
    .innerJoin(companies, eq(companies.id, requestCompanies.companyId))
    .leftJoin(
      quotes,
      and(
        eq(quotes.requestId, requestCompanies.requestId),
        eq(quotes.companyId, requestCompanies.companyId),
        eq(quotes.revision, requestCompanies.lastRevision),
      ),
    )
    .leftJoin(deals, and(eq(deals.requestId, requests.id), eq(deals.companyId, requestCompanies.companyId)))
    .where(incoming(which))
    .orderBy(desc(requests.id))
    .limit(range.limit)
    .offset(range.offset)
}

/** Own open requests that have quotes. */
export async function countAnswered(db: Db, buyerId: string): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(requests)
    .where(and(ownRequests(buyerId, 'sent'), sql`${asked(isAnswered)} > 0`))
  return row?.count ?? 0
}

/** All open requests of a person, locked in order. */
export async function lockOpenRequests(tx: Tx, buyerId: string): Promise<string[]> {
  const rows = await tx
    .select({ id: requests.id })
    .from(requests)
    .where(ownRequests(buyerId, 'sent'))
    .orderBy(asc(requests.id))
    .for('no key update')
  return rows.map(({ id }) => id)
}

/** What a person has written freely, and what they called their projects. */
export async function blankRequests(tx: Tx, buyerId: string, projectName: string): Promise<void> {
  await tx.update(requests).set({ note: '', projectName }).where(eq(requests.buyerId, buyerId))
}

const now = alias(plants, 'now')

/** Plants as they are called now, by the ids that were stored; those that were merged are what took their places. */
export async function listPlantRefs(db: Db | Tx, ids: number[]) {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return new Map<number, never>()
  const rows = await db
    .select({
      asked: plants.id,
      id: now.id,
      slug: now.slug,
      genus: genera.name,
      species: now.name,
      latinName: now.latinName,
    })
    .from(plants)
    .innerJoin(now, sql`${now.id} = coalesce(${plants.mergedIntoId}, ${plants.id})`)
    .innerJoin(genera, eq(genera.id, now.genusId))
    .where(inArray(plants.id, wanted))
  return new Map(rows.map(row => [row.asked, row]))
}
