import type { LookupKind } from '#server/domains/reference/reference.api.ts'
import type { PlantFacts } from '#server/drawings/plant-facts.ts'
import { toMillimetres } from './heights.ts'
import { foliageNames, lightNames } from './plant-words.ts'

/** The directory's facts about a plant as columns of a product. */
export function plantAttributes(
  { facts, landscapeUse }: { facts: PlantFacts; landscapeUse: string },
  lookupId: (kind: LookupKind, seedKey: string | null) => number | null,
) {
  return {
    zoneId: lookupId('winter_hardiness', facts.zone === null ? null : String(facts.zone)),
    zone: facts.zone,
    growthPatternId: lookupId('growth_pattern', facts.growth),
    crownShapeId: lookupId('crown_shape', facts.crown),
    annualGrowth: facts.annualGrowth === null ? '' : `до ${facts.annualGrowth} см в год`,
    landscapeUse,
    lightRequirements: facts.light === null ? '' : lightNames[facts.light],
    foliageColour: facts.foliage === null ? '' : foliageNames[facts.foliage],
    matureHeightMm: toMillimetres(facts.height, 'M'),
  }
}
