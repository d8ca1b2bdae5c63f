import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { categories, genera, plantCategories, plantSlugs, plants } from '#server/domains/plants/plants.tables.ts'
import { products } from '#server/domains/products/products.tables.ts'
import { lookups } from '#server/domains/reference/lookups.tables.ts'
import type { Database, Db } from '#server/platform/database/database.ts'
import { loadedSeeds } from '#server/platform/http/cache/content-changes.tables.ts'
import { contentChanges } from '#server/platform/http/cache/content-changes.ts'
import { testDatabase } from '#server/test/app.ts'
import { makeProduct } from '#server/test/factories.ts'
import '#server/events.ts'
import { readDirectory } from './botany/read-directory.ts'
import { categorySeeds } from './categories.ts'
import { loadReference } from './load-reference.ts'
import { lookupSeeds } from './lookups.ts'

let database: Database
let db: Db

beforeAll(async () => {
  database = await testDatabase()
  db = database.db
})
afterAll(() => database.close())

/** Everything that the loader writes, ids included. */
async function everything() {
  return {
    lookups: await db.select().from(lookups).orderBy(lookups.id),
    categories: await db.select().from(categories).orderBy(categories.id),
    genera: await db.select().from(genera).orderBy(genera.id),
    species: await db.select().from(plants).orderBy(plants.id),
    pairs: await db.select().from(plantCategories).orderBy(plantCategories.plantId, plantCategories.categoryId),
  }
}

/** Marks the content of the database as loaded by an earlier release. */
const newRelease = () => db.update(loadedSeeds).set({ fingerprint: 'of an earlier release' })

describe('the reference data', () => {
  it('includes all of the data files', async () => {
    const all = await everything()
    const directory = readDirectory()
    expect(all.lookups).toHaveLength(Object.values(lookupSeeds).flat().length)
    expect(all.categories.map(row => row.slug)).toEqual(categorySeeds.map(row => row.slug))
    expect(all.genera).toHaveLength(directory.genera.length)
    expect(all.species).toHaveLength(directory.plants.length)
    expect(all.pairs).toHaveLength(directory.plants.flatMap(plant => plant.categories).length)
    const byKey = new Map(all.species.map(row => [row.seedKey, row]))
    for (const plant of directory.plants) {
      expect(byKey.get(plant.latinName)).toMatchObject({
        name: plant.name,
        facts: plant.facts,
        synonyms: plant.synonyms,
        tradeNames: plant.tradeNames,
        slug: plant.slug,
        categoryId: all.categories.find(row => row.slug === plant.categories[0])?.id,
        floweringFrom: plant.flowering?.from ?? null,
        floweringTo: plant.flowering?.to ?? null,
        floweringColour: plant.flowering?.colour ?? null,
        soil: plant.soil,
        moisture: plant.moisture,
        zone: plant.facts.zone,
        light: plant.facts.light,
        autumnColour: plant.facts.autumn,
        isEvergreen: plant.isEvergreen,
      })
    }
    expect(await db.select().from(plantSlugs)).toHaveLength(directory.plants.length)
  })

  it('has the 83 subjects with unique ISO 3166-2:RU codes', () => {
    const { region } = lookupSeeds
    expect(region).toHaveLength(83)
    expect(new Set(region.map(one => one.name)).size).toBe(83)
    for (const { key, name } of region) {
      expect(key).toMatch(/^[A-Z]{2,3}$/)
      expect(name).toMatch(/^[А-ЯЁ][а-яё]/)
    }
    const names = Object.fromEntries(region.map(({ key, name }) => [key, name]))
    expect(names).toMatchObject({
      MOW: 'Москва',
      SPE: 'Санкт-Петербург',
      ALT: 'Алтайский край',
      AL: 'Республика Алтай',
      YEV: 'Еврейская автономная область',
    })
  })

  it('has nine adjoining zones with their temperatures', () => {
    const zones = lookupSeeds.winter_hardiness
    expect(zones.map(zone => zone.key)).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9'])
    const limits = zones.map(zone => {
      const numbers =
        zone.description?.match(/−\d+,\d/g)?.map(text => Number(text.replace('−', '-').replace(',', '.'))) ?? []
      const [from = 0, to = 0, half = 0, end = 0] = numbers
      expect(numbers).toHaveLength(4)
      expect(end).toBe(to)
      // A zone is 10 °F wide, its halves 5; the figures are rounded.
      expect(to - from).toBeCloseTo(50 / 9, 0)
      expect(half - from).toBeCloseTo(25 / 9, 0)
      expect(zone.description).toContain('°C')
      return { from, to }
    })
    // −60 °F and +20 °F.
    expect(limits[0]?.from).toBe(-51.1)
    expect(limits[7]?.to).toBe(-6.7)
    for (const [index, { from }] of limits.entries()) if (index > 0) expect(from).toBe(limits[index - 1]?.to)
  })

  it('has an entry for every term of the directory', async () => {
    const { plants } = readDirectory()
    const keys = (kind: keyof typeof lookupSeeds) => new Set(lookupSeeds[kind].map(seed => seed.key))
    for (const { facts } of plants) {
      if (facts.zone !== null) expect(keys('winter_hardiness')).toContain(String(facts.zone))
      if (facts.growth !== null) expect(keys('growth_pattern')).toContain(facts.growth)
      if (facts.crown !== null) expect(keys('crown_shape')).toContain(facts.crown)
    }
  })
})

