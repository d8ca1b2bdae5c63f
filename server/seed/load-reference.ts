import { createHash } from 'node:crypto'
import { eq, isNull, sql } from 'drizzle-orm'
import { categories, genera, plantCategories, plants } from '#server/domains/plants/plants.tables.ts'
import { type LookupRow, putLookups } from '#server/domains/reference/lookups.queries.ts'
import { lookupKinds, lookups } from '#server/domains/reference/lookups.tables.ts'
import { normalizeName } from '#server/domains/reference/normalize-name.ts'
import { lockReference } from '#server/domains/reference/reference-lock.queries.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { lockStartup } from '#server/platform/database/database.ts'
import { loadedSeeds } from '#server/platform/http/cache/content-version.tables.ts'
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

/** A row of the data files or of the database, by its name in the data files and by what no two rows may both be called. */
interface Named {
  seedKey: string | null
  place: string
}

/**
 * Leaves out of the data files' rows those whose name another entry has: one to which staff gave it, or one that they
 * have added before the release knew of it. Such a one counts as the release's from now on (`adopt`).
 */
async function withoutTaken<Row extends Named, Present extends Named>(
  rows: Row[],
  present: Present[],
  adopt: (entry: Present, seedKey: string) => Promise<unknown>,
): Promise<Row[]> {
  const holders = Map.groupBy(present, entry => entry.place)
  const known = new Set(present.map(entry => entry.seedKey))
  const free: Row[] = []
  for (const row of rows) {
    const others = holders.get(row.place)
    if (!others || others.some(entry => entry.seedKey === row.seedKey)) free.push(row)
    else {
      const added = known.has(row.seedKey) ? undefined : others.find(entry => entry.seedKey === null)
      if (added && row.seedKey !== null) await adopt(added, row.seedKey)
    }
  }
  return free
}

async function putAllLookups(tx: Tx): Promise<void> {
  const rows = lookupKinds.flatMap(kind =>
    lookupSeeds[kind].map(({ key, name, description = '' }, position) => ({
      seedKey: `${kind}/${key}`,
      place: `${kind}/${normalizeName(name)}`,
      row: { kind, seedKey: key, name, description, position } satisfies LookupRow,
    })),
  )
  const present = (await tx.select().from(lookups)).map(({ id, kind, seedKey, name }) => ({
    id,
    seedKey: seedKey && `${kind}/${seedKey}`,
    place: `${kind}/${normalizeName(name)}`,
  }))
  const free = await withoutTaken(rows, present, ({ id }, seedKey) =>
    tx
      .update(lookups)
      .set({ seedKey: seedKey.slice(seedKey.indexOf('/') + 1) })
      .where(eq(lookups.id, id)),
  )
  await putLookups(
    tx,
    free.map(({ row }) => row),
  )
}

async function putCategories(tx: Tx): Promise<void> {
  const rows = categorySeeds.map((category, position) => ({
    seedKey: category.slug,
    place: normalizeName(category.name),
    row: { ...category, position },
  }))
  const present = (await tx.select().from(categories)).map(({ slug, name }) => ({
    seedKey: slug,
    place: normalizeName(name),
  }))
  const free = await withoutTaken(rows, present, async () => {})
  await tx
    .insert(categories)
    .values(free.map(({ row }) => row))
    .onConflictDoUpdate({
      target: categories.slug,
      set: { name: sql`excluded.name`, position: sql`excluded.position` },
      setWhere: isNull(categories.editedAt),
    })
}

async function putGenera(tx: Tx, directory: Directory): Promise<void> {
  const present = (await tx.select().from(genera)).map(({ id, seedKey, name }) => ({
    id,
    seedKey,
    place: normalizeName(name),
  }))
  const rows = directory.genera.map(genus => ({
    seedKey: genus.name,
    place: normalizeName(genus.name),
    row: { seedKey: genus.name, ...genus },
  }))
  const free = await withoutTaken(rows, present, ({ id }, seedKey) =>
    tx.update(genera).set({ seedKey }).where(eq(genera.id, id)),
  )
  await inBatches(free, part =>
    tx
      .insert(genera)
      .values(part.map(({ row }) => row))
      .onConflictDoUpdate({
        target: genera.seedKey,
        set: { name: sql`excluded.name`, latinName: sql`excluded.latin_name`, family: sql`excluded.family` },
        setWhere: isNull(genera.editedAt),
      }),
  )
}

/** The genus that the data files mean, by its name there; the plants of one that was merged are those of its heir. */
async function genusFinder(tx: Tx): Promise<(name: string) => number> {
  const rows = await tx.select().from(genera)
  const bySeedKey = new Map(rows.map(row => [row.seedKey, row]))
  const byName = new Map(rows.map(row => [normalizeName(row.name), row]))
  return name => {
    const genus = bySeedKey.get(name) ?? byName.get(normalizeName(name))
    return genus?.mergedIntoId ?? genus?.id ?? 0
  }
}

async function putDirectory(tx: Tx, directory: Directory): Promise<void> {
  await putGenera(tx, directory)
  const genusOf = await genusFinder(tx)
  const present = (await tx.select().from(plants)).map(({ id, seedKey, genusId, name }) => ({
    id,
    seedKey,
    place: `${genusId}/${normalizeName(name)}`,
  }))
  const rows = directory.plants.map(plant => ({
    seedKey: plant.latinName,
    place: `${genusOf(plant.genus)}/${normalizeName(plant.name)}`,
    row: {
      seedKey: plant.latinName,
      genusId: genusOf(plant.genus),
      name: plant.name,
      latinName: plant.latinName,
      synonyms: plant.synonyms,
      landscapeUse: plant.use,
      facts: plant.facts,
    },
  }))
  const free = await withoutTaken(rows, present, ({ id }, seedKey) =>
    tx.update(plants).set({ seedKey }).where(eq(plants.id, id)),
  )
  await inBatches(free, part =>
    tx
      .insert(plants)
      .values(part.map(({ row }) => row))
      .onConflictDoUpdate({
        target: plants.seedKey,
        set: {
          name: sql`excluded.name`,
          latinName: sql`excluded.latin_name`,
          synonyms: sql`excluded.synonyms`,
          landscapeUse: sql`excluded.landscape_use`,
          facts: sql`excluded.facts`,
        },
        setWhere: isNull(plants.editedAt),
      }),
  )
  await putPairs(tx, directory)
}

/** Under which categories plants are offered; of those that staff have edited, they say. */
async function putPairs(tx: Tx, directory: Directory): Promise<void> {
  const categoryRows = await tx.select({ id: categories.id, slug: categories.slug }).from(categories)
  const categoryIds = new Map(categoryRows.map(row => [row.slug, row.id]))
  const plantRows = await tx
    .select({ id: plants.id, seedKey: plants.seedKey })
    .from(plants)
    .where(isNull(plants.editedAt))
  const plantIds = new Map(plantRows.map(row => [row.seedKey, row.id]))
  const pairs = directory.plants.flatMap(plant => {
    const plantId = plantIds.get(plant.latinName)
    return plantId === undefined
      ? []
      : plant.categories.map(slug => ({ plantId, categoryId: categoryIds.get(slug) ?? 0 }))
  })
  await inBatches(pairs, part => tx.insert(plantCategories).values(part).onConflictDoNothing())
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
    await lockReference(tx)
    await putAllLookups(tx)
    await putCategories(tx)
    await putDirectory(tx, directory)
  })
}
