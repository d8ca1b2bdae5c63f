import type { Point, Shape } from './ink.ts'
import { num, pair, part, stamp, thread } from './ink.ts'
import type { LeafInk } from './leaf-blades.ts'
import type { Blade } from './likeness.ts'

const leaflet: Shape = [
  ['c', 0.2, -0.52, 0.7, -0.5, 1, 0],
  ['c', -0.3, 0.5, -0.8, 0.52, -1, 0],
]
const leafletHalf: Shape = [
  ['c', 0.3, 0.1, 0.7, 0.1, 1, 0],
  ['c', -0.3, 0.5, -0.8, 0.52, -1, 0],
]
const leafletWide: Shape = [
  ['c', 0.35, -0.16, 0.75, -0.72, 1, 0],
  ['c', -0.25, 0.72, -0.65, 0.16, -1, 0],
]
const leafletWideHalf: Shape = [
  ['l', 1, 0],
  ['c', -0.25, 0.72, -0.65, 0.16, -1, 0],
]

/** Leaflets grouped by tone, so that a compound leaf needs only a few paths. */
class Leaflets {
  face = ''
  half = ''
  veins = ''
  edge = ''

  put(
    x: number,
    y: number,
    angle: number,
    long: number,
    wide: number,
    shape: Shape,
    halfShape: Shape,
    ribs: boolean,
  ): void {
    this.edge += stamp(shape, x, y, angle, long, wide)
    this.face += stamp(shape, x, y, angle, long * 0.94, wide * 0.72)
    this.half += stamp(halfShape, x, y, angle, long, wide)
    this.veins += stamp([['l', 0.94, 0]], x, y, angle, long)
    if (ribs) {
      for (const t of [0.25, 0.42, 0.58, 0.73]) {
        for (const s of [-1, 1]) {
          const px = x + Math.cos(angle) * long * t
          const py = y + Math.sin(angle) * long * t
          this.veins += stamp([['l', 1, 0]], px, py, angle + s * 0.75, wide * 0.32)
        }
      }
    }
  }

  markup(ink: LeafInk, width: number): string {
    return (
      part(this.edge, ink.margin ?? ink.face) +
      (ink.margin === null ? '' : part(this.face, ink.face)) +
      part(this.half, ink.shade, ink.margin === null ? 0.65 : 0.3) +
      thread(this.veins, ink.vein, width, 0.75)
    )
  }
}

