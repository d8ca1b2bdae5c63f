import { fruitFirst } from './dress.ts'
import { bloom, bloomSizes, hangs } from './flowers.ts'
import { fruit } from './fruits.ts'
import type { Point, Sheet } from './ink.ts'
import { alongCurve, curveAngle, limb, pair } from './ink.ts'
import { leafMarkup } from './leaf-blades.ts'
import type { Blade } from './likeness.ts'
import type { Habit } from './plant-habit.ts'
import type { Random } from './random.ts'
import { isFlat } from './special-blooms.ts'

export interface Twig {
  from: Point
  bend: Point
  to: Point
  wide: number
}

/** In pixels of the close-up. */
const lengths: Partial<Record<Blade, number>> = {
  rounded: 230,
  divided: 260,
  ternate: 300,
  spiny: 190,
  trifoliate: 270,
  ovate: 205,
  round: 205,
  heart: 205,
  elliptic: 190,
  obovate: 205,
  lanceolate: 230,
  'oak-lobed': 250,
  'maple-lobed': 250,
  'maple-cut': 225,
  palmate: 300,
  pinnate: 330,
  bipinnate: 420,
  fan: 185,
  tulip: 230,
  tiny: 74,
  leathery: 255,
  fleshy: 150,
}

const opposite = new Set([
  'acer',
  'syringa',
  'fraxinus',
  'viburnum',
  'cornus',
  'hydrangea',
  'weigela',
  'philadelphus',
  'deutzia',
  'lonicera',
  'euonymus',
  'forsythia',
  'buddleja',
  'aesculus',
  'buxus',
  'ligustrum',
  'catalpa',
  'cercidiphyllum',
  'clematis',
  'sambucus',
  'phlox',
  'salvia',
  'symphoricarpos',
  'kolkwitzia',
  'paeonia',
])

/** Three ways to place a branch, each also mirrored, so that pictures shown side by side differ. */
export function branchTwigs(random: Random): Twig[] {
  const j = (): number => random.range(-22, 22)
  const mirror = random.next() < 0.5
  const layout = random.int(0, 2)
  const flip = ([x, y]: Point): Point => (mirror ? [1200 - x, y] : [x, y])
  const [start, mid, end] = (
    [
      [
        [250, 930],
        [470, 560],
        [850, 210],
      ],
      [
        [600, 940],
        [560, 600],
        [640, 200],
      ],
      [
        [-40, 770],
        [480, 640],
        [1000, 330],
      ],
    ] as const
  )[layout] ?? [
    [250, 930],
    [470, 560],
    [850, 210],
  ]
  const main: Twig = {
    from: flip([start[0], start[1]]),
    bend: flip([mid[0] + j(), mid[1] + j()]),
    to: flip([end[0] + j(), end[1] + j()]),
    wide: 20,
  }
  const off = (t: number, dx: number, dy: number, sag: number): Twig => {
    const from = alongCurve(main.from, main.bend, main.to, t)
    const way = mirror ? -dx : dx
    const to: Point = [from[0] + way + j(), from[1] + dy + j()]
    return { from, bend: [from[0] + way * 0.5, from[1] + dy * 0.5 + sag], to, wide: 11 }
  }
  const sides =
    [
      [off(0.26, -40, -370, -20), off(0.36, 410, -110, 26), off(0.52, -130, -300, -14), off(0.64, 330, -50, 24)],
      [off(0.3, -300, -250, -10), off(0.36, 310, -230, 10), off(0.6, -240, -180, -10), off(0.66, 250, -160, 10)],
      [off(0.28, 90, -330, -16), off(0.36, 280, 150, 20), off(0.52, 110, -300, -14), off(0.62, 300, 120, 24)],
    ][layout] ?? []
  return [...sides, main]
}

