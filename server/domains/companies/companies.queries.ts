// Joins accounts (users), reference (lookups, places).
import { and, asc, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import { type LookupKind, lookups } from '#server/domains/reference/lookups.tables.ts'
import { places } from '#server/domains/reference/places/places.tables.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { prepared } from '#server/platform/database/prepared.ts'
import { companies, companyMembers } from './companies.tables.ts'
import { photosOf } from './face/face.queries.ts'

const region = alias(lookups, 'region')
const specific = alias(lookups, 'specific')
const delivery = alias(lookups, 'delivery')
const placeRegion = alias(lookups, 'place_region')

export type Company = typeof companies.$inferSelect

/** What the short view of a company with its rating needs. */
export const ratedColumns = {
  id: companies.id,
  name: companies.name,
  verifiedAt: companies.verifiedAt,
  reviewsCount: companies.reviewsCount,
  ratingsSum: companies.ratingsSum,
}

/** All companies except blocked ones. */
export async function listCompanies(db: Db) {
  return db
    .select({
      ...ratedColumns,
      region: { id: region.id, name: region.name },
    })
    .from(companies)
    .leftJoin(region, eq(region.id, companies.regionId))
    .where(isNull(companies.blockedAt))
    .orderBy(asc(companies.name), asc(companies.id))
}

const companyWithNames = prepared(db =>
  db
    .select({
      company: companies,
      region: { id: region.id, name: region.name },
      specific: { id: specific.id, name: specific.name },
      delivery: { id: delivery.id, name: delivery.name },
      place: { id: places.id, name: places.name, near: places.near },
      placeRegion: { id: placeRegion.id, name: placeRegion.name },
      photos: photosOf(companies.id),
    })
    .from(companies)
    .leftJoin(region, eq(region.id, companies.regionId))
    .leftJoin(specific, eq(specific.id, companies.specificId))
    .leftJoin(delivery, eq(delivery.id, companies.deliveryId))
    .leftJoin(places, eq(places.id, companies.placeId))
    .leftJoin(placeRegion, eq(placeRegion.id, places.regionId))
    .where(eq(companies.id, sql.placeholder('id')))
    .prepare('company_with_names'),
)

/** The company with the names of its lookups, or `undefined`. */
export async function findCompany(db: Db | Tx, id: number) {
  const [row] = await companyWithNames(db).execute({ id })
  return row
}

/** On which terms these companies sell, as each states them. */
export async function listTerms(db: Db, ids: number[]) {
  if (ids.length === 0) return new Map<number, never>()
  const rows = await db
    .select({
      id: companies.id,
      minimumOrderKopecks: companies.minimumOrderKopecks,
      delivery: delivery.name,
      unloads: companies.unloads,
      storesPurchases: companies.storesPurchases,
    })
    .from(companies)
    .leftJoin(delivery, eq(delivery.id, companies.deliveryId))
    .where(inArray(companies.id, ids))
  return new Map(rows.map(row => [row.id, row]))
}

const membersOf = prepared(db =>
  db
    .select({ id: users.id, name: users.name, email: users.email, showsEmail: companyMembers.showsEmail })
    .from(companyMembers)
    .innerJoin(users, eq(users.id, companyMembers.userId))
    .where(eq(companyMembers.companyId, sql.placeholder('companyId')))
    .orderBy(asc(companyMembers.joinedAt), asc(users.id))
    .prepare('company_members'),
)

/** Members of a company in the order in which they joined; the creator joined first. */
export async function listMembers(db: Db | Tx, companyId: number) {
  return membersOf(db).execute({ companyId })
}

/** The company of a person, as creator or employee, or `null`. */
export async function companyIdOf(db: Db | Tx, userId: string): Promise<number | null> {
  const [row] = await db
    .select({ companyId: companyMembers.companyId })
    .from(companyMembers)
    .where(eq(companyMembers.userId, userId))
  return row?.companyId ?? null
}

/** Locks the company until the transaction ends, so that its members do not change meanwhile. */
export async function lockCompany(tx: Tx, id: number) {
  const [row] = await tx.select().from(companies).where(eq(companies.id, id)).for('update')
  return row
}

/** Keeps these companies from being closed until the transaction ends, in order; returns those that there are. */
export async function shareCompanies(tx: Tx, ids: number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .select({ id: companies.id })
    .from(companies)
    .where(inArray(companies.id, ids))
    .orderBy(asc(companies.id))
    .for('key share')
  return rows.map(({ id }) => id)
}

/** Counts one review more or less of a company, which the caller has locked. */
export async function countRating(tx: Tx, id: number, rating: number, by: 1 | -1 = 1): Promise<void> {
  await tx
    .update(companies)
    .set({
      reviewsCount: sql`${companies.reviewsCount} + ${by}`,
      ratingsSum: sql`${companies.ratingsSum} + ${by * rating}`,
    })
    .where(eq(companies.id, id))
}

/** The telephone numbers of these companies, as each wrote them. */
export async function listPhones(db: Db, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: companies.id, phone: companies.phone })
    .from(companies)
    .where(inArray(companies.id, ids))
  return new Map(rows.map(({ id, phone }) => [id, phone]))
}

