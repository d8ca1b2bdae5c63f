import type { Plant } from '#contract/plants.ts'
import { readAllLookups } from '#server/domains/reference/lookups.service.ts'
import { normalizeName } from '#server/domains/reference/normalize-name.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { fromMillimetres } from './heights.ts'
import { plantAttributes } from './plant-attributes.ts'
import { plantDrawingPath } from './plant-drawing.routes.ts'
import { type DirectoryEntry, findFirstOf, listGenusNames, type Namesake, selectNamesakes } from './plants.queries.ts'

/** The genera that this name means, with those that were merged into them: what the plants' rows refer to. */
async function generaNamed(db: Db | Tx, genus: string): Promise<number[]> {
  const wanted = normalizeName(genus)
  const rows = await listGenusNames(db)
  const meant = new Set(rows.filter(row => normalizeName(row.name) === wanted).map(row => row.meansId))
  return rows.filter(row => meant.has(row.meansId)).map(row => row.id)
}

/** Of what the directory offers by similar names (selectNamesakes) the entry that has this one. */
export function matchAmong(namesakes: Namesake[], genus: string, species: string): DirectoryEntry | undefined {
  const [wantedGenus, wantedSpecies] = [normalizeName(genus), normalizeName(species)]
  return namesakes.find(
    ({ askedGenus, askedSpecies }) =>
      normalizeName(askedGenus) === wantedGenus && normalizeName(askedSpecies) === wantedSpecies,
  )
}

/**
 * The entry that the directory offers with this genus and species under the category; a product with one is published at
 * once. The name of an entry that was merged means the one that took its place.
 */
export async function matchPlant(
  db: Db | Tx,
  categoryId: number,
  genus: string,
  species: string,
): Promise<DirectoryEntry | undefined> {
  return matchAmong(await selectNamesakes(db, categoryId, genus, species), genus, species)
}

/** What a plant that the directory does not have is likely to look like: one of its genus, if that is there. */
export async function findGenusSample(db: Db | Tx, genus: string): Promise<DirectoryEntry | undefined> {
  const genusIds = await generaNamed(db, genus)
  return genusIds.length === 0 ? undefined : findFirstOf(db, genusIds)
}

/** What the directory knows of a plant, in the words of a product's form, or `null`. */
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
