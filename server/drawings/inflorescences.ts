import type { Brush } from './flowers.ts'
import { dot, pair, part, stamp, thread } from './ink.ts'
import { line, petalPointed, petalRound, tau, wheel } from './petals.ts'
import type { FlowerForm } from './plant-facts.ts'

type HeadForm = Exclude<FlowerForm, 'single' | 'rose' | 'daisy' | 'trumpet' | 'iris' | 'bell' | 'cluster'>
interface Floret {
  x: number
  y: number
  r: number
  lit: number
}

/** A head of many florets: shaded ones first, lit ones on top, each tone merged into one path. */
function florets(list: readonly Floret[], brush: Brush): string {
  const { tones, eye, near, random } = brush
  const layers = ['', '', '', '', '']
  let eyes = ''
  for (const { x, y, r, lit } of list) {
    const tone = Math.min(4, Math.max(0, Math.round(lit * 1.7 + 2.2 + random.bell() * 0.7)))
    const turn = random.range(0, tau)
    layers[tone] += near
      ? wheel(petalRound, r > 9 ? 4 : 5, x, y, r * 0.12, r, r * 1.05, turn, 0.9)
      : dot(x, y, r * 0.92)
    if (near && tone > 2) eyes += dot(x, y, r * 0.16)
  }
  return layers.map((d, i) => part(d, tones[i] ?? tones[2])).join('') + part(eyes, eye[3], 0.8)
}

/** Points of a spherical head seen from the side, dark at the lower right, lit at the upper left. */
function dome(
  cx: number,
  cy: number,
  rx: number,
  ry: number,
  count: number,
  size: number,
  brush: Brush,
  share = 1,
): Floret[] {
  const list: Floret[] = []
  for (let i = 0; i < count; i += 1) {
    const a = i * 2.39996 + brush.random.range(-0.2, 0.2)
    const out = Math.sqrt((i + 0.5) / count)
    const nx = Math.cos(a) * out
    const ny = Math.sin(a) * out
    if (ny > share) continue
    list.push({
      x: cx + nx * rx,
      y: cy + ny * ry,
      r: size * brush.random.range(0.85, 1.15),
      lit: -nx * 0.55 - ny * 0.75 + 0.15,
    })
  }
  return list.sort((a, b) => a.lit - b.lit)
}

/** Points of a cone from its base up; `width` gives the half-width along it. */
function cone(
  length: number,
  width: (t: number) => number,
  count: number,
  size: (t: number) => number,
  brush: Brush,
  down = false,
): Floret[] {
  const list: Floret[] = []
  for (let i = 0; i < count; i += 1) {
    const t = (i + brush.random.next()) / count
    const side = Math.sin(i * 2.39996 + brush.random.range(-0.5, 0.5))
    const y = 14 + t * (length - 14)
    list.push({
      x: side * width(t),
      y: down ? y : -y,
      r: size(t) * brush.random.range(0.85, 1.15),
      lit: -side * 0.75 + (brush.random.next() - 0.35) * 0.8,
    })
  }
  return list.sort((a, b) => a.lit - b.lit)
}

function stalks(targets: readonly Floret[], from: number, green: string, width: number): string {
  return thread(
    targets.map(f => `M0 0Q${pair(f.x * 0.15, f.y * 0.7)} ${pair(f.x, f.y)}`).join('') + line(0, 0, 0, from),
    green,
    width,
  )
}

