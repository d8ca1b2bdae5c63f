import type { Tones } from './colour.ts'
import { toneAt } from './foliage.ts'
import type { Point } from './ink.ts'
import { lineOf, pair, part, smooth, thread } from './ink.ts'
import { compoundLeaf } from './leaf-compound.ts'
import type { Blade } from './likeness.ts'
import type { Random } from './random.ts'

/** Colours of one leaf: face, shaded half, light along the veins. */
export interface LeafInk {
  face: string
  shade: string
  light: string
  vein: string
  margin: string | null
  stalk: string
}

export function leafInk(tones: Tones, accent: Tones | null, tone: number): LeafInk {
  return {
    face: toneAt(tones, tone),
    shade: toneAt(tones, tone - 1),
    light: toneAt(tones, tone + 1),
    vein: toneAt(tones, tone + 2),
    margin: accent === null ? null : toneAt(accent, tone + 1),
    stalk: toneAt(tones, Math.max(0, tone - 1)),
  }
}

interface BladeSpec {
  /** Half-width at t (0 base .. 1 tip), in leaf lengths. */
  half: (t: number) => number
  teeth: number
  /** In leaf lengths; a holly's stand far out. */
  tooth?: number
  veins: number
  /** The angle at which side veins leave the midrib. */
  slant: number
  gloss: number
  stalk: number
}

const bulge =
  (peak: number, wide: number, sharp = 1): ((t: number) => number) =>
  t => {
    const u = t < peak ? 0.5 * (t / peak) : 0.5 + 0.5 * ((t - peak) / (1 - peak))
    return wide * Math.sin(Math.PI * u) ** (t < peak ? 0.72 : sharp)
  }

const lobes =
  (count: number, wide: number, depth: number) =>
  (t: number): number =>
    bulge(0.62, wide, 0.7)(t) * (1 - depth + depth * Math.abs(Math.cos(t * Math.PI * count + 0.35)) ** 0.8)

const specs: Partial<Record<Blade, BladeSpec>> = {
  ovate: { half: bulge(0.34, 0.3, 1.25), teeth: 15, veins: 7, slant: 0.85, gloss: 0.25, stalk: 15 },
  round: { half: bulge(0.42, 0.45, 0.75), teeth: 18, veins: 6, slant: 0.8, gloss: 0.2, stalk: 24 },
  elliptic: { half: bulge(0.5, 0.25, 0.85), teeth: 0, veins: 7, slant: 0.75, gloss: 0.3, stalk: 9 },
  obovate: { half: bulge(0.64, 0.28, 0.7), teeth: 12, veins: 7, slant: 0.8, gloss: 0.25, stalk: 8 },
  lanceolate: { half: bulge(0.4, 0.095, 1.1), teeth: 0, veins: 11, slant: 0.95, gloss: 0.25, stalk: 6 },
  'oak-lobed': { half: lobes(4.15, 0.34, 0.45), teeth: 0, veins: 5, slant: 0.75, gloss: 0.2, stalk: 8 },
  leathery: { half: bulge(0.52, 0.17, 0.8), teeth: 0, veins: 9, slant: 0.6, gloss: 0.75, stalk: 12 },
  spiny: { half: bulge(0.48, 0.2, 0.8), teeth: 6, tooth: 0.11, veins: 5, slant: 0.7, gloss: 0.8, stalk: 8 },
  rosette: { half: bulge(0.62, 0.2, 0.8), teeth: 0, veins: 0, slant: 0.8, gloss: 0.5, stalk: 0 },
  tiny: { half: bulge(0.5, 0.3, 0.75), teeth: 0, veins: 3, slant: 0.8, gloss: 0.6, stalk: 4 },
  fleshy: { half: bulge(0.62, 0.28, 0.6), teeth: 4, veins: 0, slant: 0.8, gloss: 0.6, stalk: 3 },
  grass: { half: bulge(0.3, 0.035, 1), teeth: 0, veins: 0, slant: 1, gloss: 0.3, stalk: 0 },
  sword: { half: bulge(0.3, 0.06, 0.9), teeth: 0, veins: 0, slant: 1, gloss: 0.3, stalk: 0 },
}

