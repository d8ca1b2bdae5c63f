import type { FlowerColour, LightNeed, MoistureNeed, PlantFacts, SoilNeed } from '#server/drawings/plant-facts.ts'

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

type Place = 'sun' | 'half' | 'shade'
const placesOf: Record<LightNeed, readonly Place[]> = {
  sun: ['sun'],
  'sun-halfshade': ['sun', 'half'],
  halfshade: ['half'],
  'halfshade-shade': ['half', 'shade'],
  any: ['sun', 'half', 'shade'],
}

/**
 * How well a plant grows in the light where the other stood: 1 wherever that did, less where it does not in all such
 * places, 0 not at all. Where the other stood is not known, only where it can.
 */
export function lightFit(lost: LightNeed, other: LightNeed): number {
  const left = placesOf[lost].filter(place => !placesOf[other].includes(place))
  if (left.length === 0) return 1
  // What wants sun does poorly in half shade, what wants shade burns in the sun.
  if (lost === 'sun-halfshade' && other === 'sun') return 0.6
  if (lost === 'halfshade-shade' && other === 'halfshade') return 0.6
  if (lost === 'any' && (other === 'sun-halfshade' || other === 'halfshade-shade')) return 0.5
  return 0
}

/** The soil where the other stood (rows) for a plant (columns): 1 good, less with care, 0 not. */
const soils: Record<SoilNeed, Partial<Record<SoilNeed, number>>> = {
  any: { any: 1, fertile: 0.7, 'well-drained': 0.8, lime: 0.6 },
  fertile: { any: 1, fertile: 1, 'well-drained': 0.7, lime: 0.8 },
  'well-drained': { any: 1, 'well-drained': 1, lime: 0.8, fertile: 0.5 },
  acid: { acid: 1, any: 0.8, fertile: 0.4 },
  lime: { lime: 1, any: 1, 'well-drained': 0.8, fertile: 0.7 },
}
const waters: Record<MoistureNeed, Partial<Record<MoistureNeed, number>>> = {
  dry: { dry: 1, any: 1, medium: 0.5 },
  medium: { medium: 1, any: 1, moist: 0.7, dry: 0.7 },
  moist: { moist: 1, any: 1, medium: 0.7, wet: 0.6 },
  wet: { wet: 1, any: 1, moist: 0.7 },
  water: { water: 1 },
  any: { any: 1, medium: 0.6, moist: 0.6, dry: 0.6 },
}

/** The soil and the moisture where the other stood; unknown ones are taken for an ordinary garden. */
export const soilFit = (lost: Standing, other: Standing): number =>
  soils[lost.soil ?? 'fertile'][other.soil ?? 'fertile'] ?? 0
export const waterFit = (lost: Standing, other: Standing): number =>
  waters[lost.moisture ?? 'medium'][other.moisture ?? 'medium'] ?? 0

const fruit = 'plodovye-i-yagodnye'

/** What a plant is in a planting: these never stand in for each other. */
export function kindOf({ facts: { growth, leaf }, categorySlug, landscapeUse }: Standing): string {
  // Climbing roses are trained, the others are not.
  if (categorySlug === 'rozy') return growth === 'climber' ? 'climbing-rose' : 'rose'
  // Grapes stand among the climbers and are planted for what they bear.
  if (categorySlug === fruit || (growth === 'climber' && landscapeUse.startsWith('плоды'))) return fruit
  if (categorySlug === 'lukovichnye') return 'bulb'
  if (growth === 'climber') return 'climber'
  // The ginkgo is sold among the conifers, and is a tree with leaves.
  const isConifer = categorySlug === 'hvoynye' && leaf !== 'fan'
  if (growth === 'tree' || growth === 'multistem-tree') return isConifer ? 'conifer' : 'tree'
  if (growth?.endsWith('shrub')) return isConifer ? 'conifer' : 'shrub'
  if (growth?.endsWith('grass')) return 'grass'
  if (leaf === 'fern' && categorySlug === 'mnogoletniki') return 'perennial'
  return growth === null ? 'unknown' : 'perennial'
}

const isLow = ({ facts: { growth, crown } }: Standing) =>
  growth === 'creeping-shrub' || growth === 'groundcover-perennial' || crown === 'prostrate'
const isFern = ({ facts: { leaf, flower } }: Standing) => leaf === 'fern' && flower === null
/** Whether its flowers have a colour that is seen from afar. */
const isShowy = ({ facts: { flower } }: Standing) =>
  flower !== null && flower.colour !== 'green' && flower.colour !== 'brown'
