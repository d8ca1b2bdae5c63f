// Joins companies (companies), plants (categories, genera, plantSlugs, plants), products (products, variants).
import { and, asc, count, desc, eq, inArray, isNull, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { companies } from '#server/domains/companies/companies.tables.ts'
import { isOffered } from '#server/domains/plants/plants.api.ts'
import { categories, genera, plantSlugs, plants } from '#server/domains/plants/plants.tables.ts'
import { isPublished, plantRefColumns } from '#server/domains/products/products.api.ts'
import { products } from '#server/domains/products/products.tables.ts'
import { variants } from '#server/domains/products/variants/variants.tables.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import {
  instantEmails,
  type SavedSearchRow,
  savedPlants,
  savedSearches,
  savedSearchOffers,
} from './saved-searches.tables.ts'

/** Stock alerts are in the same table, but the list of saved searches leaves them out. */
const isSearch = and(isNull(savedSearches.productId), isNull(savedSearches.plantId))
const isAlert = sql`(${savedSearches.productId} is not null or ${savedSearches.plantId} is not null)`
/** The id of the plant itself or of the plant that it was merged into. */
const nowOf = (id: SQLWrapper | number) =>
  sql`(select coalesce(former.merged_into_id, former.id) from ${plants} former where former.id = ${id})`
const isOwn = (personId: string, id: string) => and(eq(savedSearches.personId, personId), eq(savedSearches.id, id))

export async function listSearches(db: Db, personId: string): Promise<SavedSearchRow[]> {
  return db
    .select()
    .from(savedSearches)
    .where(and(eq(savedSearches.personId, personId), isSearch))
    .orderBy(desc(savedSearches.createdAt), desc(savedSearches.id))
}

export async function lockSearch(tx: Tx, personId: string, id: string): Promise<SavedSearchRow | undefined> {
  const [row] = await tx
    .select()
    .from(savedSearches)
    .where(and(isOwn(personId, id), isSearch))
    .for('no key update')
  return row
}

async function countOf(tx: Tx, personId: string, which: SQL | undefined): Promise<number> {
  const [row] = await tx
    .select({ count: count() })
    .from(savedSearches)
    .where(and(eq(savedSearches.personId, personId), which))
  return row?.count ?? 0
}
export const countSearches = (tx: Tx, personId: string) => countOf(tx, personId, isSearch)
export const countAlerts = (tx: Tx, personId: string) => countOf(tx, personId, isAlert)

type NewSearch = Pick<SavedSearchRow, 'id' | 'personId' | 'name' | 'query' | 'every'> &
  Partial<Pick<SavedSearchRow, 'productId' | 'plantId'>>

/** Returns undefined if the person already has an alert for the same product or plant. */
export async function insertSearch(tx: Tx, row: NewSearch): Promise<SavedSearchRow | undefined> {
  const [inserted] = await tx.insert(savedSearches).values(row).onConflictDoNothing().returning()
  return inserted
}

export async function updateSearch(
  tx: Tx,
  id: string,
  changes: Partial<Pick<SavedSearchRow, 'name' | 'query' | 'every' | 'dueAt'>>,
): Promise<SavedSearchRow> {
  const [row] = await tx.update(savedSearches).set(changes).where(eq(savedSearches.id, id)).returning()
  if (!row) throw new Error('update left no row')
  return row
}

/** Starts a search anew: only changes from now on are news. */
export async function watchAnew(tx: Tx, id: string): Promise<void> {
  await tx.delete(savedSearchOffers).where(eq(savedSearchOffers.savedSearchId, id))
  await tx
    .update(savedSearches)
    .set({ watchedSince: sql`clock_timestamp()`, watchedSnapshot: sql`pg_current_snapshot()`, dueAt: null })
    .where(eq(savedSearches.id, id))
}

export async function hasUntold(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx
    .select({ id: savedSearchOffers.variantId })
    .from(savedSearchOffers)
    .where(and(eq(savedSearchOffers.savedSearchId, id), isNull(savedSearchOffers.toldAt)))
    .limit(1)
  return rows.length > 0
}

export async function deleteSearch(db: Db, personId: string, id: string): Promise<boolean> {
  const rows = await db
    .delete(savedSearches)
    .where(and(isOwn(personId, id), isSearch))
    .returning({ id: savedSearches.id })
  return rows.length > 0
}

