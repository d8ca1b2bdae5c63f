import type { CrownBox } from './crown.ts'
import { crownClumps, crownProfile } from './crown.ts'
import { dabs } from './dabs.ts'
import type { Clump, Leafage } from './foliage.ts'
import { affordableLength, paintClump, paintForemost, toneAt } from './foliage.ts'
import type { Sitting } from './habit.ts'
import type { Point } from './ink.ts'
import { pair, smooth, stamp } from './ink.ts'
import type { Branch, TrunkLine } from './trunk.ts'
import { onTrunk, paintBranches, paintTrunk } from './trunk.ts'

/** Length of a drawn leaf: to scale for small plants, larger than life for large ones, where it would not be seen. */
export function leafPixels(sitting: Sitting): number {
  const { habit, stand } = sitting
  const real = dabs[habit.blade].real * stand.metre * 1.15
  const least =
    Math.max(10, Math.sqrt(stand.width * stand.height) * 0.019) *
    (0.6 + 0.4 / stand.detail) *
    (dabs[habit.blade].real < 0.03 ? 0.72 : dabs[habit.blade].real > 0.14 ? 1.5 : 1)
  return Math.min(Math.max(real, least), Math.max(stand.width, stand.height) * 0.16, 74)
}

export function leafageOf(sitting: Sitting, change: Partial<Leafage> = {}): Leafage {
  const { habit, stand, dress } = sitting
  const long = leafPixels(sitting)
  // On small plants a pinnate leaf is drawn as separate leaflets: they cover the mass where whole leaves would leave gaps.
  if (habit.leaf === 'pinnate' && long > 34 && !dress.blossom)
    return leafageOf(
      { ...sitting, habit: { ...habit, leaf: 'ovate', blade: habit.blade === 'pinnate' ? 'ovate' : habit.blade } },
      { length: long * 0.4, ...change },
    )
  return {
    dab: dress.blossom ? dabs.round : dabs[habit.blade],
    length: dress.blossom ? Math.max(13, Math.min(26, stand.width * 0.03)) : leafPixels(sitting),
    tones: dress.tones,
    accent: dress.accent,
    accentShare: dress.accentShare,
    // Witch hazel and cornel show their wood between the flowers.
    density: dress.blossom && habit.airy > 0.5 ? 0.3 : 1.15 - habit.airy * 0.1,
    stray: 0.75,
    core:
      dress.blossom && habit.airy > 0.5
        ? 0.08
        : (habit.leaf === 'pinnate' || habit.leaf === 'bipinnate' ? 0.72 : 0.8) - habit.airy * 0.22,
    rise: 0,
    snow: dress.snow,
    ornaments: sitting.ornaments,
    floor: stand.ground + 3,
    ceiling: stand.ground - stand.height,
    ...change,
  }
}

function treeBox(sitting: Sitting): CrownBox {
  const { habit, stand } = sitting
  const clear: Record<string, number> = {
    umbrella: 0.46,
    columnar: 0.1,
    conical: 0.14,
    globe: 0.4,
    weeping: 0.3,
    spreading: 0.3,
    vase: 0.26,
  }
  const share = (clear[habit.crown] ?? 0.25) + (habit.age < 0.5 && habit.growth === 'tree' ? 0.1 : 0)
  const foot = habit.growth === 'multistem-tree' ? 0.14 : share
  return {
    shape: habit.crown,
    cx: stand.x,
    foot: stand.ground - stand.height * foot,
    top: stand.ground - stand.height,
    halfWidth: stand.width / 2,
  }
}

function clumpsFor(sitting: Sitting, box: CrownBox): Clump[] {
  const { habit, stand, random } = sitting
  const height = box.foot - box.top
  let area = 0
  for (let i = 0; i < 20; i += 1) area += (crownProfile(box.shape, (i + 0.5) / 20) * box.halfWidth * 2 * height) / 20
  const leaf = leafPixels(sitting)
  // Airy crowns are many small clouds, dense ones fewer large masses; a clump is never smaller than a few leaves.
  const size = Math.min(box.halfWidth * 0.62, Math.max(leaf * 1.5, Math.sqrt(area) * (0.165 - habit.airy * 0.045)))
  const wanted = Math.min(
    60,
    Math.max(
      6,
      Math.round((area / (size * size * Math.PI * 0.8)) * (2.5 - habit.airy * 0.9) * (0.4 + 0.6 * stand.detail)),
    ),
  )
  const clumps = crownClumps(
    box,
    wanted,
    size,
    random.fork('clumps'),
    habit.airy + (habit.crown === 'irregular' ? 0.4 : 0),
  )
  // Branches of a columnar crown grow upright, so its clumps are tall and narrow rather than round.
  return habit.crown === 'columnar'
    ? clumps.map(c => ({ ...c, ry: Math.min(c.ry * 1.75, height * 0.2), y: Math.max(c.y, box.top + c.ry * 1.5) }))
    : clumps
}

