import type { Twig } from './branch-leafy.ts'
import { branchTwigs, paintBloomsAndFruit, paintTwigs } from './branch-leafy.ts'
import { sprayShape } from './dabs.ts'
import { toneAt } from './foliage.ts'
import { fruit } from './fruits.ts'
import type { Point, Sheet } from './ink.ts'
import { alongCurve, curveAngle, pair, stamp } from './ink.ts'
import { flowerTones } from './palettes.ts'
import type { Habit } from './plant-habit.ts'
import type { Random } from './random.ts'

/** Side shoots of the second order: conifers branch repeatedly. */
function branchAgain(twigs: readonly Twig[], every: number, long: number, open: number, random: Random): Twig[] {
  const list: Twig[] = []
  for (const twig of twigs) {
    const run = Math.hypot(twig.to[0] - twig.from[0], twig.to[1] - twig.from[1])
    const count = Math.max(2, Math.round(run / every))
    for (let i = 0; i < count; i += 1) {
      const t = 0.24 + (i / count) * 0.72
      const from = alongCurve(twig.from, twig.bend, twig.to, t)
      const angle =
        curveAngle(twig.from, twig.bend, twig.to, t) + (i % 2 === 0 ? -1 : 1) * open * random.range(0.8, 1.15)
      const reach = long * (1.15 - t * 0.6) * random.range(0.85, 1.1)
      const to: Point = [from[0] + Math.cos(angle) * reach, from[1] + Math.sin(angle) * reach]
      list.push({
        from,
        bend: [(from[0] + to[0]) / 2 + random.range(-8, 8), (from[1] + to[1]) / 2 + random.range(0, 12)],
        to,
        wide: 5,
      })
    }
  }
  return list
}

/** Needles as strokes, grouped by tone: dark behind the shoot, light in front of it. */
class Needles {
  readonly layers = ['', '', '', '', '']

  put(x: number, y: number, angle: number, long: number, tone: number, curve = 0): void {
    const index = Math.max(0, Math.min(4, Math.round(tone)))
    const dx = Math.cos(angle) * long
    const dy = Math.sin(angle) * long
    this.layers[index] +=
      curve === 0
        ? `M${pair(x, y)}l${pair(dx, dy)}`
        : `M${pair(x, y)}q${pair(dx * 0.5 - dy * curve, dy * 0.5 + dx * curve)} ${pair(dx, dy)}`
  }

  paint(sheet: Sheet, habit: Habit, width: number, from = 0, to = 4): void {
    for (let i = from; i <= to; i += 1) sheet.stroke(this.layers[i] ?? '', toneAt(habit.tones, i), width)
  }
}

export function paintNeedledBranch(sheet: Sheet, habit: Habit, random: Random): void {
  const mains = branchTwigs(random)
  const bark = habit.bark.tones
  const wood = (twigs: readonly Twig[]): void => paintTwigs(sheet, twigs, bark[0], bark[1], bark[3])
  switch (habit.leaf) {
    case 'needle-long':
      wood(mains)
      pineBrushes(sheet, habit, mains, random)
      break
    case 'needle-tuft':
      tufts(sheet, habit, mains, random, wood)
      break
    case 'scale':
      sprays(sheet, habit, mains, random, wood)
      break
    case 'scale-heath':
      heath(sheet, habit, mains, random, wood)
      break
    default:
      combs(sheet, habit, mains, random, wood)
  }
  const twigs = [...mains]
  if (
    habit.fruit?.form === 'cone' ||
    habit.leaf === 'needle-long' ||
    (habit.leaf === 'needle-short' && habit.fruit === null)
  )
    cones(sheet, habit, twigs, random)
  else if (habit.leaf !== 'scale-heath') paintBloomsAndFruit(sheet, { ...habit, flower: null }, twigs, random)
}

