import type { Tones } from './colour.ts'
import type { Dab } from './dabs.ts'
import type { Shape, Sheet } from './ink.ts'
import { blob, stamp, useMarkup } from './ink.ts'
import { wood } from './palettes.ts'
import type { Random } from './random.ts'

/** A rounded mass of leaves in the crown. Light falls from the upper left, a little from the front. */
export interface Clump {
  x: number
  y: number
  rx: number
  ry: number
  /** -1 behind the trunk .. 1 towards the viewer. */
  z: number
  /** -1 the shaded side of the crown .. 1 the lit one. */
  lit: number
}

export interface Ornament {
  ids: readonly [string, ...string[]]
  /** Pixels. */
  size: number
  /** Number for every 10 000 square pixels of foliage. */
  density: number
  aim: 'out' | 'up' | 'down' | 'any'
}

export interface Leafage {
  dab: Dab
  length: number
  tones: Tones
  accent: Tones | null
  accentShare: number
  /** Leaf area over clump area: 1 covers the surface. */
  density: number
  /** Radians by which a leaf may deviate from its direction. */
  stray: number
  /** The share of the mass that is solid: less in airy crowns, where the sky shows through at the edge. */
  core: number
  /** Where leaves point: outward from the clump, or up, as in box, heather and young conifers. */
  rise: number
  snow: boolean
  ornaments: readonly Ornament[]
  /** Nothing is drawn below it: the ground that the plant stands on. */
  floor: number
  /** No flower stands above it. */
  ceiling: number
}

export const leafArea = ({ length, dab }: Pick<Leafage, 'length' | 'dab'>): number =>
  length * length * dab.wide * (dab.fill ?? 0.55)

/** Approximate bytes of one stamped mark in the file. */
export const markBytes = (shape: Shape): number => 11 + 6.4 * shape.reduce((sum, [, ...v]) => sum + v.length / 2, 0)

/**
 * The leaf length at which all leaves of these clumps fit the drawing's budget: complex leaves are fewer and larger than
 * simple ones, so that every picture costs about the same to send and to render.
 */
export function affordableLength(clumps: readonly Clump[], leafage: Leafage, kilobytes: number): number {
  const most = (kilobytes * 1000) / markBytes(leafage.dab.shape)
  const area = clumps.reduce((sum, c) => sum + c.rx * c.ry * Math.PI, 0)
  const least = Math.sqrt((area * leafage.density) / (most * leafage.dab.wide * (leafage.dab.fill ?? 0.55)))
  return Math.max(leafage.length, least)
}

export const toneAt = (tones: Tones, index: number): string =>
  tones[Math.min(4, Math.max(0, Math.round(index)))] ?? tones[2]

export function paintClump(sheet: Sheet, clump: Clump, leafage: Leafage, random: Random): void {
  const { x, y, rx, ry, z, lit } = clump
  const { dab, length, tones } = leafage
  const depth = lit * 0.6 + z * 0.22
  // The mass is painted in layers, shade first, then the lit side; leaves are drawn over it where they are visible.
  const wobble = (): number => random.range(-0.13, 0.13)
  const core = leafage.core
  const under = depth * 1.9 + 1.05
  sheet.path(blob(x, y, rx * core, ry * core, wobble, 8), toneAt(tones, under - 0.6))
  sheet.path(
    blob(x - rx * 0.13, y - ry * 0.16, rx * core * 0.74, ry * core * 0.72, wobble, 8),
    toneAt(tones, under + 0.35),
  )

  const layers: string[] = ['', '', '', '', '']
  const accents: string[] = ['', '', '', '', '']
  const caps: string[] = []
  const count = Math.min(240, Math.max(7, Math.round(((rx * ry * Math.PI) / leafArea(leafage)) * leafage.density)))
  for (let i = 0; i < count; i += 1) {
    const around = i * 2.39996 + random.range(-0.7, 0.7)
    const out = Math.sqrt((i + 0.5) / count) * random.range(0.88, 1.1)
    const nx = Math.cos(around) * out
    const ny = Math.sin(around) * out
    const nz = Math.sqrt(Math.max(0, 1 - out * out))
    const light = -0.52 * nx - 0.72 * ny + 0.42 * nz
    const tone = Math.min(4, Math.max(0, Math.round(light * 1.5 + depth * 1.9 + 1.5 + random.bell() * 1.05)))
    let dx = nx + random.range(-0.15, 0.15)
    let dy = ny - leafage.rise + dab.hang * 0.9
    const norm = Math.hypot(dx, dy) || 1
    dx /= norm
    dy /= norm
    let angle = Math.atan2(dy, dx) + random.range(-leafage.stray, leafage.stray)
    const size = length * random.range(0.8, 1.15)
    // A leaf that would reach into the ground lies on it.
    if (y + ny * ry + Math.sin(angle) * size * 0.6 > leafage.floor) angle = -Math.abs(angle)
    // The middle of the leaf, not its base, lies on the point, so that the mass keeps its outline.
    const px = x + nx * rx - Math.cos(angle) * size * 0.4
    const py = Math.min(leafage.floor, y + ny * ry - Math.sin(angle) * size * 0.4)
    // Leaves that point at the viewer are foreshortened.
    const wide = size * dab.wide * (0.72 + 0.28 * nz) * random.range(0.75, 1.1)
    const mark = stamp(dab.shape, px, py, angle, size, wide)
    if (leafage.accent !== null && random.next() < leafage.accentShare) accents[tone] += mark
    else layers[tone] += mark
    if (leafage.snow && ny < -0.22 && random.next() < 0.5)
      caps.push(stamp(dab.shape, px, py - size * 0.15, angle, size * 1.05, wide * 1.1))
  }
  layers.forEach((d, tone) => {
    sheet.path(d, toneAt(tones, tone))
    if (leafage.accent !== null) sheet.path(accents[tone] ?? '', toneAt(leafage.accent, tone))
  })
  if (leafage.snow) paintSnow(sheet, clump, caps.join(''), random)
  paintOrnaments(sheet, clump, leafage.ornaments, leafage, random)
}

