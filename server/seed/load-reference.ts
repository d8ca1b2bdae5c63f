import { createHash } from 'node:crypto'
import { eq, isNull, sql } from 'drizzle-orm'
import { freePlantSlug } from '#server/domains/plants/plant-slugs.ts'
import { categories, genera, plantCategories, plantSlugs, plants } from '#server/domains/plants/plants.tables.ts'
import { syncWithPlants } from '#server/domains/products/linked-products.service.ts'
import { lockCompaniesOf } from '#server/domains/products/products.api.ts'
import { type LookupRow, putLookups } from '#server/domains/reference/lookups.queries.ts'
import { lookupKinds, lookups } from '#server/domains/reference/lookups.tables.ts'
import { normalizeName } from '#server/domains/reference/normalize-name.ts'
import { putPlaces } from '#server/domains/reference/places/places.queries.ts'
import { lockReference } from '#server/domains/reference/reference-lock.queries.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { lockStartup } from '#server/platform/database/database.ts'
import { loadedSeeds } from '#server/platform/http/cache/content-changes.tables.ts'
import { type Directory, type PlantEntry, readDirectory } from './botany/read-directory.ts'
import { categorySeeds } from './categories.ts'
import { lookupSeeds } from './lookups.ts'
import { type PlaceEntry, readPlaces } from './places/read-places.ts'

/** Rows of one INSERT; PostgreSQL takes at most 65,535 parameters. */
const batch = 1000

async function inBatches<Row>(rows: Row[], write: (part: Row[]) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < rows.length; start += batch) await write(rows.slice(start, start + batch))
}

/** Whether this state of some data files is already in the database; records it if not. */
export async function isLoaded(tx: Tx, name: string, content: unknown): Promise<boolean> {
  const fingerprint = createHash('sha256').update(JSON.stringify(content)).digest('hex')
  const [known] = await tx.select().from(loadedSeeds).where(eq(loadedSeeds.name, name))
  if (known?.fingerprint === fingerprint) return true
  await tx
    .insert(loadedSeeds)
    .values({ name, fingerprint })
    .onConflictDoUpdate({ target: loadedSeeds.name, set: { fingerprint } })
  return false
}

/** A row of the data files or of the database, by its name in the data files and by its name, which must be unique. */
interface Named {
  seedKey: string | null
  place: string
}

/**
 * Leaves out the data files' rows whose name another entry has: staff gave it that name, or had added the entry before
 * the release did. An added entry counts as the release's from now on (`adopt`).
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

/** The genus by its name in the data files; for a merged one, the genus that replaced it. */
async function genusFinder(tx: Tx): Promise<(name: string) => number> {
  const rows = await tx.select().from(genera)
  const bySeedKey = new Map(rows.map(row => [row.seedKey, row]))
  const byName = new Map(rows.map(row => [normalizeName(row.name), row]))
  return name => {
    const genus = bySeedKey.get(name) ?? byName.get(normalizeName(name))
    return genus?.mergedIntoId ?? genus?.id ?? 0
  }
}

/** Rows keep their ids when the release renames or removes their plant. */
async function putRenamings(tx: Tx, { renamings }: Directory): Promise<void> {
  await tx.execute(sql`
    update ${plants} set
      seed_key = coalesce(renaming."to", renaming."from"),
      is_hidden = ${plants.isHidden} or (renaming."to" is null and ${plants.editedAt} is null)
    from jsonb_to_recordset(${JSON.stringify(renamings)}::jsonb) renaming ("from" text, "to" text)
    where ${plants.seedKey} = renaming."from"
      and not exists (select from ${plants} present where present.seed_key = renaming."to")`)
}

type PlantName = Pick<typeof plants.$inferSelect, 'id' | 'seedKey' | 'genusId' | 'name' | 'latinName' | 'synonyms'>

const listNames = (tx: Tx): Promise<PlantName[]> =>
  tx
    .select({
      id: plants.id,
      seedKey: plants.seedKey,
      genusId: plants.genusId,
      name: plants.name,
      latinName: plants.latinName,
      synonyms: plants.synonyms,
    })
    .from(plants)

const isUnedited = sql`${plants.editedAt} is null`
/** Columns edited by moderators stay as they are … */
const unlessEdited = (column: string) =>
  sql`case when ${isUnedited} then ${sql.raw(`excluded.${column} else plants.${column}`)} end`
/** … except empty ones, which are filled. */
const unlessSaid = (column: string) =>
  sql`case when ${isUnedited} then ${sql.raw(`excluded.${column} else coalesce(plants.${column}, excluded.${column})`)} end`
const unlessWritten = (column: string) =>
  sql`case when ${isUnedited} or plants.${sql.raw(column)} = '' then ${sql.raw(`excluded.${column} else plants.${column}`)} end`

