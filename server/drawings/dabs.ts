import type { Point, Shape } from './ink.ts'
import { polygon } from './ink.ts'
import type { Blade } from './likeness.ts'

/** A leaf or a tuft of needles, seen from a few metres away. */
export interface Dab {
  shape: Shape
  /** Width over length. */
  wide: number
  /** Metres: the leaf's real length, so that leaves look large on a sapling and small on an old tree. */
  real: number
  /** The share of length × width × wide that it covers. */
  fill?: number
  /** How far it turns to hang: 0 stands outward, 1 hangs. */
  hang: number
}

const pointed: Shape = [
  ['q', 0.32, -0.62, 1, 0],
  ['q', -0.68, 0.62, -1, 0],
]
const oval: Shape = [
  ['c', 0.1, -0.62, 0.85, -0.66, 1, 0],
  ['c', -0.15, 0.66, -0.9, 0.62, -1, 0],
]
const heart: Shape = [
  ['c', -0.25, -0.8, 0.6, -0.62, 1, 0],
  ['c', -0.4, 0.62, -1.25, 0.8, -1, 0],
]
const obovate: Shape = [
  ['c', 0.4, -0.2, 0.9, -0.75, 1, 0],
  ['c', -0.1, 0.75, -0.6, 0.2, -1, 0],
]
const oak: Shape = [
  ['q', 0.12, -0.42, 0.38, -0.2],
  ['q', 0.2, -0.36, 0.36, -0.02],
  ['q', 0.3, -0.08, 0.26, 0.22],
  ['q', 0.04, 0.3, -0.26, 0.22],
  ['q', -0.16, 0.34, -0.36, -0.02],
  ['q', -0.26, 0.22, -0.38, -0.2],
]

const maple = polygon(
  [0, 0],
  [0.06, -0.5],
  [0.28, -0.3],
  [0.5, -0.62],
  [0.62, -0.24],
  [1, 0],
  [0.62, 0.24],
  [0.5, 0.62],
  [0.28, 0.3],
  [0.06, 0.5],
)
const cut = polygon(
  [0, 0],
  [0.1, -0.55],
  [0.3, -0.12],
  [0.62, -0.6],
  [0.55, -0.1],
  [1.05, 0],
  [0.55, 0.1],
  [0.62, 0.6],
  [0.3, 0.12],
  [0.1, 0.55],
)
const hand = polygon(
  [0, 0],
  [0.02, -0.56],
  [0.26, -0.14],
  [0.58, -0.56],
  [0.5, -0.1],
  [1, 0],
  [0.5, 0.1],
  [0.58, 0.56],
  [0.26, 0.14],
  [0.02, 0.56],
)
const fan: Shape = [['l', 0.75, -0.6], ['q', 0.28, 0.3, 0.15, 0.55], ['q', 0.2, 0.35, -0.15, 0.65], ['z']]
const tulip = polygon([0, 0], [0.1, -0.5], [0.5, -0.42], [0.95, -0.4], [0.82, 0], [0.95, 0.4], [0.5, 0.42], [0.1, 0.5])
const blade: Shape = [
  ['q', 0.5, -0.5, 1, 0],
  ['q', -0.5, 0.1, -1, 0],
]

/** Paired leaflets along a stalk, as one saw-toothed outline. */
function feather(pairs: number, reach: number): Shape {
  const upper: Point[] = []
  const lower: Point[] = []
  for (let i = 0; i < pairs; i += 1) {
    const t = (i + 0.5) / (pairs + 0.4)
    const out = reach * (1 - 0.45 * t)
    upper.push([t - 0.04, -0.05], [t + 0.1, -out], [t + 0.07, -0.05])
    lower.push([t - 0.04, 0.05], [t + 0.1, out], [t + 0.07, 0.05])
  }
  return polygon([0, 0], ...upper, [1, 0], ...lower.reverse())
}