/** A leaf 100 units long, base at 0,0, pointing to -y. `flat` leaves out the fine veins, for leaves drawn small. */
export function leafMarkup(
  leaf: Blade,
  tones: Tones,
  accent: Tones | null,
  tone: number,
  random: Random,
  flat = false,
): string {
  const ink = leafInk(tones, accent, tone)
  const bend = random.range(-14, 14)
  const spec = specs[leaf]
  if (spec !== undefined) return bladeLeaf(spec, ink, bend, flat)
  switch (leaf) {
    case 'heart':
      return heartLeaf(ink, bend, flat, 0.46, 7)
    case 'broad':
      return ribbedLeaf(ink, bend, flat)
    case 'maple-lobed':
      return mapleLeaf(ink, 5, 0.55, flat)
    case 'maple-cut':
      return mapleLeaf(ink, 7, 0.2, flat)
    case 'divided':
      return mapleLeaf(ink, 5, 0.3, flat)
    case 'rounded':
      return roundedLeaf(ink, flat)
    case 'tulip':
      return tulipLeaf(ink, bend, flat)
    case 'fan':
      return fanLeaf(ink, flat)
    default:
      return compoundLeaf(leaf, ink, bend, flat)
  }
}

const at = (t: number, side: number, bend: number): Point => [bend * t * t + side * 100, -t * 100]

function bladeLeaf(spec: BladeSpec, ink: LeafInk, bend: number, flat: boolean): string {
  const steps = spec.tooth === undefined ? Math.max(22, spec.teeth * 2) : spec.teeth * 2
  const side = (sign: number, shrink = 1): Point[] => {
    const points: Point[] = []
    for (let i = 0; i <= steps; i += 1) {
      const t = i / steps
      const tooth = spec.teeth > 0 && i % 2 === 1 && t > 0.12 && t < 0.95 ? (spec.tooth ?? 0.02) : 0
      points.push(at(Math.min(1, t + tooth * 0.4), sign * (spec.half(t) + tooth) * shrink, bend))
    }
    return points
  }
  const left = side(-1)
  const right = side(1)
  const outline =
    spec.teeth > 0 && !flat ? lineOf([...left, ...right.reverse()]) : smooth([...left, ...side(1).reverse()], true)
  const middle = Array.from({ length: 9 }, (_, i) => at(i / 8, 0, bend))
  const shaded = lineOf([...middle, ...side(1).reverse()])
  return finish(
    {
      outline,
      shaded,
      inner: smooth([...side(-1, 0.66), ...side(1, 0.6).reverse()], true),
      veins: sideVeins(spec.half, spec.veins, spec.slant, bend),
      middle: smooth(middle),
    },
    ink,
    flat,
    spec.gloss,
    spec.stalk,
  )
}

function sideVeins(half: (t: number) => number, count: number, slant: number, bend: number): string {
  let d = ''
  for (let i = 0; i < count; i += 1) {
    const t = 0.08 + (i / count) * 0.82
    for (const sign of [-1, 1]) {
      const from = at(t, 0, bend)
      const end = Math.min(0.97, t + half(Math.min(1, t + 0.1)) * slant)
      const to = at(end, sign * half(end) * 0.9, bend)
      const mid = at(t + (end - t) * 0.35, sign * half(end) * 0.5, bend)
      d += `M${pair(from[0], from[1])}Q${pair(mid[0], mid[1])} ${pair(to[0], to[1])}`
    }
  }
  return d
}

interface LeafParts {
  outline: string
  shaded: string
  inner: string
  veins: string
  middle: string
}

/** The same order for every leaf: stalk, face, shaded half, variegated margin, veins, light. */
function finish(parts: LeafParts, ink: LeafInk, flat: boolean, gloss: number, stalk: number): string {
  const body =
    ink.margin === null
      ? part(parts.outline, ink.face) + part(parts.shaded, ink.shade, 0.62)
      : part(parts.outline, ink.margin) + part(parts.inner, ink.face) + part(parts.shaded, ink.shade, 0.28)
  return (
    (stalk > 0 ? thread(`M0 ${stalk}Q2 ${stalk / 2} 0 0`, ink.stalk, 2.6) : '') +
    (flat ? '' : `<g transform="translate(1.6 2.6)">${part(parts.outline, '#1d2b16', 0.26)}</g>`) +
    body +
    (parts.veins === '' ? '' : thread(parts.veins, ink.vein, flat ? 1 : 0.8, 0.62)) +
    thread(parts.middle, ink.vein, flat ? 1.6 : 1.5, 0.85) +
    (gloss > 0.35 && !flat
      ? `<g transform="translate(-5 -6) scale(.72 .84)">${part(parts.inner, '#fff', Math.round(gloss * 12) / 100)}</g>`
      : '')
  )
}