describe('loading again', () => {
  it('changes nothing, and no content version', async () => {
    const before = await everything()
    const changes = contentChanges(db)
    const state = await changes.current()
    await loadReference(database.jobs)
    expect(await changes.current()).toBe(state)
    expect(await everything()).toEqual(before)
  })

  it('changes nothing when the release has changed but not these entries', async () => {
    const before = await everything()
    await newRelease()
    await loadReference(database.jobs)
    expect(await everything()).toEqual(before)
    const [loaded] = await db.select().from(loadedSeeds).where(eq(loadedSeeds.name, 'reference'))
    expect(loaded?.fingerprint).toMatch(/^[0-9a-f]{64}$/)
  })

  it('in several processes at once writes everything once', async () => {
    const before = await everything()
    await newRelease()
    await Promise.all([loadReference(database.jobs), loadReference(database.jobs), loadReference(database.jobs)])
    expect(await everything()).toEqual(before)
  })
})

describe('a release that renames or removes a plant', () => {
  const thuja = "Thuja occidentalis 'Bobozam'"
  const find = async (seedKey: string) => (await db.select().from(plants).where(eq(plants.seedKey, seedKey)))[0]

  it('keeps the row, the old address and the products of the plant', async () => {
    const before = await everything()
    const plant = await find(thuja)
    // As in an earlier release.
    const old = {
      seedKey: "Thuja occidentalis 'Mr Bowling Ball'",
      latinName: "Thuja occidentalis 'Mr Bowling Ball'",
      synonyms: '',
      tradeNames: '',
      slug: 'thuja-occidentalis-mr-bowling-ball',
    }
    const plantId = plant?.id ?? 0
    await db.update(plants).set(old).where(eq(plants.id, plantId))
    await db.delete(plantSlugs).where(eq(plantSlugs.plantId, plantId))
    await db.insert(plantSlugs).values({ slug: old.slug, plantId })
    const { id } = await makeProduct(db, { plantId, species: plant?.name ?? '', latinName: old.latinName })
    const other = await makeProduct(db, { latinName: 'Picea' })
    await newRelease()
    await loadReference(database.jobs)
    expect(await everything()).toEqual(before)
    const [product] = await db.select().from(products).where(eq(products.id, id))
    expect(product).toMatchObject({ plantId, latinName: thuja, synonyms: plant?.synonyms, species: plant?.name })
    expect(await db.select().from(products).where(eq(products.id, other.id))).toEqual([other])
    const slugs = await db.select().from(plantSlugs).where(eq(plantSlugs.plantId, plantId))
    expect(slugs.map(row => row.slug).sort()).toEqual(['thuja-occidentalis-bobozam', old.slug])
    await db.delete(plantSlugs).where(eq(plantSlugs.slug, old.slug))
  })

  it('hides a removed plant, unless a moderator has edited it', async () => {
    const [genus] = await db.select().from(genera).where(eq(genera.seedKey, 'Пихта'))
    const gone = "Abies koreana 'Cyndi'"
    const [row] = await db
      .insert(plants)
      .values({
        genusId: genus?.id ?? 0,
        name: "корейская 'Cyndi'",
        latinName: gone,
        slug: 'abies-koreana-cyndi',
        seedKey: gone,
        facts: sql`'{}'::jsonb`,
      })
      .returning()
    await newRelease()
    await loadReference(database.jobs)
    expect(await find(gone)).toMatchObject({ id: row?.id, isHidden: true })
    await db.update(plants).set({ isHidden: false, editedAt: new Date() }).where(eq(plants.seedKey, gone))
    await newRelease()
    await loadReference(database.jobs)
    expect(await find(gone)).toMatchObject({ isHidden: false })
    await db.delete(plants).where(eq(plants.seedKey, gone))
  })

  it('numbers the slug when another plant has it', async () => {
    const [genus] = await db.select().from(genera).where(eq(genera.seedKey, 'Пихта'))
    const before = await find('Abies sibirica')
    await db.delete(plants).where(eq(plants.seedKey, 'Abies sibirica'))
    const [own] = await db
      .insert(plants)
      .values({
        genusId: genus?.id ?? 0,
        name: 'из питомника',
        latinName: 'Abies sibirica',
        slug: 'abies-sibirica',
        facts: sql`'{}'::jsonb`,
        editedAt: new Date(),
      })
      .returning()
    await db.insert(plantSlugs).values({ slug: 'abies-sibirica', plantId: own?.id ?? 0 })
    await newRelease()
    await loadReference(database.jobs)
    expect(await find('Abies sibirica')).toMatchObject({ name: before?.name, slug: 'abies-sibirica-2' })
    await db.delete(plants).where(eq(plants.id, own?.id ?? 0))
  })
})