/** Leaves of a crown, within the size limit of one picture. */
export function affordableLeafage(sitting: Sitting, clumps: readonly Clump[], change: Partial<Leafage> = {}): Leafage {
  const leafage = leafageOf(sitting, change)
  const area = clumps.reduce((sum, c) => sum + (c.z < -0.45 ? 0 : c.rx * c.ry * Math.PI), 0)
  // More flowers than this only make the file larger: fewer and larger ones cover as well.
  const most = 130 * sitting.stand.detail
  const ornaments = leafage.ornaments.map(o => {
    const excess = Math.max(1, (area * o.density) / 10000 / most)
    return { ...o, density: o.density / excess, size: o.size * Math.min(1.7, Math.sqrt(excess)) }
  })
  return { ...leafage, ornaments, length: affordableLength(clumps, leafage, 108 * sitting.stand.detail ** 1.3) }
}

/** Limbs from the trunk to the clumps that they carry; each leaves the trunk lower than its clump. */
function limbsTo(clumps: readonly Clump[], line: TrunkLine, box: CrownBox, sitting: Sitting): Branch[] {
  const random = sitting.random.fork('limbs')
  const length = line.foot[1] - line.top[1]
  return clumps.map(clump => {
    const rise = Math.max(0.02, (line.foot[1] - clump.y) / length)
    const share = Math.min(
      0.97,
      Math.max(
        ((line.foot[1] - box.foot) / length) * 0.92,
        rise - (Math.abs(clump.x - box.cx) / length) * random.range(0.45, 0.85),
      ),
    )
    const from = onTrunk(line, share)
    const to: Point = [clump.x, clump.y]
    const bend: Point = [from[0] + (to[0] - from[0]) * 0.6, from[1] + (to[1] - from[1]) * 0.28]
    const reach = Math.hypot(to[0] - from[0], to[1] - from[1])
    return { from, bend, to, wide: Math.max(1.6, Math.min(line.wide * 0.5 * (1 - share * 0.55), reach * 0.055)) }
  })
}

export function paintTree(sitting: Sitting): void {
  const { sheet, habit, stand, dress, random } = sitting
  const box = treeBox(sitting)
  const clumps = clumpsFor(sitting, box)
  const wide = Math.max(
    4.5,
    Math.min(stand.width * 0.085, stand.height * (0.022 + 0.026 * habit.age)) * (habit.airy > 0.6 ? 0.8 : 1),
  )
  const sway = random.fork('sway')
  const height = box.foot - box.top
  const lines: TrunkLine[] = []
  const stems = habit.growth === 'multistem-tree' ? 4 : 1
  for (let i = 0; i < stems; i += 1) {
    const lean = stems === 1 ? sway.range(-0.05, 0.05) : (i / (stems - 1) - 0.5) * 0.85 + sway.range(-0.08, 0.08)
    const foot: Point = [stand.x + (stems === 1 ? 0 : (i - (stems - 1) / 2) * wide * 1.1), stand.ground]
    const top: Point = [stand.x + lean * stand.width * 0.5, box.foot - height * (stems === 1 ? 0.78 : 0.6)]
    const bend: Point = [(foot[0] * 2 + top[0]) / 3 + sway.range(-1, 1) * stand.width * 0.02, (foot[1] + top[1]) / 2]
    lines.push({ foot, bend, top, wide: stems === 1 ? wide : wide * 0.62, thin: wide * 0.22 })
  }
  const leafage = affordableLeafage(sitting, clumps, habit.crown === 'columnar' ? { rise: 0.6 } : {})
  const paint = random.fork('leaves')
  const nearest = (clump: Clump): TrunkLine =>
    lines.reduce((best, line) => (Math.abs(line.top[0] - clump.x) < Math.abs(best.top[0] - clump.x) ? line : best))
  const bareWood: [string, string] =
    habit.bark.pattern === 'birch'
      ? [habit.bark.shoots[1], habit.bark.tones[2]]
      : [habit.bark.tones[0], habit.bark.tones[3]]
  const behind = clumps.filter(c => c.z < -0.15)
  const before = clumps.filter(c => c.z >= -0.15)
  for (const clump of behind) paintClump(sheet, clump, leafage, paint)
  if (dress.snow && !habit.evergreen) return
  for (const line of lines) {
    const mine = clumps.filter(c => nearest(c) === line)
    paintBranches(sheet, limbsTo(mine, line, box, sitting), ...bareWood)
  }
  for (const line of lines) paintTrunk(sheet, line, habit.bark, random.fork('bark'))
  for (const clump of before) paintClump(sheet, clump, leafage, paint)
  if (habit.genus === 'betula' && !dress.snow) paintPendants(sitting, clumps, leafage)
  paintForemost(sheet, clumps, leafage, paint)
}

