import type { Plant } from '#contract/plants.ts'
import { readAllLookups } from '#server/domains/reference/lookups.service.ts'
import { normalizeName } from '#server/domains/reference/normalize-name.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { fromMillimetres } from './heights.ts'
import { plantAttributes } from './plant-attributes.ts'
import { plantDrawingPath } from './plant-drawing.routes.ts'
import { type DirectoryEntry, findFirstOf, listGenusNames, type Namesake, selectNamesakes } from './plants.queries.ts'

/** The genera with this name, including those merged into them: the ids to which plants' rows refer. */
async function generaNamed(db: Db | Tx, genus: string): Promise<number[]> {
  const wanted = normalizeName(genus)
  const rows = await listGenusNames(db)
  const meant = new Set(rows.filter(row => normalizeName(row.name) === wanted).map(row => row.meansId))
  return rows.filter(row => meant.has(row.meansId)).map(row => row.id)
}

/** The entry with this name among those with similar names (selectNamesakes). */
export function matchAmong(namesakes: Namesake[], genus: string, species: string): DirectoryEntry | undefined {
  const [wantedGenus, wantedSpecies] = [normalizeName(genus), normalizeName(species)]
  return namesakes.find(
    ({ askedGenus, askedSpecies }) =>
      normalizeName(askedGenus) === wantedGenus && normalizeName(askedSpecies) === wantedSpecies,
  )
}

/**
 * The directory's entry for this genus and species in the category; a product with an entry is published at once. The
 * name of a merged entry means the one that replaced it.
 */
export async function matchPlant(
  db: Db | Tx,
  categoryId: number,
  genus: string,
  species: string,
): Promise<DirectoryEntry | undefined> {
  return matchAmong(await selectNamesakes(db, categoryId, genus, species), genus, species)
}

/** A sample for the likely look of a plant missing from the directory: one of its genus, if there is any. */
export async function findGenusSample(db: Db | Tx, genus: string): Promise<DirectoryEntry | undefined> {
  const genusIds = await generaNamed(db, genus)
  return genusIds.length === 0 ? undefined : findFirstOf(db, genusIds)
}

/** The directory's facts about a plant, in the terms of the product form, or `null`. */
export async function getPlant(
  { db, publicUrl }: { db: Db; publicUrl: string },
  query: { category: number; genus: string; species: string },
): Promise<Plant | null> {
  const entry = await matchPlant(db, query.category, query.genus, query.species)
  if (!entry) return null
  const lists = await readAllLookups(db)
  const drawing = publicUrl + plantDrawingPath(entry.id)
  const attributes = plantAttributes(entry, (kind, seedKey) => lists.byKey(kind, seedKey)?.id ?? null)
  return {
    id: entry.id,
    genus: entry.genus,
    species: entry.species,
    latin_name: entry.latinName,
    synonyms: entry.synonyms,
    winter_hardiness: lists.byId(attributes.zoneId),
    growth_pattern: lists.byId(attributes.growthPatternId),
    crown_shape: lists.byId(attributes.crownShapeId),
    annual_growth: attributes.annualGrowth,
    light_requirements: attributes.lightRequirements,
    foliage_or_needles_color: attributes.foliageColour,
    landscape_use: attributes.landscapeUse,
    height_at_maturity: fromMillimetres(attributes.matureHeightMm, 'M'),
    get_image: drawing,
    get_thumbnail: drawing,
  }
}