describe('a plant edited by a moderator', () => {
  it('keeps what was edited, and gets facts that are still missing', async () => {
    const seedKey = 'Syringa josikaea'
    const [before] = await db.select().from(plants).where(eq(plants.seedKey, seedKey))
    const said = {
      latinName: 'Syringa nostra',
      slug: 'syringa-nostra',
      synonyms: 'наше',
      moisture: 'dry' as const,
      editedAt: new Date('2026-06-01T00:00:00Z'),
    }
    const unsaid = { floweringFrom: null, floweringTo: null, floweringColour: null, soil: null, categoryId: null }
    await db
      .update(plants)
      .set({ ...said, ...unsaid })
      .where(eq(plants.seedKey, seedKey))
    await newRelease()
    await loadReference(database.jobs)
    const [after] = await db.select().from(plants).where(eq(plants.seedKey, seedKey))
    expect(after).toEqual({ ...before, ...said })
    expect(after).toMatchObject({ floweringFrom: 6, floweringTo: 6, floweringColour: 'violet', soil: 'fertile' })
    const { latinName, slug, synonyms, moisture, editedAt } = before ?? {}
    await db.update(plants).set({ latinName, slug, synonyms, moisture, editedAt }).where(eq(plants.seedKey, seedKey))
    await db.delete(plantSlugs).where(eq(plantSlugs.slug, said.slug))
  })
})

