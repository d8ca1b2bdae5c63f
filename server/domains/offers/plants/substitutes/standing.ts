import type { MoistureNeed, PlantFacts, SoilNeed } from '#server/drawings/plant-facts.ts'

/** What is asked of a plant that stands in for another. */
export interface Standing {
  id: number
  genusId: number
  /** The Russian genus: a cherry and a plum are of one Latin genus. */
  genus: string
  name: string
  latinName: string
  categorySlug: string | null
  facts: PlantFacts
  isEvergreen: boolean
  floweringFrom: number | null
  floweringTo: number | null
  soil: SoilNeed | null
  moisture: MoistureNeed | null
  landscapeUse: string
}

/** The species: the Latin name without the cultivar. */
export const speciesOf = ({ latinName }: Standing): string => latinName.split(" '", 1)[0] ?? latinName

/** What it is used for in a garden, in the directory's words. */
export const usesOf = ({ landscapeUse }: Standing): string[] =>
  landscapeUse
    .split(',')
    .map(use => use.trim())
    .filter(Boolean)
