import type { Shape } from './ink.ts'
import { pair, polygon, stamp } from './ink.ts'

/** Small parts of flowers and fruits; all sizes are in the 100-unit frame of a bloom. */
export const petalRound: Shape = [
  ['c', 0.1, -0.5, 0.85, -0.75, 1, -0.12],
  ['q', -0.1, 0.12, 0, 0.24],
  ['c', -0.15, 0.63, -0.9, 0.38, -1, -0.12],
]
export const petalPointed: Shape = [
  ['c', 0.2, -0.5, 0.75, -0.5, 1, 0],
  ['c', -0.25, 0.5, -0.8, 0.5, -1, 0],
]
export const petalStrap: Shape = [
  ['c', 0.2, -0.42, 0.9, -0.55, 1, -0.1],
  ['l', -0.04, 0.1, 0.04, 0.1],
  ['c', -0.1, 0.45, -0.8, 0.32, -1, -0.1],
]
export const petalHeart: Shape = [
  ['c', 0.2, -0.5, 0.85, -0.8, 1, -0.32],
  ['q', -0.06, 0.2, -0.12, 0.32],
  ['q', 0.06, 0.12, 0.12, 0.32],
  ['c', -0.15, 0.48, -0.8, 0.18, -1, -0.32],
]
export const sepal: Shape = polygon([0, 0], [0.45, -0.22], [1, 0], [0.45, 0.22])

export const tau = Math.PI * 2

export function wheel(
  shape: Shape,
  petals: number,
  x: number,
  y: number,
  inner: number,
  length: number,
  width: number,
  turn = 0,
  flat = 1,
): string {
  let d = ''
  for (let i = 0; i < petals; i += 1) {
    const a = turn + (i / petals) * tau
    const px = x + Math.cos(a) * inner
    const py = y + Math.sin(a) * inner * flat
    // A wheel seen at an angle: petals that point towards or away from the viewer are shortened.
    const seen = Math.hypot(Math.cos(a), Math.sin(a) * flat)
    d += stamp(shape, px, py, Math.atan2(Math.sin(a) * flat, Math.cos(a)), length * seen, width)
  }
  return d
}

export const line = (x1: number, y1: number, x2: number, y2: number): string => `M${pair(x1, y1)}L${pair(x2, y2)}`
