import { affordableLeafage, leafPixels } from './broadleaf.ts'
import { crownClumps } from './crown.ts'
import { dabs } from './dabs.ts'
import { hangs } from './flowers.ts'
import { paintClump, toneAt } from './foliage.ts'
import type { Sitting } from './habit.ts'
import type { Point } from './ink.ts'
import { alongCurve, blob, curveAngle, limb, pair, stamp, useMarkup } from './ink.ts'
import { leafMarkup } from './leaf-blades.ts'
import { wood } from './palettes.ts'
import type { Random } from './random.ts'

interface Blade {
  foot: Point
  bend: Point
  tip: Point
  wide: number
  tone: number
  z: number
}

/** The course of a leaf in a fountain-shaped tuft: steep in the middle, arching over at the edge. */
function fountain(sitting: Sitting, count: number, wide: number, share: number, random: Random): Blade[] {
  const { stand, habit } = sitting
  const upright = habit.crown === 'columnar' || habit.growth === 'running-grass'
  const blades: Blade[] = []
  for (let i = 0; i < count; i += 1) {
    const side = random.range(-1, 1)
    const z = random.range(-1, 1)
    const tall =
      stand.height *
      share *
      random.range(habit.growth === 'running-grass' ? 0.5 : 0.72, 1.02) *
      (1 - Math.abs(side) * (upright ? 0.12 : 0.3))
    const spread = upright ? 0.36 : 0.5
    const foot: Point = [
      stand.x +
        side * stand.width * (habit.growth === 'running-grass' ? 0.4 : 0.1) +
        random.range(-1, 1) * stand.width * 0.03,
      stand.ground + z * Math.min(12, stand.height * 0.02),
    ]
    const tip: Point = [
      stand.x +
        side * stand.width * spread +
        (habit.growth === 'running-grass' ? random.bell() * stand.height * 0.26 : 0),
      stand.ground - tall * (1 - Math.abs(side) ** 2 * (upright ? 0.08 : 0.55)) + z * 6,
    ]
    const bend: Point = [
      foot[0] + (tip[0] - foot[0]) * (upright ? 0.25 : 0.34),
      stand.ground - tall * random.range(0.92, 1.08),
    ]
    const tone = Math.round(1.7 + z * 0.9 - side * 0.75 + random.bell() * 1.1)
    blades.push({ foot, bend, tip, wide: wide * random.range(0.75, 1.15), tone: Math.max(0, Math.min(4, tone)), z })
  }
  return blades.sort((a, b) => a.z - b.z)
}

function bladePath({ foot, bend, tip, wide }: Blade): string {
  const dx = wide / 2
  return `M${pair(foot[0] - dx * 0.7, foot[1])}Q${pair(bend[0] - dx, bend[1])} ${pair(tip[0], tip[1])}Q${pair(bend[0] + dx, bend[1] + dx * 0.8)} ${pair(foot[0] + dx * 0.7, foot[1])}z`
}

