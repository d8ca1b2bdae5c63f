import { bedKinds, coversAlike, fruit, isAsHigh, isOfKind, keepsShape, kindOf } from './habit.ts'
import { isOfColour, leafGroup, likenessOf } from './likeness.ts'
import { lightFit, soilFit, waterFit } from './place-fit.ts'
import { type Standing, speciesOf } from './standing.ts'

const isFern = ({ facts: { leaf, flower } }: Standing) => leaf === 'fern' && flower === null
/** Whether its flowers have a colour that is seen from afar. */
const isShowy = ({ facts: { flower } }: Standing) =>
  flower !== null && flower.colour !== 'green' && flower.colour !== 'brown'

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
  if (lost.facts.fruit?.form !== other.facts.fruit?.form) return false
  if (speciesOf(lost) === speciesOf(other) && lost.genus === other.genus) return true
  // Black and red currants are of one genus, and nobody takes one for the other.
  if (lost.genus === other.genus) return lost.genus !== 'Смородина' && lost.genus !== 'Рябина'
  return alikeFruit.some(kin => kin.includes(lost.genus) && kin.includes(other.genus))
}

/** Metres: a conifer that is planted for its shape among stones or in a pot. */
const dwarf = 3

/** Kinds of which some are chosen for their outline. */
const shapedKinds = ['tree', 'conifer', 'shrub']

/** Whether it keeps its leaves where that is the point; a dwarf larch can be replaced by a dwarf spruce. */
function isGreenAlike(lost: Standing, other: Standing): boolean {
  if (lost.isEvergreen === other.isEvergreen || bedKinds.includes(kindOf(lost))) return true
  if (lost.isEvergreen) return false
  return kindOf(lost) !== 'conifer' || (lost.facts.height ?? dwarf + 1) <= dwarf
}

/** Whether a tree or a shrub that is grown for its purple or yellow leaves is not replaced by a stranger without. */
function keepsColour(lost: Standing, other: Standing): boolean {
  if (leafGroup(lost.facts.foliage) !== 'purple' && lost.facts.foliage !== 'yellow') return true
  return speciesOf(lost) === speciesOf(other) || isOfColour(lost, other)
}

/** Whether it can stand there at all, and does the same there. `zone`: of the place. */
export function isPossible(lost: Standing, other: Standing, zone: number): boolean {
  const kind = kindOf(lost)
  if (kind === 'unknown' || lost.id === other.id) return false
  if (other.facts.zone === null || other.facts.zone > zone) return false
  if (lost.facts.light === null || other.facts.light === null) return false
  if (lightFit(lost.facts.light, other.facts.light) === 0) return false
  if (soilFit(lost, other) === 0 || waterFit(lost, other) === 0) return false
  if (kind === fruit) return kindOf(other) === fruit && bearsSame(lost, other)
  // Most are of another height, which is seen sooner than what kind they are.
  if (!isAsHigh(lost, other) || !isOfKind(lost, other)) return false
  if (!isGreenAlike(lost, other) || !coversAlike(lost, other)) return false
  if (shapedKinds.includes(kind) && !(keepsShape(lost, other) && keepsColour(lost, other))) return false
  // What was chosen for its flowers is not replaced by a fern.
  if (kind !== 'perennial' || lost.facts.flower === null) return true
  return other.facts.flower !== null && !isFern(other) && (!isShowy(lost) || isShowy(other))
}

/** Less likeness than this is none that a gardener would see. */
export const leastLikeness = 10

/** The first, of which the last gives way to the next that keeps the colour of the leaves if none of them does. */
function withColour<Plant extends Standing>(lost: Standing, ranked: readonly Plant[], limit: number): Plant[] {
  const first = ranked.slice(0, limit)
  const keeps = (other: Standing) => leafGroup(other.facts.foliage) === leafGroup(lost.facts.foliage)
  if (limit < 2 || first.length < limit || kindOf(lost) === fruit || first.some(keeps)) return first
  const kept = ranked.find(keeps)
  return kept ? [...first.slice(0, -1), kept] : first
}

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
  const ranked = offered
    .filter(other => isPossible(lost, other, coldest))
    .map(plant => ({ plant, likeness: likenessOf(lost, plant) }))
    .filter(({ likeness }) => likeness >= leastLikeness)
    .toSorted((one, other) => other.likeness - one.likeness || one.plant.id - other.plant.id)
    .map(({ plant }) => plant)
  return withColour(lost, ranked, limit)
}
