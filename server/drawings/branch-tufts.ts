import { bloom, bloomSizes, hangs } from './flowers.ts'
import { toneAt } from './foliage.ts'
import type { Point, Sheet } from './ink.ts'
import { alongCurve, curveAngle, limb, pair } from './ink.ts'
import { leafMarkup } from './leaf-blades.ts'
import type { Habit } from './plant-habit.ts'
import type { Random } from './random.ts'
import { isFlat } from './special-blooms.ts'

/** Close-up of plants without branches: leaves rise from below the picture's edge, with a flower among them. */
export function paintTuftDetail(sheet: Sheet, habit: Habit, random: Random): void {
  if (habit.leaf === 'grass' || habit.leaf === 'sword') paintBlades(sheet, habit, random)
  else paintStalkedLeaves(sheet, habit, random)
}

function paintBlades(sheet: Sheet, habit: Habit, random: Random): void {
  const sword = habit.leaf === 'sword'
  const count = sword ? 19 : 46
  const wide = sword ? 58 : 19
  const blades = Array.from({ length: count }, (_, i) => ({
    side: ((i + random.next()) / count) * 2 - 1,
    z: random.range(-1, 1),
  })).sort((a, b) => a.z - b.z)
  const paintSome = (from: number, to: number): void => {
    for (const { side, z } of blades.slice(from, to)) {
      const foot: Point = [600 + side * 150, 940]
      const tip: Point = [600 + side * 560 + random.range(-50, 50), 130 + side * side * 300 + random.range(-50, 110)]
      const bend: Point = [600 + side * 170 + random.range(-30, 30), 250 + random.range(-60, 60)]
      const w = wide * random.range(0.75, 1.15)
      const tone = Math.max(0, Math.min(4, Math.round(1.7 + z - side * 0.6)))
      const edge = (shift: number, width: number): string =>
        `M${pair(foot[0] - width + shift, foot[1])}Q${pair(bend[0] - width + shift, bend[1])} ${pair(tip[0], tip[1])}Q${pair(bend[0] + width + shift, bend[1] + width)} ${pair(foot[0] + width + shift, foot[1])}z`
      sheet.path(edge(0, w / 2), habit.accent === null ? toneAt(habit.tones, tone) : habit.accent[3])
      if (habit.accent !== null) sheet.path(edge(0, w * 0.3), toneAt(habit.tones, tone))
      sheet.path(edge(w * 0.22, w * 0.24), toneAt(habit.tones, tone - 1), 0.6)
      const lines = (sword ? [-0.2, -0.06, 0.12] : [0])
        .map(k => `M${pair(foot[0] + k * w, foot[1])}Q${pair(bend[0] + k * w, bend[1])} ${pair(tip[0], tip[1])}`)
        .join('')
      sheet.stroke(lines, toneAt(habit.tones, tone + 1), sword ? 1.5 : 1.2, 0.75)
    }
  }
  const half = Math.floor(count / 2)
  paintSome(0, half)
  paintScapes(sheet, habit, random)
  paintSome(half, count)
}

const leafSizes: Record<string, number> = { broad: 430, fern: 760, 'basal-cut': 430 }

function paintStalkedLeaves(sheet: Sheet, habit: Habit, random: Random): void {
  const size = leafSizes[habit.leaf] ?? 400
  const count = habit.leaf === 'fern' ? 8 : 10
  const tones = [0, 1, 2, 3]
  const ids = tones.map(tone => sheet.symbol(leafMarkup(habit.blade, habit.tones, habit.accent, tone, random)))
  const leaves = Array.from({ length: count }, (_, i) => {
    const side = ((i + 0.5) / count) * 2 - 1 + random.range(-0.06, 0.06)
    return { side, rank: (i * 7) % count }
  }).sort((a, b) => a.rank - b.rank)
  const half = Math.ceil(count / 2)
  for (const [index, { side }] of leaves.entries()) {
    if (index === half) paintScapes(sheet, habit, random)
    const front = index >= half
    const foot: Point = [600 + side * 70, 940]
    const reach = habit.leaf === 'fern' ? 110 : front ? 300 : 470
    const to: Point = [
      600 + side * (habit.leaf === 'fern' ? 190 : front ? 400 : 330),
      940 - reach + Math.abs(side) * 130 + random.range(-30, 30),
    ]
    const bend: Point = [600 + side * 110, 940 - reach * 0.75]
    sheet.path(limb(foot, bend, to, 13, 8), toneAt(habit.tones, front ? 2 : 1))
    const turn = habit.leaf === 'fern' ? side * 62 : (curveAngle(foot, bend, to, 1) * 180) / Math.PI + 90 + side * 26
    const scale = (size / 100) * random.range(0.86, 1.06) * (front ? 0.94 : 1)
    sheet.use(
      ids[Math.max(0, Math.min(3, (front ? 2 : 1) - Math.round(side * 0.8)))] ?? '',
      to[0],
      to[1],
      turn,
      scale,
      scale * random.range(0.84, 1) * (side < 0 ? -1 : 1),
    )
  }
}

/** Flower stalks of a stemless plant. */
function paintScapes(sheet: Sheet, habit: Habit, random: Random): void {
  const { flower } = habit
  if (flower === null) return
  const big = Math.min(430, 150 + bloomSizes[flower.look] * 900)
  const ids = [0, 1].map(() =>
    sheet.symbol(bloom(flower.look, flower.colour, habit.tones, random, true, habit.leaf === 'grass')),
  )
  const down = hangs(flower.form)
  const flat = isFlat(flower.look)
  for (const [index, side] of [-0.62, 0.58, -0.02].entries()) {
    const foot: Point = [600 + side * 110, 940]
    const to: Point = [
      600 + side * 430,
      (flat || down ? 205 : 150 + big * 0.62) + Math.abs(side) * 95 + random.range(-25, 25),
    ]
    const bend: Point = [600 + side * 150, 520]
    sheet.path(limb(foot, bend, to, 11, 6), habit.tones[1])
    const turn = (curveAngle(foot, bend, to, 1) * 180) / Math.PI + 90
    sheet.use(
      ids[index % 2] ?? '',
      to[0],
      to[1],
      down ? 0 : Math.max(-32, Math.min(32, turn * (flat ? 0.3 : 1))),
      big / 100,
      (big / 100) * (habit.leaf === 'grass' && flower.look === 'plume' ? (flower.colour === 'brown' ? 0.36 : 0.62) : 1),
    )
    if (flower.form === 'bell' || flower.form === 'trumpet' || flower.form === 'raceme') {
      const [x, y] = alongCurve(foot, bend, to, 0.82)
      sheet.use(ids[1] ?? '', x, y, down ? 0 : turn + 48, (big / 100) * 0.72)
    }
  }
}
