import type { FlowerColour, PlantFacts } from '#server/drawings/plant-facts.ts'
import { bedKinds, kindOf } from './habit.ts'
import { lightFit, soilFit, waterFit } from './place-fit.ts'
import { type Standing, speciesOf, usesOf } from './standing.ts'

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

/** A blue tinge is of its own: many pines and junipers have it that are not chosen for their colour. */
export const leafGroup = (colour: PlantFacts['foliage']): string | null => {
  if (colour === null) return null
  if (['green', 'light-green', 'dark-green', 'grey-green'].includes(colour)) return 'green'
  if (colour === 'blue-green') return 'bluish'
  if (['blue', 'silver'].includes(colour)) return 'blue'
  if (['purple', 'red', 'bronze'].includes(colour)) return 'purple'
  if (['yellow', 'yellow-green'].includes(colour)) return 'yellow'
  return 'variegated'
}

/** What the same colour of the leaves counts for, and what another. Coloured leaves are what a plant is chosen for. */
const leafWeights = { plain: 2, coloured: 4, near: 1, other: -2, faded: -3 }

/** Whether the first has in part the colour that the second has wholly: a yellow edge, pink blotches on purple. */
const isTinged = ({ facts: { foliage } }: Standing, whole: Standing) =>
  (foliage === 'yellow-variegated' && leafGroup(whole.facts.foliage) === 'yellow') ||
  (foliage === 'pink-variegated' && leafGroup(whole.facts.foliage) === 'purple')

/** Whether the leaves have the colour of the other's, at least in part. */
export const isOfColour = (lost: Standing, other: Standing): boolean =>
  leafGroup(lost.facts.foliage) === leafGroup(other.facts.foliage) || isTinged(other, lost)

function leafFit(lost: Standing, other: Standing): number {
  const [one, two] = [leafGroup(lost.facts.foliage), leafGroup(other.facts.foliage)]
  if (one === two) return one === 'green' || one === 'bluish' ? leafWeights.plain : leafWeights.coloured
  if (one === 'bluish' && two === 'green') return leafWeights.near
  if (two === 'bluish' && (one === 'green' || one === 'blue')) return leafWeights.near
  if (isTinged(lost, other) || isTinged(other, lost)) return leafWeights.near
  return one === 'purple' || one === 'yellow' ? leafWeights.faded : leafWeights.other
}

function useFit(lost: Standing, other: Standing): number {
  const [one, two] = [usesOf(lost), usesOf(other)]
  const shared = one.filter(use => two.includes(use)).length
  return shared / Math.max(1, one.length)
}

/** What a share of likeness counts for, from much to little. */
const weights = { species: 3, genus: 2, height: 3, season: 3, uses: 3, colour: 2, flower: 1, growth: 1.5, crown: 1.5 }
/** What stands in a bed is chosen by the colour of its flowers. */
const bedColour = 4

/** How well it stands in for the other, the more the better; only for what is possible. */
export function likenessOf(lost: Standing, other: Standing): number {
  const [one, two] = [lost.facts, other.facts]
  const height = one.height && two.height ? Math.abs(Math.log(two.height / one.height)) : 1
  const season = seasonFit(lost, other)
  const flower = one.flower && two.flower
  const colour = bedKinds.includes(kindOf(lost)) ? bedColour : weights.colour
  const same = (fact: boolean, weight: number) => (fact ? weight : 0)
  return (
    same(speciesOf(lost) === speciesOf(other), weights.species) +
    same(lost.genusId === other.genusId && lost.genus === other.genus, weights.genus) +
    weights.height * Math.max(0, 1 - height / 0.7) +
    weights.season * (season ?? (one.flower === null && two.flower === null ? 0.5 : 0)) +
    (flower ? colour * colourFit(one.flower?.colour ?? 'green', two.flower?.colour ?? 'green') : 0) +
    same(Boolean(flower) && one.flower?.form === two.flower?.form, weights.flower) +
    same(one.growth === two.growth, weights.growth) +
    same(one.crown === two.crown, weights.crown) +
    // Needles in bundles, scales, short needles: what tells a pine from a thuja.
    same(one.leaf !== null && one.leaf === two.leaf, kindOf(lost) === 'conifer' ? 2.5 : 1) +
    leafFit(lost, other) +
    same(one.autumn === two.autumn, 1) +
    same(lost.isEvergreen === other.isEvergreen, 1) +
    same(lost.categorySlug === other.categorySlug, 1) +
    weights.uses * useFit(lost, other) +
    2 * lightFit(one.light ?? 'sun', two.light ?? 'sun') +
    1.5 * soilFit(lost, other) +
    1.5 * waterFit(lost, other) +
    same(lost.name.split(' ', 1)[0] === other.name.split(' ', 1)[0], 1)
  )
}