/** Grasses, daylilies, irises: narrow leaves from the ground, flowers on stalks above them. */
export function paintFountain(sitting: Sitting): void {
  const { sheet, habit, stand, dress, random } = sitting
  const sword = habit.leaf !== 'grass'
  const flowering = dress.flowers > 0 && habit.flower !== null
  const share = flowering ? (habit.flower?.form === 'plume' || habit.flower?.form === 'spike' ? 0.74 : 0.8) : 1
  const wide = sword
    ? Math.max(5, Math.min(26, stand.metre * 0.032))
    : Math.max(2.6, Math.min(9, stand.metre * 0.009, stand.width * 0.022))
  const count = Math.round((sword ? 54 : 230) * (0.35 + 0.65 * stand.detail))
  const blades = fountain(sitting, count, wide, share, random.fork('blades'))
  const slices = 6
  const stalks = random.fork('stalks')
  const stemCount =
    sitting.ornaments.length === 0
      ? 0
      : Math.round(
          (sword ? 9 : habit.flower?.look === 'airy' ? 21 : 15) *
            (0.5 + 0.5 * stand.detail) *
            Math.max(0.5, dress.flowers),
        )
  for (let slice = 0; slice < slices; slice += 1) {
    const part = blades.slice(
      Math.floor((slice / slices) * blades.length),
      Math.floor(((slice + 1) / slices) * blades.length),
    )
    const layers = ['', '', '', '', '']
    let accents = ''
    let ribs = ''
    for (const blade of part) {
      if (habit.accent !== null && random.next() < 0.85) accents += bladePath({ ...blade, wide: blade.wide * 0.42 })
      layers[blade.tone] += bladePath(blade)
      if (sword && blade.tone > 1)
        ribs += `M${pair(blade.foot[0], blade.foot[1])}Q${pair(blade.bend[0], blade.bend[1] + 2)} ${pair(blade.tip[0], blade.tip[1])}`
    }
    layers.forEach((d, tone) => sheet.path(d, toneAt(dress.tones, tone)))
    if (habit.accent !== null) sheet.path(accents, habit.accent[3])
    sheet.stroke(ribs, dress.tones[0], Math.max(0.8, wide * 0.06), 0.35)
    if (slice === 1 || slice === 3) paintStalks(sitting, Math.ceil(stemCount / 2), stalks)
  }
  if (dress.snow) snowOnGround(sitting)
}

/** Flower stalks that rise from the leaves to the plant's full height. */
export function paintStalks(sitting: Sitting, count: number, random: Random, bare = true): void {
  const { sheet, habit, stand, dress } = sitting
  const ornament = sitting.ornaments[0]
  if (ornament === undefined || habit.flower === null) return
  const drooping = hangs(habit.flower.form)
  const marks: { y: number; stem: string; head: string }[] = []
  const slim =
    habit.leaf === 'grass' && habit.flower.look === 'plume'
      ? habit.crown === 'columnar' || habit.flower.colour === 'brown'
        ? 0.34
        : 0.62
      : 1
  for (let i = 0; i < count; i += 1) {
    const side = ((i + random.range(0.2, 0.8)) / count) * 2 - 1
    const size = ornament.size * random.range(0.85, 1.12)
    const headAbove = drooping || ornament.aim === 'any' ? size * 0.5 : size
    const tall = Math.max(
      stand.height * 0.45,
      stand.height * random.range(0.84, 1) - Math.abs(side) * stand.height * 0.12 - headAbove,
    )
    const foot: Point = [stand.x + side * stand.width * 0.14, stand.ground - stand.height * 0.05]
    const top: Point = [stand.x + side * stand.width * 0.36, stand.ground - tall]
    const bend: Point = [foot[0] + (top[0] - foot[0]) * 0.3, stand.ground - tall * 0.6]
    const turn = (curveAngle(foot, bend, top, 1) * 180) / Math.PI + 90
    marks.push({
      y: top[1],
      stem: limb(foot, bend, top, Math.max(2, stand.height * 0.009), Math.max(1.3, stand.height * 0.005)),
      head: useMarkup(
        random.pick(ornament.ids),
        top[0],
        top[1],
        drooping ? 0 : turn,
        size / 100,
        (size / 100) * random.sign() * slim,
      ),
    })
    if (bare && size > 60 && i % 3 === 1) {
      const [x, y] = alongCurve(foot, bend, top, 0.86)
      marks.push({ y, stem: '', head: useMarkup(ornament.ids[0], x + size * 0.06, y, turn + 38, (size / 100) * 0.42) })
    }
  }
  marks.sort((a, b) => a.y - b.y)
  sheet.path(marks.map(m => m.stem).join(''), dress.tones[1])
  for (const mark of marks) sheet.add(mark.head)
}

function snowOnGround(sitting: Sitting): void {
  const { sheet, stand } = sitting
  sheet.path(
    `M${pair(stand.x - stand.width * 0.4, stand.ground + 8)}Q${pair(stand.x - stand.width * 0.1, stand.ground - stand.height * 0.14)} ${pair(stand.x + stand.width * 0.4, stand.ground + 8)}z`,
    wood.snow[3],
  )
}

