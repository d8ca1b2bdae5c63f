import type { Lch, Tones } from './colour.ts'
import { hex, lch, ramp } from './colour.ts'
import type { AutumnColour, FlowerColour, FoliageColour, FruitColour } from './plant-facts.ts'

/** Paper, ink and the other colours that are the same in every picture. */
export const paper = {
  light: '#faf6ea',
  base: '#f4eedd',
  deep: '#e8dfc6',
  ink: '#4b4638',
  faint: '#9c937b',
  line: '#b9ae92',
}

const leafBases: Record<FoliageColour, Lch> = {
  green: lch(0.53, 0.115, 137),
  'light-green': lch(0.65, 0.135, 128),
  'dark-green': lch(0.44, 0.088, 147),
  'grey-green': lch(0.61, 0.055, 142),
  blue: lch(0.66, 0.042, 212),
  'blue-green': lch(0.56, 0.062, 185),
  silver: lch(0.74, 0.026, 160),
  yellow: lch(0.8, 0.155, 98),
  'yellow-green': lch(0.73, 0.16, 116),
  purple: lch(0.38, 0.085, 8),
  red: lch(0.47, 0.145, 26),
  bronze: lch(0.48, 0.078, 62),
  'pink-variegated': lch(0.55, 0.095, 140),
  'white-variegated': lch(0.56, 0.085, 145),
  'yellow-variegated': lch(0.55, 0.11, 135),
}

export const foliageTones = (colour: FoliageColour): Tones => ramp(leafBases[colour])

/** What is called blue in a pine is a bluish green. */
export const pineTones = (colour: FoliageColour): Tones =>
  colour === 'blue'
    ? ramp(lch(0.6, 0.05, 188))
    : colour === 'blue-green'
      ? ramp(lch(0.54, 0.072, 158))
      : foliageTones(colour)

/** The second colour of a variegated leaf. */
export function variegation(colour: FoliageColour): Tones | null {
  if (colour === 'white-variegated') return ramp(lch(0.93, 0.035, 108), 0.55)
  if (colour === 'yellow-variegated') return ramp(lch(0.87, 0.135, 101), 0.7)
  if (colour === 'pink-variegated') return ramp(lch(0.83, 0.085, 8), 0.7)
  return null
}

const autumnBases: Record<Exclude<AutumnColour, 'evergreen'>, Lch> = {
  yellow: lch(0.79, 0.155, 92),
  orange: lch(0.69, 0.168, 58),
  red: lch(0.56, 0.19, 31),
  purple: lch(0.45, 0.125, 12),
  brown: lch(0.56, 0.085, 62),
  bronze: lch(0.57, 0.105, 70),
  green: lch(0.56, 0.105, 128),
}

export const autumnTones = (colour: Exclude<AutumnColour, 'evergreen'>): Tones => ramp(autumnBases[colour], 1.05)

/** A few leaves that colour differently from the rest. */
export const autumnAccent = (colour: Exclude<AutumnColour, 'evergreen'>): Tones =>
  autumnTones(
    (
      {
        yellow: 'orange',
        orange: 'red',
        red: 'orange',
        purple: 'red',
        brown: 'yellow',
        bronze: 'yellow',
        green: 'yellow',
      } as const
    )[colour],
  )

const flowerBases: Record<FlowerColour, Lch> = {
  white: lch(0.955, 0.012, 100),
  cream: lch(0.93, 0.05, 98),
  yellow: lch(0.87, 0.165, 97),
  orange: lch(0.75, 0.17, 58),
  pink: lch(0.8, 0.115, 358),
  red: lch(0.57, 0.2, 23),
  crimson: lch(0.53, 0.2, 8),
  purple: lch(0.56, 0.155, 325),
  violet: lch(0.6, 0.14, 300),
  blue: lch(0.62, 0.13, 268),
  green: lch(0.84, 0.1, 122),
  brown: lch(0.55, 0.07, 58),
}

/** Heads of grasses are the flower's colour with straw in it. */
export const strawTones = (colour: FlowerColour): Tones => {
  const { l, c, h } = flowerBases[colour]
  return colour === 'white' || colour === 'cream'
    ? ramp(lch(0.88, 0.03, 92), 0.75)
    : ramp(lch(Math.min(0.78, l * 0.6 + 0.28), c * 0.42, h), 0.8)
}

export function flowerTones(colour: FlowerColour): Tones {
  // White petals are shaded in grey-green rather than in a darker white.
  if (colour === 'white')
    return [
      hex(lch(0.72, 0.03, 150)),
      hex(lch(0.84, 0.022, 140)),
      hex(lch(0.93, 0.014, 110)),
      hex(lch(0.97, 0.008, 100)),
      '#ffffff',
    ]
  // The lit side of red petals is pink, not orange as on leaves.
  return ramp(
    flowerBases[colour],
    colour === 'cream' ? 0.75 : 0.85,
    ['red', 'crimson', 'pink', 'purple'].includes(colour) ? -0.2 : 0.5,
  )
}

/** The centre of a flower: stamens or the disc. */
export const flowerEye = (colour: FlowerColour): Tones =>
  ramp(
    colour === 'yellow' || colour === 'orange'
      ? lch(0.7, 0.15, 70)
      : colour === 'violet' || colour === 'blue'
        ? lch(0.9, 0.12, 100)
        : lch(0.83, 0.15, 88),
    0.8,
  )

const fruitBases: Record<FruitColour, Lch> = {
  red: lch(0.56, 0.205, 28),
  orange: lch(0.69, 0.18, 55),
  yellow: lch(0.83, 0.15, 92),
  green: lch(0.72, 0.14, 120),
  blue: lch(0.52, 0.1, 268),
  black: lch(0.34, 0.045, 290),
  white: lch(0.94, 0.015, 100),
  pink: lch(0.73, 0.14, 8),
  purple: lch(0.45, 0.12, 335),
  brown: lch(0.5, 0.075, 58),
}

export const fruitTones = (colour: FruitColour): Tones => ramp(fruitBases[colour], colour === 'white' ? 0.7 : 0.95)

export const wood = {
  stake: ramp(lch(0.7, 0.06, 75), 0.8),
  oldTimber: ramp(lch(0.62, 0.035, 75), 0.8),
  stone: ramp(lch(0.73, 0.018, 85), 0.8),
  terracotta: ramp(lch(0.62, 0.105, 45), 0.9),
  snow: [
    hex(lch(0.8, 0.03, 250)),
    hex(lch(0.88, 0.022, 245)),
    hex(lch(0.95, 0.01, 240)),
    hex(lch(0.985, 0.004, 220)),
    '#ffffff',
  ] as Tones,
}
