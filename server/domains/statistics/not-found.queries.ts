// Joins companies (companies), plants (genera, plants).
import { and, count, desc, eq, gte, isNull, lt, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { companies } from '#server/domains/companies/companies.tables.ts'
import { genera, plants } from '#server/domains/plants/plants.tables.ts'
import type { Db } from '#server/platform/database/database.ts'
import { notFoundSearchers, notFoundSearches } from './statistics.tables.ts'

/** From fewer people nothing is shown: it might tell who they are. */
const leastPeople = 5
const mostListed = 20
/** Different searches kept for a region in a week; a few more if several come at once. */
const mostSearches = 2000

export async function findRegionOf(db: Db, companyId: number): Promise<number | null> {
  const [row] = await db.select({ regionId: companies.regionId }).from(companies).where(eq(companies.id, companyId))
  return row?.regionId ?? null
}

interface Searched {
  regionId: number
  week: string
  plantId: number | null
  text: string
  person: string
}

/** Counts a person who has not been counted for this search. Nothing is added where there are too many searches. */
export async function addSearcher(db: Db, { person, ...search }: Searched): Promise<void> {
  const { regionId, week, plantId, text } = search
  const isThere = and(eq(notFoundSearches.regionId, regionId), eq(notFoundSearches.week, week))
  const isSame = plantId === null ? isNull(notFoundSearches.plantId) : eq(notFoundSearches.plantId, plantId)
  await db.transaction(async tx => {
    let [row] = await tx
      .select({ id: notFoundSearches.id })
      .from(notFoundSearches)
      .where(and(isThere, isSame, eq(notFoundSearches.text, text)))
    if (!row) {
      const [all] = await tx.select({ count: count() }).from(notFoundSearches).where(isThere)
      if ((all?.count ?? 0) >= mostSearches) return
      const { regionId: region, week: monday, plantId: plant, text: words } = notFoundSearches
      ;[row] = await tx
        .insert(notFoundSearches)
        .values(search)
        // Another has added it meanwhile: an update returns its id.
        .onConflictDoUpdate({ target: [region, monday, plant, words], set: { week } })
        .returning({ id: notFoundSearches.id })
    }
    if (!row) throw new Error('insert left no row')
    const added = await tx
      .insert(notFoundSearchers)
      .values({ searchId: row.id, person })
      .onConflictDoNothing()
      .returning({ searchId: notFoundSearchers.searchId })
    if (added.length === 0) return
    await tx
      .update(notFoundSearches)
      .set({ people: sql`${notFoundSearches.people} + 1` })
      .where(eq(notFoundSearches.id, row.id))
  })
}

const now = alias(plants, 'plant_now')

/** What was searched for in the company's region since this Monday, in weeks with enough people. */
export async function listNotFound(db: Db, companyId: number, since: string) {
  const people = sql<number>`sum(${notFoundSearches.people})::int`
  return db
    .select({
      text: notFoundSearches.text,
      plant: { id: now.id, slug: now.slug, genus: genera.name, species: now.name, latinName: now.latinName },
      people,
    })
    .from(notFoundSearches)
    .innerJoin(companies, and(eq(companies.id, companyId), eq(companies.regionId, notFoundSearches.regionId)))
    .leftJoin(plants, eq(plants.id, notFoundSearches.plantId))
    .leftJoin(now, eq(now.id, sql`coalesce(${plants.mergedIntoId}, ${plants.id})`))
    .leftJoin(genera, eq(genera.id, now.genusId))
    .where(
      and(
        gte(notFoundSearches.week, since),
        gte(notFoundSearches.people, leastPeople),
        or(isNull(notFoundSearches.plantId), eq(now.isHidden, false)),
      ),
    )
    .groupBy(notFoundSearches.text, now.id, genera.id)
    .orderBy(desc(people), notFoundSearches.text, now.id)
    .limit(mostListed)
}

/** Deletes who has searched in weeks that are over, and what was searched for by too few or too long ago. */
export async function forgetSearchers(db: Db, weeks: { present: string; oldest: string }): Promise<void> {
  const isOver = lt(notFoundSearches.week, weeks.present)
  await db
    .delete(notFoundSearches)
    .where(or(lt(notFoundSearches.week, weeks.oldest), and(isOver, lt(notFoundSearches.people, leastPeople))))
  await db.execute(sql`
    delete from ${notFoundSearchers} using ${notFoundSearches}
    where ${notFoundSearches.id} = ${notFoundSearchers.searchId} and ${isOver}`)
}
