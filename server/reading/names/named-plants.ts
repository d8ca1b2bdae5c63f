import type { PlantRef } from '#contract/plants.ts'
import { buildNameIndex, buildNameIndexInTurns, type NameIndex } from './name-index.ts'

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
  byGenus: Map<number, NamedPlant[]>
  all: NamedPlant[]
}

const withIndex = (all: NamedPlant[], index: NameIndex): NamedPlants => ({
  index,
  byId: new Map(all.map(plant => [plant.id, plant])),
  byGenus: Map.groupBy(all, ({ genus }) => genus.id),
  all,
})

/** The directory's plants with the index of their names: for a process that nobody waits for meanwhile. */
export const indexPlants = (all: NamedPlant[]): NamedPlants => withIndex(all, buildNameIndex(all))

/** The same, for a process that answers others meanwhile. */
export const indexPlantsInTurns = async (all: NamedPlant[]): Promise<NamedPlants> =>
  withIndex(all, await buildNameIndexInTurns(all))

/** The slugs of the categories that plants of a genus belong to; `null` among them: some have none. */
export const categoriesOfGenus = ({ byGenus }: NamedPlants, genus: number | null): ReadonlySet<string | null> =>
  new Set(genus === null ? [] : byGenus.get(genus)?.map(({ categorySlug }) => categorySlug))

/** The category of all plants of a genus; `null` if they have several, or none. */
export function categoryOfGenus(plants: NamedPlants, genus: number | null): string | null {
  const categories = categoriesOfGenus(plants, genus)
  const [only = null] = categories
  return categories.size === 1 ? only : null
}

export const refOf = ({ id, slug, genus, name, latinName }: NamedPlant): PlantRef => ({
  id,
  slug,
  name: `${genus.name} ${name}`,
  latin_name: latinName,
})