/** Whether it hangs; a wide shrub whose shoots arch is said to weep too, and is a shrub like others. */
const weeps = ({ facts: { crown, growth } }: Standing) => crown === 'weeping' && growth !== 'spreading-shrub'
/** Whether its shape is what it is chosen for. */
const isStrict = (plant: Standing) => plant.facts.crown === 'columnar' || plant.facts.crown === 'globe' || weeps(plant)

/** The most of its height that a narrow cone is wide: it does the same as a column. */
const narrow = 0.35
const isNarrowCone = ({ facts: { crown, height, spread } }: Standing) =>
  crown === 'conical' && height !== null && spread !== null && spread <= height * narrow

/** Whether the shape, if it is what the other was chosen for, is kept. */
const keepsShape = (lost: Standing, other: Standing) =>
  !isStrict(lost) || lost.facts.crown === other.facts.crown || (lost.facts.crown === 'columnar' && isNarrowCone(other))

/** The species: the Latin name without the cultivar. */
export const speciesOf = ({ latinName }: Standing): string => latinName.split(" '", 1)[0] ?? latinName

/** Kinds of fruit of several genera that are eaten alike. */
const alikeFruit = [
  ['Слива', 'Алыча'],
  ['Вишня', 'Черешня'],
  ['Ежевика', 'Ежемалина'],
  ['Персик', 'Нектарин'],
  ['Голубика', 'Черника'],
]

/** Whether it bears the same fruit: its own species, or the next of kin. */
export function bearsSame(lost: Standing, other: Standing): boolean {
  const fruit = [lost.facts.fruit?.form, other.facts.fruit?.form]
  if (fruit[0] !== fruit[1]) return false
  if (speciesOf(lost) === speciesOf(other) && lost.genus === other.genus) return true
  // Black and red currants are of one genus, and nobody takes one for the other.
  if (lost.genus === other.genus) return lost.genus !== 'Смородина' && lost.genus !== 'Рябина'
  return alikeFruit.some(kin => kin.includes(lost.genus) && kin.includes(other.genus))
}

const alikeColours: readonly (readonly FlowerColour[])[] = [
  ['white', 'cream', 'green'],
  ['cream', 'yellow'],
  ['yellow', 'orange'],
  ['orange', 'red'],
  ['red', 'crimson'],
  ['crimson', 'pink', 'purple'],
  ['purple', 'violet'],
  ['violet', 'blue'],
]
/** 1 for one colour, one half for neighbours. */
export const colourFit = (one: FlowerColour, other: FlowerColour): number =>
  one === other ? 1 : alikeColours.some(near => near.includes(one) && near.includes(other)) ? 0.5 : 0

const monthsOf = ({ floweringFrom: from, floweringTo: to }: Standing): number[] => {
  if (from === null || to === null) return []
  return Array.from({ length: ((to - from + 12) % 12) + 1 }, (_, at) => ((from + at - 1) % 12) + 1)
}

/** How much of the other's flowering falls into the same months, from 0 to 1; `null` where one is not known to flower. */
export function seasonFit(lost: Standing, other: Standing): number | null {
  const [one, two] = [monthsOf(lost), monthsOf(other)]
  if (one.length === 0 || two.length === 0) return null
  const shared = one.filter(month => two.includes(month)).length
  return shared / Math.max(one.length, two.length)
}

export const leafGroup = (colour: PlantFacts['foliage']): string | null => {
  if (colour === null) return null
  if (['green', 'light-green', 'dark-green', 'grey-green'].includes(colour)) return 'green'
  if (['blue', 'blue-green', 'silver'].includes(colour)) return 'blue'
  if (['purple', 'red', 'bronze'].includes(colour)) return 'purple'
  if (['yellow', 'yellow-green'].includes(colour)) return 'yellow'
  return 'variegated'
}

const usesOf = ({ landscapeUse }: Standing) =>
  landscapeUse
    .split(',')
    .map(use => use.trim())
    .filter(Boolean)

function useFit(lost: Standing, other: Standing): number {
  const [one, two] = [usesOf(lost), usesOf(other)]
  const shared = one.filter(use => two.includes(use)).length
  return shared / Math.max(1, one.length)
}

/** The least and the most of the other's height that still does the same in a planting. */
const heights = { least: 0.6, most: 1.65 }
/** Metres: between plants this low, a difference is not seen. */
const small = 0.12

