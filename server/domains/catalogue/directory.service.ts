import type { Plant } from '#contract/catalogue.ts'
import { readAllLookups } from '#server/domains/lookups/lookups.service.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { putMedia } from '#server/platform/media.queries.ts'
import type { MediaStore } from '#server/platform/media.ts'
import { type DirectoryEntry, findEntry, findFirstOfGenus, listGenusNames, listNames } from './directory.queries.ts'
import { storeDrawing } from './drawn-picture.ts'
import { fromMillimetres } from './heights.ts'
import { plantAttributes } from './plant-attributes.ts'

/** Names that differ only in case, spaces, the kind of quotes or ё are one name. */
export function sameName(name: string): string {
  return name
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/["'`´«»‘’‚‛“”„‟‹›′″]/g, "'")
    .replace(/\s+/g, ' ')
    .trim()
}

/** The directory's entry with this genus and species under the category; a listing with one is published at once. */
export async function matchPlant(
  db: Db | Tx,
  categoryId: number,
  genus: string,
  species: string,
): Promise<DirectoryEntry | undefined> {
  const [wantedGenus, wantedSpecies] = [sameName(genus), sameName(species)]
  const names = await listNames(db, categoryId)
  const found = names.find(row => sameName(row.genus) === wantedGenus && sameName(row.species) === wantedSpecies)
  return found && findEntry(db, found.id)
}

/** What a plant that the directory does not have is likely to look like: one of its genus, if that is there. */
export async function findKin(db: Db | Tx, genus: string): Promise<DirectoryEntry | undefined> {
  const wanted = sameName(genus)
  const found = (await listGenusNames(db)).find(row => sameName(row.name) === wanted)
  return found && findFirstOfGenus(db, found.id)
}

/** What the directory knows of a plant, in the words of a listing's form, or `null`. */
export async function getPlant(
  { db, media }: { db: Db; media: MediaStore },
  query: { category: number; genus: string; species: string },
): Promise<Plant | null> {
  const entry = await matchPlant(db, query.category, query.genus, query.species)
  if (!entry) return null
  const { facts, latinName } = entry
  const [lists, pictureKey] = await Promise.all([
    readAllLookups(db),
    storeDrawing(media, { facts, latinName, seed: latinName }, 'whole'),
  ])
  await db.transaction(tx => putMedia(tx, [pictureKey]))
  const attributes = plantAttributes(entry, (kind, seedKey) => lists.byKey(kind, seedKey)?.id ?? null)
  return {
    id: entry.id,
    genus: entry.genus,
    species: entry.species,
    latin_name: latinName,
    synonyms: entry.synonyms,
    winter_hardiness: lists.byId(attributes.zoneId),
    growth_pattern: lists.byId(attributes.growthPatternId),
    crown_shape: lists.byId(attributes.crownShapeId),
    annual_growth: attributes.annualGrowth,
    light_requirements: attributes.lightRequirements,
    foliage_or_needles_color: attributes.foliageColour,
    landscape_use: attributes.landscapeUse,
    height_at_maturity: fromMillimetres(attributes.matureHeightMm, 'M'),
    ...media.urls(pictureKey),
  }
}
