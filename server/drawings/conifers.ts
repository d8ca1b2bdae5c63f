import { dabs, needleTwig } from './dabs.ts'
import { markBytes, toneAt } from './foliage.ts'
import type { Sitting } from './habit.ts'
import type { Point, Shape } from './ink.ts'
import { alongCurve, curveAngle, limb, lineOf, stamp, useMarkup } from './ink.ts'
import { wood } from './palettes.ts'
import type { TrunkLine } from './trunk.ts'
import { paintTrunk } from './trunk.ts'

interface Manner {
  /** The angle at which branches leave the trunk: up is negative. Fir's are level, spruce's hang, larch's sweep upwards. */
  droop: number
  lift: number
  twig: Shape
  twigWide: number
  /** Side twigs hang in curtains under the branch. */
  curtain: number
  twigs: number
}

function mannerOf(sitting: Sitting): Manner {
  const { habit } = sitting
  // Plates of foliage on level limbs; the Himalayan cedar's bend down.
  if (habit.build === 'cedar')
    return habit.species === 'deodara'
      ? { droop: 0.3, lift: -0.16, twig: needleTwig, twigWide: 0.5, curtain: 0.4, twigs: 9 }
      : { droop: -0.02, lift: -0.02, twig: dabs['needle-tuft'].shape, twigWide: 0.5, curtain: 0, twigs: 11 }
  if (habit.leaf === 'needle-tuft')
    return { droop: 0.1, lift: -0.1, twig: dabs['needle-tuft'].shape, twigWide: 0.85, curtain: 0.35, twigs: 7.5 }
  if (habit.leaf === 'needle-flat')
    return { droop: 0.12, lift: -0.2, twig: dabs['needle-flat'].shape, twigWide: 0.75, curtain: 0.35, twigs: 9 }
  if (habit.leaf === 'needle-long')
    return { droop: -0.12, lift: -0.05, twig: dabs['needle-long'].shape, twigWide: 1, curtain: 0.1, twigs: 8 }
  if (habit.leaf === 'scale')
    return { droop: 0.16, lift: -0.14, twig: dabs.scale.shape, twigWide: 0.9, curtain: 0.5, twigs: 10 }
  if (habit.genus === 'abies')
    return { droop: 0.06, lift: 0.02, twig: needleTwig, twigWide: 0.55, curtain: 0.3, twigs: 10 }
  if (habit.genus === 'tsuga')
    return { droop: 0.3, lift: -0.2, twig: needleTwig, twigWide: 0.45, curtain: 0.5, twigs: 11 }
  return { droop: 0.24, lift: -0.1, twig: needleTwig, twigWide: 0.5, curtain: 0.55, twigs: 8.5 }
}

/** Half-width of a tiered conifer at t: 0 its foot .. 1 its tip. */
function tierProfile(crown: string, t: number): number {
  if (crown === 'columnar') return (1 - t ** 2.2) ** 0.8 * Math.min(1, 0.78 + t * 1.6)
  if (crown === 'round' || crown === 'oval' || crown === 'irregular' || crown === 'spreading')
    return (1 - t ** 1.9) ** 0.7 * Math.min(1, 0.72 + t)
  return 1.1 * (1 - t) ** 0.7
}

