import { and, asc, eq } from 'drizzle-orm'
import type { Db, Tx } from '#server/platform/database.ts'
import { genera, species, speciesCategories } from './catalogue.tables.ts'

/** Names of the directory's plants of one category. */
export async function listNames(db: Db | Tx, categoryId: number) {
  return db
    .select({ id: species.id, genus: genera.name, species: species.name })
    .from(speciesCategories)
    .innerJoin(species, eq(species.id, speciesCategories.speciesId))
    .innerJoin(genera, eq(genera.id, species.genusId))
    .where(eq(speciesCategories.categoryId, categoryId))
    .orderBy(asc(species.id))
}

const entryColumns = {
  id: species.id,
  genus: genera.name,
  species: species.name,
  latinName: species.latinName,
  synonyms: species.synonyms,
  landscapeUse: species.landscapeUse,
  facts: species.facts,
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

export async function listGenusNames(db: Db | Tx) {
  return db.select({ id: genera.id, name: genera.name, latinName: genera.latinName }).from(genera)
}

/** The plant with which the directory's list of a genus begins. */
export async function findFirstOfGenus(db: Db | Tx, genusId: number) {
  const [row] = await db
    .select(entryColumns)
    .from(species)
    .innerJoin(genera, and(eq(genera.id, species.genusId), eq(genera.id, genusId)))
    .orderBy(asc(species.id))
    .limit(1)
  return row
}