describe('a new release', () => {
  const zone4 = and(eq(lookups.kind, 'winter_hardiness'), eq(lookups.seedKey, '4'))
  const zone5 = and(eq(lookups.kind, 'winter_hardiness'), eq(lookups.seedKey, '5'))
  const edited = new Date('2026-06-01T00:00:00Z')

  it('updates what staff have not edited and keeps their edits and all ids', async () => {
    const before = await everything()
    // Entries as in an earlier release …
    await db.update(lookups).set({ name: 'Четвёртая', description: 'старое', position: 77 }).where(zone4)
    await db.update(categories).set({ name: 'Шиповники', position: 77 }).where(eq(categories.slug, 'rozy'))
    await db.update(genera).set({ name: 'Ёлка', family: 'Нет' }).where(eq(genera.seedKey, 'Ель'))
    await db
      .update(plants)
      .set({ name: 'восточная', synonyms: 'старое', landscapeUse: '', facts: sql`'{}'::jsonb` })
      .where(eq(plants.seedKey, "Thuja occidentalis 'Smaragd'"))
    // … and entries edited by staff.
    await db
      .update(lookups)
      .set({ name: 'Пятая', description: 'Наша зона', position: 78, editedAt: edited })
      .where(zone5)
    await db
      .update(categories)
      .set({ name: 'Травы', position: 78, editedAt: edited })
      .where(eq(categories.slug, 'zlaki'))
    await db.update(genera).set({ name: 'Сосёнка', editedAt: edited }).where(eq(genera.seedKey, 'Сосна'))
    await db.update(plants).set({ synonyms: 'наше', editedAt: edited }).where(eq(plants.seedKey, 'Picea abies'))
    await newRelease()
    await loadReference(database.jobs)

    const after = await everything()
    const restored = <Row extends { id: number }>(rows: Row[], changed: (row: Row) => Partial<Row> | null) =>
      rows.map(row => ({ ...row, ...changed(row) }))
    expect(after.lookups).toEqual(
      restored(before.lookups, row =>
        row.kind === 'winter_hardiness' && row.seedKey === '5'
          ? { name: 'Пятая', description: 'Наша зона', position: 78, editedAt: edited }
          : null,
      ),
    )
    expect(after.categories).toEqual(
      restored(before.categories, row =>
        row.slug === 'zlaki' ? { name: 'Травы', position: 78, editedAt: edited } : null,
      ),
    )
    expect(after.genera).toEqual(
      restored(before.genera, row => (row.seedKey === 'Сосна' ? { name: 'Сосёнка', editedAt: edited } : null)),
    )
    expect(after.species).toEqual(
      restored(before.species, row => (row.seedKey === 'Picea abies' ? { synonyms: 'наше', editedAt: edited } : null)),
    )
    expect(after.pairs).toEqual(before.pairs)
  })

  it('adds what is missing', async () => {
    const [gone] = await db.delete(plants).where(eq(plants.seedKey, 'Picea pungens')).returning()
    expect(gone).toBeDefined()
    const categoryOf = (id: number) => db.select().from(plantCategories).where(eq(plantCategories.plantId, id))
    expect(await categoryOf(gone?.id ?? 0)).toEqual([])
    await newRelease()
    await loadReference(database.jobs)
    const [added] = await db.select().from(plants).where(eq(plants.seedKey, 'Picea pungens'))
    expect(added).toMatchObject({ name: gone?.name, facts: gone?.facts })
    expect((await categoryOf(added?.id ?? 0)).length).toBeGreaterThan(0)
  })

  it('removes neither entries added by staff nor entries missing from the files', async () => {
    const before = await everything()
    const [genus] = await db.insert(genera).values({ name: 'Выдумка', latinName: 'Ficta' }).returning()
    await db.insert(lookups).values([
      { kind: 'region', name: 'Луна', position: 999 },
      { kind: 'region', name: 'Старая губерния', seedKey: 'OLD', position: 998 },
    ])
    await db.insert(categories).values({ name: 'Мхи', slug: 'mhi', position: 99 })
    const [plant] = await db
      .insert(plants)
      .values({
        genusId: genus?.id ?? 0,
        name: 'простая',
        latinName: 'Ficta simplex',
        slug: 'ficta-simplex',
        seedKey: 'Ficta simplex',
        facts: sql`'{}'::jsonb`,
      })
      .returning()
    const [moss] = await db.select().from(categories).where(eq(categories.slug, 'mhi'))
    await db.insert(plantCategories).values({ plantId: plant?.id ?? 0, categoryId: moss?.id ?? 0 })
    await newRelease()
    await loadReference(database.jobs)
    const after = await everything()
    expect(after.lookups).toHaveLength(before.lookups.length + 2)
    expect(after.categories).toHaveLength(before.categories.length + 1)
    expect(after.genera).toHaveLength(before.genera.length + 1)
    expect(after.species).toContainEqual(expect.objectContaining({ latinName: 'Ficta simplex' }))
    expect(after.pairs).toHaveLength(before.pairs.length + 1)
  })

  it('that fails midway changes nothing', async () => {
    const before = await everything()
    await newRelease()
    await db.update(lookups).set({ name: 'Будет восстановлено' }).where(zone4)
    await db.execute(sql`alter table plant_categories add constraint refuse_all check (plant_id < 0) not valid`)
    await db.delete(plantCategories).where(sql`plant_id = (select id from plants where seed_key = 'Picea pungens')`)
    await expect(loadReference(database.jobs)).rejects.toThrow()
    expect((await db.select().from(lookups).where(zone4))[0]?.name).toBe('Будет восстановлено')
    expect((await db.select().from(loadedSeeds).where(eq(loadedSeeds.name, 'reference')))[0]?.fingerprint).toBe(
      'of an earlier release',
    )
    await db.execute(sql`alter table plant_categories drop constraint refuse_all`)
    await loadReference(database.jobs)
    expect(await everything()).toEqual(before)
  })
})
