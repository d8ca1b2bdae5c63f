import { dabs } from './dabs.ts'
import { toneAt } from './foliage.ts'
import type { Sitting } from './habit.ts'
import type { Point } from './ink.ts'
import { alongCurve, curveAngle, limb, stamp } from './ink.ts'
import { wood } from './palettes.ts'
import { paintTrunk } from './trunk.ts'

/** A pine in its first years: a candelabrum of a whorl a year, each branch turned up and ending in a brush of needles. */
export function paintYoungPine(sitting: Sitting): void {
  const { sheet, habit, stand, dress, random } = sitting
  const place = random.fork('whorls')
  const slim = habit.crown === 'columnar'
  const half = Math.max(stand.width / 2, stand.height * (slim ? 0.1 : 0.2))
  paintTrunk(
    sheet,
    {
      foot: [stand.x, stand.ground],
      bend: [stand.x, stand.ground - stand.height * 0.5],
      top: [stand.x, stand.ground - stand.height * 0.95],
      wide: Math.max(5, stand.height * 0.026),
      thin: 3,
    },
    habit.bark,
    random.fork('bark'),
  )
  const whorls = slim ? 10 : 6
  const needle = dabs['needle-long'].shape
  for (let whorl = 0; whorl < whorls; whorl += 1) {
    const t = whorl / (whorls - 0.4)
    const y = stand.ground - stand.height * (0.06 + 0.84 * t)
    const reach = half * (slim ? 0.9 - t * 0.4 : 1 - t * 0.72)
    const rise = Math.min(stand.height * (slim ? 0.2 : 0.17), reach * (slim ? 1.6 : 0.75))
    const arms = Math.round(7 * (0.6 + 0.4 * stand.detail))
    const list = Array.from({ length: arms }, (_, i) => ((i + place.range(0.2, 0.8)) / arms) * Math.PI * 2)
    list.sort((a, b) => Math.sin(a) - Math.sin(b))
    for (const around of list) {
      const [side, near] = [Math.cos(around), Math.sin(around)]
      const from: Point = [stand.x, y]
      const to: Point = [
        stand.x + side * reach,
        Math.min(y - rise * place.range(0.8, 1.1) + near * reach * 0.16, stand.ground - 8),
      ]
      const bend: Point = [stand.x + side * reach * 0.7, y + near * reach * 0.1]
      sheet.path(limb(from, bend, to, Math.max(2.4, stand.height * 0.009), 1.6), habit.bark.tones[near < 0 ? 0 : 2])
      const layers = ['', '', '', '', '']
      const long = Math.max(15, Math.min(stand.height * 0.085, 0.14 * stand.metre, 60))
      const brushes = Math.max(4, Math.round((Math.hypot(to[0] - from[0], to[1] - from[1]) / long) * 2.6))
      for (let i = 0; i < brushes * 2; i += 1) {
        const u = 0.34 + 0.66 * (i / (brushes * 2))
        const [x, py] = alongCurve(from, bend, to, u)
        const angle = curveAngle(from, bend, to, u) + (i % 2 === 0 ? -1 : 1) * place.range(0.1, 0.75)
        const tone = Math.max(0, Math.min(4, Math.round(1.7 + near * 0.9 - side * 0.7 + u * 0.6 + place.bell() * 0.7)))
        layers[tone] += stamp(needle, x, py, angle, long * place.range(0.85, 1.1), long)
      }
      layers.forEach((d, tone) => sheet.path(d, toneAt(dress.tones, tone)))
      const tip = stamp(dabs.ovate.shape, to[0], to[1], curveAngle(from, bend, to, 1), long * 0.7, long * 0.2)
      sheet.path(tip, dress.snow ? wood.snow[3] : habit.bark.tones[4])
    }
  }
  // The leader with its candle.
  const top = stand.ground - stand.height
  const lead = Math.max(14, stand.height * 0.08)
  const brush = [-0.5, 0.5, -0.2, 0.2]
    .map(off => stamp(needle, stand.x, top + lead, -Math.PI / 2 + off, lead, lead))
    .join('')
  sheet.path(brush, dress.tones[3])
  sheet.path(
    stamp(dabs.ovate.shape, stand.x, top + lead * 0.7, -Math.PI / 2, lead * 0.7, lead * 0.2),
    habit.bark.tones[4],
  )
}