/** Needles spreading from the end of a shoot. */
function burst(needles: number, opening: number, inner = 0.36): Shape {
  const points: Point[] = [[0, 0]]
  for (let i = 0; i < needles; i += 1) {
    const a = ((i + 0.5) / needles - 0.5) * opening
    const long = 1 - 0.18 * Math.abs(Math.sin(i * 2.4))
    points.push([Math.cos(a) * long, Math.sin(a) * long])
    const b = ((i + 1) / needles - 0.5) * opening
    if (i < needles - 1) points.push([Math.cos(b) * inner, Math.sin(b) * inner])
  }
  return polygon(...points)
}

/** A flat spray of scale leaves: fingers in a fan, longest in the middle. */
const spray: Shape = polygon(
  [0, 0],
  [0.46, -0.3],
  [0.42, -0.1],
  [0.82, -0.26],
  [0.74, -0.06],
  [1.04, 0.02],
  [0.72, 0.1],
  [0.78, 0.3],
  [0.4, 0.1],
  [0.4, 0.32],
)

export const sprayShape = spray
/** A spray of scale leaves, seen from close by. */
export const sprayFine: Shape = polygon(
  [0, 0],
  [0.36, -0.34],
  [0.3, -0.08],
  [0.62, -0.36],
  [0.55, -0.07],
  [0.85, -0.27],
  [0.78, -0.05],
  [1.04, 0.02],
  [0.76, 0.09],
  [0.8, 0.3],
  [0.52, 0.1],
  [0.56, 0.38],
  [0.28, 0.1],
  [0.3, 0.34],
)
/** A needled twig, seen from close by, for dwarf conifers drawn large. */
export const needleFeather: Shape = feather(5, 0.36)
export const needleTwig: Shape = polygon(
  [0, 0],
  [0.3, -0.36],
  [0.44, -0.15],
  [0.72, -0.27],
  [1, 0],
  [0.7, 0.27],
  [0.44, 0.15],
  [0.28, 0.36],
)

/** A round leaf with shallow lobes. */
const scalloped = polygon(
  [0.06, 0],
  [-0.06, -0.3],
  [0.16, -0.36],
  [0.24, -0.56],
  [0.44, -0.42],
  [0.64, -0.52],
  [0.72, -0.32],
  [0.95, -0.26],
  [0.88, 0],
  [0.95, 0.26],
  [0.72, 0.32],
  [0.64, 0.52],
  [0.44, 0.42],
  [0.24, 0.56],
  [0.16, 0.36],
  [-0.06, 0.3],
)
/** A round leaf cut into wedges. */
const wedges = polygon(
  [0, 0],
  [0.02, -0.42],
  [0.24, -0.16],
  [0.26, -0.56],
  [0.48, -0.22],
  [0.72, -0.5],
  [0.66, -0.14],
  [0.98, -0.16],
  [0.8, 0],
  [0.98, 0.16],
  [0.66, 0.14],
  [0.72, 0.5],
  [0.48, 0.22],
  [0.26, 0.56],
  [0.24, 0.16],
  [0.02, 0.42],
)
const prickly = polygon(
  [0, 0],
  [0.12, -0.16],
  [0.2, -0.5],
  [0.38, -0.24],
  [0.54, -0.56],
  [0.68, -0.2],
  [1, 0],
  [0.68, 0.2],
  [0.54, 0.56],
  [0.38, 0.24],
  [0.2, 0.5],
  [0.12, 0.16],
)
const threefold: Shape = [
  ['c', -0.06, -0.5, 0.3, -0.66, 0.5, -0.44],
  ['q', 0.02, 0.22, -0.14, 0.3],
  ['c', 0.16, -0.36, 0.6, -0.26, 0.64, 0.14],
  ['c', -0.04, 0.4, -0.48, 0.5, -0.64, 0.14],
  ['q', 0.16, 0.08, 0.14, 0.3],
  ['c', -0.2, 0.22, -0.56, 0.06, -0.5, -0.44],
]

