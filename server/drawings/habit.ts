import type { Tones } from './colour.ts'
import type { Ornament } from './foliage.ts'
import type { Sheet } from './ink.ts'
import type { Habit } from './plant-habit.ts'
import type { Random } from './random.ts'

/** Where a plant stands in the picture, and its size there. */
export interface Stand {
  x: number
  ground: number
  width: number
  height: number
  /** Pixels to the metre. */
  metre: number
  /** 1 for the subject of the picture, less for plants farther away: fewer, larger marks. */
  detail: number
}

/** Foliage, flowers, fruit and snow of the plant in the season shown. */
export interface Dress {
  season: 'summer' | 'autumn' | 'bloom' | 'winter'
  tones: Tones
  accent: Tones | null
  accentShare: number
  /** 0 none .. 1 covered. */
  flowers: number
  fruits: number
  snow: boolean
  /** In flower on nearly bare wood: the crown is a cloud of petals with a few young leaves. */
  blossom: boolean
}

export interface Sitting {
  sheet: Sheet
  habit: Habit
  stand: Stand
  dress: Dress
  random: Random
  ornaments: readonly Ornament[]
}