/** Ferns: a shuttlecock of arching fronds, each with a row of leaflets on both sides. */
export function paintFern(sitting: Sitting): void {
  const { sheet, stand, dress, random } = sitting
  const count = Math.round(15 * (0.5 + 0.5 * stand.detail))
  const place = random.fork('fronds')
  const fronds = Array.from({ length: count }, (_, i) => ({
    side: ((i + 0.5) / count) * 2 - 1 + place.range(-0.06, 0.06),
    z: place.range(-1, 1),
  })).sort((a, b) => a.z - b.z)
  for (const { side, z } of fronds) {
    const rise = stand.height * place.range(0.86, 1) * (1 - Math.abs(side) * 0.22)
    const foot: Point = [stand.x + side * stand.width * 0.05, stand.ground]
    const tip: Point = [
      stand.x + side * stand.width * 0.5,
      stand.ground - rise * (1 - side * side * 0.62) + Math.max(0, z) * stand.height * 0.12,
    ]
    const bend: Point = [foot[0] + (tip[0] - foot[0]) * 0.3, stand.ground - rise * 1.02]
    const length = Math.hypot(tip[0] - foot[0], rise)
    const tone = Math.max(0, Math.min(3, Math.round(1.5 + z * 0.8 - side * 0.6)))
    let left = ''
    let shade = ''
    let right = ''
    const pairs = Math.round(26 * (0.5 + 0.5 * stand.detail))
    for (let i = 0; i < pairs; i += 1) {
      const t = 0.1 + 0.9 * (i / pairs)
      const [x, y] = alongCurve(foot, bend, tip, t)
      const angle = curveAngle(foot, bend, tip, t)
      const long = length * 0.125 * Math.sin(Math.min(1, 0.2 + t * 0.8) * Math.PI) ** 0.8 + 2
      left += stamp(dabs.ovate.shape, x, y, angle - 1.12, long, Math.max(4, length * 0.034))
      right += stamp(dabs.ovate.shape, x, y, angle + 1.12, long, Math.max(4, length * 0.034))
      if (i % 2 === 0)
        shade +=
          stamp(dabs.ovate.shape, x + 3, y + 4, angle - 1.12, long * 1.05, length * 0.06) +
          stamp(dabs.ovate.shape, x + 3, y + 4, angle + 1.12, long * 1.05, length * 0.06)
    }
    sheet.path(shade, toneAt(dress.tones, 0), 0.55)
    sheet.path(right, toneAt(dress.tones, tone))
    sheet.path(left, toneAt(dress.tones, tone + 1))
    sheet.stroke(
      `M${pair(foot[0], foot[1])}Q${pair(bend[0], bend[1])} ${pair(tip[0], tip[1])}`,
      toneAt(dress.tones, tone > 1 ? 4 : 0),
      Math.max(1.4, stand.height * 0.005),
    )
  }
}

