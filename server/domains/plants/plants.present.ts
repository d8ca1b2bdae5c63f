import type { PlantRef } from '#contract/plants.ts'

export interface PlantRefRow {
  id: number | null
  slug: string | null
  genus: string | null
  species: string | null
  latinName: string | null
}

/** `null` if an outer join found no plant. */
export function presentPlantRef(row: PlantRefRow | null): PlantRef | null {
  if (row?.id == null) return null
  return { id: row.id, slug: row.slug ?? '', name: `${row.genus} ${row.species}`, latin_name: row.latinName ?? '' }
}