export const blossomHeads: Record<HeadForm, (brush: Brush) => string> = {
  corymb(brush) {
    const heads = dome(0, -38, 48, 20, brush.near ? 46 : 17, brush.near ? 8.5 : 9.5, brush)
    const under = heads.filter((_, i) => i % (brush.near ? 4 : 5) === 0)
    return stalks(under, -20, brush.green[1], brush.near ? 1.6 : 2.4) + florets(heads, brush)
  },
  ball(brush) {
    return (
      thread('M0 0L0-30', brush.green[1], 4) +
      part(dot(0, -46, 44), brush.tones[0]) +
      florets(dome(0, -47, 44, 43, brush.near ? 70 : 30, brush.near ? 11 : 11, brush), brush)
    )
  },
  panicle(brush) {
    const width = (t: number): number => 34 * (1 - t) ** 0.7 * (0.55 + Math.min(0.45, t * 3))
    return (
      thread('M0 4L0-88', brush.green[1], 3) +
      part(`M0-100Q-34-52-26-20Q0-6 26-20Q34-52 0-100z`, brush.tones[0], 0.75) +
      florets(
        cone(102, width, brush.near ? 100 : 26, t => (brush.near ? 8.2 : 10.5) * (1 - t * 0.4), brush),
        brush,
      )
    )
  },
  spike(brush) {
    const width = (t: number): number => 10.5 * (1 - t * 0.75)
    return (
      thread('M0 6L0-98', brush.green[1], 3) +
      florets(
        cone(106, width, brush.near ? 70 : 18, t => (brush.near ? 6 : 8) * (1 - t * 0.5), brush),
        brush,
      )
    )
  },
  raceme(brush) {
    const width = (t: number): number => 20 * (1 - t) ** 0.8 * (0.6 + Math.min(0.4, t * 3))
    return (
      thread('M0 0Q3 40 0 96', brush.green[1], 2.4) +
      florets(
        cone(104, width, brush.near ? 74 : 20, t => (brush.near ? 7 : 9) * (1 - t * 0.5), brush, true),
        brush,
      )
    )
  },
  plume(brush) {
    const { random, tones, near } = brush
    const layers = ['', '', '', '', '']
    const twigs = near ? 34 : 13
    for (let i = 0; i < twigs; i += 1) {
      const t = (i + 0.5) / twigs
      const side = i % 2 === 0 ? -1 : 1
      const y = -10 - t * 76
      const reach = (near ? 26 : 25) * (1 - t) ** 0.75 + 5
      const angle = -Math.PI / 2 + side * (0.82 - t * 0.55) + random.range(-0.12, 0.12)
      const tone = random.int(0, 2) + (side < 0 ? 2 : 0)
      layers[Math.min(4, tone)] += stamp(petalPointed, 0, y, angle, reach, near ? 9 : 12)
      if (near) {
        for (let j = 1; j <= 4; j += 1) {
          const along = (j / 4.4) * reach
          const px = Math.cos(angle) * along
          const py = y + Math.sin(angle) * along
          layers[Math.min(4, tone + (j % 2))] +=
            stamp(petalPointed, px, py, angle - 0.7, 7, 4.5) + stamp(petalPointed, px, py, angle + 0.7, 7, 4.5)
        }
      }
    }
    layers[3] += stamp(petalPointed, 0, -78, -Math.PI / 2, 26, 9)
    return thread('M0 6L0-84', brush.green[1], 2.6) + layers.map((d, i) => part(d, tones[i] ?? tones[2], 0.92)).join('')
  },
  catkin(brush) {
    const width = (t: number): number => 9 * Math.sin(Math.min(1, t + 0.15) * Math.PI * 0.92) + 2
    return (
      thread('M0 0L0 20', brush.green[0], 3) +
      part('M-8 18Q-12 60 0 100Q12 60 8 18z', brush.tones[0]) +
      florets(
        cone(100, width, brush.near ? 60 : 22, () => (brush.near ? 4.6 : 5.2), { ...brush, near: false }, true),
        { ...brush, near: false },
      )
    )
  },
  umbel(brush) {
    const heads: Floret[] = []
    const rays = brush.near ? 15 : 9
    for (let i = 0; i < rays; i += 1) {
      const a = -Math.PI / 2 + ((i + 0.5) / rays - 0.5) * 2.5
      heads.push({ x: Math.cos(a) * 52, y: -28 + Math.sin(a) * 44, r: 1, lit: 0 })
      if (i % 2 === 0) heads.push({ x: Math.cos(a) * 26, y: -38 + Math.sin(a) * 34, r: 1, lit: 0 })
    }
    const small = heads.flatMap(h => dome(h.x, h.y, 9.5, 7.5, brush.near ? 12 : 4, brush.near ? 3.4 : 5.6, brush))
    return (
      stalks(heads, -20, brush.green[2], brush.near ? 1.5 : 2) +
      florets(small, { ...brush, near: false }) +
      (brush.near ? part(wheel(petalPointed, 6, 0, -8, 2, 14, 5, 0.3, 0.5), brush.green[1]) : '')
    )
  },
}