export function paintTwigs(sheet: Sheet, twigs: readonly Twig[], dark: string, middle: string, light: string): void {
  const [bodies, edges] = [
    twigs.map(t => limb(t.from, t.bend, t.to, t.wide, Math.max(3, t.wide * 0.3))).join(''),
    twigs
      .map(
        t =>
          `M${pair(t.from[0] - t.wide * 0.25, t.from[1])}Q${pair(t.bend[0] - t.wide * 0.22, t.bend[1] - 2)} ${pair(t.to[0], t.to[1])}`,
      )
      .join(''),
  ]
  sheet.add(`<g transform="translate(3 3)"><path fill="${dark}" d="${bodies}"/></g>`)
  sheet.path(bodies, middle)
  sheet.stroke(edges, light, 2.6, 0.75)
}

interface Hung {
  x: number
  y: number
  turn: number
  scale: number
  mirror: number
  tone: number
  front: boolean
}

/** A branch from the lower left to the upper right, leaves behind and in front of it, flowers at its ends, fruit below. */
export function paintLeafyBranch(sheet: Sheet, habit: Habit, random: Random): void {
  const twigs = branchTwigs(random)
  const length = lengths[habit.blade] ?? 200
  const pairs = opposite.has(habit.genus) || habit.leaf === 'maple-lobed' || habit.leaf === 'maple-cut'
  const symbols = [0, 1, 2, 3].map(tone =>
    [0, 1].map(() => sheet.symbol(leafMarkup(habit.blade, habit.tones, habit.accent, tone, random))),
  )
  const leaves: Hung[] = []
  const hang = ['maple-lobed', 'palmate', 'heart', 'fan', 'round'].includes(habit.leaf)
    ? 0.38
    : habit.leaf === 'lanceolate'
      ? 0.25
      : 0.12
  for (const [index, twig] of twigs.entries()) {
    const run = Math.hypot(twig.to[0] - twig.from[0], twig.to[1] - twig.from[1])
    const apart =
      habit.leaf === 'tiny'
        ? 0.4
        : habit.leaf === 'lanceolate'
          ? 0.2
          : ['heart', 'round', 'maple-lobed', 'palmate', 'fan'].includes(habit.leaf)
            ? 0.58
            : 0.44
    const nodes = Math.max(3, Math.round(run / (length * apart * (pairs ? 1.45 : 1))))
    const start = index === twigs.length - 1 ? 0.3 : 0.2
    for (let i = 0; i < nodes; i += 1) {
      const t = start + (1 - start) * ((i + 0.35) / nodes)
      const [x, y] = alongCurve(twig.from, twig.bend, twig.to, t)
      const along = (curveAngle(twig.from, twig.bend, twig.to, t) * 180) / Math.PI + 90
      const ways = pairs ? [-1, 1] : [i % 2 === 0 ? -1 : 1]
      for (const way of ways) {
        const open = 62 - t * 16 + random.range(-12, 12)
        let turn = along + way * open
        // Gravity bends every leaf downwards a little.
        turn += Math.sin((turn * Math.PI) / 180) * 40 * hang
        leaves.push({
          x,
          y,
          turn,
          scale: (length / 100) * (1.06 - t * 0.28) * random.range(0.88, 1.1),
          mirror: random.range(0.74, 1) * way,
          tone: Math.max(
            0,
            Math.min(3, Math.round(1.9 - Math.sin((turn * Math.PI) / 180) * 0.7 + random.bell() * 0.8)),
          ),
          front: random.next() < 0.62,
        })
      }
    }
    const along = (curveAngle(twig.from, twig.bend, twig.to, 1) * 180) / Math.PI + 90
    leaves.push({
      x: twig.to[0],
      y: twig.to[1],
      turn: along + random.range(-10, 10),
      scale: (length / 100) * 0.72,
      mirror: 0.9,
      tone: 3,
      front: true,
    })
  }
  const draw = (leaf: Hung, tone: number): void =>
    sheet.use(
      symbols[tone]?.[leaf.mirror > 0 ? 0 : 1] ?? '',
      leaf.x,
      leaf.y,
      leaf.turn,
      leaf.scale,
      leaf.scale * leaf.mirror,
    )
  for (const leaf of leaves) if (!leaf.front) draw(leaf, Math.max(0, leaf.tone - 1))
  const shoots =
    habit.growth.includes('perennial') || habit.growth === 'climber'
      ? habit.tones
      : habit.bark.pattern === 'birch'
        ? habit.bark.shoots
        : habit.bark.tones
  paintTwigs(sheet, twigs, shoots[0], shoots[1], shoots[3])
  for (const leaf of leaves) if (leaf.front) draw(leaf, leaf.tone)
  paintBloomsAndFruit(sheet, habit, twigs, random)
}

