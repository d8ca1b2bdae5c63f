// Joins accounts (users), companies (companies).
import { and, asc, count, desc, eq, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import type { DealState } from '#contract/deals.ts'
import type { TradeSide } from '#contract/requests.ts'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import { ratedColumns } from '#server/domains/companies/companies.api.ts'
import { companies } from '#server/domains/companies/companies.tables.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { buyerColumns } from '../requests/requests.queries.ts'
import { type DealRow, dealHistory, dealLines, deals, type PricedLineRow, requests, reviews } from '../trade.tables.ts'

function selectDeals(db: Db | Tx) {
  return db
    .select({
      deal: deals,
      request: {
        projectName: requests.projectName,
        placeId: requests.placeId,
        wantedFrom: requests.wantedFrom,
        wantedTo: requests.wantedTo,
      },
      buyer: buyerColumns,
      company: ratedColumns,
      companyBlockedAt: companies.blockedAt,
      review: reviews,
    })
    .from(deals)
    .innerJoin(requests, eq(requests.id, deals.requestId))
    .innerJoin(users, eq(users.id, deals.buyerId))
    .leftJoin(companies, eq(companies.id, deals.companyId))
    .leftJoin(reviews, eq(reviews.dealId, deals.id))
    .$dynamic()
}

export type WholeDealRow = Awaited<ReturnType<typeof selectDeals>>[number]

export async function findDeal(db: Db | Tx, id: string): Promise<WholeDealRow | undefined> {
  const [row] = await selectDeals(db).where(eq(deals.id, id))
  return row
}

export async function lockDeal(tx: Tx, id: string): Promise<DealRow | undefined> {
  const [row] = await tx.select().from(deals).where(eq(deals.id, id)).for('no key update')
  return row
}

/** Of a request: to the buyer all of them, to a company its own. */
export async function listDealIds(db: Db | Tx, requestId: string, companyId: number | null): Promise<string[]> {
  const rows = await db
    .select({ id: deals.id })
    .from(deals)
    .where(and(eq(deals.requestId, requestId), companyId === null ? undefined : eq(deals.companyId, companyId)))
    .orderBy(asc(deals.id))
  return rows.map(({ id }) => id)
}

export interface Wanted {
  side?: TradeSide | undefined
  state?: DealState | undefined
  request?: string | undefined
}

/** Whoever bought is the buyer, also where they work for the company. */
const asBuyer = (actor: Actor) => eq(deals.buyerId, actor.id)
const asCompany = (actor: Actor) =>
  actor.companyId === null ? sql`false` : and(eq(deals.companyId, actor.companyId), sql`not (${asBuyer(actor)})`)

const ofActor = (actor: Actor, { side, state, request }: Wanted): SQL | undefined =>
  and(
    side === undefined ? or(asBuyer(actor), asCompany(actor)) : side === 'buyer' ? asBuyer(actor) : asCompany(actor),
    state === undefined ? undefined : eq(deals.state, state),
    request === undefined ? undefined : eq(deals.requestId, request),
  )

export async function countDeals(db: Db, actor: Actor, wanted: Wanted): Promise<number> {
  const [row] = await db.select({ count: count() }).from(deals).where(ofActor(actor, wanted))
  return row?.count ?? 0
}

/** Those that changed last first. */
export async function listDeals(db: Db, actor: Actor, wanted: Wanted, range: { limit: number; offset: number }) {
  return selectDeals(db)
    .where(ofActor(actor, wanted))
    .orderBy(desc(deals.changedAt), desc(deals.id))
    .limit(range.limit)
    .offset(range.offset)
}

/** Deals in these states in which the person is on this side. */
export async function countIn(db: Db, actor: Actor, side: TradeSide, states: DealState[]): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(deals)
    .where(and(side === 'buyer' ? asBuyer(actor) : asCompany(actor), inArray(deals.state, states)))
  return row?.count ?? 0
}

export async function listDealLines(
  db: Db | Tx,
  dealIds: string[],
): Promise<(PricedLineRow & { dealId: string; position: number })[]> {
  if (dealIds.length === 0) return []
  return db.select().from(dealLines).where(inArray(dealLines.dealId, dealIds)).orderBy(asc(dealLines.position))
}

/** The oldest first. */
export async function listHistory(db: Db | Tx, dealIds: string[]) {
  if (dealIds.length === 0) return []
  return db
    .select({
      dealId: dealHistory.dealId,
      state: dealHistory.state,
      at: dealHistory.at,
      side: dealHistory.side,
      by: { id: users.id, name: users.name },
    })
    .from(dealHistory)
    .leftJoin(users, eq(users.id, dealHistory.byId))
    .where(inArray(dealHistory.dealId, dealIds))
    .orderBy(asc(dealHistory.at))
}

export async function insertDeal(
  tx: Tx,
  row: typeof deals.$inferInsert,
  lines: (PricedLineRow & { position: number })[],
): Promise<void> {
  await tx.insert(deals).values(row)
  await tx.insert(dealLines).values(lines.map(line => ({ ...line, dealId: row.id })))
  await tx.insert(dealHistory).values({ dealId: row.id, state: row.state, byId: row.buyerId, side: 'buyer' })
}

/** Brings a deal, which the caller has locked, into its next state; `by: null` where the site does it. */
export async function moveDeal(
  tx: Tx,
  id: string,
  state: DealState,
  by: { id: string; side: TradeSide } | null,
  cancelReason = '',
): Promise<void> {
  const at = new Date()
  await tx.update(deals).set({ state, changedAt: at, cancelReason }).where(eq(deals.id, id))
  await tx.insert(dealHistory).values({ dealId: id, state, at, byId: by?.id ?? null, side: by?.side ?? null })
}

const day = 86_400_000

/** What is to be done with a deal that its company has not confirmed: tell both sides, or cancel it; `null`: nothing. */
export function isDue(
  { state, confirmBy, expiryToldAt }: Pick<DealRow, 'state' | 'confirmBy' | 'expiryToldAt'>,
  now: Date,
): 'told' | 'cancelled' | null {
  if (state !== 'awarded') return null
  if (confirmBy <= now) return 'cancelled'
  return expiryToldAt === null && confirmBy.getTime() - day <= now.getTime() ? 'told' : null
}

/** Deals for which something is due, those first whose time is over. */
export async function listDue(db: Db, now: Date, limit: number) {
  const tomorrow = new Date(now.getTime() + day)
  return db
    .select({ id: deals.id, companyId: deals.companyId })
    .from(deals)
    .where(
      and(
        eq(deals.state, 'awarded'),
        lte(deals.confirmBy, tomorrow),
        or(lte(deals.confirmBy, now), isNull(deals.expiryToldAt)),
      ),
    )
    .orderBy(asc(deals.confirmBy))
    .limit(limit)
}

export async function noteExpiryTold(tx: Tx, id: string): Promise<void> {
  await tx.update(deals).set({ expiryToldAt: new Date() }).where(eq(deals.id, id))
}

/** A company's deals in these states, locked in order. */
export async function lockDealsOf(tx: Tx, companyId: number, states: DealState[]): Promise<DealRow[]> {
  return tx
    .select()
    .from(deals)
    .where(and(eq(deals.companyId, companyId), inArray(deals.state, states)))
    .orderBy(asc(deals.id))
    .for('no key update')
}