/** Hosta and bergenia: a rosette of large leaves, the outer ones lying flat, the inner ones upright. */
export function paintRosette(sitting: Sitting): void {
  const { sheet, habit, stand, dress, random } = sitting
  const place = random.fork('rosette')
  const flowering = sitting.ornaments.length > 0
  const tall = stand.height * (flowering ? 0.72 : 0.96)
  const size = Math.min(Math.max(stand.width * 0.25, Math.min(0.2 * stand.metre, stand.width * 0.3)), tall * 0.62)
  const ids = [0, 1, 2, 3].map(tone =>
    sheet.symbol(leafMarkup(habit.blade, dress.tones, habit.accent, tone, place, true)),
  )
  const rows = 5
  for (let row = 0; row < rows; row += 1) {
    const t = row / (rows - 1)
    const leaves = Math.round((5 + row) * (0.6 + 0.4 * stand.detail))
    const order = Array.from({ length: leaves }, (_, i) => i).sort(
      (a, b) => Math.abs(b - (leaves - 1) / 2) - Math.abs(a - (leaves - 1) / 2),
    )
    for (const i of order) {
      const side = (i / Math.max(1, leaves - 1)) * 2 - 1 + place.range(-0.08, 0.08)
      // The back row is highest; each row nearer to the viewer is lower and points further out and down.
      const height = tall * (0.66 - 0.58 * t) * (1 - side * side * 0.35)
      const x = stand.x + side * stand.width * (0.2 + 0.11 * t)
      const y = stand.ground - Math.max(size * (0.12 + 0.3 * Math.abs(side) * t), height)
      const turn = side * (56 + 50 * t) + place.range(-9, 9)
      const tone = Math.max(0, Math.min(3, Math.round(0.5 + t * 1.5 - side * 0.9 + place.bell() * 0.5)))
      sheet.path(
        limb(
          [stand.x + side * 8, stand.ground],
          [stand.x + side * stand.width * 0.06, y + 10],
          [x, y],
          size * 0.07,
          size * 0.05,
        ),
        dress.tones[1],
      )
      const scale = (size / 100) * place.range(0.88, 1.12)
      sheet.use(
        ids[tone] ?? '',
        x,
        y,
        turn,
        scale * (t > 0.7 ? 0.86 : 1),
        scale * place.range(0.78, 1) * (side < 0 ? -1 : 1),
      )
    }
    if (row === 1) paintStalks(sitting, 5, place, false)
  }
}

/** Astilbe, geranium, heuchera: a mound of leaves, flowers on thin stalks above. */
export function paintMound(sitting: Sitting): void {
  const { sheet, habit, stand, dress, random } = sitting
  const flowering = sitting.ornaments.length > 0 && habit.flower !== null
  const above =
    flowering &&
    (habit.build === 'stalked' ||
      ['plume', 'spike', 'panicle', 'umbel', 'bell', 'corymb', 'ball', 'daisy', 'iris', 'trumpet'].includes(
        habit.flower?.form ?? '',
      ))
  const share = above ? (habit.leaf === 'lanceolate' || habit.leaf === 'tiny' ? 0.58 : 0.62) : 1
  // Of a plant that is taller than wide the flower stalks are the tall part, not the leaves.
  const tall = above ? Math.min(stand.height * share, stand.width * 0.68) : stand.height
  const steep = tall > stand.width * 0.7
  const size = Math.max(leafPixels(sitting) * 0.9, Math.min(stand.width, tall) * (steep ? 0.25 : 0.2))
  const box = {
    shape: steep ? ('round' as const) : ('cushion' as const),
    cx: stand.x,
    foot: stand.ground,
    top: stand.ground - tall,
    halfWidth: stand.width * 0.47,
  }
  const wanted = Math.round(
    Math.max(9, Math.min(34, ((stand.width * tall) / (size * size * 3)) * 2.2)) * (0.55 + 0.45 * stand.detail),
  )
  const clumps = crownClumps(box, wanted, size, random.fork('clumps')).sort((a, b) => a.y + a.z * 20 - b.y - b.z * 20)
  const leafage = affordableLeafage(sitting, clumps, {
    rise: 0.5,
    stray: 0.7,
    density: 1.2,
    ornaments: above ? [] : sitting.ornaments,
  })
  // The middle of a mound is shade, not sky.
  sheet.path(
    blob(stand.x, stand.ground - tall * 0.44, stand.width * 0.36, tall * 0.42, () => 0, 10),
    dress.tones[0],
  )
  const paint = random.fork('leaves')
  const back = Math.floor(clumps.length * 0.4)
  for (const clump of clumps.slice(0, back)) paintClump(sheet, clump, leafage, paint)
  const many =
    habit.flower?.form === 'spike' || habit.flower?.form === 'bell' ? 21 : habit.flower?.form === 'plume' ? 11 : 12
  if (above)
    paintStalks(
      sitting,
      Math.round(many * (0.5 + 0.5 * stand.detail) * Math.max(0.4, dress.flowers)),
      random.fork('stalks'),
    )
  for (const clump of clumps.slice(back)) paintClump(sheet, clump, leafage, paint)
}