/** The columns of a company that is not verified. */
export const notVerified = { verifiedAt: null, verificationNote: '' }

export async function updateCompany(tx: Db | Tx, id: number, changes: Partial<typeof companies.$inferInsert>) {
  await tx.update(companies).set(changes).where(eq(companies.id, id))
}

export async function deleteCompany(tx: Tx, id: number): Promise<void> {
  await tx.delete(companies).where(eq(companies.id, id))
}

/** Whether the member existed. */
export async function deleteMember(tx: Tx, companyId: number, userId: string): Promise<boolean> {
  const rows = await tx
    .delete(companyMembers)
    .where(and(eq(companyMembers.companyId, companyId), eq(companyMembers.userId, userId)))
    .returning({ userId: companyMembers.userId })
  return rows.length > 0
}

/** Whether the person's current address is confirmed. */
const isConfirmed = sql`lower(${users.confirmedEmail}) = lower(${users.email})`

/**
 * The longest-serving member with a confirmed address, except one person; a blocked one only if all others are blocked.
 */
export async function eldestConfirmedBut(tx: Tx, companyId: number, userId: string): Promise<string | null> {
  const [row] = await tx
    .select({ userId: companyMembers.userId })
    .from(companyMembers)
    .innerJoin(users, eq(users.id, companyMembers.userId))
    .where(and(eq(companyMembers.companyId, companyId), ne(companyMembers.userId, userId), isConfirmed))
    .orderBy(asc(sql`${users.blockedAt} is not null`), asc(companyMembers.joinedAt), asc(companyMembers.userId))
    .limit(1)
  return row?.userId ?? null
}

/**
 * Locks a person by their address, confirmed or not, or by their id, unless deleted or blocked, until the transaction
 * ends, so that nobody joins a company while their account is being deleted.
 */
export async function lockPerson(tx: Tx, by: { email: string } | { id: string }): Promise<{ id: string } | undefined> {
  const [row] = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        'id' in by ? eq(users.id, by.id) : sql`lower(${users.email}) = lower(${by.email})`,
        isNull(users.blockedAt),
        isNull(users.deletedAt),
      ),
    )
    .for('no key update')
  return row
}

/** The entry of a list by its exact name; for a merged entry, the one that replaced it. */
export async function findLookupByName(db: Db | Tx, kind: LookupKind, name: string): Promise<number | null> {
  const [row] = await db
    .select({ id: sql<number>`coalesce(${lookups.mergedIntoId}, ${lookups.id})` })
    .from(lookups)
    .where(and(eq(lookups.kind, kind), eq(lookups.name, name)))
  return row?.id ?? null
}

export async function insertCompany(tx: Tx, row: typeof companies.$inferInsert): Promise<number> {
  const [created] = await tx.insert(companies).values(row).returning({ id: companies.id })
  if (!created) throw new Error('insert returned no row')
  return created.id
}

/** False if they are not a member of any company. */
export async function setShowsEmail(tx: Db | Tx, userId: string, showsEmail: boolean): Promise<boolean> {
  const rows = await tx
    .update(companyMembers)
    .set({ showsEmail })
    .where(eq(companyMembers.userId, userId))
    .returning({ userId: companyMembers.userId })
  return rows.length > 0
}

/** Shows the e-mail of a member who has not decided yet whether visitors see it. */
export async function agreeToShowEmail(tx: Tx, userId: string): Promise<void> {
  await tx
    .update(companyMembers)
    .set({ showsEmail: true })
    .where(and(eq(companyMembers.userId, userId), isNull(companyMembers.showsEmail)))
}

export async function insertMembers(tx: Tx, rows: (typeof companyMembers.$inferInsert)[]): Promise<void> {
  await tx.insert(companyMembers).values(rows)
}
