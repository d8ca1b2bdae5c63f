import { affordableLeafage, leafPixels } from './broadleaf.ts'
import { dabs } from './dabs.ts'
import type { Clump } from './foliage.ts'
import { markBytes, paintClump, toneAt } from './foliage.ts'
import type { Sitting } from './habit.ts'
import type { Point } from './ink.ts'
import { alongCurve, curveAngle, limb, stamp, useMarkup } from './ink.ts'
import { wood } from './palettes.ts'
import type { Random } from './random.ts'
import type { Branch, TrunkLine } from './trunk.ts'
import { onTrunk, paintBranches, paintTrunk } from './trunk.ts'

interface Strand {
  from: Point
  over: Point
  to: Point
  z: number
  side: number
}

/** Weeping trees: limbs rise, arch over, and hang in curtains of leafy strands. */
export function paintWeeping(sitting: Sitting): void {
  const { sheet, habit, stand, random } = sitting
  if (habit.evergreen && /^(?:needle|scale)/.test(habit.leaf)) return paintDrooping(sitting)
  const half = stand.width / 2
  const top = stand.ground - stand.height
  const place = random.fork('strands')
  const wide = Math.max(5, Math.min(stand.height * 0.04, stand.width * 0.07))
  const crooked = place.range(-0.05, 0.05) * stand.width
  const grafted = habit.height < 4
  const neck: Point = [stand.x, top + stand.height * (grafted ? 0.14 : 0.3)]
  const trunk: TrunkLine = {
    foot: [stand.x - crooked * 0.3, stand.ground],
    bend: [stand.x + crooked, stand.ground - stand.height * 0.35],
    top: neck,
    wide,
    thin: wide * 0.5,
  }
  const count = Math.round(Math.min(84, Math.max(40, stand.width / 6)) * (0.45 + 0.55 * stand.detail))
  const strands: Strand[] = []
  for (let i = 0; i < count; i += 1) {
    const around = i * 2.39996
    const out = Math.sqrt((i + 0.5) / count)
    const side = Math.cos(around) * out
    const z = Math.sin(around) * out
    const shoulder = top + stand.height * (0.02 + 0.2 * out * out) + place.range(0, 0.04) * stand.height
    const end =
      stand.ground -
      stand.height * (grafted ? 0.06 : 0.1) -
      place.range(0, 0.34) * stand.height * (1 - out * 0.3) -
      (z < 0 ? 0 : 0.05 * stand.height)
    const x = stand.x + side * half * 0.96
    strands.push({
      from: [stand.x + side * half * 0.55, Math.max(top + 4, shoulder - stand.height * 0.015)],
      over: [x + Math.sign(side) * half * 0.05, shoulder + stand.height * 0.03],
      to: [x + place.range(-0.05, 0.03) * half * Math.sign(side), Math.max(end, shoulder + stand.height * 0.22)],
      z,
      side,
    })
  }
  strands.sort((a, b) => a.z - b.z)
  const limbs: Branch[] = strands
    .filter((_, i) => i % 3 === 0)
    .map(s => {
      const from = onTrunk(trunk, place.range(0.72, 1))
      return {
        from,
        bend: [from[0] + (s.from[0] - from[0]) * 0.35, Math.min(from[1], s.from[1]) - stand.height * 0.03],
        to: s.from,
        wide: wide * 0.3,
      }
    })
  for (const strand of strands.filter(s => s.z < -0.1)) paintStrand(sitting, strand)
  paintTrunk(sheet, trunk, habit.bark, random.fork('bark'))
  paintBranches(sheet, limbs, habit.bark.tones[1], habit.bark.tones[3])
  for (const strand of strands.filter(s => s.z >= -0.1)) paintStrand(sitting, strand)
  paintCap(sitting, top, half, place)
}

/** Weeping conifers: a straight leader, from which branches droop at every height, down to the ground. */
function paintDrooping(sitting: Sitting): void {
  const { sheet, habit, stand, random } = sitting
  const half = stand.width / 2
  const top = stand.ground - stand.height
  const place = random.fork('strands')
  const wide = Math.max(4, stand.height * 0.025)
  const trunk: TrunkLine = {
    foot: [stand.x, stand.ground],
    bend: [stand.x + place.range(-0.04, 0.04) * stand.width, stand.ground - stand.height * 0.5],
    top: [stand.x, top],
    wide,
    thin: wide * 0.3,
  }
  const count = Math.round(Math.min(110, Math.max(64, stand.height / 5)) * (0.45 + 0.55 * stand.detail))
  const strands: Strand[] = Array.from({ length: count }, (_, i) => {
    const down = (i + 0.5) / count
    const around = i * 2.39996
    const [side, z] = [Math.cos(around), Math.sin(around)]
    const shoulder = top + stand.height * (0.01 + 0.78 * down)
    const reach = half * (0.16 + 0.8 * Math.sqrt(down)) * place.range(0.75, 1)
    const x = stand.x + side * reach
    const hangs = stand.height * place.range(0.14, 0.24)
    return {
      from: [stand.x + side * wide * 0.3, shoulder],
      over: [stand.x + side * reach * 0.85, shoulder - stand.height * 0.015],
      to: [x, Math.min(stand.ground - 3, shoulder + hangs)],
      z,
      side,
    }
  })
  strands.sort((a, b) => a.z - b.z)
  for (const strand of strands.filter(s => s.z < -0.1)) paintStrand(sitting, strand)
  paintTrunk(sheet, trunk, habit.bark, random.fork('bark'))
  for (const strand of strands.filter(s => s.z >= -0.1)) paintStrand(sitting, strand)
}

