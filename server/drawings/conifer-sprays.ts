import { affordableLeafage } from './broadleaf.ts'
import type { CrownBox } from './crown.ts'
import { crownClumps, crownProfile } from './crown.ts'
import { dabs, needleFeather, sprayFine } from './dabs.ts'
import type { Clump } from './foliage.ts'
import { markBytes, paintClump, toneAt } from './foliage.ts'
import type { Sitting } from './habit.ts'
import type { Point, Shape } from './ink.ts'
import { lineOf, smooth, stamp } from './ink.ts'
import { wood } from './palettes.ts'
import type { Branch, TrunkLine } from './trunk.ts'
import { onTrunk, paintBranches, paintTrunk } from './trunk.ts'

/** Snow lies in pads, flat below and domed above, whatever the shape of the spray under it. */
export const snowPad: Shape = [
  ['c', 0.05, -0.5, 0.9, -0.62, 1, 0],
  ['q', -0.22, 0.26, -0.5, 0.14],
  ['q', -0.32, 0.12, -0.5, -0.14],
]

/**
 * Thuja, juniper, yew and dwarf conifers, whose foliage forms a closed surface: sprays are laid like shingles, each row
 * overlapping the base of the row above, all pointing away from the plant's root.
 */
export function paintShingled(sitting: Sitting): void {
  const { sheet, habit, stand, dress, random } = sitting
  const shape =
    habit.crown === 'prostrate' || (habit.leaf === 'needle-long' && stand.height < stand.width * 0.7)
      ? 'cushion'
      : habit.leaf === 'needle-long'
        ? 'globe'
        : habit.crown === 'irregular'
          ? 'oval'
          : habit.crown
  const half = stand.width / 2
  const slim = stand.height > stand.width * 1.35
  const clipped = habit.build === 'clipped'
  const pine = habit.leaf === 'needle-long'
  const near = stand.metre > 110 && !pine && !clipped && habit.leaf !== 'needle-flat'
  const dab = near
    ? { ...dabs[habit.blade], shape: habit.blade === 'scale' ? sprayFine : needleFeather }
    : dabs[habit.blade]
  const wished = Math.max(
    13,
    Math.min(Math.max(dab.real * stand.metre, half * (clipped ? 0.05 : slim ? 0.42 : 0.2)), 66),
  )
  // Rows times sprays in a row, about three marks to a spray: the size at which all of it stays within the budget.
  const marks =
    ((stand.width * stand.height * (slim ? 0.85 : 0.78)) / (0.17 * wished * wished)) *
    2.7 *
    (0.65 + 0.35 * stand.detail) *
    (0.6 + 0.4 * stand.detail)
  const size = wished * Math.max(1, Math.sqrt((marks * markBytes(dab.shape)) / (165_000 * stand.detail ** 1.5)))
  const low = slim ? 0.015 : 0
  const foot = stand.ground - stand.height * low
  const top = stand.ground - stand.height
  const tall = foot - top
  const lump = random.fork('lumps').range(0, 6)
  const profile = (t: number): number =>
    (slim
      ? Math.min(1, 0.72 + t * 2.2)
      : shape === 'cushion'
        ? Math.min(1, 0.84 + t * 0.9) * (0.97 + 0.03 * Math.sin(t * 13 + lump))
        : 1) *
    // A mountain pine is a ball that has sunk into the ground.
    crownProfile(shape, pine && shape === 'globe' ? 0.2 + t * 0.8 : t) *
    half
  paintTrunk(
    sheet,
    {
      foot: [stand.x, stand.ground],
      bend: [stand.x, foot - 10],
      top: [stand.x, foot - tall * 0.4],
      wide: Math.max(4, half * 0.09),
      thin: 2,
    },
    habit.bark,
    random.fork('bark'),
  )
  const outline: Point[] = []
  const edge = random.fork('edge')
  for (let i = 0; i <= 16; i += 1)
    outline.push([stand.x - profile(i / 16) * edge.range(0.82, 0.9), foot - (i / 16) * tall * 0.96])
  for (let i = 16; i >= 0; i -= 1)
    outline.push([stand.x + profile(i / 16) * edge.range(0.82, 0.9), foot - (i / 16) * tall * 0.96])
  sheet.path(slim ? smooth(outline, true) : lineOf(outline), toneAt(dress.tones, 0))

  const rows = Math.max(5, Math.round((tall / (size * (slim ? 0.42 : 0.4))) * (0.65 + 0.35 * stand.detail)))
  const place = random.fork('sprays')
  const flames = slim ? place.range(2.2, 3.4) : 0
  const phase = place.range(0, 6)
  for (let row = 0; row < rows; row += 1) {
    const t = 1 - (row + 0.5) / rows
    const reach = Math.max(size * 0.22, profile(t))
    const across = Math.max(2, Math.round(((reach * 2) / (size * 0.42)) * (0.6 + 0.4 * stand.detail)))
    const layers = ['', '', '', '', '']
    const accents = ['', '', '', '', '']
    let snow = ''
    for (let i = 0; i < across; i += 1) {
      const around = ((i + place.range(0.1, 0.9)) / across) * 2 - 1
      const nx = Math.sin(around * Math.PI * 0.5)
      const x = stand.x + nx * reach * 0.93
      const y = foot - t * tall + place.range(-0.35, 0.35) * size
      const up = slim
        ? nx * (habit.leaf === 'needle-awl' ? 0.42 : 0.34)
        : Math.atan2(x - stand.x, Math.max(1, foot + tall * 0.15 - y)) * 1.05
      const stray = pine || clipped ? 0.6 : 0.22
      const angle = -Math.PI / 2 + up + place.range(-stray, stray)
      // A column consists of a few tall tongues, a dome of smaller mounds; the gaps between them are darker.
      const valley =
        flames > 0
          ? Math.sin(nx * flames * 2 + t * 5 + phase) * 0.4
          : Math.sin(nx * 5.2 + phase + t * 2) * Math.sin(t * 9 + nx * 2.4 + phase) * 0.55
      const light = -nx * 0.75 + Math.sqrt(1 - nx * nx) * 0.5 + (slim ? (t - 0.5) * 0.25 : (t - 0.45) * 1.5) + valley
      const tone = Math.max(0, Math.min(4, Math.round(light * 1.3 + 1.35 + place.bell() * 0.8)))
      const grow = size * place.range(0.8, 1.2)
      const sx = x - Math.cos(angle) * grow * 0.5
      const sy = Math.min(stand.ground + 2, y - Math.sin(angle) * grow * 0.5)
      layers[Math.max(0, tone - 2)] += stamp(dab.shape, sx + 2, sy + 2.5, angle, grow * 1.04, grow * dab.wide * 1.08)
      if (dress.accent !== null && place.next() < dress.accentShare)
        accents[tone] += stamp(dab.shape, sx, sy, angle, grow, grow * dab.wide * 0.92)
      else layers[tone] += stamp(dab.shape, sx, sy, angle, grow, grow * dab.wide * 0.92)
      if (tone > 1 && place.next() < 0.6)
        layers[Math.min(4, tone + 1)] += stamp(
          dab.shape,
          sx + Math.cos(angle) * grow * 0.42,
          sy + Math.sin(angle) * grow * 0.42,
          angle,
          grow * 0.5,
          grow * dab.wide * 0.4,
        )
      if (dress.snow && (slim ? place.next() < 0.3 && nx < 0.55 : place.next() < (t - 0.25) * 0.8))
        snow += stamp(
          snowPad,
          x - grow * 0.55,
          y - grow * 0.18,
          place.range(-0.18, 0.18) + nx * 0.35,
          grow * place.range(0.8, 1.25),
          grow * 0.62,
        )
    }
    layers.forEach((d, tone) => sheet.path(d, toneAt(dress.tones, tone)))
    if (dress.accent !== null) for (const [tone, d] of accents.entries()) sheet.path(d, toneAt(dress.accent, tone))
    sheet.path(snow, row % 2 === 0 ? wood.snow[2] : wood.snow[4])
  }
}

