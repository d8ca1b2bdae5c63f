import type { PlantRef } from '#contract/plants.ts'
import { buildNameIndex, type NameIndex } from './name-index.ts'

/** A plant of the directory with all its names. */
export interface NamedPlant {
  id: number
  slug: string
  genus: { id: number; name: string; latinName: string }
  name: string
  latinName: string
  synonyms: string
  tradeNames: string
  /** Of the catalogue's category. */
  categorySlug: string | null
  /** How high it grows in its life, centimetres; `null`: the directory does not know. */
  grownHeight: number | null
}

/** The directory's names as the matching engine needs them, and the plants by the ids in its answers. */
export interface NamedPlants {
  index: NameIndex
  byId: Map<number, NamedPlant>
  all: NamedPlant[]
}

/** The directory's plants with the index of their names: for a process that nobody waits for meanwhile. */
export const indexPlants = (all: NamedPlant[]): NamedPlants => ({
  index: buildNameIndex(all),
  byId: new Map(all.map(plant => [plant.id, plant])),
  all,
})

export const refOf = ({ id, slug, genus, name, latinName }: NamedPlant): PlantRef => ({
  id,
  slug,
  name: `${genus.name} ${name}`,
  latin_name: latinName,
})
