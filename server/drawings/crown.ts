import type { Clump } from './foliage.ts'
import type { CrownShape } from './plant-facts.ts'
import type { Random } from './random.ts'

/** Half-width of the crown, 0..1, at the height t (0 its foot, 1 its top). */
export function crownProfile(shape: CrownShape, t: number): number {
  const u = Math.min(1, Math.max(0, t))
  const round = (centre: number, power: number): number => {
    const reach = u < centre ? (centre - u) / centre : (u - centre) / (1 - centre)
    return (1 - Math.min(1, reach) ** power) ** (1 / power)
  }
  switch (shape) {
    case 'globe':
      return round(0.5, 2)
    case 'round':
      return round(0.46, 2.2)
    case 'oval':
      return round(0.4, 1.9)
    case 'conical':
      return Math.min(1, (u + 0.04) / 0.14) * (1 - u) ** 0.82 * 1.02
    case 'columnar':
      return Math.min(round(0.45, 2.6), 0.55 + 0.45 * (1 - u) ** 0.5)
    case 'spreading':
      return round(0.58, 2.3)
    case 'umbrella':
      return u < 0.42 ? 0.72 * (u / 0.42) ** 0.5 : round(0.52, 2.1)
    case 'vase':
      return u < 0.62 ? 0.4 + 0.6 * Math.sin((u / 0.62) * Math.PI * 0.5) ** 1.1 : round(0.62, 2.2)
    case 'cushion':
    case 'prostrate':
      return (1 - u ** 2.2) ** 0.5
    case 'weeping':
      return u < 0.55 ? 0.85 + 0.15 * (u / 0.55) : round(0.55, 2)
    case 'irregular':
      return round(0.5, 2.1) * (0.84 + 0.16 * Math.sin(u * 11))
  }
}

export interface CrownBox {
  shape: CrownShape
  cx: number
  /** Pixels: foot and top of the crown. */
  foot: number
  top: number
  halfWidth: number
}

/** Evenly spaced points of the crown's outline, from the foot of one side over the top to the foot of the other. */
function outlinePoints(box: CrownBox, count: number): { t: number; side: number }[] {
  const walk: { t: number; side: number; at: number }[] = []
  let at = 0
  let last: readonly [number, number] | null = null
  for (let i = 0; i <= 120; i += 1) {
    const side = i <= 60 ? -1 : 1
    const t = i <= 60 ? i / 60 : (120 - i) / 60
    const point: readonly [number, number] = [
      side * crownProfile(box.shape, t) * box.halfWidth,
      -t * (box.foot - box.top),
    ]
    if (last !== null) at += Math.hypot(point[0] - last[0], point[1] - last[1])
    walk.push({ t, side, at })
    last = point
  }
  return Array.from(
    { length: count },
    (_, i) => walk.find(step => step.at >= ((i + 0.5) / count) * at) ?? { t: 0.5, side: 1 },
  )
}

/**
 * Fills a crown with clumps: a ring along its outline, so that the shape is recognisable, and the rest inside it, evenly
 * but not regularly: of several random places the one farthest from the other clumps is used.
 */
export function crownClumps(box: CrownBox, wanted: number, size: number, random: Random, loose = 0): Clump[] {
  const height = box.foot - box.top
  const clumps: Clump[] = []
  const place = (t: number, cosine: number, z: number, big: number): Clump => {
    const r = crownProfile(box.shape, t) * box.halfWidth
    const narrow = Math.min(1, Math.max(0.55, (r * 1.1) / big))
    const x = box.cx + cosine * Math.max(0, r - big * narrow * 0.74)
    const y = Math.min(box.foot - big * 0.45, Math.max(box.top + big * 0.8, box.foot - t * height))
    const side = (x - box.cx) / (box.halfWidth || 1)
    const up = (box.foot - y) / height - 0.45
    return { x, y, z, rx: big * narrow, ry: big * random.range(0.74, 0.9), lit: -side * 0.6 + up * 1.25 + z * 0.15 }
  }
  const ring = Math.round(wanted * 0.46)
  for (const { t, side } of outlinePoints(box, ring)) {
    const off = random.range(-0.5, 0.5) * (0.06 + loose * 0.14)
    clumps.push(
      place(
        Math.min(0.995, Math.max(0.01, t + off)),
        side * (1 - random.next() * (0.06 + loose * 0.3)),
        random.range(-0.5, 0.45),
        size * random.range(0.72, 1.08),
      ),
    )
  }
  for (let i = ring; i < wanted; i += 1) {
    let best: Clump | null = null
    let bestGap = -1
    for (let chance = 0; chance < 8; chance += 1) {
      const around = random.range(0, Math.PI * 2)
      const out = Math.sqrt(random.next()) * 0.9
      const clump = place(
        random.range(0.03, 0.97),
        Math.cos(around) * out,
        Math.sin(around) * Math.max(0.3, out),
        size * random.range(0.85, 1.2),
      )
      const gap = clumps.reduce(
        (least, c) =>
          Math.min(least, Math.hypot(c.x - clump.x, (c.y - clump.y) * 1.1, (c.z - clump.z) * box.halfWidth * 0.35)),
        1e6,
      )
      if (gap > bestGap) {
        bestGap = gap
        best = clump
      }
    }
    if (best !== null) clumps.push(best)
  }
  return clumps.sort((a, b) => a.z - b.z)
}
