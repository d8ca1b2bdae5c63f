import type { Brush } from './flowers.ts'
import { dot, pair, part, stamp, thread } from './ink.ts'
import type { BloomLook } from './likeness.ts'
import { line, petalPointed, petalRound, petalStrap, tau, wheel } from './petals.ts'
import type { FlowerForm } from './plant-facts.ts'

export type SpecialLook = Exclude<BloomLook, FlowerForm>

const cone = ['#6d3a17', '#a9581d', '#d98a35'] as const

/** Small strokes or florets along a line from its foot up, lit from the left; `reach` is the half-width at t. */
function alongStalk(
  brush: Brush,
  count: number,
  length: number,
  reach: (t: number) => number,
  mark: (x: number, y: number, side: number, t: number) => string,
): string {
  const layers = ['', '', '', '', '']
  for (let i = 0; i < count; i += 1) {
    const t = (i + brush.random.next() * 0.6) / count
    const side = Math.sin(i * 2.39996 + brush.random.range(-0.4, 0.4))
    const tone = Math.max(0, Math.min(4, Math.round(2.1 - side * 1.2 + brush.random.bell())))
    layers[tone] += mark(side * reach(t), -t * length, side, t)
  }
  return layers.map((d, tone) => part(d, brush.tones[tone] ?? brush.tones[2])).join('')
}