function heartLeaf(ink: LeafInk, bend: number, flat: boolean, wide: number, veins: number): string {
  const w = wide * 100
  const tip = `${pair(bend, -100)}`
  const leftEdge = `M0 0C-10 12-30 12-${w * 0.82}-2C${pair(-w * 1.22, -22)} ${pair(-w * 0.86 + bend * 0.3, -60)} ${pair(-w * 0.3 + bend * 0.7, -84)}Q${pair(bend - 3, -92)} ${tip}`
  const rightEdge = `Q${pair(bend + 3, -92)} ${pair(w * 0.3 + bend * 0.7, -84)}C${pair(w * 0.86 + bend * 0.3, -60)} ${pair(w * 1.22, -22)} ${pair(w * 0.82, -2)}C30 12 10 12 0 0z`
  const half = (t: number): number => wide * (t < 0.2 ? 0.98 : 0.98 * (1 - ((t - 0.2) / 0.8) ** 1.7))
  const inner = `M0-4C-20 4-${w * 0.8} 0-${w * 0.7}-24C${pair(-w * 0.6, -52)} ${pair(-8, -70)} ${pair(bend * 0.7, -86)}C${pair(10, -70)} ${pair(w * 0.6, -52)} ${pair(w * 0.66, -24)}C${pair(w * 0.7, 0)} 20 4 0-4z`
  return finish(
    {
      outline: leftEdge + rightEdge,
      shaded: `M0 0Q${pair(bend * 0.2, -50)} ${tip}${rightEdge}`,
      inner,
      veins: `${sideVeins(half, veins, 0.75, bend)}M0-1Q-20 2-${w * 0.7} 2M0-1Q20 2 ${w * 0.7} 2`,
      middle: `M0 0Q${pair(bend * 0.2, -50)} ${pair(bend, -97)}`,
    },
    ink,
    flat,
    0.3,
    30,
  )
}

/** Heuchera, lady's mantle: a disc of shallow lobes, veins from the stalk. */
function roundedLeaf(ink: LeafInk, flat: boolean): string {
  const rim: Point[] = []
  let veins = ''
  const turn = (u: number): number => -Math.PI / 2 + (u - 0.5) * 5.3
  for (let i = 0; i <= 42; i += 1) {
    const u = i / 42
    const r = 50 - Math.abs(Math.sin(u * Math.PI * 7)) ** 3 * -1 - (1 - Math.abs(Math.sin(u * Math.PI * 7))) ** 2 * 11
    rim.push([Math.cos(turn(u)) * r, -46 + Math.sin(turn(u)) * r])
  }
  for (let i = 0; i < 7; i += 1) {
    const a = turn((i + 0.5) / 7)
    veins += `M0-10Q${pair(Math.cos(a) * 18, -28 + Math.sin(a) * 10)} ${pair(Math.cos(a) * 44, -46 + Math.sin(a) * 44)}`
  }
  const right = rim.slice(21)
  return finish(
    {
      outline: lineOf([[0, -8], ...rim]),
      shaded: lineOf([[0, -8], [0, -92], ...right]),
      inner: lineOf(rim.map(([x, y]): Point => [x * 0.76, -46 + (y + 46) * 0.76])),
      veins,
      middle: 'M0-8L0-84',
    },
    ink,
    flat,
    0.2,
    34,
  )
}

/** Hosta: ribs run in arcs from base to tip, the surface between them is quilted. */
function ribbedLeaf(ink: LeafInk, bend: number, flat: boolean): string {
  let ribs = ''
  for (const side of [-1, 1]) {
    for (let i = 1; i <= 5; i += 1) {
      const x = side * i * 8.6
      ribs += `M${pair(side * i * 0.8, -2)}C${pair(x * 1.25, -8 - i)} ${pair(x * 1.15 + bend * 0.3, -52)} ${pair(bend + side * (5 - i) * 0.4 * -1, -90 + i * 2)}`
    }
  }
  const base = heartLeaf(ink, bend, true, 0.46, 0)
  const dark = thread(ribs, ink.shade, flat ? 1.3 : 1.6, 0.75)
  return `${base}${dark}<g transform="translate(-1.4 0)">${thread(ribs, ink.light, 0.9, 0.8)}</g>`
}

