import { crownProfile } from './crown.ts'
import { dabs, needleFeather } from './dabs.ts'
import { toneAt } from './foliage.ts'
import type { Sitting } from './habit.ts'
import type { Point } from './ink.ts'
import { alongCurve, blob, curveAngle, limb, num, pair, smooth, stamp, useMarkup } from './ink.ts'
import { flowerTones, wood } from './palettes.ts'
import { petalRound } from './petals.ts'

/** Heather and heath: a low brush of upright shoots, needles below and small bells above. */
export function paintHeath(sitting: Sitting): void {
  const { sheet, habit, stand, dress, random } = sitting
  const place = random.fork('heath')
  const half = stand.width / 2
  const dome = (side: number): number => Math.sqrt(Math.max(0.12, 1 - side * side * 0.8))
  const edge = (sign: number): Point[] =>
    Array.from({ length: 9 }, (_, i): Point => [
      stand.x + sign * half * 0.86 * Math.min(crownProfile('cushion', i / 8), 0.72 + (i / 8) * 1.4),
      stand.ground - (i / 8) * stand.height * 0.78,
    ])
  sheet.path(smooth([...edge(-1), ...edge(1).reverse()], true), dress.tones[0])
  const bells = habit.flower !== null && dress.flowers > 0 ? flowerTones(habit.flower.colour) : null
  const slices = 6
  const each = Math.round(26 * (0.4 + 0.6 * stand.detail))
  for (let slice = 0; slice < slices; slice += 1) {
    const z = slice / (slices - 1)
    const green = ['', '', '', '', '']
    const bloom = ['', '', '', '', '']
    let snow = ''
    for (let i = 0; i < each; i += 1) {
      const side = ((i + place.range(0.1, 0.9)) / each) * 2 - 1
      const rise = stand.height * dome(side) * (1 - z * 0.5) * place.range(0.84, 1.03)
      const foot: Point = [stand.x + side * half * 0.62, stand.ground - rise * 0.12]
      const tip: Point = [stand.x + side * half * (0.8 + z * 0.16), stand.ground - rise]
      const angle = Math.atan2(tip[1] - foot[1], tip[0] - foot[0])
      const long = Math.hypot(tip[0] - foot[0], tip[1] - foot[1])
      const tone = Math.max(0, Math.min(4, Math.round(1.7 + z * 0.8 - side * 0.8 + place.bell() * 0.9)))
      green[tone] += stamp(needleFeather, foot[0], foot[1], angle, long * (bells ? 0.74 : 1), long * 0.16)
      if (bells)
        for (let k = 0; k < 7; k += 1) {
          const t = 0.5 + k * 0.075
          const way = k % 2 === 0 ? -1 : 1
          const shade = Math.max(0, Math.min(4, tone + (way < 0 ? 1 : 0)))
          bloom[shade] += stamp(
            petalRound,
            foot[0] + (tip[0] - foot[0]) * t,
            foot[1] + (tip[1] - foot[1]) * t,
            angle + way * 0.9,
            long * (0.11 - k * 0.006),
            long * 0.075,
          )
        }
      if (dress.snow && place.next() < 0.4) snow += stamp(petalRound, tip[0], tip[1], 0, long * 0.16, long * 0.1)
    }
    green.forEach((d, tone) => sheet.path(d, toneAt(dress.tones, tone)))
    if (bells) bloom.forEach((d, tone) => sheet.path(d, toneAt(bells, tone)))
    sheet.path(snow, wood.snow[3])
  }
}