export async function deleteAlert(db: Db, personId: string, id: string): Promise<boolean> {
  const rows = await db
    .delete(savedSearches)
    .where(and(isOwn(personId, id), isAlert))
    .returning({ id: savedSearches.id })
  return rows.length > 0
}

/** Carries out an unsubscription: deletes a stock alert, or switches off the notifications of a saved search. */
export async function unsubscribe(tx: Tx, id: string): Promise<void> {
  await tx.delete(savedSearches).where(and(eq(savedSearches.id, id), isAlert))
  const silenced = await tx
    .update(savedSearches)
    .set({ every: 'never', dueAt: null })
    .where(eq(savedSearches.id, id))
    .returning({ id: savedSearches.id })
  if (silenced.length > 0) await forgetUntold(tx, id)
}

/** Marks all unannounced offers as known. */
export async function forgetUntold(tx: Tx, id: string): Promise<void> {
  await tx
    .update(savedSearchOffers)
    .set({ toldAt: sql`now()` })
    .where(and(eq(savedSearchOffers.savedSearchId, id), isNull(savedSearchOffers.toldAt)))
}

const selectAlerts = (db: Db | Tx) =>
  db
    .select({
      id: savedSearches.id,
      createdAt: savedSearches.createdAt,
      product: { id: products.id, name: products.name, slug: products.slug },
      isPublished: sql<boolean>`${isPublished}`,
      categorySlug: categories.slug,
      company: { id: companies.id, name: companies.name, blockedAt: companies.blockedAt },
      plant: plantRefColumns,
    })
    .from(savedSearches)
    .leftJoin(products, eq(products.id, savedSearches.productId))
    .leftJoin(categories, eq(categories.id, products.categoryId))
    .leftJoin(companies, eq(companies.id, products.companyId))
    .leftJoin(plants, eq(plants.id, nowOf(savedSearches.plantId)))
    .leftJoin(genera, eq(genera.id, plants.genusId))
    .$dynamic()
export type AlertRow = Awaited<ReturnType<typeof listAlerts>>[number]

export async function listAlerts(db: Db, personId: string) {
  return selectAlerts(db)
    .where(and(eq(savedSearches.personId, personId), isAlert))
    .orderBy(desc(savedSearches.createdAt), desc(savedSearches.id))
}

export async function findAlert(tx: Tx, personId: string, thing: { productId: number } | { plantId: number }) {
  const isIt =
    'productId' in thing ? eq(savedSearches.productId, thing.productId) : eq(savedSearches.plantId, thing.plantId)
  const [row] = await selectAlerts(tx).where(and(eq(savedSearches.personId, personId), isIt))
  return row
}

/** A published product, with whether it is in stock. */
export async function findProductStock(tx: Tx, id: number) {
  const [row] = await tx
    .select({ id: products.id, isInStock: sql<boolean>`not ${products.isSoldOut}` })
    .from(products)
    .where(and(eq(products.id, id), isPublished))
  return row
}

/** A plant of the directory, or the plant that it was merged into, with whether any company has it in stock. */
export async function findPlantStock(tx: Tx, id: number) {
  const [row] = await tx
    .select({ id: plants.id, slug: plants.slug, isInStock: sql<boolean>`exists (select ${offersOfPlant})` })
    .from(plants)
    .innerJoin(genera, eq(genera.id, plants.genusId))
    .where(and(eq(plants.id, nowOf(id)), isOffered))
  return row
}

const offersOfPlant = sql`from ${variants} join ${products} on ${products.id} = ${variants.productId}
  where ${products.plantId} = ${plants.id} and ${isPublished} and ${variants.stock} <> 'sold_out'`

const selectSavedPlants = (db: Db | Tx) =>
  db
    .select({
      plant: plantRefColumns,
      offersCount: sql<number>`(select count(*)::int ${offersOfPlant})`,
      createdAt: savedPlants.createdAt,
    })
    .from(savedPlants)
    .innerJoin(plants, eq(plants.id, nowOf(savedPlants.plantId)))
    .innerJoin(genera, eq(genera.id, plants.genusId))
    .$dynamic()