export function compoundLeaf(leaf: Blade, ink: LeafInk, bend: number, flat: boolean): string {
  const set = new Leaflets()
  const spine = (t: number): Point => [bend * t * t, -t * 100]
  const turn = (t: number): number => Math.atan2(-100, 2 * bend * t)
  const rachis = (from: number, to: number, width: number): string =>
    thread(`M0 ${num(from)}L0 0Q${pair(0, -50 * to)} ${pair(...spine(to))}`, ink.stalk, width)
  if (leaf === 'palmate') {
    const count = 5
    const order = [0, 4, 1, 3, 2]
    for (const i of order) {
      const off = i - (count - 1) / 2
      set.put(
        0,
        -16,
        -Math.PI / 2 + off * 0.68,
        84 * (1 - Math.abs(off) * 0.14),
        36,
        leafletWide,
        leafletWideHalf,
        !flat,
      )
    }
    return thread('M0 40Q2 10 0-16', ink.stalk, 2.6) + set.markup(ink, 0.9)
  }
  if (leaf === 'bipinnate') {
    for (let i = 0; i < 6; i += 1) {
      const t = 0.16 + i * 0.135
      for (const s of [-1, 1]) {
        const [x, y] = spine(t)
        const out = turn(t) + s * 1.02
        const long = 46 * (1 - Math.abs(t - 0.4) * 0.75)
        for (let j = 0; j < 6; j += 1) {
          const u = 0.2 + (j / 6) * 0.8
          const px = x + Math.cos(out) * long * u
          const py = y + Math.sin(out) * long * u
          for (const q of [-1, 1]) set.put(px, py, out + q * 0.95, 10.5, 6.2, leaflet, leafletHalf, false)
        }
        set.veins += stamp([['l', 1, 0]], x, y, out, long)
      }
    }
    return rachis(16, 0.98, 2) + set.markup(ink, 0.6)
  }
  if (leaf === 'fern') {
    const pairs = flat ? 15 : 20
    for (let i = 0; i < pairs; i += 1) {
      const t = 0.06 + (i / pairs) * 0.92
      const long = 19 * Math.sin(Math.min(1, 0.2 + t * 0.8) * Math.PI) ** 0.8 + 1.5
      for (const s of [-1, 1]) {
        const [x, y] = spine(t)
        const out = turn(t) + s * 1.15
        if (flat) set.put(x, y, out, long, long * 0.3, leaflet, leafletHalf, false)
        else {
          // Pinnae are divided again, as in male fern.
          const fine = Math.max(2, Math.round(long / 3.6))
          for (let j = 0; j < fine; j += 1) {
            const u = (j + 0.4) / fine
            const size = (1 - u * 0.7) * 5.2
            for (const q of [-1, 1])
              set.put(
                x + Math.cos(out) * long * u,
                y + Math.sin(out) * long * u,
                out + q * 0.95,
                size,
                size * 0.6,
                leaflet,
                leafletHalf,
                false,
              )
          }
          set.veins += stamp([['l', 1, 0]], x, y, out, long)
        }
      }
    }
    return rachis(14, 1, 2) + set.markup(ink, 0.45)
  }
  if (leaf === 'trifoliate') {
    for (const [a, long] of [
      [-1.25, 50],
      [1.25, 50],
      [0, 66],
    ] as const)
      set.put(0, -26, -Math.PI / 2 + a, long, long * 0.78, toothed, toothedHalf, false)
    return thread('M0 40Q2 6 0-26', ink.stalk, 2.4) + set.markup(ink, 0.9)
  }
  if (leaf === 'basal-cut' || leaf === 'ternate') {
    // Biternate: three stalks, each with three toothed leaflets.
    for (const [a, reach] of [
      [-1.05, 52],
      [1.05, 52],
      [0, 66],
    ] as const) {
      const dir = -Math.PI / 2 + a
      const px = Math.cos(dir) * reach * 0.42
      const py = -22 + Math.sin(dir) * reach * 0.42
      set.veins += `M0-22L${pair(px, py)}`
      for (const [b, size] of [
        [-0.95, 30],
        [0.95, 30],
        [0, 40],
      ] as const) {
        set.put(px, py, dir + b, size, size * 0.62, toothed, toothedHalf, false)
        if (!flat)
          for (const t of [0.35, 0.6])
            for (const q of [-1, 1])
              set.veins += stamp(
                [['l', 1, 0]],
                px + Math.cos(dir + b) * size * t,
                py + Math.sin(dir + b) * size * t,
                dir + b + q * 0.7,
                size * 0.22,
              )
      }
    }
    return thread('M0 34Q2 6 0-22', ink.stalk, 2.2) + set.markup(ink, 0.8)
  }
  // Pinnate: rowan, ash, rose.
  const pairs = 5
  for (let i = 0; i < pairs; i += 1) {
    const t = 0.14 + (i / pairs) * 0.74
    const [x, y] = spine(t)
    const long = 37 * (1 - Math.abs(t - 0.45) * 0.4)
    for (const s of [-1, 1]) set.put(x, y, turn(t) + s * 1.0, long, long * 0.4, leaflet, leafletHalf, !flat)
  }
  const [tx, ty] = spine(0.86)
  set.put(tx, ty, turn(0.9), 35, 14, leaflet, leafletHalf, !flat)
  return rachis(16, 0.88, 2.2) + set.markup(ink, 0.7)
}

const toothed: Shape = [
  ['q', 0.08, -0.3, 0.25, -0.36],
  ['l', 0.04, 0.08],
  ['q', 0.12, -0.24, 0.26, -0.2],
  ['l', 0.03, 0.1],
  ['q', 0.18, -0.1, 0.42, 0.38],
  ['q', -0.24, 0.48, -0.42, 0.38],
  ['l', -0.03, 0.1],
  ['q', -0.14, 0.04, -0.26, -0.2],
  ['l', -0.04, 0.08],
  ['q', -0.17, -0.06, -0.25, -0.36],
]
const toothedHalf: Shape = [
  ['l', 1, 0],
  ['q', -0.24, 0.48, -0.42, 0.38],
  ['l', -0.03, 0.1],
  ['q', -0.14, 0.04, -0.26, -0.2],
  ['l', -0.04, 0.08],
  ['q', -0.17, -0.06, -0.25, -0.36],
]
