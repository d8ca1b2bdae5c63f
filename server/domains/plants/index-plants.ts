import type { PlantRef } from '#contract/plants.ts'
import { buildNameIndex } from './matching/name-index.ts'
import type { NamedPlants } from './named-plants.ts'
import type { NamedPlant } from './plants.queries.ts'

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