/** Leaves over the tops of the limbs, where strands begin and would otherwise show bare wood. */
function paintCap(sitting: Sitting, top: number, half: number, place: Random): void {
  const { sheet, stand } = sitting
  const size = Math.max(18, half * 0.15)
  const clumps: Clump[] = Array.from({ length: 24 }, (_, i) => {
    const side = ((i + 0.5) / 24) * 2 - 1
    const big = size * place.range(0.75, 1.1)
    return {
      x: stand.x + side * half * 0.74,
      y: top + big * 0.55 + side * side * stand.height * 0.15 + place.range(0, 0.09) * stand.height,
      rx: big,
      ry: big * 0.62,
      z: place.range(-0.4, 0.7),
      lit: 0.55 - side * 0.6,
    }
  })
  const leafage = affordableLeafage(sitting, clumps, {
    rise: -0.9,
    core: 0.7,
    length: Math.max(15, Math.min(leafPixels(sitting) * 1.35, stand.height * 0.075)),
  })
  for (const clump of clumps) paintClump(sheet, clump, leafage, place)
}

function paintStrand(sitting: Sitting, { from, over, to, z, side }: Strand): void {
  const { sheet, habit, stand, dress, random } = sitting
  const dab = dabs[habit.blade]
  const long = Math.max(15, Math.min(leafPixels(sitting) * 1.35, stand.height * 0.075))
  const length = Math.hypot(to[0] - from[0], to[1] - from[1])
  const leaves = Math.round(
    Math.min(20, length / (long * 0.55)) * Math.min(1, 62 / markBytes(dab.shape)) * (0.6 + 0.4 * stand.detail),
  )
  const layers = ['', '', '', '', '']
  const accents = ['', '', '', '', '']
  let snow = ''
  for (let i = 0; i < leaves; i += 1) {
    const t = (i + random.next() * 0.7) / leaves
    const [x, y] = alongCurve(from, over, to, t)
    const turn = curveAngle(from, over, to, t)
    const sides = i % 2 === 0 ? 1 : -1
    const light = -side * 0.6 + z * 0.55 + (0.45 - t) * 1.1 + random.bell() * 0.45
    const tone = Math.max(0, Math.min(4, Math.round(light * 1.25 + 1.75)))
    const angle = turn + sides * random.range(0.1, 0.6)
    const size = long * random.range(0.85, 1.2)
    const mark = stamp(dab.shape, x + sides * random.range(1, 6), y, angle, size, size * dab.wide)
    if (dress.accent !== null && random.next() < dress.accentShare) accents[tone] += mark
    else layers[tone] += mark
    layers[Math.max(0, tone - 1)] += stamp(
      dab.shape,
      x,
      y,
      turn - sides * random.range(0.15, 0.5),
      size,
      size * dab.wide,
    )
    if (dress.snow && t < 0.4 && z > -0.5)
      snow += stamp(
        [
          ['q', 0.5, -0.6, 1, 0],
          ['q', -0.5, 0.3, -1, 0],
        ],
        x,
        y - 2,
        turn,
        size,
        size * 0.6,
      )
  }
  // A soft band behind the leaves joins the strands into a curtain.
  sheet.path(
    limb(from, over, to, stand.width * 0.045, stand.width * 0.006),
    toneAt(dress.tones, Math.round(1 + z * 0.7 - side * 0.4)),
    0.5,
  )
  sheet.path(
    limb(from, over, to, 2, 0.9),
    toneAt(habit.genus === 'salix' ? habit.bark.shoots : habit.bark.tones, z < 0 ? 0 : 1),
  )
  layers.forEach((d, tone) => sheet.path(d, toneAt(dress.tones, tone)))
  if (dress.accent !== null) for (const [tone, d] of accents.entries()) sheet.path(d, toneAt(dress.accent, tone))
  sheet.path(snow, wood.snow[3])
  for (const ornament of sitting.ornaments) {
    const wanted = Math.min(9, (ornament.density / 1.6) * (length / 150))
    for (let i = 0; z > -0.5 && i < wanted; i += 1) {
      if (random.next() > wanted - i) break
      const t = (i + random.next()) / Math.ceil(wanted)
      const [x, hung] = alongCurve(from, over, to, t)
      const y = Math.min(hung, stand.ground - ornament.size * 1.08)
      sheet.add(
        useMarkup(random.pick(ornament.ids), x + random.range(-4, 4), y, random.range(-20, 20), ornament.size / 100),
      )
    }
  }
}