/** Phlox, echinacea, sedum, peony: leafy stems side by side, each ending in a flower. */
export function paintStems(sitting: Sitting): void {
  const { sheet, habit, stand, dress, random } = sitting
  const place = random.fork('stems')
  const dab = dabs[habit.blade]
  const long = Math.max(16, Math.min(leafPixels(sitting) * 1.05, stand.height * 0.15))
  const few = habit.build === 'few-stems'
  const count = Math.round((few ? 7 : 21) * (0.5 + 0.5 * stand.detail))
  const ornament = sitting.ornaments[0]
  // Echinacea and similar plants have their flowers on bare stalks, clear of the leaves.
  const tallHead =
    ornament !== undefined && ['daisy', 'umbel', 'single', 'trumpet', 'iris'].includes(habit.flower?.form ?? '')
  const stems = Array.from({ length: count }, (_, i) => ({
    side: ((i + 0.5) / count) * 2 - 1 + place.range(-0.08, 0.08),
    z: place.range(-1, 1),
  })).sort((a, b) => a.z - b.z)
  for (const { side, z } of stems) {
    const head = ornament === undefined ? 0 : ornament.size * (ornament.aim === 'any' ? 0.45 : 0.9)
    const tall = Math.max(
      stand.height * 0.4,
      stand.height * place.range(0.86, 1) * (1 - side * side * 0.24) * (1 - Math.max(0, z) * 0.2) - head,
    )
    const foot: Point = [stand.x + side * stand.width * 0.16, stand.ground + z * 5]
    const top: Point = [stand.x + side * stand.width * 0.42, stand.ground - tall]
    const bend: Point = [foot[0] + (top[0] - foot[0]) * 0.35, stand.ground - tall * 0.55]
    const layers = ['', '', '', '', '']
    const accents = ['', '', '', '', '']
    const pairs = Math.max(4, Math.round((tall / (long * 0.5)) * (0.7 + 0.3 * stand.detail)))
    for (let i = 0; i < pairs * 2; i += 1) {
      const t = ((Math.floor(i / 2) + 0.4) / pairs) * (tallHead ? 0.74 : 1)
      const [x, y] = alongCurve(foot, bend, top, t)
      const way = i % 2 === 0 ? -1 : 1
      const angle = curveAngle(foot, bend, top, t) + way * place.range(0.6, 1.15)
      const size = long * (1.08 - t * (tallHead ? 0.75 : 0.35)) * place.range(0.85, 1.1)
      const tone = Math.max(
        0,
        Math.min(4, Math.round(1.3 + z * 0.8 - side * 0.5 - way * 0.5 + t * 1.1 + place.bell() * 0.6)),
      )
      const mark = stamp(dab.shape, x, y, angle, size, size * dab.wide * 0.85)
      if (dress.accent !== null && place.next() < dress.accentShare) accents[tone] += mark
      else layers[tone] += mark
    }
    sheet.path(limb(foot, bend, top, Math.max(2.4, stand.height * 0.011), 1.6), dress.tones[1])
    layers.forEach((d, tone) => sheet.path(d, toneAt(dress.tones, tone)))
    if (dress.accent !== null) for (const [tone, d] of accents.entries()) sheet.path(d, toneAt(dress.accent, tone))
    if (ornament !== undefined && (tallHead || place.next() < 0.35 + 0.6 * dress.flowers)) {
      const hangsDown = habit.flower !== null && hangs(habit.flower.look)
      // Bells hang along the stem, and several lilies or mallows open on one.
      if (few || hangsDown)
        for (const t of few ? [0.72, 0.84, 0.93] : [0.62, 0.76, 0.88]) {
          const [x, y] = alongCurve(foot, bend, top, t)
          const way = place.sign()
          sheet.use(
            place.pick(ornament.ids),
            x + (few ? way * ornament.size * 0.42 : 0),
            y,
            few ? way * 24 : 0,
            (ornament.size / 100) * place.range(0.7, 0.9),
          )
        }
      sheet.use(
        place.pick(ornament.ids),
        top[0],
        top[1],
        hangsDown ? 0 : side * 22,
        (ornament.size / 100) * place.range(0.85, 1.1),
      )
    }
  }
}