/** Pines: flat clouds of needles at the ends of bare, crooked limbs. */
export function paintPine(sitting: Sitting): void {
  const { sheet, habit, stand, random } = sitting
  const conical = habit.crown === 'conical' || habit.age < 0.45
  // A slow cultivar is a ball of foliage down to the ground; a forest tree has a bare stem.
  const compact = !conical && habit.height < 6
  const clear = conical ? 0.1 : compact ? 0.1 : 0.24 + 0.2 * habit.age
  const box: CrownBox = {
    shape: conical ? 'conical' : habit.crown === 'irregular' || habit.crown === 'spreading' ? 'umbrella' : habit.crown,
    cx: stand.x,
    foot: stand.ground - stand.height * clear,
    top: stand.ground - stand.height,
    halfWidth: stand.width / 2,
  }
  const height = box.foot - box.top
  const size = Math.max(20, Math.min(stand.width * 0.2, Math.sqrt(height * stand.width) * 0.16))
  const wanted = Math.round(
    Math.min(
      compact ? 56 : 40,
      Math.max(9, ((height * stand.width) / (size * size * 3)) * (compact ? 2.4 : 1.25) * stand.detail),
    ),
  )
  const clumps: Clump[] = crownClumps(box, wanted, size, random.fork('clumps')).map(c => ({
    ...c,
    rx: c.rx * 1.2,
    ry: c.ry * (compact ? 0.9 : 0.66),
  }))
  const sway = random.fork('sway')
  const lean = conical ? 0 : sway.range(-0.07, 0.07) * stand.width
  const line: TrunkLine = {
    foot: [stand.x - lean * 0.6, stand.ground],
    bend: [stand.x + lean, stand.ground - stand.height * 0.5],
    top: [stand.x, box.top + height * 0.08],
    wide: Math.max(5, Math.min(stand.height * 0.038, stand.width * 0.09)),
    thin: Math.max(2, stand.height * 0.006),
  }
  const branches: Branch[] = clumps.map(clump => {
    const rise = Math.min(0.97, Math.max(0.1, (stand.ground - clump.y) / stand.height - 0.02))
    const from = onTrunk(line, rise)
    const to: Point = [clump.x, clump.y + clump.ry * 0.3]
    return {
      from,
      bend: [from[0] + (to[0] - from[0]) * 0.5, from[1] + (to[1] - from[1]) * 0.1 + 8],
      to,
      wide: Math.max(2, line.wide * 0.32 * (1.1 - rise)),
    }
  })
  const leafage = affordableLeafage(sitting, clumps, {
    rise: 0.95,
    stray: 0.45,
    density: 1.05,
    length: Math.max(16, Math.min(58, Math.max(size * 0.36, 0.11 * stand.metre))),
  })
  const paint = random.fork('leaves')
  const order = (a: Clump, b: Clump): number => b.y - a.y + (a.z - b.z) * 60
  for (const clump of clumps.filter(c => c.z < -0.1).sort(order)) paintClump(sheet, clump, leafage, paint)
  paintTrunk(sheet, line, habit.bark, random.fork('bark'))
  paintBranches(sheet, branches, habit.bark.tones[1], habit.bark.tones[3])
  for (const clump of clumps.filter(c => c.z >= -0.1).sort((a, b) => order(b, a) * -1))
    paintClump(sheet, clump, leafage, paint)
}

