import type { DirectoryEntry } from '#server/domains/plants/plants.api.ts'
import type { LookupEntry } from '#server/domains/reference/lookups.service.ts'
import type { IllustrationSpec } from '#server/drawings/draw-plant.ts'
import {
  type CrownShape,
  crownShapes,
  type GrowthForm,
  growthForms,
  type PlantFacts,
  unknownFacts,
} from '#server/drawings/plant-facts.ts'
import { foliageNames } from '../plants/plant-words.ts'

/** The usual look of plants of a category, by its slug, if neither the form nor the directory states it. */
const usual: Record<string, Partial<PlantFacts>> = {
  'listvennye-derevya': { growth: 'tree' },
  hvoynye: { growth: 'tree', leaf: 'needle-short' },
  'listvennye-kustarniki': { growth: 'upright-shrub' },
  'vechnozelenye-i-vereskovye': { growth: 'upright-shrub', leaf: 'leathery' },
  'plodovye-i-yagodnye': { growth: 'tree', crown: 'round', fruit: { form: 'apple', colour: 'red' } },
  liany: { growth: 'climber' },
  rozy: { growth: 'upright-shrub', leaf: 'pinnate', flower: { form: 'rose', colour: 'pink' } },
  mnogoletniki: { growth: 'clump-perennial', leaf: 'lanceolate' },
  lukovichnye: { growth: 'clump-perennial', leaf: 'lanceolate' },
  zlaki: { growth: 'tussock-grass', leaf: 'grass' },
  'zhivye-izgorodi': { growth: 'upright-shrub' },
}

/** Metres; a taller plant would not fit beside the drawing's scale. */
const tallest = 60

export interface PictureFacts {
  /** The directory's entry, if the product is linked to one. */
  entry: DirectoryEntry | undefined
  /** Another plant of the genus, if it is not. */
  genusSample: DirectoryEntry | undefined
  name: string
  categorySlug: string
  growthPattern: LookupEntry | null
  crownShape: LookupEntry | null
  foliageColour: string
  heightFromMm: number | null
  heightToMm: number | null
  /** Width of the small pot in which it is sold. */
  potMm: number | null
  matureHeightMm: number | null
}

const oneOf = <Word extends string>(words: readonly Word[], key: string | null | undefined): Word | null =>
  words.find(word => word === key) ?? null

function foliageOf(text: string): PlantFacts['foliage'] {
  const wanted = text.trim().toLowerCase().replaceAll('ё', 'е')
  const found = Object.entries(foliageNames).find(([, name]) => name.toLowerCase().replaceAll('ё', 'е') === wanted)
  return (found?.[0] as PlantFacts['foliage'] | undefined) ?? null
}

/** The form's values come first, then those usual in the genus, then in the category. */
function likelyFacts(from: PictureFacts): PlantFacts {
  const known: PlantFacts = from.genusSample
    ? { ...from.genusSample.facts }
    : { ...unknownFacts, ...usual[from.categorySlug] }
  const growth: GrowthForm | null = oneOf(growthForms, from.growthPattern?.seedKey)
  const crown: CrownShape | null = oneOf(crownShapes, from.crownShape?.seedKey)
  return {
    ...known,
    // If the habit differs, the genus sample's measures and crown do not apply.
    ...(growth !== null && growth !== known.growth ? { growth, crown: null, height: null } : {}),
    ...(crown === null ? {} : { crown }),
    spread: null,
    foliage: foliageOf(from.foliageColour) ?? known.foliage,
    ...(from.matureHeightMm === null ? {} : { height: Math.min(tallest, from.matureHeightMm / 1000) }),
  }
}

type StatedFacts = Pick<
  PictureFacts,
  'genusSample' | 'categorySlug' | 'growthPattern' | 'crownShape' | 'foliageColour' | 'matureHeightMm'
> & { zone: number | null }

/**
 * The attributes of a plant new to the directory: those of its first product, with habit and leaf from its genus or
 * category, which the drawing requires. The rest stays unknown.
 */
export function newPlantFacts(stated: StatedFacts): PlantFacts {
  const kind: PlantFacts = stated.genusSample?.facts ?? { ...unknownFacts, ...usual[stated.categorySlug] }
  return {
    ...unknownFacts,
    zone: stated.zone,
    height: stated.matureHeightMm === null ? null : Math.min(tallest, stated.matureHeightMm / 1000),
    growth: oneOf(growthForms, stated.growthPattern?.seedKey) ?? kind.growth,
    crown: oneOf(crownShapes, stated.crownShape?.seedKey),
    foliage: foliageOf(stated.foliageColour),
    leaf: kind.leaf,
  }
}

type OfferedHeights = Pick<PictureFacts, 'heightFromMm' | 'heightToMm' | 'potMm'>

/** In a pot up to this width grows a young perennial, not a plant of full size. */
export const smallPotCm = 13

interface OfferedRoots extends Pick<PictureFacts, 'heightFromMm' | 'heightToMm'> {
  rootMeasure?: string | null | undefined
  rootSize?: number | null | undefined
}

/** The small pot of a product that states no height. */
export const potOf = ({ heightFromMm, heightToMm, rootMeasure, rootSize }: OfferedRoots): number | null =>
  heightFromMm === null && heightToMm === null && rootMeasure === 'SM' && rootSize && rootSize <= smallPotCm
    ? Math.round(rootSize * 10)
    : null

/** A perennial in a P9 pot is about as high as the pot, whatever its mature height. */
function youngIn(potMm: number | null, { growth, height }: PlantFacts): { heightNow?: number; pot?: number } {
  if (potMm === null || !/perennial|grass/.test(growth ?? '')) return {}
  return { heightNow: Math.min(height ?? 1, (potMm / 1000) * 1.3), pot: potMm / 1000 }
}

function heightNow({ heightFromMm, heightToMm }: OfferedHeights): { heightNow?: number } {
  const offered = heightToMm ?? heightFromMm
  return offered === null || offered === 0 ? {} : { heightNow: Math.min(tallest, offered / 1000) }
}

/** The illustration of a product linked to the directory. */
export function illustrationSpecOfPlant(
  { facts, latinName }: DirectoryEntry,
  offered: OfferedHeights,
): IllustrationSpec {
  return { facts, latinName, seed: latinName, ...heightNow(offered), ...youngIn(offered.potMm, facts) }
}

/** The illustration drawn for a product without photos. */
export function illustrationSpecOf(from: PictureFacts): IllustrationSpec {
  if (from.entry) return illustrationSpecOfPlant(from.entry, from)
  const facts = likelyFacts(from)
  return {
    facts,
    ...(from.genusSample ? { latinName: from.genusSample.latinName } : {}),
    seed: from.name,
    ...heightNow(from),
    ...youngIn(from.potMm, facts),
  }
}