/** Flowers of the close-up, or the fruit of plants that are known by it: never both, they are of two seasons. */
export function paintBloomsAndFruit(sheet: Sheet, habit: Habit, twigs: readonly Twig[], random: Random): void {
  const crop = fruitFirst(habit) && habit.fruit?.form !== 'cone' ? habit.fruit : null
  const flower = crop === null ? habit.flower : null
  if (crop !== null) {
    const big = ['apple', 'pear'].includes(crop.form)
      ? 190
      : crop.form === 'cluster' || crop.look === 'string'
        ? 190
        : crop.form === 'berry'
          ? 92
          : crop.form === 'fluff'
            ? 150
            : 130
    const ids = [0, 1].map(() => sheet.symbol(fruit(crop.look, crop.colour, habit.tones, random, true)))
    const spots: [number, number][] = [
      [1, 0.4],
      [3, 0.35],
      [1, 0.85],
      [4, 0.55],
      [2, 0.6],
      [3, 0.9],
      [0, 0.7],
    ]
    for (const [index, [twigAt, t]] of spots.entries()) {
      const twig = twigs[twigAt]
      if (twig === undefined) continue
      const [x, y] = alongCurve(twig.from, twig.bend, twig.to, t)
      sheet.use(ids[index % 2] ?? '', x, y + 4, random.range(-9, 9), (big / 100) * random.range(0.88, 1.08))
      if (crop.form === 'berry' || crop.form === 'cherry')
        sheet.use(ids[0] ?? '', x - 62, y - 6, random.range(-12, 12), (big / 100) * 0.9)
    }
  }
  if (flower === null) return
  const big = Math.min(270, 120 + bloomSizes[flower.look] * 780)
  const ids = [0, 1, 2].map(() => sheet.symbol(bloom(flower.look, flower.colour, habit.tones, random, true)))
  const down = hangs(flower.form)
  const flat = isFlat(flower.look)
  const ends =
    flower.form === 'cluster'
      ? [
          [0, 0.4],
          [0, 0.7],
          [0, 1],
          [2, 0.5],
          [2, 1],
          [4, 0.62],
          [4, 0.8],
          [4, 1],
          [3, 0.5],
          [3, 1],
          [1, 0.6],
          [1, 1],
        ]
      : [
          [0, 1],
          [2, 1],
          [1, 1],
          [3, 1],
          [4, 1],
        ]
  for (const [index, [twigAt, t]] of (ends as [number, number][]).entries()) {
    const twig = twigs[twigAt]
    if (twig === undefined) continue
    const [x, y] = alongCurve(twig.from, twig.bend, twig.to, t)
    const along = (curveAngle(twig.from, twig.bend, twig.to, t) * 180) / Math.PI + 90
    const turn = down ? random.range(-7, 7) : flat ? random.range(-30, 30) : along * 0.6
    // Upright heads near the top edge are placed lower, so that the whole flower stays in the picture.
    const foot = down || flat ? Math.max(y, big * 0.5) : Math.max(y, big * 1.04 * Math.cos((turn * Math.PI) / 180) + 18)
    sheet.use(
      ids[index % 3] ?? '',
      Math.min(1080, Math.max(120, x)),
      foot,
      turn,
      (big / 100) * (flat && flower.form !== 'cluster' ? 1.1 : 1) * random.range(0.86, 1.06),
    )
    if (flower.form === 'single' && index % 2 === 0)
      sheet.use(
        ids[(index + 1) % 3] ?? '',
        x - big * 0.55,
        y + big * 0.42,
        random.range(-30, 30),
        (big / 100) * 0.86,
        (big / 100) * 0.66,
      )
  }
}