export type SavedPlantRow = Awaited<ReturnType<typeof listSavedPlants>>[number]

export async function listSavedPlants(db: Db, personId: string) {
  return selectSavedPlants(db)
    .where(eq(savedPlants.personId, personId))
    .orderBy(desc(savedPlants.createdAt), asc(savedPlants.plantId))
}

export async function countSavedPlants(tx: Tx, personId: string): Promise<number> {
  const [row] = await tx.select({ count: count() }).from(savedPlants).where(eq(savedPlants.personId, personId))
  return row?.count ?? 0
}

export async function savePlant(tx: Tx, personId: string, plantId: number): Promise<SavedPlantRow> {
  await tx.insert(savedPlants).values({ personId, plantId }).onConflictDoNothing()
  const [row] = await selectSavedPlants(tx).where(
    and(eq(savedPlants.personId, personId), eq(savedPlants.plantId, plantId)),
  )
  if (!row) throw new Error('insert left no row')
  return row
}

/** Also deletes an entry that was saved under the id of a plant merged into this one. Returns whether there was one. */
export async function forgetPlant(db: Db, personId: string, plantId: number): Promise<boolean> {
  const rows = await db
    .delete(savedPlants)
    .where(
      and(
        eq(savedPlants.personId, personId),
        inArray(
          savedPlants.plantId,
          db
            .select({ id: plants.id })
            .from(plants)
            .where(or(eq(plants.id, plantId), eq(plants.mergedIntoId, plantId))),
        ),
      ),
    )
    .returning({ id: savedPlants.plantId })
  return rows.length > 0
}

/** The names of plants and companies that filters contain as slugs or ids. */
export async function listFilterNames(
  db: Db | Tx,
  { plantSlugs: slugs, companyIds }: { plantSlugs: string[]; companyIds: number[] },
) {
  const [named, sellers] = await Promise.all([
    slugs.length === 0
      ? []
      : db
          .select({ slug: plantSlugs.slug, name: sql<string>`${genera.name} || ' ' || ${plants.name}` })
          .from(plantSlugs)
          .innerJoin(plants, eq(plants.id, nowOf(plantSlugs.plantId)))
          .innerJoin(genera, eq(genera.id, plants.genusId))
          .where(inArray(plantSlugs.slug, slugs)),
    companyIds.length === 0
      ? []
      : db
          .select({ id: companies.id, name: companies.name })
          .from(companies)
          .where(and(inArray(companies.id, companyIds), isNull(companies.blockedAt))),
  ])
  return {
    plants: new Map(named.map(({ slug, name }) => [slug, name])),
    companies: new Map(sellers.map(({ id, name }) => [id, name])),
  }
}

/** The saved searches of a person, for the export of their data. */
export async function listOwnSearches(db: Db, personId: string) {
  return db
    .select({
      name: savedSearches.name,
      query: savedSearches.query,
      every: savedSearches.every,
      productId: savedSearches.productId,
      plantId: savedSearches.plantId,
      createdAt: savedSearches.createdAt,
      told: sql<unknown[]>`(select coalesce(json_agg(json_build_object('variantId', ${savedSearchOffers.variantId},
        'price', ${savedSearchOffers.priceKopecks} / 100.0, 'toldAt', ${savedSearchOffers.toldAt})), '[]')
        from ${savedSearchOffers} where ${savedSearchOffers.savedSearchId} = ${savedSearches.id})`,
    })
    .from(savedSearches)
    .where(eq(savedSearches.personId, personId))
    .orderBy(asc(savedSearches.createdAt))
}

/** The plants that a person has saved, for the same. */
export async function listOwnPlants(db: Db, personId: string) {
  return db
    .select({ plantId: savedPlants.plantId, createdAt: savedPlants.createdAt })
    .from(savedPlants)
    .where(eq(savedPlants.personId, personId))
    .orderBy(asc(savedPlants.createdAt))
}

export async function deleteSavedOf(tx: Tx, personId: string): Promise<void> {
  await tx.delete(savedSearches).where(eq(savedSearches.personId, personId))
  await tx.delete(savedPlants).where(eq(savedPlants.personId, personId))
  await tx.delete(instantEmails).where(eq(instantEmails.personId, personId))
}