/** The thin hanging twigs by which a birch is recognised. */
function paintPendants(sitting: Sitting, clumps: readonly Clump[], leafage: Leafage): void {
  const { sheet, habit, stand, dress } = sitting
  const random = sitting.random.fork('pendants')
  const layers = ['', '', '', '', '']
  let twigs = ''
  for (const clump of clumps) {
    if (clump.z < -0.5 || clump.y > stand.ground - stand.height * 0.3) continue
    for (let i = 0; i < 3; i += 1) {
      const x = clump.x + random.range(-0.9, 0.9) * clump.rx
      const top = clump.y + clump.ry * random.range(0, 0.6)
      const long = stand.height * random.range(0.07, 0.15)
      const drift = (x - stand.x) * 0.12
      twigs += `M${pair(x, top)}q${pair(drift, long * 0.4)} ${pair(drift, long)}`
      for (let k = 0; k < 8; k += 1) {
        const t = (k + 0.6) / 8
        const tone = Math.max(0, Math.min(4, Math.round(1.9 + clump.lit * 1.2 + random.bell())))
        layers[tone] += stamp(
          leafage.dab.shape,
          x + drift * (2 * t - t * t),
          top + long * t,
          Math.PI / 2 + random.range(-0.9, 0.9),
          leafage.length * 0.85,
          leafage.length * leafage.dab.wide * 0.7,
        )
      }
    }
  }
  sheet.stroke(twigs, habit.bark.shoots[1], 1)
  layers.forEach((d, tone) => sheet.path(d, toneAt(dress.tones, tone)))
}

export function paintShrub(sitting: Sitting): void {
  const { sheet, habit, stand, random } = sitting
  const low =
    habit.crown === 'globe' || habit.crown === 'cushion'
      ? 0.01
      : habit.crown === 'vase' || habit.crown === 'umbrella'
        ? 0.1
        : 0.05
  const shape = habit.crown === 'irregular' ? 'round' : habit.crown === 'weeping' ? 'umbrella' : habit.crown
  const box: CrownBox = {
    shape,
    cx: stand.x,
    foot: stand.ground - stand.height * low,
    top: stand.ground - stand.height,
    halfWidth: stand.width / 2,
  }
  const clumps = clumpsFor(sitting, box)
  if (habit.crown === 'globe' || habit.crown === 'cushion') {
    // A ball is one surface: its own shade shows between the clumps, not the background.
    const side = (sign: number): Point[] =>
      Array.from({ length: 13 }, (_, i): Point => [
        stand.x + sign * crownProfile(shape, i / 12) * box.halfWidth * 0.84,
        box.foot - (i / 12) * stand.height * 0.93,
      ])
    sheet.path(smooth([...side(-1), ...side(1).reverse()], true), sitting.dress.tones[0])
  }
  const clipped = habit.leaf === 'tiny' && (habit.crown === 'globe' || habit.crown === 'cushion')
  const leafage = affordableLeafage(
    sitting,
    clumps,
    clipped ? { density: 1.3, stray: 1.2, core: 0.86 } : { rise: 0.25 },
  )
  const paint = random.fork('leaves')
  const twigs = random.fork('stems')
  const stems: Branch[] = clumps.map(clump => {
    const from: Point = [stand.x + (clump.x - stand.x) * 0.16 + twigs.range(-1, 1) * stand.width * 0.03, stand.ground]
    const to: Point = [clump.x, clump.y - clump.ry * 0.2]
    const arch = habit.crown === 'spreading' || habit.crown === 'weeping' || habit.crown === 'umbrella' ? 0.22 : 0.6
    const bend: Point = [from[0] + (to[0] - from[0]) * arch, from[1] + (to[1] - from[1]) * 0.66]
    return { from, bend, to, wide: Math.max(1.8, Math.min(9, stand.height * 0.013)) * twigs.range(0.7, 1.15) }
  })
  for (const clump of clumps.filter(c => c.z < -0.1)) paintClump(sheet, clump, leafage, paint)
  const coloured = habit.genus === 'cornus' || habit.genus === 'kerria'
  paintBranches(
    sheet,
    stems,
    coloured ? habit.bark.shoots[1] : habit.bark.tones[1],
    coloured ? habit.bark.shoots[3] : habit.bark.tones[3],
  )
  for (const clump of clumps.filter(c => c.z >= -0.1)) paintClump(sheet, clump, leafage, paint)
  paintForemost(sheet, clumps, leafage, paint)
}