/** Bamboo: jointed canes, leafy above, their tops nodding. */
export function paintBamboo(sitting: Sitting): void {
  const { sheet, habit, stand, dress, random } = sitting
  const place = random.fork('canes')
  const count = Math.round(17 * (0.5 + 0.5 * stand.detail))
  const runs = habit.growth === 'running-grass'
  const long = Math.max(30, Math.min(0.14 * stand.metre, stand.height * 0.1))
  const canes = Array.from({ length: count }, (_, i) => ({
    side: ((i + 0.5) / count) * 2 - 1 + place.range(-0.08, 0.08),
    z: place.range(-1, 1),
  })).sort((a, b) => a.z - b.z)
  for (const { side, z } of canes) {
    const tall = stand.height * place.range(0.82, 1) * (1 - side * side * 0.16)
    const foot: Point = [stand.x + side * stand.width * (runs ? 0.36 : 0.16), stand.ground + z * 4]
    const top: Point = [stand.x + side * stand.width * 0.5, stand.ground - tall * (runs ? 0.98 : 0.9)]
    const bend: Point = [foot[0] + (top[0] - foot[0]) * 0.2, stand.ground - tall * 0.9]
    const cane = Math.max(3, stand.height * 0.009)
    sheet.path(limb(foot, bend, top, cane, 1.6), toneAt(dress.tones, z > 0 ? 4 : 3))
    let joints = ''
    const layers = ['', '', '', '', '']
    for (let k = 1; k <= 12; k += 1) {
      const t = k / 12.5
      const [x, y] = alongCurve(foot, bend, top, t)
      joints += `M${pair(x - cane * 0.7, y)}h${num(cane * 1.4)}`
      if (t < 0.22) continue
      for (let leaf = 0; leaf < 8; leaf += 1) {
        const way = leaf % 2 === 0 ? -1 : 1
        const out = curveAngle(foot, bend, top, t) + way * place.range(0.5, 1.3)
        const reach = leaf * long * 0.2
        const tone = Math.max(0, Math.min(4, Math.round(1.6 + z * 0.7 - side * 0.5 + t + place.bell())))
        layers[tone] += stamp(
          dabs.lanceolate.shape,
          x + Math.cos(out) * reach,
          y + Math.sin(out) * reach,
          out + way * 0.35 + place.range(-0.3, 0.5),
          long * place.range(0.8, 1.15),
          long * 0.42,
        )
      }
    }
    sheet.stroke(joints, dress.tones[0], 1.6, 0.7)
    layers.forEach((d, tone) => sheet.path(d, toneAt(dress.tones, tone)))
  }
}

/** Water lilies: a pool seen from above, round pads on it, flowers among them. */
export function paintPads(sitting: Sitting): void {
  const { sheet, stand, dress, random } = sitting
  const place = random.fork('pads')
  const deep = Math.min(stand.width * 0.17, 130)
  const middle = stand.ground - deep * 0.55
  sheet.path(
    blob(stand.x, middle, stand.width * 0.56, deep * 1.2, () => place.range(-0.03, 0.03), 14),
    sheet.linear([
      [0, '#9fc0c9'],
      [1, '#6f9aa8'],
    ]),
  )
  const pads = Array.from({ length: Math.round(30 * (0.5 + 0.5 * stand.detail)) }, (_, i) => {
    const around = i * 2.39996 + place.range(-0.3, 0.3)
    const out = Math.sqrt((i + 0.5) / 30) * 0.92
    return { x: stand.x + Math.cos(around) * out * stand.width * 0.46, y: middle + Math.sin(around) * out * deep }
  }).sort((a, b) => a.y - b.y)
  const size = stand.width * 0.075
  const ornament = sitting.ornaments[0]
  for (const [index, { x, y }] of pads.entries()) {
    const r = size * place.range(0.8, 1.15)
    const flat = r * 0.42
    const cleft = place.range(-0.6, 0.6)
    const disc = (shift: number, k: number): string =>
      `M${pair(x, y + shift)}l${pair(cleft * r * k, flat * k)}A${num(r * k)} ${num(flat * k)} 0 1 1 ${pair(x + (cleft + 0.36) * r * k, y + shift + flat * 0.86 * k)}z`
    sheet.path(disc(4, 1.02), '#46707c', 0.7)
    sheet.path(disc(0, 1), toneAt(dress.tones, 1 + ((index * 7) % 3)))
    sheet.path(disc(-1, 0.72), toneAt(dress.tones, 2 + ((index * 7) % 3)), 0.6)
    if (ornament !== undefined && index % 4 === 1)
      sheet.add(useMarkup(place.pick(ornament.ids), x, y - size * 0.5, 0, (size / 100) * 1.1, (size / 100) * 1.5))
  }
}