/** Spruce, fir, larch and similar trees: whorls of branches on a straight trunk, the upper overlapping the lower. */
export function paintTieredConifer(sitting: Sitting): void {
  const { sheet, habit, stand, dress, random } = sitting
  const manner = mannerOf(sitting)
  const bare =
    stand.height *
    (habit.age > 0.55 && stand.height > stand.width * 0.9
      ? habit.leaf === 'needle-tuft' || habit.leaf === 'needle-flat'
        ? 0.1
        : 0.055
      : 0.035)
  const foot = stand.ground - bare
  const tall = stand.height - bare
  const half = stand.width / 2
  const level = habit.build === 'cedar' && habit.species !== 'deodara' && habit.crown !== 'columnar'
  const tiers = Math.max(
    6,
    Math.min(
      level ? 10 : habit.crown === 'columnar' ? 24 : 21,
      Math.round((tall / Math.max(half * 0.25, 24)) * (0.7 + 0.3 * stand.detail)),
    ),
  )
  const trunk: TrunkLine = {
    foot: [stand.x, stand.ground],
    bend: [stand.x, stand.ground - stand.height * 0.5],
    top: [stand.x, stand.ground - stand.height * 0.98],
    wide: Math.max(4, stand.height * 0.024),
    thin: 2,
  }
  paintTrunk(sheet, trunk, habit.bark, random.fork('bark'))
  const sway = random.fork('tiers')
  // A shaded core, so that the gaps between the whorls show depth and not the sky.
  const core: Point[] = []
  for (let i = 0; i <= 16; i += 1)
    core.push([
      stand.x - half * tierProfile(habit.crown, i / 16) * (i % 2 === 0 ? 0.62 : 0.4),
      foot - (i / 16.5) * tall,
    ])
  for (let i = 16; i >= 0; i -= 1)
    core.push([
      stand.x + half * tierProfile(habit.crown, i / 16) * (i % 2 === 0 ? 0.62 : 0.4),
      foot - (i / 16.5) * tall,
    ])
  const open = habit.leaf === 'needle-tuft' || habit.leaf === 'needle-flat'
  sheet.path(lineOf(core), dress.tones[0], open ? 0.55 : 1)
  const thrift = Math.min(1, 14 / tiers) * Math.min(1, 82 / markBytes(manner.twig))
  for (let i = 0; i < tiers; i += 1) {
    // Whorls are closer together towards the top, where each year's growth is short.
    const t = 1 - (1 - i / tiers) ** 1.3
    const gap = tall * ((1 - i / tiers) ** 1.3 - (1 - (i + 1) / tiers) ** 1.3) * 0.6 + (tall / tiers) * 0.4
    const reach = Math.max(
      half * tierProfile(habit.crown, t) * (level ? sway.range(0.7, 1.15) : sway.range(0.94, 1.06)),
      gap * 0.4,
    )
    paintWhorl(sitting, { ...manner, twigs: manner.twigs * thrift }, foot - t * tall - gap * 0.1, reach, gap, t, sway)
  }
  // The leader: this year's shoot above the last whorl.
  const tip = stand.ground - stand.height
  const lead = (tall / tiers) * 0.9
  sheet.path(stamp(needleTwig, stand.x, tip + lead, -Math.PI / 2, lead * 1.05, lead * 0.4), toneAt(dress.tones, 2))
  sheet.path(
    stamp(needleTwig, stand.x - 1, tip + lead * 0.75, -Math.PI / 2, lead * 0.75, lead * 0.2),
    toneAt(dress.tones, 3),
  )
}

function paintWhorl(
  sitting: Sitting,
  manner: Manner,
  y: number,
  reach: number,
  gap: number,
  t: number,
  random: Sitting['random'],
): void {
  const { stand } = sitting
  const arms = Math.max(5, Math.round((reach < gap * 1.2 ? 6 : 9) * (0.6 + 0.4 * stand.detail)))
  const start = random.range(0, Math.PI)
  const list = Array.from({ length: arms }, (_, i) => start + ((i + random.range(-0.2, 0.2)) / arms) * Math.PI * 2)
  list.sort((a, b) => Math.sin(a) - Math.sin(b))
  for (const around of list) {
    const side = Math.cos(around)
    const near = Math.sin(around)
    const long = reach * random.range(0.88, 1.06)
    const from: Point = [stand.x, y - gap * 0.25 * (1 - near)]
    const drop = (manner.droop * (1 - t * 0.75) + near * 0.2) * long
    const to: Point = [stand.x + side * long, Math.min(y + Math.max(drop, -gap), stand.ground - 4 + near * 8)]
    const bend: Point = [
      stand.x + side * long * 0.55,
      y + drop * 0.25 + manner.lift * long * (near > 0.3 ? 0 : 1) * 0.4,
    ]
    paintArm(sitting, manner, from, bend, to, { long, side, near, gap, t })
  }
}

interface Arm {
  long: number
  side: number
  near: number
  gap: number
  t: number
}

