import type { LookupKind } from '#server/domains/reference/reference.api.ts'
import type { PlantFacts } from '#server/illustration/plant-facts.ts'
import { toMillimetres } from './heights.ts'
import { foliageNames, lightNames } from './plant-words.ts'

/** What the directory says of a plant, in the columns in which a product says it. */
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