function cones(sheet: Sheet, habit: Habit, twigs: readonly Twig[], random: Random): void {
  const id = sheet.symbol(
    fruit('cone', habit.fruit?.form === 'cone' ? habit.fruit.colour : 'brown', habit.tones, random, true),
  )
  const upright = habit.genus === 'abies' || habit.genus === 'cedrus'
  const small = habit.leaf === 'scale' || habit.leaf === 'needle-tuft' || habit.leaf === 'needle-flat'
  const size = small ? 0.62 : habit.leaf === 'needle-short' ? 1.75 : 1.3
  for (const [index, t] of [
    [1, 0.55],
    [3, 0.6],
    ...(small
      ? [
          [4, 0.72],
          [2, 0.7],
          [0, 0.6],
        ]
      : []),
  ] as [number, number][]) {
    const twig = twigs[index]
    if (twig === undefined) continue
    const [x, y] = alongCurve(twig.from, twig.bend, twig.to, t)
    sheet.use(
      id,
      x,
      y,
      upright ? 180 : random.range(-12, 12),
      size,
      size * (habit.leaf === 'needle-short' ? 0.62 : 0.95),
    )
  }
}

/** Spruce, yew, juniper: needles along the whole shoot: all round it, in two ranks, or prickly in whorls. */
function combs(
  sheet: Sheet,
  habit: Habit,
  mains: readonly Twig[],
  random: Random,
  wood: (twigs: readonly Twig[]) => void,
): void {
  const flat = habit.leaf === 'needle-flat'
  const awl = habit.leaf === 'needle-awl'
  const long = flat ? 52 : awl ? 30 : habit.genus === 'abies' ? 46 : 38
  const shoots = [...branchAgain(mains, awl ? 62 : 92, awl ? 150 : 190, awl ? 0.6 : 0.85, random), ...mains]
  const back = new Needles()
  const front = new Needles()
  for (const twig of shoots) {
    const run = Math.hypot(twig.to[0] - twig.from[0], twig.to[1] - twig.from[1])
    const step = flat ? 9 : awl ? 8 : 5
    const count = Math.round(run / step)
    const start = twig.wide > 15 ? 0.25 : 0.06
    for (let i = 0; i < count; i += 1) {
      const t = start + (1 - start) * (i / count)
      const [x, y] = alongCurve(twig.from, twig.bend, twig.to, t)
      const along = curveAngle(twig.from, twig.bend, twig.to, t)
      const taper = Math.min(1, 0.62 + (1 - t) * 1.6)
      const young = t > 0.82 ? 1 : 0
      for (const way of [-1, 1]) {
        const up = Math.sin(along + way) < 0 ? 0.5 : -0.4
        const open = flat ? random.range(0.95, 1.15) : awl ? random.range(0.45, 0.95) : random.range(0.5, 1.05)
        back.put(
          x,
          y,
          along + way * open,
          long * taper * random.range(0.85, 1.1),
          1.3 + up + young + random.bell() * 0.7,
        )
      }
      if (!flat)
        front.put(
          x,
          y,
          along + random.range(-0.5, 0.5),
          long * taper * random.range(0.6, 0.9),
          2.6 + young + random.bell() * 0.9,
        )
      else
        front.put(
          x + 1,
          y - 1,
          along + (i % 2 === 0 ? -1 : 1) * random.range(0.85, 1.05),
          long * taper * 0.8,
          3 + young + random.bell() * 0.6,
        )
    }
    const tip = curveAngle(twig.from, twig.bend, twig.to, 1)
    for (let i = -3; i <= 3; i += 1) front.put(twig.to[0], twig.to[1], tip + i * 0.17, long * 0.8, 3.4)
  }
  const width = flat ? 6.5 : awl ? 4.2 : 4.4
  back.paint(sheet, habit, width)
  wood(shoots.filter(t => t.wide > 4))
  front.paint(sheet, habit, width * 0.78)
}