/** Whether the height is of the same class. Unknown: no. */
export function isAsHigh(lost: Standing, other: Standing): boolean {
  const [one, two] = [lost.facts.height, other.facts.height]
  if (one === null || two === null) return false
  return Math.abs(one - two) <= small || (two >= one * heights.least && two <= one * heights.most)
}

/** Whether it can stand there at all, and does the same there. `zone`: of the place. */
export function isPossible(lost: Standing, other: Standing, zone: number): boolean {
  const kind = kindOf(lost)
  if (kind === 'unknown' || kind !== kindOf(other) || lost.id === other.id) return false
  if (other.facts.zone === null || other.facts.zone > zone) return false
  if (lost.facts.light === null || other.facts.light === null) return false
  if (lightFit(lost.facts.light, other.facts.light) === 0) return false
  if (soilFit(lost, other) === 0 || waterFit(lost, other) === 0) return false
  if (kind === fruit) return bearsSame(lost, other)
  if (!isAsHigh(lost, other)) return false
  if (lost.isEvergreen !== other.isEvergreen && (lost.isEvergreen || kind === 'conifer')) return false
  if (isLow(lost) !== isLow(other)) return false
  // A hedge or a screen is not made of what weeps; what was chosen for its flowers is not replaced by a fern.
  if (kind !== 'perennial' && !keepsShape(lost, other)) return false
  if (weeps(other) && !weeps(lost) && kind !== 'grass') return false
  if (kind === 'perennial' && lost.facts.flower !== null && (other.facts.flower === null || isFern(other))) return false
  if (kind === 'perennial' && isShowy(lost) && !isShowy(other)) return false
  return true
}

/** What a share of likeness counts for, from much to little. */
const weights = { species: 3, genus: 2, height: 3, season: 3, colour: 2, flower: 1, growth: 1.5, crown: 1.5, leaves: 2 }

/** How well it stands in for the other, the more the better; only for what is possible. */
export function likenessOf(lost: Standing, other: Standing): number {
  const [one, two] = [lost.facts, other.facts]
  const height = one.height && two.height ? Math.abs(Math.log(two.height / one.height)) : 1
  const season = seasonFit(lost, other)
  const flower = one.flower && two.flower
  const same = (fact: boolean, weight: number) => (fact ? weight : 0)
  return (
    same(speciesOf(lost) === speciesOf(other), weights.species) +
    same(lost.genusId === other.genusId && lost.genus === other.genus, weights.genus) +
    weights.height * Math.max(0, 1 - height / 0.7) +
    weights.season * (season ?? (one.flower === null && two.flower === null ? 0.5 : 0)) +
    (flower ? weights.colour * colourFit(one.flower?.colour ?? 'green', two.flower?.colour ?? 'green') : 0) +
    same(Boolean(flower) && one.flower?.form === two.flower?.form, weights.flower) +
    same(one.growth === two.growth, weights.growth) +
    same(one.crown === two.crown, weights.crown) +
    // Needles in bundles, scales, short needles: what tells a pine from a thuja.
    same(one.leaf !== null && one.leaf === two.leaf, kindOf(lost) === 'conifer' ? 2.5 : 1) +
    weights.leaves * (leafGroup(one.foliage) === leafGroup(two.foliage) ? 1 : -0.5) +
    same(one.autumn === two.autumn, 1) +
    same(lost.isEvergreen === other.isEvergreen, 1) +
    same(lost.categorySlug === other.categorySlug, 1) +
    2 * useFit(lost, other) +
    2 * lightFit(one.light ?? 'sun', two.light ?? 'sun') +
    1.5 * soilFit(lost, other) +
    1.5 * waterFit(lost, other) +
    same(lost.name.split(' ', 1)[0] === other.name.split(' ', 1)[0], 1)
  )
}
/** Less likeness than this is none that a gardener would see. */
export const leastLikeness = 10

/**
 * The plants among `offered` that can stand in for `lost`, the most alike first. `zone`: of the place, if it is known;
 * otherwise nothing less hardy than the plant itself counts.
 */
export function rankSubstitutes<Plant extends Standing>(
  lost: Standing,
  offered: readonly Plant[],
  { limit, zone }: { limit: number; zone?: number | null },
): Plant[] {
  const coldest = zone ?? lost.facts.zone
  if (coldest === null) return []
  return offered
    .filter(other => isPossible(lost, other, coldest))
    .map(plant => ({ plant, likeness: likenessOf(lost, plant) }))
    .filter(({ likeness }) => likeness >= leastLikeness)
    .toSorted((one, other) => other.likeness - one.likeness || one.plant.id - other.plant.id)
    .slice(0, limit)
    .map(({ plant }) => plant)
}