/** A houseleek from above: pointed leaves in a ring. */
const houseleek: Shape = polygon(
  ...Array.from({ length: 18 }, (_, i): Point => {
    const a = Math.PI + (i / 18) * Math.PI * 2
    const r = i % 2 === 0 ? 0.5 : 0.34
    return [0.5 + Math.cos(a) * r, Math.sin(a) * r]
  }),
)

export const dabs: Record<Blade, Dab> = {
  rosette: { shape: houseleek, wide: 0.8, real: 0.07, fill: 0.6, hang: 0 },
  rounded: { shape: scalloped, wide: 0.95, real: 0.09, fill: 0.7, hang: 0.3 },
  divided: { shape: wedges, wide: 1, real: 0.055, fill: 0.45, hang: 0.25 },
  ternate: { shape: feather(3, 0.42), wide: 1, real: 0.12, fill: 0.36, hang: 0.25 },
  spiny: { shape: prickly, wide: 0.62, real: 0.07, fill: 0.55, hang: 0.2 },
  trifoliate: { shape: threefold, wide: 1.05, real: 0.09, fill: 0.6, hang: 0.3 },
  'needle-short': { shape: needleTwig, wide: 0.8, real: 0.09, hang: 0.1 },
  'needle-long': { shape: burst(8, 3, 0.28), wide: 1, real: 0.13, fill: 0.3, hang: 0 },
  'needle-tuft': { shape: burst(6, 4.6), wide: 1, real: 0.06, fill: 0.35, hang: 0.1 },
  'needle-flat': { shape: feather(4, 0.42), wide: 1, real: 0.1, fill: 0.36, hang: 0.15 },
  'needle-awl': { shape: needleTwig, wide: 0.9, real: 0.08, hang: 0 },
  scale: { shape: spray, wide: 1, real: 0.1, hang: 0 },
  ovate: { shape: pointed, wide: 0.78, real: 0.065, hang: 0.25 },
  round: { shape: oval, wide: 0.95, real: 0.08, hang: 0.3 },
  heart: { shape: heart, wide: 0.95, real: 0.09, hang: 0.4 },
  elliptic: { shape: oval, wide: 0.7, real: 0.07, hang: 0.2 },
  obovate: { shape: obovate, wide: 0.85, real: 0.075, hang: 0.15 },
  lanceolate: { shape: pointed, wide: 0.36, real: 0.085, hang: 0.45 },
  'oak-lobed': { shape: oak, wide: 0.95, real: 0.11, hang: 0.15 },
  'maple-lobed': { shape: maple, wide: 1, real: 0.11, fill: 0.5, hang: 0.4 },
  'maple-cut': { shape: cut, wide: 1, real: 0.085, fill: 0.4, hang: 0.4 },
  palmate: { shape: hand, wide: 1.1, real: 0.16, fill: 0.42, hang: 0.5 },
  pinnate: { shape: feather(4, 0.36), wide: 1, real: 0.17, fill: 0.34, hang: 0.35 },
  bipinnate: { shape: feather(6, 0.34), wide: 1.1, real: 0.3, fill: 0.34, hang: 0.35 },
  fan: { shape: fan, wide: 1, real: 0.06, hang: 0.3 },
  tulip: { shape: tulip, wide: 1, real: 0.12, hang: 0.35 },
  tiny: { shape: pointed, wide: 0.95, real: 0.025, hang: 0 },
  'scale-heath': { shape: needleTwig, wide: 0.5, real: 0.04, hang: 0 },
  leathery: { shape: oval, wide: 0.46, real: 0.1, hang: 0.2 },
  grass: { shape: blade, wide: 0.2, real: 0.3, hang: 0.3 },
  sword: { shape: blade, wide: 0.25, real: 0.35, hang: 0.1 },
  broad: { shape: heart, wide: 0.85, real: 0.2, hang: 0.3 },
  fern: { shape: feather(9, 0.26), wide: 1, real: 0.35, fill: 0.34, hang: 0.3 },
  'basal-cut': { shape: cut, wide: 1, real: 0.11, fill: 0.45, hang: 0.2 },
  fleshy: { shape: obovate, wide: 0.75, real: 0.05, hang: 0 },
}