function paintArm(sitting: Sitting, manner: Manner, from: Point, bend: Point, to: Point, arm: Arm): void {
  const { sheet, habit, dress, random, stand } = sitting
  const { long, side, near, gap } = arm
  const deep: string[] = ['', '', '', '', '']
  let snow = ''
  const lit = near * 0.7 - side * 0.55 + 0.1
  const count = Math.max(4, Math.round(manner.twigs * Math.min(1.15, 0.55 + long / 190) * (0.55 + 0.45 * stand.detail)))
  const size = Math.max(12, Math.min(gap * 1.05, long * 0.46, 62))
  const open = habit.leaf === 'needle-tuft' || habit.leaf === 'needle-flat'
  if (open || near < 0)
    sheet.path(
      limb(from, bend, to, Math.max(1.6, long * 0.028), 0.8),
      near < 0 ? habit.bark.tones[0] : habit.bark.tones[1],
    )
  for (let i = 0; i < count; i += 1) {
    const u = 0.1 + 0.9 * ((i + random.range(0, 0.6)) / count)
    const [px, py] = alongCurve(from, bend, to, u)
    const angle = Math.abs(side) > 0.25 ? curveAngle(from, bend, to, u) : Math.PI / 2 - side
    const grow = size * (1 - 0.42 * u) * random.range(0.82, 1.15)
    // Under the branch: shaded, hanging twigs.
    const hang = Math.PI / 2 - side * 0.35 + random.range(-0.3, 0.3)
    const down = py > stand.ground - grow ? angle : angle + (hang - angle) * (manner.curtain + 0.15)
    const base = Math.round(lit * 0.8 + 0.75)
    deep[Math.max(0, Math.min(3, base))] += stamp(manner.twig, px, py, down, grow * 1.12, grow * manner.twigWide)
    // Along the branch: fans of twigs to both sides, lighter at the ends, where the growth is young.
    const spread = (i % 2 === 0 ? 1 : -1) * random.range(0.25, 0.6)
    const mid = Math.max(0, Math.min(4, Math.round(lit * 1.1 + 1.35 + u * 0.7 + random.bell() * 0.5)))
    deep[mid] += stamp(manner.twig, px, py - gap * 0.04, angle + spread, grow, grow * manner.twigWide * 0.92)
    if (u > 0.35 && lit > -0.35)
      deep[Math.min(4, mid + 1)] += stamp(
        manner.twig,
        px,
        py - gap * 0.06,
        angle + spread * 0.5,
        grow * 0.66,
        grow * manner.twigWide * 0.46,
      )
    if (dress.snow && near > -0.6) snow += stamp(petalOfSnow, px, py - gap * 0.02, angle, grow * 0.85, grow * 0.5)
  }
  const tip = Math.max(1, Math.min(4, Math.round(lit + 2.4)))
  deep[tip] += stamp(
    manner.twig,
    to[0] - (to[0] - bend[0]) * 0.16,
    to[1] - (to[1] - bend[1]) * 0.16,
    curveAngle(from, bend, to, 1),
    size * 0.6,
    size * manner.twigWide * 0.5,
  )
  deep.forEach((d, tone) => sheet.path(d, toneAt(dress.tones, tone)))
  if (dress.accent !== null && near > -0.2)
    sheet.path(
      stamp(manner.twig, to[0], to[1], curveAngle(from, bend, to, 1), size * 0.45, size * 0.24),
      dress.accent[3],
    )
  if (snow !== '') {
    sheet.path(snow, near > 0 ? wood.snow[3] : wood.snow[1], near > 0 ? 0.96 : 0.85)
  }
  const cone = sitting.ornaments[0]
  // Spruce cones hang in the upper third; fir cones stand upright on the branches.
  if (cone !== undefined && arm.t > 0.45 && arm.t < 0.9 && near > -0.1 && random.next() < 0.42) {
    const [cx, cy] = alongCurve(from, bend, to, 0.82)
    sheet.add(
      useMarkup(cone.ids[0], cx, cy, habit.genus === 'abies' || habit.genus === 'cedrus' ? 180 : 0, cone.size / 100),
    )
  }
}

const petalOfSnow: Shape = [
  ['c', 0.1, -0.8, 0.75, -0.8, 1, 0],
  ['c', -0.2, 0.35, -0.7, 0.22, -1, 0],
]