/** Mountain pine and its dwarfs: a dome of upright shoots, the top ones ending in candles. */
export function paintPineCushion(sitting: Sitting): void {
  const { sheet, stand, dress, random } = sitting
  paintShingled(sitting)
  if (dress.snow) return
  const place = random.fork('candles')
  const long = Math.max(12, Math.min(40, 0.05 * stand.metre))
  let shade = ''
  let light = ''
  for (let i = 0; i < 44; i += 1) {
    const t = 1 - 0.62 * place.next() ** 1.4
    const nx = place.range(-0.86, 0.86)
    const x = stand.x + nx * crownProfile('cushion', t * 0.97) * stand.width * 0.47
    const y = stand.ground - t * stand.height * 0.97
    const angle = -Math.PI / 2 + nx * 0.5
    shade += stamp(
      [
        ['q', 0.5, -0.6, 1, 0],
        ['q', -0.5, 0.6, -1, 0],
      ],
      x + 1.5,
      y + 2,
      angle,
      long,
      long * 0.3,
    )
    light += stamp(
      [
        ['q', 0.5, -0.5, 1, 0],
        ['q', -0.5, 0.3, -1, 0],
      ],
      x,
      y,
      angle,
      long,
      long * 0.26,
    )
  }
  sheet.path(shade, dress.tones[2])
  sheet.path(light, dress.tones[4])
}
