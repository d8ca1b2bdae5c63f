// Joins accounts (users), companies (companyMembers), plants (categories, plantSlugs, plants), products (products, variants).
import { and, asc, eq, gt, isNotNull, isNull, lte, ne, type SQL, sql } from 'drizzle-orm'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import { companyMembers } from '#server/domains/companies/companies.tables.ts'
import { categories, plantSlugs, plants } from '#server/domains/plants/plants.tables.ts'
import { bulkChanges } from '#server/domains/products/bulk/bulk-undo.tables.ts'
import { isPublished } from '#server/domains/products/products.api.ts'
import { products } from '#server/domains/products/products.tables.ts'
import { variants } from '#server/domains/products/variants/variants.tables.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import {
  instantEmails,
  type SavedSearchRow,
  savedSearches,
  savedSearchOffers,
  variantChanges,
} from '../saved-searches.tables.ts'

/** Not written ahead of a bulk change that is not made yet. */
const hasHappened = sql`(${variantChanges.aheadOf} is null or exists
  (select from ${bulkChanges} where ${bulkChanges.changeId} = ${variantChanges.aheadOf}))`
/** `waits` as a literal condition, so that PostgreSQL uses the partial index. */
const isNew = sql`not ${variantChanges.waits} and ${hasHappened}`
const anyOf = (ids: readonly number[], type: 'int' | 'bigint') => sql`any(${sql.param(ids)}::${sql.raw(type)}[])`

/** Whether there are changes to process, or searches due by now. */
export async function hasWork(db: Db, now: Date): Promise<boolean> {
  const [row] = await db
    .select({
      has: sql<boolean>`exists (select from ${variantChanges} where ${isNew})
        or exists (select from ${savedSearches} where ${lte(savedSearches.dueAt, now)})`,
    })
    .from(sql`(values (1)) as one`)
  return row?.has ?? false
}

/** All slugs of these plants, those of plants merged into them too. */
async function listSlugsOf(db: Db | Tx, plantIds: number[]): Promise<Map<number, string[]>> {
  if (plantIds.length === 0) return new Map()
  const plantId = sql<number>`coalesce(${plants.mergedIntoId}, ${plants.id})`
  const rows = await db
    .select({ plantId, slug: plantSlugs.slug })
    .from(plantSlugs)
    .innerJoin(plants, eq(plants.id, plantSlugs.plantId))
    .where(sql`${plantId} = ${anyOf(plantIds, 'int')}`)
  const slugs = new Map<number, string[]>()
  for (const row of rows) {
    const known = slugs.get(row.plantId)
    if (known) known.push(row.slug)
    else slugs.set(row.plantId, [row.slug])
  }
  return slugs
}

/**
 * The oldest changes, with the columns by which `mayMatch` skips searches. The directory is read once for all of them:
 * read for each, a thousand changes took seconds, in which the embedded database lets nothing else happen.
 */
export async function listChanges(db: Db | Tx, limit: number) {
  const rows = await db
    .select({
      id: variantChanges.id,
      variantId: variantChanges.variantId,
      productId: variants.productId,
      companyId: variants.companyId,
      category: categories.slug,
      plantId: products.plantId,
      isPublished: sql<boolean>`${isPublished}`,
    })
    .from(variantChanges)
    .innerJoin(variants, eq(variants.id, variantChanges.variantId))
    .innerJoin(products, eq(products.id, variants.productId))
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .where(isNew)
    .orderBy(asc(variantChanges.id))
    .limit(limit)
  const slugs = await listSlugsOf(db, [...new Set(rows.flatMap(({ plantId }) => plantId ?? []))])
  return rows.map(row => ({ ...row, plantSlugs: row.plantId === null ? [] : (slugs.get(row.plantId) ?? []) }))
}
export type ChangeRow = Awaited<ReturnType<typeof listChanges>>[number]

/**
 * Of these searches the changes that were made before they were saved, which are not news for them. Searches without
 * any are left out.
 */
export async function listEarlierChanges(
  db: Db,
  searches: SavedSearchRow[],
  changeIds: number[],
): Promise<Map<string, Set<number>>> {
  const ids = searches.map(({ id }) => id)
  const rows = await db
    .select({ id: savedSearches.id, changeIds: sql<number[]>`array_agg(${variantChanges.id}::int)` })
    .from(savedSearches)
    .innerJoin(variantChanges, sql`${variantChanges.id} = ${anyOf(changeIds, 'bigint')}`)
    .leftJoin(bulkChanges, eq(bulkChanges.changeId, variantChanges.aheadOf))
    .where(
      and(
        sql`${savedSearches.id} = any(${sql.param(ids)}::uuid[])`,
        sql`coalesce(${bulkChanges.changedAt}, ${variantChanges.changedAt}) < ${savedSearches.watchedSince}`,
        sql`pg_visible_in_snapshot(coalesce(${bulkChanges.xid}, ${variantChanges.xid}), ${savedSearches.watchedSnapshot}::pg_snapshot)`,
      ),
    )
    .groupBy(savedSearches.id)
  return new Map(rows.map(row => [row.id, new Set(row.changeIds)]))
}

