import type { Lch, Tones } from './colour.ts'
import { lch, ramp } from './colour.ts'

export type BarkPattern = 'smooth' | 'furrowed' | 'birch' | 'ringed' | 'plates' | 'mottled' | 'stringy'

export interface Bark {
  tones: Tones
  pattern: BarkPattern
  /** Shoots grown for their colour: red dogwood, golden willow. */
  shoots: Tones
}

const kinds: Record<string, readonly [BarkPattern, Lch, shoots?: Lch]> = {
  betula: ['birch', lch(0.92, 0.012, 80), lch(0.42, 0.05, 40)],
  prunus: ['ringed', lch(0.46, 0.055, 35)],
  cerasus: ['ringed', lch(0.46, 0.055, 35)],
  malus: ['furrowed', lch(0.53, 0.035, 60)],
  tilia: ['furrowed', lch(0.52, 0.022, 80)],
  quercus: ['furrowed', lch(0.46, 0.025, 75)],
  fraxinus: ['furrowed', lch(0.58, 0.02, 95)],
  acer: ['smooth', lch(0.55, 0.025, 75)],
  fagus: ['smooth', lch(0.65, 0.015, 110)],
  carpinus: ['smooth', lch(0.6, 0.018, 110)],
  sorbus: ['smooth', lch(0.58, 0.025, 70)],
  amelanchier: ['smooth', lch(0.57, 0.018, 80)],
  populus: ['smooth', lch(0.68, 0.03, 120)],
  platanus: ['mottled', lch(0.76, 0.04, 100)],
  parrotia: ['mottled', lch(0.6, 0.035, 80)],
  salix: ['furrowed', lch(0.54, 0.04, 80), lch(0.7, 0.11, 90)],
  robinia: ['furrowed', lch(0.45, 0.03, 65)],
  gleditsia: ['furrowed', lch(0.45, 0.03, 55)],
  juglans: ['furrowed', lch(0.6, 0.015, 85)],
  aesculus: ['furrowed', lch(0.48, 0.03, 60)],
  ginkgo: ['furrowed', lch(0.55, 0.025, 75)],
  picea: ['plates', lch(0.44, 0.045, 45)],
  abies: ['smooth', lch(0.52, 0.02, 80)],
  larix: ['plates', lch(0.5, 0.065, 48), lch(0.66, 0.07, 75)],
  pinus: ['plates', lch(0.5, 0.055, 48)],
  'pinus sylvestris': ['plates', lch(0.62, 0.115, 52)],
  taxus: ['stringy', lch(0.45, 0.075, 38)],
  thuja: ['stringy', lch(0.48, 0.06, 45)],
  juniperus: ['stringy', lch(0.48, 0.055, 50)],
  metasequoia: ['stringy', lch(0.52, 0.085, 45)],
  cornus: ['smooth', lch(0.44, 0.12, 22), lch(0.48, 0.16, 25)],
  'cornus mas': ['furrowed', lch(0.5, 0.035, 70)],
  'cornus sericea': ['smooth', lch(0.64, 0.12, 105), lch(0.72, 0.14, 106)],
  kerria: ['smooth', lch(0.58, 0.12, 130), lch(0.62, 0.13, 130)],
  rosa: ['smooth', lch(0.46, 0.07, 115), lch(0.52, 0.09, 125)],
  euonymus: ['smooth', lch(0.47, 0.05, 110)],
}

const plain: readonly [BarkPattern, Lch] = ['smooth', lch(0.5, 0.035, 62)]

/** Bark of the species if it is known, of the genus otherwise. */
export function barkOf(genus: string, species: string): Bark {
  const [pattern, base, shoots] = kinds[`${genus} ${species}`] ?? kinds[genus] ?? plain
  return {
    tones: ramp(base, pattern === 'birch' ? 0.7 : 0.85),
    pattern,
    shoots: ramp(shoots ?? lch(0.5, 0.05, 70), 0.85),
  }
}
