import { createHash } from 'node:crypto'
import { eq, isNull, sql } from 'drizzle-orm'
import { categories, genera, species, speciesCategories } from '#server/domains/catalogue/catalogue.tables.ts'
import { type LookupRow, putLookups } from '#server/domains/lookups/lookups.queries.ts'
import { lookupKinds } from '#server/domains/lookups/lookups.tables.ts'
import { loadedSeeds } from '#server/platform/content-version.tables.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { lockStartup } from '#server/platform/database.ts'
import { type Directory, readDirectory } from './botany/read-directory.ts'
import { categorySeeds } from './categories.ts'
import { lookupSeeds } from './lookups.ts'

/** Rows of one INSERT; PostgreSQL takes at most 65,535 parameters. */
const batch = 1000

async function inBatches<Row>(rows: Row[], write: (part: Row[]) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < rows.length; start += batch) await write(rows.slice(start, start + batch))
}

/** Whether this state of some data files is in the database already; remembers it when it was not. */
async function isLoaded(tx: Tx, name: string, content: unknown): Promise<boolean> {
  const fingerprint = createHash('sha256').update(JSON.stringify(content)).digest('hex')
  const [known] = await tx.select().from(loadedSeeds).where(eq(loadedSeeds.name, name))
  if (known?.fingerprint === fingerprint) return true
  await tx
    .insert(loadedSeeds)
    .values({ name, fingerprint })
    .onConflictDoUpdate({ target: loadedSeeds.name, set: { fingerprint } })
  return false
}

async function putDirectory(tx: Tx, directory: Directory): Promise<void> {
  await inBatches(directory.genera, part =>
    tx
      .insert(genera)
      .values(part.map(genus => ({ seedKey: genus.name, ...genus })))
      .onConflictDoUpdate({
        target: genera.seedKey,
        set: { name: sql`excluded.name`, latinName: sql`excluded.latin_name`, family: sql`excluded.family` },
        setWhere: isNull(genera.editedAt),
      }),
  )
  const genusRows = await tx.select({ id: genera.id, seedKey: genera.seedKey }).from(genera)
  const genusIds = new Map(genusRows.map(row => [row.seedKey, row.id]))
  await inBatches(directory.plants, part =>
    tx
      .insert(species)
      .values(
        part.map(plant => ({
          seedKey: plant.latinName,
          genusId: genusIds.get(plant.genus) ?? 0,
          name: plant.name,
          latinName: plant.latinName,
          synonyms: plant.synonyms,
          landscapeUse: plant.use,
          facts: plant.facts,
        })),
      )
      .onConflictDoUpdate({
        target: species.seedKey,
        set: {
          name: sql`excluded.name`,
          latinName: sql`excluded.latin_name`,
          synonyms: sql`excluded.synonyms`,
          landscapeUse: sql`excluded.landscape_use`,
          facts: sql`excluded.facts`,
        },
        setWhere: isNull(species.editedAt),
      }),
  )
  const categoryRows = await tx.select({ id: categories.id, slug: categories.slug }).from(categories)
  const categoryIds = new Map(categoryRows.map(row => [row.slug, row.id]))
  const speciesRows = await tx.select({ id: species.id, seedKey: species.seedKey }).from(species)
  const speciesIds = new Map(speciesRows.map(row => [row.seedKey, row.id]))
  const pairs = directory.plants.flatMap(plant =>
    plant.categories.map(slug => ({
      speciesId: speciesIds.get(plant.latinName) ?? 0,
      categoryId: categoryIds.get(slug) ?? 0,
    })),
  )
  await inBatches(pairs, part => tx.insert(speciesCategories).values(part).onConflictDoNothing())
}

/**
 * Brings lookups, categories and the botanical directory to the state of the data files: adds what is new, updates
 * what staff have not edited, removes nothing. Costs one query when nothing has changed since the last start.
 */
export async function loadReference(db: Db): Promise<void> {
  const directory = readDirectory()
  await db.transaction(async tx => {
    await lockStartup(tx)
    if (await isLoaded(tx, 'reference', { lookupSeeds, categorySeeds, directory })) return
    const rows = lookupKinds.flatMap(kind =>
      lookupSeeds[kind].map(
        ({ key, name, description = '' }, position): LookupRow => ({ kind, seedKey: key, name, description, position }),
      ),
    )
    await putLookups(tx, rows)
    await tx
      .insert(categories)
      .values(categorySeeds.map((category, position) => ({ ...category, position })))
      .onConflictDoUpdate({
        target: categories.slug,
        set: { name: sql`excluded.name`, position: sql`excluded.position` },
        setWhere: isNull(categories.editedAt),
      })
    await putDirectory(tx, directory)
  })
}