/** The companies of these people, by person. */
export async function listOwnCompanies(db: Db | Tx, personIds: string[]): Promise<Map<string, number[]>> {
  const rows = await db
    .select({ personId: companyMembers.userId, companyId: companyMembers.companyId })
    .from(companyMembers)
    .where(sql`${companyMembers.userId} = any(${sql.param(personIds)}::uuid[])`)
  const grouped = Map.groupBy(rows, ({ personId }) => personId)
  return new Map([...grouped].map(([personId, own]) => [personId, own.map(({ companyId }) => companyId)]))
}

/** SQL for the previous rows of the variants in these changes. */
export const rowsBefore = (changeIds: number[]): SQL =>
  sql`select (jsonb_populate_record(v, change.before)).* from (
    select distinct on (${variantChanges.variantId}) ${variantChanges.variantId}, ${variantChanges.before} from ${variantChanges}
    where ${variantChanges.id} = ${anyOf(changeIds, 'bigint')}
    order by ${variantChanges.variantId}, ${variantChanges.id}) change
    join ${variants} v on v.id = change.variant_id where change.before is not null`

/** SQL for the current rows of these variants. */
export const rowsNow = (variantIds: number[]): SQL =>
  sql`select v.* from ${variants} v where v.id = ${anyOf(variantIds, 'int')}`

/** Searches with notifications switched on, in the order of their ids. */
export async function listWatching(db: Db, after: string | null, limit: number): Promise<SavedSearchRow[]> {
  return db
    .select()
    .from(savedSearches)
    .where(and(ne(savedSearches.every, 'never'), after === null ? undefined : gt(savedSearches.id, after)))
    .orderBy(asc(savedSearches.id))
    .limit(limit)
}

export interface KnownOffer {
  variantId: number
  priceKopecks: number | null
  wasKopecks: number | null
}

const isCheaper = sql`excluded.price_kopecks < ${savedSearchOffers.priceKopecks}`

/**
 * Stores offers to be announced, except those already announced at this price or a lower one. Returns whether any were
 * stored.
 */
export async function addUntold(tx: Tx, savedSearchId: string, found: KnownOffer[]): Promise<boolean> {
  if (found.length === 0) return false
  const rows = await tx
    .insert(savedSearchOffers)
    .values(found.map(offer => ({ savedSearchId, ...offer })))
    .onConflictDoUpdate({
      target: [savedSearchOffers.savedSearchId, savedSearchOffers.variantId],
      set: {
        priceKopecks: sql`excluded.price_kopecks`,
        wasKopecks: sql`case when ${savedSearchOffers.toldAt} is null then ${savedSearchOffers.wasKopecks}
          else ${savedSearchOffers.priceKopecks} end`,
        toldAt: null,
      },
      setWhere: sql`${savedSearchOffers.toldAt} is null or ${isCheaper}`,
    })
    .returning({ id: savedSearchOffers.variantId })
  return rows.length > 0
}

/** Stores offers that the person could see before they became dearer or disappeared, as known at that price. */
export async function addKnown(tx: Tx, savedSearchId: string, seen: Omit<KnownOffer, 'wasKopecks'>[]): Promise<void> {
  if (seen.length === 0) return
  await tx
    .insert(savedSearchOffers)
    .values(seen.map(offer => ({ savedSearchId, ...offer, toldAt: sql`now()` })))
    .onConflictDoNothing()
}

/** Makes the search due at this time, unless it is due earlier. */
export async function setDue(tx: Tx, id: string, due: Date): Promise<void> {
  await tx
    .update(savedSearches)
    .set({ dueAt: sql`least(${savedSearches.dueAt}, ${due.toISOString()}::timestamptz)` })
    .where(and(eq(savedSearches.id, id), ne(savedSearches.every, 'never')))
}

/**
 * Deletes changes that all searches have been matched against. Changes of unpublished products are kept until the
 * product is published, even if it was taken down while the searches were matched. If a product was published
 * meanwhile, its changes are processed next.
 */