/** Pine: needles in twos or fives, in a brush round the end of each shoot, with a candle at its tip. */
function pineBrushes(sheet: Sheet, habit: Habit, mains: readonly Twig[], random: Random): void {
  const fives = ['cembra', 'strobus', 'parviflora', 'sibirica', 'pumila', 'koraiensis', 'peuce'].includes(habit.species)
  const long = 175
  for (const twig of mains) {
    const back = new Needles()
    const front = new Needles()
    for (let i = 0; i < 30; i += 1) {
      const t = 0.42 + (i / 30) * 0.58
      const [x, y] = alongCurve(twig.from, twig.bend, twig.to, t)
      const along = curveAngle(twig.from, twig.bend, twig.to, t)
      for (const way of [-1, 1]) {
        const open = random.range(0.25, 1.15) * (1.1 - t * 0.35)
        const needles = fives ? 5 : 2
        for (let n = 0; n < needles; n += 1) {
          const angle = along + way * open + (n - (needles - 1) / 2) * 0.065
          const target = random.next() < 0.5 ? back : front
          target.put(
            x,
            y,
            angle,
            long * random.range(0.8, 1.05),
            (target === back ? 0.9 : 2.6) - Math.cos(angle) * 0.2 - Math.sin(angle) * 0.7 + random.bell() * 0.8,
            way * 0.05,
          )
        }
      }
    }
    back.paint(sheet, habit, 4.2)
    const tip = curveAngle(twig.from, twig.bend, twig.to, 1)
    front.paint(sheet, habit, 3.6)
    const bark = habit.bark.tones
    for (const off of [-0.42, 0.42, 0]) {
      const size = off === 0 ? 82 : 52
      sheet.path(
        stamp(
          [
            ['q', 0.4, -0.7, 1, 0],
            ['q', -0.6, 0.7, -1, 0],
          ],
          twig.to[0],
          twig.to[1],
          tip + off,
          size,
          size * 0.24,
        ),
        bark[3],
      )
      sheet.path(
        stamp(
          [
            ['q', 0.4, -0.2, 0.94, 0],
            ['q', -0.6, 0.7, -0.94, 0],
          ],
          twig.to[0],
          twig.to[1],
          tip + off,
          size,
          size * 0.22,
        ),
        bark[2],
      )
    }
  }
}

/** Larch and cedar: rosettes of soft needles on short spurs along a bare shoot. */
function tufts(
  sheet: Sheet,
  habit: Habit,
  mains: readonly Twig[],
  random: Random,
  wood: (twigs: readonly Twig[]) => void,
): void {
  const shoots = [...branchAgain(mains, 150, 210, 0.8, random), ...mains]
  const back = new Needles()
  const front = new Needles()
  const knobs: string[] = []
  for (const twig of shoots) {
    const run = Math.hypot(twig.to[0] - twig.from[0], twig.to[1] - twig.from[1])
    const count = Math.max(3, Math.round(run / 46))
    for (let i = 0; i < count; i += 1) {
      const t = (twig.wide > 15 ? 0.3 : 0.18) + 0.82 * (i / count)
      if (t > 1) continue
      const [x, y] = alongCurve(twig.from, twig.bend, twig.to, t)
      const way = i % 2 === 0 ? -1 : 1
      const out = curveAngle(twig.from, twig.bend, twig.to, t) + way * 1.25
      const px = x + Math.cos(out) * 10
      const py = y + Math.sin(out) * 10
      knobs.push(
        stamp(
          [
            ['q', 0.5, -0.6, 1, -0.2],
            ['l', 0, 0.4],
            ['q', -0.5, 0.4, -1, -0.2],
          ],
          x,
          y,
          out,
          14,
          14,
        ),
      )
      for (let n = 0; n < 26; n += 1) {
        const angle = out + (n / 25 - 0.5) * 3.7
        const target = n % 2 === 0 ? back : front
        target.put(
          px,
          py,
          angle,
          random.range(40, 58) * (1 - Math.abs(n / 25 - 0.5) * 0.25),
          (n % 2 === 0 ? 1.2 : 3) - Math.sin(angle) * 0.6 + random.bell() * 0.7,
          0.04 * way,
        )
      }
    }
  }
  back.paint(sheet, habit, 3.4)
  wood(shoots)
  sheet.path(knobs.join(''), habit.bark.tones[1])
  front.paint(sheet, habit, 3)
}

