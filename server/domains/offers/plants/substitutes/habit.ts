import { type Standing, usesOf } from './standing.ts'

/** The kind of what is planted for its fruit, and the slug of its category. */
export const fruit = 'plodovye-i-yagodnye'

/** What a plant is in a planting. */
export function kindOf(plant: Standing): string {
  const { facts, categorySlug } = plant
  const { growth, leaf } = facts
  // Climbing roses are trained, the others are not.
  if (categorySlug === 'rozy') return growth === 'climber' ? 'climbing-rose' : 'rose'
  // Grapes stand among the climbers and are planted for what they bear.
  if (categorySlug === fruit || (growth === 'climber' && usesOf(plant)[0] === 'плоды')) return fruit
  if (categorySlug === 'lukovichnye') return 'bulb'
  if (growth === 'climber') return 'climber'
  if (usesOf(plant).includes('огород')) return 'vegetable'
  // The ginkgo is sold among the conifers, and is a tree with leaves.
  const isConifer = categorySlug === 'hvoynye' && leaf !== 'fan'
  if (growth === 'tree' || growth === 'multistem-tree') return isConifer ? 'conifer' : 'tree'
  // Lavender and candytuft are woody at the foot only, a tree peony stands among the others.
  if (growth?.endsWith('shrub') && categorySlug === 'mnogoletniki') return 'perennial'
  if (growth?.endsWith('shrub')) return isConifer ? 'conifer' : 'shrub'
  if (growth?.endsWith('grass')) return 'grass'
  return growth === null ? 'unknown' : 'perennial'
}

/** Kinds of what is herbaceous and lies under the snow in winter. */
export const bedKinds = ['perennial', 'bulb', 'grass']

/**
 * The kinds of which some stand in for some of this kind: a tall shrub does the same as a tree of several stems, and
 * one evergreen as another where it is clipped or covers the ground.
 */
export function kindsFor(kind: string): string[] {
  if (kind === 'tree') return ['tree', 'shrub']
  if (kind === 'shrub') return ['shrub', 'tree', 'conifer']
  return kind === 'conifer' ? ['conifer', 'shrub'] : [kind]
}

const sheared = ['топиар', 'живая изгородь', 'почвопокровное']
/** Whether both are evergreens for the same purpose: a box hedge and a yew hedge. */
const areEvergreensAlike = (one: Standing, two: Standing) =>
  one.isEvergreen && two.isEvergreen && sheared.some(use => usesOf(one).includes(use) && usesOf(two).includes(use))

/** Whether it hangs; a wide shrub whose shoots arch is said to weep too, and is a shrub like others. */
export const weeps = ({ facts: { crown, growth } }: Standing): boolean =>
  crown === 'weeping' && growth !== 'spreading-shrub'

/** Metres: a shrub that is seen as a small tree. */
const tall = 2.5
/** Whether it stands between the trees and the shrubs. */
const isBetween = (plant: Standing) => {
  const { growth, height } = plant.facts
  if (growth === 'multistem-tree') return true
  return weeps(plant) || (growth === 'upright-shrub' && height !== null && height >= tall)
}

/** Whether it is of the same kind, or does the same in a planting. */
export function isOfKind(lost: Standing, other: Standing): boolean {
  const [one, two] = [kindOf(lost), kindOf(other)]
  if (one === two) return true
  if (!kindsFor(one).includes(two)) return false
  return one === 'conifer' || two === 'conifer' ? areEvergreensAlike(lost, other) : isBetween(lost) && isBetween(other)
}

/** The least and the most of the other's height that still does the same in a planting. */
const heights = { least: 0.6, most: 1.65 }
/** The same among great trees, whose heights come after decades. */
const greatHeights = { least: 0.45, most: 2.2 }
/** Metres: what both must reach to be great. */
const great = 8
/** Metres: a difference that is not seen, and one that is not between woody plants that cover the ground. */
const small = 0.12
const smallOnGround = 0.25

/** Whether it covers the ground. */
const isLow = ({ facts: { growth, crown } }: Standing) =>
  growth === 'creeping-shrub' || growth === 'groundcover-perennial' || crown === 'prostrate'
const isLowShrub = (plant: Standing) => isLow(plant) && plant.facts.growth?.endsWith('shrub') === true

/** What counts as its height: of water lilies, which lie on the water, how far they spread. */
const sizeOf = ({ facts: { height, spread }, moisture }: Standing) => height ?? (moisture === 'water' ? spread : null)

