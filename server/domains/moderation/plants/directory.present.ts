import type { StaffGenus, StaffPlant } from '#contract/moderation/plants.ts'
import type { Db } from '#server/platform/database/database.ts'
import { listCategoriesOf, type StaffGenusRow, type StaffPlantRow } from './directory.queries.ts'

export function presentGenus({ genus, mergedInto, plantsCount, productsCount }: StaffGenusRow): StaffGenus {
  return {
    id: genus.id,
    name: genus.name,
    latin_name: genus.latinName,
    family: genus.family,
    is_hidden: genus.isHidden,
    merged_into: mergedInto,
    species_count: plantsCount,
    listings_count: productsCount,
  }
}

export async function presentPlant(db: Db, rows: StaffPlantRow[]): Promise<StaffPlant[]> {
  const pairs = await listCategoriesOf(
    db,
    rows.map(row => row.species.id),
  )
  const categoriesOf = Map.groupBy(pairs, pair => pair.plantId)
  return rows.map(({ species, genus, mergedInto, productsCount }) => ({
    id: species.id,
    name: species.name,
    latin_name: species.latinName,
    synonyms: species.synonyms,
    is_hidden: species.isHidden,
    merged_into: mergedInto.id === null ? null : { id: mergedInto.id, name: `${mergedInto.genus} ${mergedInto.name}` },
    genus,
    categories: (categoriesOf.get(species.id) ?? []).map(({ category }) => category),
    listings_count: productsCount,
  }))
}