function mapleLeaf(ink: LeafInk, count: number, fullness: number, flat: boolean): string {
  const heart: Point = [0, -22]
  const points: Point[] = [[0, 0]]
  const right: Point[] = []
  let veins = ''
  const span = count === 5 ? 2.25 : 2.5
  for (let i = 0; i < count; i += 1) {
    const angle = -Math.PI / 2 + (i / (count - 1) - 0.5) * 2 * (span / 2) * 1.25
    const off = Math.abs(i / (count - 1) - 0.5) * 2
    const long = 78 * (1 - off ** 1.6 * 0.42)
    const polar = (r: number, a: number): Point => [
      heart[0] + Math.cos(angle + a) * r,
      heart[1] + Math.sin(angle + a) * r,
    ]
    const wide = fullness * 0.52
    const lobe: Point[] =
      count === 5
        ? [
            polar(long * 0.56, -wide * 0.95),
            polar(long * 0.74, -wide * 0.62),
            polar(long * 0.72, -wide * 0.42),
            polar(long, 0),
            polar(long * 0.72, wide * 0.42),
            polar(long * 0.74, wide * 0.62),
            polar(long * 0.56, wide * 0.95),
          ]
        : [
            polar(long * 0.3, -0.17),
            polar(long * 0.55, -0.16),
            polar(long * 0.56, -0.11),
            polar(long * 0.76, -0.1),
            polar(long * 0.77, -0.06),
            polar(long, 0),
            polar(long * 0.77, 0.06),
            polar(long * 0.76, 0.1),
            polar(long * 0.56, 0.11),
            polar(long * 0.55, 0.16),
            polar(long * 0.3, 0.17),
          ]
    if (i > 0) {
      const between = angle - (span * 1.25) / (count - 1) / 2
      const notch = count === 5 ? 0.4 : 0.22
      points.push([heart[0] + Math.cos(between) * 78 * notch, heart[1] + Math.sin(between) * 78 * notch])
    }
    points.push(...lobe)
    if (angle > -Math.PI / 2 - 0.01) right.push(...lobe)
    const end = polar(long * 0.88, 0)
    veins += `M0 0Q${pair(heart[0], heart[1] * 0.6)} ${pair(end[0], end[1])}`
    if (!flat && count === 5)
      for (const s of [-1, 1]) {
        const a = polar(long * 0.42, 0)
        const b = polar(long * 0.68, s * wide * 0.5)
        veins += `M${pair(a[0], a[1])}L${pair(b[0], b[1])}`
      }
  }
  const inner = smooth(
    points.map(([x, y]): Point => [x * 0.72, -22 + (y + 22) * 0.72]),
    true,
  )
  return finish(
    {
      outline: lineOf(points),
      shaded: lineOf([[0, 0], [0, -99], ...right.slice(count === 5 ? 3 : 5)]),
      inner,
      veins,
      middle: 'M0 0L0-90',
    },
    ink,
    flat,
    0.2,
    34,
  )
}

function tulipLeaf(ink: LeafInk, bend: number, flat: boolean): string {
  const left = `M0 0C-16 4-34-4-40-16Q-50-22-54-32Q-40-38-36-50Q-44-66-40-88Q-34-96-26-96Q-14-88 ${pair(bend * 0.2, -82)}`
  const right = `Q14-88 26-96Q34-96 40-88Q44-66 36-50Q40-38 54-32Q50-22 40-16C34-4 16 4 0 0z`
  const half = (t: number): number => (t < 0.5 ? 0.42 : 0.36)
  return finish(
    {
      outline: left + right,
      shaded: `M0 0L${pair(bend * 0.2, -82)}${right}`,
      inner: 'M0-8C-24-6-38-26-28-46Q-34-70-26-82L0-74L26-82Q34-70 28-46C38-26 24-6 0-8z',
      veins: sideVeins(half, 4, 0.55, 0),
      middle: `M0 0L${pair(bend * 0.2, -82)}`,
    },
    ink,
    flat,
    0.2,
    34,
  )
}

/** Ginkgo: a fan with a cleft, veins forking from the stalk. */
function fanLeaf(ink: LeafInk, flat: boolean): string {
  const rim: Point[] = []
  let veins = ''
  for (let i = 0; i <= 20; i += 1) {
    const u = i / 20
    const a = -Math.PI / 2 + (u - 0.5) * 2.3
    const cleft = Math.exp(-(((u - 0.5) / 0.035) ** 2)) * 30
    const wave = Math.sin(u * 34) * 2.2
    const r = 92 + wave - cleft - Math.abs(u - 0.5) * 14
    rim.push([Math.cos(a) * r, Math.sin(a) * r])
    if (i > 0 && i < 20) veins += `M0 0L${pair(Math.cos(a) * (r - 5), Math.sin(a) * (r - 5))}`
  }
  const edge = smooth(rim).slice(1)
  const [sx, sy] = rim[0] ?? [0, 0]
  const outline = `M0 0Q${pair(sx * 0.35, sy * 0.85)} ${edge.replace(/^[^c]*/, pair(sx, sy))}Q${pair(-sx * 0.35, sy * 0.85)} 0 0z`
  const right = smooth(rim.slice(10)).replace(/^M/, 'M0 0L')
  return finish(
    {
      outline,
      shaded: `${right}Q${pair(-sx * 0.35, sy * 0.85)} 0 0z`,
      inner: lineOf([[0, -6], ...rim.map(([x, y]): Point => [x * 0.76, y * 0.76])]),
      veins,
      middle: 'M0 0L0-58',
    },
    ink,
    flat,
    0.15,
    40,
  )
}