/** Whether the height is of the same class. Unknown: no. */
export function isAsHigh(lost: Standing, other: Standing): boolean {
  const [one, two] = [sizeOf(lost), sizeOf(other)]
  if (one === null || two === null || (lost.facts.height === null) !== (other.facts.height === null)) return false
  const { least, most } = Math.min(one, two) >= great ? greatHeights : heights
  const unseen = isLowShrub(lost) && isLowShrub(other) ? smallOnGround : small
  return Math.abs(one - two) <= unseen || (two >= one * least && two <= one * most)
}

/** Whether it looks like what covers the ground: not more than half a metre, and wider than high. */
function isNearlyLow({ facts: { height, spread, crown, growth } }: Standing): boolean {
  if (height === null || spread === null || height > 0.6) return false
  if (growth?.endsWith('shrub')) return spread >= height * 1.3
  return height <= 0.45 && crown === 'cushion' && spread >= height * 1.1
}

/** Whether both cover the ground, or neither does. */
export function coversAlike(lost: Standing, other: Standing): boolean {
  if (isLow(lost) === isLow(other)) return true
  return isNearlyLow(isLow(lost) ? other : lost)
}

/** Outlines for which a plant is chosen. */
type Outline = 'column' | 'ball' | 'weeping' | 'free'

function outlineOf(plant: Standing): Outline {
  if (weeps(plant)) return 'weeping'
  if (plant.facts.crown === 'columnar') return 'column'
  // A shrub that is said to be a globe is merely round; a tree has it on a stem, and a conifer is clipped alike.
  if (plant.facts.crown === 'globe' && kindOf(plant) !== 'shrub') return 'ball'
  return 'free'
}

const widthOf = ({ facts: { height, spread } }: Standing) =>
  height !== null && spread !== null ? spread / height : null
/** Whether it is not wider than this share of its height. */
const isWithin = (plant: Standing, share: number) => (widthOf(plant) ?? Number.POSITIVE_INFINITY) <= share

/** The most of its height that a narrow cone is wide: it does the same as a column. */
const narrow = 0.35
/** The most of its height that a plant is wide whose place a column can take. */
const slender = 0.5

const isCone = ({ facts: { crown } }: Standing) => crown === 'conical'
const isHedge = (plant: Standing) => usesOf(plant).includes('живая изгородь')

/** In a hedge, a cone does the same as a column. */
function keepsColumn(lost: Standing, other: Standing): boolean {
  if (outlineOf(other) === 'column') return true
  return isCone(other) && isWithin(other, isHedge(lost) && isHedge(other) ? slender : narrow)
}

/** The most of its height that a conifer is wide which stands up, and the least of one that spreads. */
const standing = 0.6
const spreading = 1

/** Whether one conifer stands up and the other spreads: an accent and what lies at its foot. */
function isAccentBesideSpread(one: Standing, other: Standing): boolean {
  const stands = (plant: Standing) => isCone(plant) || isWithin(plant, standing)
  const spreads = (plant: Standing) => !isCone(plant) && (widthOf(plant) ?? 0) >= spreading
  return (stands(one) && spreads(other)) || (stands(other) && spreads(one))
}

/** Whether a dwarf conifer is a cushion, which the eye takes for a ball. */
const isCushion = ({ facts: { growth, crown } }: Standing) =>
  growth === 'cushion-shrub' && (crown === 'cushion' || crown === 'round')

/** Whether what was not chosen for its outline is not replaced by what is. */
function staysFree(lost: Standing, other: Standing): boolean {
  const isConifer = kindOf(lost) === 'conifer'
  if (isConifer && isAccentBesideSpread(lost, other)) return false
  switch (outlineOf(other)) {
    case 'weeping':
      return false
    case 'column':
      return isWithin(lost, slender)
    case 'ball':
      return lost.isEvergreen && lost.facts.growth?.endsWith('shrub') === true && !isCone(lost)
    case 'free':
      return true
  }
}

/** Whether the shape is kept if the other was chosen for it, and nothing else takes one that is chosen for itself. */
export function keepsShape(lost: Standing, other: Standing): boolean {
  switch (outlineOf(lost)) {
    case 'weeping':
      return outlineOf(other) === 'weeping'
    case 'column':
      return keepsColumn(lost, other)
    case 'ball':
      return outlineOf(other) === 'ball' || (kindOf(lost) === 'conifer' && isCushion(other))
    case 'free':
      return staysFree(lost, other)
  }
}