export async function endChanges(tx: Tx, changes: ChangeRow[]): Promise<void> {
  const productIds = [...new Set(changes.map(({ productId }) => productId))]
  // Locked against a concurrent publication: either it is already visible here, or its trigger wakes the waiting
  // changes afterwards.
  const unpublished = await tx
    .select({ id: products.id })
    .from(products)
    .where(and(sql`${products.id} = ${anyOf(productIds, 'int')}`, sql`not ${isPublished}`))
    .orderBy(asc(products.id))
    .for('share')
  const waiting = new Set(unpublished.map(({ id }) => id))
  const [left, rest] = [true, false].map(isLeft => changes.filter(({ productId }) => waiting.has(productId) === isLeft))
  // Of several changes of one variant, the first contains the original row.
  const isRepeated = sql`exists (select from ${variantChanges} first
    where first.variant_id = ${variantChanges.variantId} and first.id < ${variantChanges.id}
      and (first.ahead_of is null or exists (select from ${bulkChanges} where ${bulkChanges.changeId} = first.ahead_of)))`
  const leftIds = anyOf(left?.map(({ id }) => id) ?? [], 'bigint')
  await tx.delete(variantChanges).where(and(sql`${variantChanges.id} = ${leftIds}`, isRepeated))
  await tx
    .update(variantChanges)
    .set({ waits: true })
    .where(sql`${variantChanges.id} = ${leftIds}`)
  const asked = rest?.filter(change => change.isPublished).map(({ id }) => id) ?? []
  await tx.delete(variantChanges).where(sql`${variantChanges.id} = ${anyOf(asked, 'bigint')}`)
}

export async function listDue(db: Db, now: Date, limit: number) {
  return db
    .select({ id: savedSearches.id, query: savedSearches.query })
    .from(savedSearches)
    .where(and(isNotNull(savedSearches.dueAt), lte(savedSearches.dueAt, now)))
    .orderBy(asc(savedSearches.dueAt))
    .limit(limit)
}

/**
 * Locks the search and returns it with its person's email address, if it is still due and no other process has locked
 * it.
 */
export async function lockDue(tx: Tx, id: string, now: Date) {
  const [found] = await tx
    .select({
      search: savedSearches,
      confirmedEmail: users.confirmedEmail,
      mayHear: sql<boolean>`(${users.blockedAt} is null and ${users.deletedAt} is null)`,
    })
    .from(savedSearches)
    .innerJoin(users, eq(users.id, savedSearches.personId))
    .where(and(eq(savedSearches.id, id), lte(savedSearches.dueAt, now)))
    .for('no key update', { of: savedSearches, skipLocked: true })
  return found
}

/** False if it has been deleted. */
export async function lockSearch(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx
    .select({ id: savedSearches.id })
    .from(savedSearches)
    .where(eq(savedSearches.id, id))
    .for('no key update')
  return rows.length > 0
}

export async function listUntold(tx: Tx, savedSearchId: string): Promise<KnownOffer[]> {
  return tx
    .select({
      variantId: savedSearchOffers.variantId,
      priceKopecks: savedSearchOffers.priceKopecks,
      wasKopecks: savedSearchOffers.wasKopecks,
    })
    .from(savedSearchOffers)
    .where(and(eq(savedSearchOffers.savedSearchId, savedSearchId), isNull(savedSearchOffers.toldAt)))
}

/**
 * Stores that a notification is finished. Announced offers are then known at their price. Of the others, those that
 * were to be announced as cheaper are known at their previous price, because they no longer are cheaper. The rest no
 * longer matches and is deleted, so that it is news if it matches again.
 */
export async function endTelling(
  tx: Tx,
  savedSearchId: string,
  told: { variantId: number; unitKopecks: number | null }[],
): Promise<void> {
  const isUntold = and(eq(savedSearchOffers.savedSearchId, savedSearchId), isNull(savedSearchOffers.toldAt))
  const ids = told.map(({ variantId }) => variantId)
  const prices = told.map(({ unitKopecks }) => unitKopecks)
  await tx
    .update(savedSearchOffers)
    .set({ priceKopecks: sql`told.price`, wasKopecks: null, toldAt: sql`now()` })
    .from(sql`unnest(${sql.param(ids)}::int[], ${sql.param(prices)}::int[]) as told (variant_id, price)`)
    .where(and(isUntold, sql`${savedSearchOffers.variantId} = told.variant_id`))
  await tx
    .update(savedSearchOffers)
    .set({ priceKopecks: sql`${savedSearchOffers.wasKopecks}`, wasKopecks: null, toldAt: sql`now()` })
    .where(and(isUntold, isNotNull(savedSearchOffers.wasKopecks)))
  await tx.delete(savedSearchOffers).where(isUntold)
  await tx.update(savedSearches).set({ dueAt: null }).where(eq(savedSearches.id, savedSearchId))
}

/** Counts an instant email and returns the number of the person's instant emails on that day, including this one. */
export async function countInstantEmail(tx: Tx, personId: string, day: string): Promise<number> {
  const [row] = await tx
    .insert(instantEmails)
    .values({ personId, day, count: 1 })
    .onConflictDoUpdate({
      target: instantEmails.personId,
      set: { day, count: sql`case when ${instantEmails.day} = ${day} then ${instantEmails.count} + 1 else 1 end` },
    })
    .returning({ count: instantEmails.count })
  return row?.count ?? 1
}

export async function deleteTold(tx: Tx, id: string): Promise<void> {
  await tx.delete(savedSearches).where(eq(savedSearches.id, id))
}