/** The flowers and heads by which single genera are known, in the frame of `bloom`. */
export const specialBlooms: Record<SpecialLook, (brush: Brush) => string> = {
  coneflower({ tones, random, near }) {
    const petals = near ? 15 : 11
    const turn = random.range(0, 1)
    let hang = ''
    let light = ''
    for (let i = 0; i < petals; i += 1) {
      const a = turn + (i / petals) * tau
      const x = Math.cos(a) * 12
      const y = Math.sin(a) * 5
      // Ray florets bend down around the cone.
      const way = Math.atan2(Math.sin(a) * 0.35 + 0.42, Math.cos(a))
      hang += stamp(petalStrap, x, y + 2, way, 42, near ? 16 : 20)
      light += stamp(petalStrap, x, y, way, 39, near ? 13 : 16)
    }
    let tips = ''
    for (let i = 0; i < (near ? 40 : 10); i += 1) {
      const r = Math.sqrt((i + 0.5) / (near ? 40 : 10)) * 17
      tips += dot(Math.cos(i * 2.4) * r, -9 + Math.sin(i * 2.4) * r * 0.75, near ? 2 : 3)
    }
    return (
      part(hang, tones[1]) +
      part(light, tones[3]) +
      part('M-20 2C-22-24-10-32 0-32C10-32 22-24 20 2Q0 10-20 2z', cone[0]) +
      part('M-15-4C-16-22-8-28-2-28C4-26 6-12 2-2Q-8 2-15-4z', cone[1]) +
      part(tips, cone[2], 0.9)
    )
  },
  pompon({ tones, random }) {
    const turn = random.range(0, tau)
    return [48, 40, 31, 21, 12]
      .map((r, i) =>
        part(
          wheel(petalPointed, 13 - i, 0, -i * 1.5, 2, r, r * 0.36, turn + i * 0.7, 0.86),
          tones[[1, 2, 3, 2, 4][i] ?? 2] ?? tones[2],
        ),
      )
      .join('')
  },
  aster({ tones, eye, random, near }) {
    const turn = random.range(0, 1)
    return (
      part(wheel(petalPointed, near ? 30 : 18, 0, 2, 6, 42, near ? 9 : 13, turn + 0.1, 0.88), tones[1]) +
      part(wheel(petalPointed, near ? 30 : 18, 0, 0, 6, 41, near ? 7 : 10, turn, 0.88), tones[3]) +
      part(dot(0, 0, 12), eye[1]) +
      part(dot(-1, -2, 9), eye[3])
    )
  },
  mallow({ tones, random, near }) {
    const turn = random.range(0, 1)
    // White flowers have a red eye.
    const pale = Number.parseInt(tones[3].slice(3, 5), 16) > 225
    const deep = pale ? '#a3214a' : tones[0]
    return (
      part(wheel(petalRound, 5, 0, 2, 2, 49, 62, turn, 0.92), tones[1]) +
      part(wheel(petalRound, 5, 0, 0, 2, 47, 56, turn, 0.92), tones[3]) +
      part(wheel(petalPointed, 5, 0, 0, 2, 27, 15, turn, 0.92), deep, 0.85) +
      part(dot(0, 0, 9), deep) +
      thread('M0 0Q5-10 13-20', '#f5e9b8', near ? 5 : 7) +
      (near ? part(dot(9, -13, 2.5) + dot(13, -20, 3) + dot(15, -15, 2.5), '#e5c84c') : '')
    )
  },
  clematis({ tones, eye, random, near }) {
    const turn = random.range(0, 1)
    const sepals = 6
    return (
      part(wheel(petalPointed, sepals, 0, 2, 1, 50, 36, turn, 0.94), tones[1]) +
      part(wheel(petalPointed, sepals, 0, 0, 1, 48, 32, turn, 0.94), tones[2]) +
      part(wheel(petalPointed, sepals, 0, 0, 3, 40, 10, turn, 0.94), tones[4], 0.75) +
      part(wheel(petalPointed, near ? 18 : 9, 0, 0, 1, 15, near ? 3 : 6, turn + 0.3, 0.94), eye[3])
    )
  },
  magnolia({ tones, green, random }) {
    const lean = random.range(-3, 3)
    const cup = (x: number, a: number, long: number, wide: number): string =>
      stamp(petalRound, x, -4, -Math.PI / 2 + a, long, wide)
    return (
      part('M-5 4Q0-8 5 4z', green[0]) +
      part(cup(-6, -0.62, 78, 50) + cup(6, 0.62, 78, 50), tones[1]) +
      part(cup(0, 0.05, 92, 62), tones[2]) +
      part(cup(-5, -0.34 + lean * 0.01, 84, 52) + cup(5, 0.36 + lean * 0.01, 80, 48), tones[3]) +
      part(
        stamp(petalPointed, -3, -2, -Math.PI / 2 - 0.3, 56, 22) +
          stamp(petalPointed, 4, -2, -Math.PI / 2 + 0.3, 50, 18),
        tones[1],
        0.6,
      )
    )
  },
  'star-magnolia'({ tones, eye, random }) {
    const turn = random.range(0, 1)
    return (
      part(wheel(petalStrap, 11, 0, 2, 3, 46, 18, turn, 0.9), tones[1]) +
      part(wheel(petalStrap, 11, 0, 0, 3, 44, 15, turn + 0.05, 0.9), tones[3]) +
      part(dot(0, 0, 7), eye[3])
    )
  },
  bracts({ tones, green, random }) {
    const turn = random.range(0, 0.5)
    return (
      part(wheel(petalPointed, 4, 0, 2, 2, 50, 50, turn, 0.85), tones[1]) +
      part(wheel(petalPointed, 4, 0, 0, 2, 48, 46, turn, 0.85), tones[3]) +
      thread(wheel([['l', 1, 0]], 4, 0, 0, 8, 34, 1, turn, 0.85), tones[1], 1.6, 0.7) +
      part(dot(0, 0, 8), green[3])
    )
  },
  lily({ tones, eye, green, random, near }) {
    const turn = random.range(-0.2, 0.2)
    let stamens = ''
    let anthers = ''
    for (let i = 0; i < 6; i += 1) {
      const a = Math.PI / 2 + (i - 2.5) * 0.3
      const [x, y] = [Math.cos(a) * 27, Math.sin(a) * 25]
      stamens += `M0 0Q${pair(x * 0.4, y * 0.9)} ${pair(x, y)}`
      anthers += stamp(petalPointed, x - 4, y, 0, 9, 6)
    }
    return (
      part('M-4 0L4 0L2 34L-2 34z', green[1]) +
      part(wheel(petalPointed, 3, 0, 2, 1, 50, 34, turn + 0.52, 0.86), tones[1]) +
      part(wheel(petalPointed, 3, 0, 0, 1, 49, 30, turn + 0.52, 0.86), tones[2]) +
      part(wheel(petalRound, 3, 0, 1, 1, 48, 42, turn - 0.52, 0.86), tones[2]) +
      part(wheel(petalRound, 3, 0, 0, 1, 47, 37, turn - 0.52, 0.86), tones[3]) +
      thread(wheel([['l', 1, 0]], 6, 0, 0, 6, 36, 1, turn - 0.52, 0.86), tones[1], near ? 1.6 : 2.4, 0.7) +
      part(wheel(petalPointed, 6, 0, 0, 0, 17, 9, turn, 0.86), eye[3], 0.85) +
      thread(stamens, tones[4], near ? 1.6 : 2.2) +
      part(anthers, '#7a3f1c')
    )
  },
  truss({ tones, green, random, near }) {
    const flowers: { x: number; y: number }[] = [
      { x: -30, y: -24 },
      { x: 30, y: -24 },
      { x: 0, y: -18 },
      { x: -21, y: -52 },
      { x: 21, y: -52 },
      { x: 0, y: -72 },
      { x: 0, y: -42 },
    ]
    // Each flower lies on the shade that it throws on those behind it.
    return (
      part(wheel(petalPointed, 7, 0, -4, 6, 44, 16, 0.2, 0.5), green[1]) +
      part(dot(0, -44, 34), tones[0]) +
      flowers
        .map(({ x, y }, i) => {
          const turn = random.range(0, 1)
          return (
            part(wheel(petalRound, 5, x + 1, y + 4, 1, 25, 27, turn, 0.86), tones[1]) +
            part(wheel(petalRound, 5, x, y, 1, 24, 24, turn, 0.86), tones[i < 2 ? 2 : 3]) +
            part(near ? wheel(petalPointed, 5, x, y, 0, 13, 5, turn, 0.86) : dot(x, y + 1, 5), tones[1])
          )
        })
        .join('')
    )
  },
  'flat-head'({ tones, green, random, near }) {
    const layers = ['', '', '', '']
    let rays = ''
    const count = near ? 64 : 22
    for (let i = 0; i < count; i += 1) {
      const out = Math.sqrt((i + 0.5) / count)
      const x = Math.cos(i * 2.39996) * out * 48
      const y = -42 + Math.sin(i * 2.39996) * out * 13
      if (i % 5 === 0) rays += `M0-8Q${pair(x * 0.4, -22)} ${pair(x, y)}`
      const tone = Math.max(0, Math.min(3, Math.round(1.9 - (y + 42) / 9 - x / 60 + random.bell())))
      layers[tone] += near ? wheel(petalPointed, 5, x, y, 0, 7, 4, i) : dot(x, y, 7.5)
    }
    return (
      thread(`M0 0L0-12${rays}`, green[2], near ? 2 : 3) +
      part('M-48-40Q0-20 48-40Q0-62-48-40z', tones[0]) +
      layers.map((d, tone) => part(d, tones[tone + 1] ?? tones[2])).join('')
    )
  },
  airy(brush) {
    const { random, green, tones, near } = brush
    let rays = 'M0 6L0-96'
    const spikelets = ['', '', '']
    const twigs = near ? 30 : 15
    for (let i = 0; i < twigs; i += 1) {
      const t = (i + 0.5) / twigs
      const y = -8 - t * 84
      const reach = (near ? 31 : 26) * Math.sin(Math.min(1, 0.3 + t * 0.75) * Math.PI) ** 0.7 + 4
      const a = -Math.PI / 2 + (i % 2 === 0 ? -1 : 1) * (0.95 - t * 0.5) + random.range(-0.15, 0.15)
      const [x, top] = [Math.cos(a) * reach, y + Math.sin(a) * reach * 0.75]
      rays += `M0 ${Math.round(y)}Q${pair(x * 0.4, y - 4)} ${pair(x, top)}`
      for (const u of near ? [0.45, 0.65, 0.85, 1] : [0.6, 1])
        spikelets[i % 3] += stamp(petalPointed, x * u, y + (top - y) * u, a + 0.5, near ? 7 : 8, near ? 3.4 : 4.5)
    }
    return (
      thread(rays, green[1], near ? 1 : 1.5) + spikelets.map((d, tone) => part(d, tones[tone + 1] ?? tones[2])).join('')
    )
  },
  feather(brush) {
    return (
      thread('M0 6L0-92', brush.tones[1], 2.2) +
      alongStalk(
        brush,
        brush.near ? 70 : 24,
        78,
        t => 7 * Math.sin((0.15 + t * 0.8) * Math.PI) ** 0.8,
        (x, y, side) =>
          stamp(petalPointed, x * 0.5, y - 6, -Math.PI / 2 + side * 0.4, brush.near ? 14 : 20, brush.near ? 4 : 7),
      )
    )
  },
  fingers(brush) {
    const { random, tones, near } = brush
    let shade = ''
    let light = ''
    const count = near ? 17 : 12
    for (let i = 0; i < count; i += 1) {
      const off = (i / (count - 1)) * 2 - 1 + random.range(-0.08, 0.08)
      // Thin racemes rise from one point and bend over to one side.
      const [x, y] = [off * 24 + 12, -96 + Math.abs(off) * 30]
      const d = `M0-26Q${pair(off * 14 - 2, -84)} ${pair(x, y)}`
      if (i % 2 === 0) shade += d
      else light += d
    }
    return (
      thread('M0 6L0-34', brush.green[1], 2.6) +
      thread(shade, tones[2], near ? 3.6 : 4.5) +
      thread(light, tones[4], near ? 3 : 3.6)
    )
  },
  brush(brush) {
    const { tones, near } = brush
    return (
      thread('M0 6L0-40', brush.green[1], 2.6) +
      part('M-8-22C-13-44-10-84 0-97C10-84 13-44 8-22Q0-16-8-22z', tones[1]) +
      alongStalk(
        brush,
        near ? 90 : 26,
        66,
        t => 9 * Math.sin((0.12 + t * 0.85) * Math.PI) ** 0.6,
        (x, y, side) =>
          stamp(petalPointed, x * 0.6, y - 24, -Math.PI / 2 + side * 1.05, near ? 13 : 15, near ? 2.5 : 4.5),
      )
    )
  },
  wand(brush) {
    const { near } = brush
    return (
      thread('M0 6L0-98', brush.green[1], 2) +
      alongStalk(
        brush,
        near ? 46 : 17,
        88,
        t => 6.5 * (1 - t * 0.65),
        (x, y, side, t) =>
          stamp(
            petalRound,
            x * 0.3,
            y - 8,
            -Math.PI / 2 + side * 1.15,
            (near ? 11 : 13) * (1 - t * 0.5),
            (near ? 7 : 9) * (1 - t * 0.4),
          ),
      )
    )
  },
  shaggy({ tones, random, near }) {
    const turn = random.range(0, 1)
    let rays = ''
    let light = ''
    const count = near ? 26 : 15
    for (let i = 0; i < count; i += 1) {
      const a = turn + (i / count) * tau
      const r = 44 * random.range(0.8, 1.1)
      const d = `M${pair(Math.cos(a) * 8, Math.sin(a) * 6)}Q${pair(Math.cos(a) * r * 0.7, Math.sin(a) * r * 0.45 - 8)} ${pair(Math.cos(a) * r, Math.sin(a) * r * 0.75)}`
      if (i % 2 === 0) rays += d
      else light += d
    }
    return (
      thread(rays, tones[1], near ? 5 : 7) + thread(light, tones[3], near ? 4.5 : 6) + part(dot(0, -1, 11), tones[0])
    )
  },
  thistle({ tones, green, random, near }) {
    let rays = ''
    const count = near ? 44 : 22
    for (let i = 0; i < count; i += 1) {
      const a = (i / count) * tau
      rays += line(0, -30, Math.cos(a) * 27 * random.range(0.9, 1.12), -30 + Math.sin(a) * 27)
    }
    return (
      thread('M0 4L0-10', green[1], 4) +
      part(dot(0, -30, 20), tones[1]) +
      thread(rays, tones[2], near ? 3 : 5) +
      part(dot(-4, -35, 11), tones[3], 0.8)
    )
  },
}

/** Metres, as `bloomSizes`. */
export const specialSizes: Record<SpecialLook, number> = {
  coneflower: 0.125,
  pompon: 0.07,
  aster: 0.045,
  mallow: 0.1,
  clematis: 0.11,
  magnolia: 0.22,
  'star-magnolia': 0.16,
  bracts: 0.085,
  lily: 0.17,
  truss: 0.13,
  'flat-head': 0.1,
  airy: 0.27,
  feather: 0.26,
  fingers: 0.24,
  brush: 0.13,
  wand: 0.17,
  shaggy: 0.1,
  thistle: 0.05,
}

/** Heads that are a flower seen from the front, whichever way their stalk points. */
export const isFlat = (look: BloomLook): boolean =>
  [
    'single',
    'rose',
    'daisy',
    'cluster',
    'coneflower',
    'pompon',
    'aster',
    'mallow',
    'clematis',
    'star-magnolia',
    'bracts',
    'shaggy',
    'lily',
  ].includes(look)
