import type { LightNeed, MoistureNeed, SoilNeed } from '#server/drawings/plant-facts.ts'
import { type Standing, usesOf } from './standing.ts'

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

/** The soil where the other stood; an unknown one is taken for that of an ordinary garden. */
export const soilFit = (lost: Standing, other: Standing): number =>
  soils[lost.soil ?? 'fertile'][other.soil ?? 'fertile'] ?? 0

/** What stands by the water may bear dry ground too, but what stands in for it must not need that. */
const byWater = ['берег водоёма', 'водоём']

/** The moisture where the other stood; an unknown one is taken for that of an ordinary garden. */
export function waterFit(lost: Standing, other: Standing): number {
  if (other.moisture === 'dry' && usesOf(lost).some(use => byWater.includes(use))) return 0
  return waters[lost.moisture ?? 'medium'][other.moisture ?? 'medium'] ?? 0
}