/** Thuja and cypress: flat sprays of scales, branching in one plane. */
function sprays(
  sheet: Sheet,
  habit: Habit,
  mains: readonly Twig[],
  random: Random,
  wood: (twigs: readonly Twig[]) => void,
): void {
  const second = branchAgain(mains, 66, 250, 0.62, random)
  const third = branchAgain(second, 27, 88, 0.6, random)
  wood(mains)
  const paint = (list: readonly Twig[], shift: number): void => {
    const layers = ['', '', '', '', '']
    const seams: string[] = []
    for (const twig of list) {
      const run = Math.hypot(twig.to[0] - twig.from[0], twig.to[1] - twig.from[1])
      // Overlapping scales: each is a small cup over the base of the next.
      const count = Math.max(4, Math.round(run / 17))
      for (let i = 0; i < count; i += 1) {
        const t = i / count
        const [x, y] = alongCurve(twig.from, twig.bend, twig.to, t)
        const angle = curveAngle(twig.from, twig.bend, twig.to, t)
        const tone = Math.max(
          0,
          Math.min(4, Math.round(1.2 + shift + t * 1.5 - Math.sin(angle) * 0.4 + random.bell() * 0.6)),
        )
        layers[tone] += stamp(
          [
            ['c', 0.2, -0.6, 0.8, -0.5, 1.25, 0],
            ['c', -0.45, 0.5, -1.05, 0.6, -1.25, 0],
          ],
          x,
          y,
          angle,
          23 * (1 - t * 0.2),
          25 * (1.1 - t * 0.35),
        )
        if (i % 2 === 0) seams.push(stamp([['q', 0.3, -0.25, 0.7, -0.38]], x, y, angle, 15))
      }
    }
    layers.forEach((d, tone) => sheet.path(d, toneAt(habit.tones, tone)))
    sheet.stroke(seams.join(''), habit.tones[0], 1, 0.35)
  }
  const half = Math.floor(third.length / 2)
  paint(
    third.slice(0, half).filter((_, i) => i % 2 === 0),
    -0.8,
  )
  paint(second, 0)
  paint(
    third.filter((_, i) => i % 3 !== 0),
    0.6,
  )
  if (habit.accent !== null)
    sheet.path(
      third
        .filter((_, i) => i % 4 === 0)
        .map(t => stamp(sprayShape, t.to[0], t.to[1], curveAngle(t.from, t.bend, t.to, 1), 40, 34))
        .join(''),
      habit.accent[3],
    )
}

/** Heather: slender upright shoots, tiny needles below, bells above. */
function heath(
  sheet: Sheet,
  habit: Habit,
  mains: readonly Twig[],
  random: Random,
  wood: (twigs: readonly Twig[]) => void,
): void {
  const shoots = [...branchAgain(mains, 74, 260, 0.42, random), ...mains]
  const needles = new Needles()
  for (const twig of shoots) {
    const run = Math.hypot(twig.to[0] - twig.from[0], twig.to[1] - twig.from[1])
    const count = Math.round(run / 6)
    for (let i = 0; i < count; i += 1) {
      const t = (twig.wide > 15 ? 0.25 : 0) + (twig.wide > 15 ? 0.75 : 1) * (i / count)
      const [x, y] = alongCurve(twig.from, twig.bend, twig.to, t)
      const along = curveAngle(twig.from, twig.bend, twig.to, t)
      for (const way of [-1, 1])
        needles.put(
          x,
          y,
          along + way * random.range(0.35, 0.7),
          random.range(13, 20),
          1.6 + t - way * 0.4 + random.bell(),
        )
    }
  }
  wood(shoots)
  needles.paint(sheet, habit, 4)
  if (habit.flower === null) return
  paintHeathBells(sheet, habit, shoots, random)
}

function paintHeathBells(sheet: Sheet, habit: Habit, shoots: readonly Twig[], random: Random): void {
  if (habit.flower === null) return
  const tones = flowerTones(habit.flower.colour)
  const cup: Parameters<typeof stamp>[0] = [
    ['c', 0.1, -0.55, 0.7, -0.5, 1, -0.25],
    ['l', -0.08, 0.12, 0.08, 0.13, -0.08, 0.13, 0.08, 0.12],
    ['c', -0.3, 0.25, -0.9, 0.3, -1, -0.25],
  ]
  const layers = ['', '', '', '', '']
  for (const twig of shoots) {
    for (let i = 0; i < 15; i += 1) {
      const t = 0.5 + (i / 15) * 0.5
      const [x, y] = alongCurve(twig.from, twig.bend, twig.to, t)
      const along = curveAngle(twig.from, twig.bend, twig.to, t)
      const way = i % 2 === 0 ? -1 : 1
      const size = random.range(20, 27) * (1.15 - (t - 0.5) * 0.9)
      layers[Math.max(0, Math.min(4, Math.round(2 - way * 0.7 + random.bell())))] += stamp(
        cup,
        x,
        y,
        along + way * random.range(0.8, 1.4) + 0.25,
        size,
        size,
      )
    }
  }
  layers.forEach((d, tone) => sheet.path(d, toneAt(tones, tone)))
}