async function putDirectory(tx: Tx, directory: Directory): Promise<void> {
  await putGenera(tx, directory)
  await putRenamings(tx, directory)
  const genusOf = await genusFinder(tx)
  const before = await listNames(tx)
  const present = before.map(({ id, seedKey, genusId, name }) => ({
    id,
    seedKey,
    place: `${genusId}/${normalizeName(name)}`,
  }))
  const slugOf = await slugFinder(tx, before)
  const categoryIds = await listCategoryIds(tx)
  const rows = directory.plants.map(plant => ({
    seedKey: plant.latinName,
    place: `${genusOf(plant.genus)}/${normalizeName(plant.name)}`,
    row: {
      seedKey: plant.latinName,
      slug: slugOf(plant),
      genusId: genusOf(plant.genus),
      categoryId: categoryIds.get(plant.categories[0] ?? '') ?? null,
      name: plant.name,
      latinName: plant.latinName,
      synonyms: plant.synonyms,
      tradeNames: plant.tradeNames,
      landscapeUse: plant.use,
      facts: plant.facts,
      floweringFrom: plant.flowering?.from ?? null,
      floweringTo: plant.flowering?.to ?? null,
      floweringColour: plant.flowering?.colour ?? null,
      soil: plant.soil,
      moisture: plant.moisture,
      isEvergreen: plant.isEvergreen,
      sources: plant.sources,
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
          slug: unlessEdited('slug'),
          categoryId: unlessSaid('category_id'),
          name: unlessEdited('name'),
          latinName: unlessEdited('latin_name'),
          synonyms: unlessEdited('synonyms'),
          landscapeUse: unlessEdited('landscape_use'),
          facts: unlessEdited('facts'),
          tradeNames: unlessWritten('trade_names'),
          floweringFrom: unlessSaid('flowering_from'),
          floweringTo: unlessSaid('flowering_to'),
          floweringColour: unlessSaid('flowering_colour'),
          soil: unlessSaid('soil'),
          moisture: unlessSaid('moisture'),
          isEvergreen: sql`excluded.is_evergreen`,
          sources: unlessWritten('sources'),
        },
      }),
  )
  await tx.execute(
    sql`insert into ${plantSlugs} (slug, plant_id) select slug, id from ${plants} on conflict do nothing`,
  )
  await putPairs(tx, directory, categoryIds)
  await renameProducts(tx, before)
}

/** The slug of a plant of the data files, made from the Latin name; numbered if another plant has or had it. */
async function slugFinder(tx: Tx, present: PlantName[]): Promise<(plant: PlantEntry) => string> {
  const owners = new Map((await tx.select().from(plantSlugs)).map(row => [row.slug, row.plantId]))
  const idOf = new Map(present.map(row => [row.seedKey, row.id]))
  return ({ latinName }) =>
    freePlantSlug(latinName, slug => owners.has(slug) && owners.get(slug) !== idOf.get(latinName))
}

/** Renames the products of plants that this release renames. */
async function renameProducts(tx: Tx, before: PlantName[]): Promise<void> {
  const known = new Map(before.map(row => [row.id, row]))
  const renamed = (await listNames(tx)).filter(row => {
    const was = known.get(row.id)
    return was && (was.name !== row.name || was.latinName !== row.latinName || was.synonyms !== row.synonyms)
  })
  if (renamed.length === 0) return
  const plantIds = renamed.map(row => row.id)
  await lockCompaniesOf(tx, plantIds)
  await syncWithPlants(tx, { plantIds })
}

async function listCategoryIds(tx: Tx): Promise<Map<string, number>> {
  const rows = await tx.select({ id: categories.id, slug: categories.slug }).from(categories)
  return new Map(rows.map(row => [row.slug, row.id]))
}

/** The categories of plants, except for plants edited by staff. */
async function putPairs(tx: Tx, directory: Directory, categoryIds: Map<string, number>): Promise<void> {
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

/** After the lookups: a merged region is replaced by its successor. */
async function putGazetteer(tx: Tx, entries: PlaceEntry[]): Promise<void> {
  const regions = await tx.select().from(lookups).where(eq(lookups.kind, 'region'))
  const idOf = new Map(regions.map(({ seedKey, id, mergedIntoId }) => [seedKey, mergedIntoId ?? id]))
  const rows = entries.flatMap(({ region, ...place }) => {
    const regionId = idOf.get(region)
    return regionId === undefined ? [] : [{ ...place, regionId }]
  })
  await inBatches(rows, part => putPlaces(tx, part))
}

/**
 * Updates lookups, places, categories and the botanical directory to the state of the data files: adds new entries,
 * updates those that staff have not edited, removes nothing. Costs one query when nothing has changed.
 */
export async function loadReference(db: Db): Promise<void> {
  const directory = readDirectory()
  const gazetteer = readPlaces()
  await db.transaction(async tx => {
    await lockStartup(tx)
    if (await isLoaded(tx, 'reference', { lookupSeeds, categorySeeds, directory, gazetteer })) return
    await lockReference(tx)
    await putAllLookups(tx)
    await putGazetteer(tx, gazetteer)
    await putCategories(tx)
    await putDirectory(tx, directory)
  })
}