function paintSnow(sheet: Sheet, clump: Clump, caps: string, random: Random): void {
  if (clump.z < -0.55) return
  const { x, y, rx, ry } = clump
  const wobble = (): number => random.range(-0.12, 0.12)
  sheet.path(blob(x - rx * 0.05, y - ry * 0.52, rx * 0.66, ry * 0.36, wobble, 8), wood.snow[1])
  sheet.path(caps, wood.snow[2])
  sheet.path(blob(x - rx * 0.08, y - ry * 0.6, rx * 0.54, ry * 0.26, wobble, 8), wood.snow[3])
}

/**
 * Flowers of the front clumps, painted after all clumps: otherwise later clumps would hide most flowers of the earlier
 * ones.
 */
export function paintForemost(sheet: Sheet, clumps: readonly Clump[], leafage: Leafage, random: Random): void {
  const ornaments = leafage.ornaments.map(o => ({ ...o, density: o.density * 0.55 }))
  for (const clump of clumps) if (clump.z > 0.05) paintOrnaments(sheet, clump, ornaments, leafage, random)
}

function paintOrnaments(
  sheet: Sheet,
  clump: Clump,
  ornaments: readonly Ornament[],
  { floor, ceiling }: Pick<Leafage, 'floor' | 'ceiling'>,
  random: Random,
): void {
  const { x, y, rx, ry, z } = clump
  if (z < -0.45) return
  const marks: { y: number; markup: string }[] = []
  for (const ornament of ornaments) {
    const wanted = (rx * ry * Math.PI * ornament.density) / 10000
    const count = Math.floor(wanted) + (random.next() < wanted % 1 ? 1 : 0)
    for (let i = 0; i < count; i += 1) {
      const around = random.range(0, Math.PI * 2)
      const out = Math.sqrt(random.next()) * 0.92
      const nx = Math.cos(around) * out
      // Heads that stand above the leaves are on the upper side of each clump.
      const ny = Math.sin(around) * out - (ornament.aim === 'out' || ornament.aim === 'up' ? 0.28 : 0)
      const px = x + nx * rx
      // A flower or fruit never hangs into the ground.
      const tall = ornament.size * (ornament.aim === 'down' ? 1.08 : 0.56)
      const raised = ornament.aim === 'out' || ornament.aim === 'up' ? ceiling + ornament.size * 0.75 : ceiling
      const py = Math.min(Math.max(y + ny * ry, raised), floor - tall)
      const outward = (Math.atan2(ny - 0.55, nx) * 180) / Math.PI + 90
      const turn =
        ornament.aim === 'up'
          ? nx * 18 + random.range(-8, 8)
          : ornament.aim === 'down'
            ? random.range(-10, 10)
            : ornament.aim === 'out'
              ? outward * 0.75
              : random.range(-40, 40)
      const scale = (ornament.size / 100) * random.range(0.82, 1.12)
      // A flower near the edge of the clump is seen from the side, so it is narrower.
      const squeeze = ornament.aim === 'any' ? 1 - 0.35 * out * random.next() : 1
      marks.push({
        y: py,
        markup: useMarkup(random.pick(ornament.ids), px, py, turn, scale, scale * squeeze * random.sign()),
      })
    }
  }
  marks.sort((a, b) => a.y - b.y)
  for (const mark of marks) sheet.add(mark.markup)
}
