import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { genera, species, speciesCategories } from '../products/products.tables.ts'

const entryColumns = {
  id: species.id,
  genus: genera.name,
  species: species.name,
  latinName: species.latinName,
  synonyms: species.synonyms,
  landscapeUse: species.landscapeUse,
  facts: species.facts,
}

/** Neither the entry nor its genus is hidden. */
export const isOffered = sql`not ${species.isHidden} and not ${genera.isHidden}`

/** The genus that has taken the place of a merged one, or the genus itself. */
export const genusNow = sql<number>`coalesce(${genera.mergedIntoId}, ${genera.id})`
/** As of a genus. */
export const speciesNow = sql<number>`coalesce(${species.mergedIntoId}, ${species.id})`

/** Names of the plants of these genera, those of merged ones too, each with the entry that it means; own names first. */
export async function listSpeciesNames(db: Db | Tx, genusIds: number[]) {
  return db
    .select({ id: speciesNow, name: species.name })
    .from(species)
    .where(inArray(species.genusId, genusIds))
    .orderBy(sql`${species.mergedIntoId} nulls first`, asc(species.id))
}

/** The first of these entries that the directory offers under the category. */
export async function findOffered(db: Db | Tx, ids: number[], categoryId: number) {
  const [row] = await db
    .select(entryColumns)
    .from(speciesCategories)
    .innerJoin(species, eq(species.id, speciesCategories.speciesId))
    .innerJoin(genera, eq(genera.id, species.genusId))
    .where(and(eq(speciesCategories.categoryId, categoryId), inArray(species.id, ids), isOffered))
    .orderBy(sql`array_position(${sql.param(ids)}::int[], ${species.id})`)
    .limit(1)
  return row
}

export type DirectoryEntry = NonNullable<Awaited<ReturnType<typeof findEntry>>>

export async function findEntry(db: Db | Tx, id: number) {
  const [row] = await db
    .select(entryColumns)
    .from(species)
    .innerJoin(genera, eq(genera.id, species.genusId))
    .where(eq(species.id, id))
  return row
}

/** Names of all genera, each with the genus that it means. */
export async function listGenusNames(db: Db | Tx) {
  return db.select({ id: genera.id, name: genera.name, meansId: genusNow }).from(genera).orderBy(asc(genera.id))
}

/** The plant with which the directory's list of a genus begins. */
export async function findFirstOf(db: Db | Tx, genusIds: number[]) {
  const [row] = await db
    .select(entryColumns)
    .from(species)
    .innerJoin(genera, and(eq(genera.id, species.genusId), inArray(genera.id, genusIds)))
    .orderBy(asc(species.id))
    .limit(1)
  return row
}
