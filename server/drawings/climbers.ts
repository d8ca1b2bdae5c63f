import { affordableLeafage, leafPixels } from './broadleaf.ts'
import type { Clump } from './foliage.ts'
import { paintClump, paintForemost } from './foliage.ts'
import type { Sitting } from './habit.ts'
import type { Point } from './ink.ts'
import { limb, num, pair, smooth } from './ink.ts'
import { wood } from './palettes.ts'

/**
 * A climber on a trellis: laths first, then the stems that twine up them, then leaves that hide most of both. On a pergola
 * there is a post instead, and the plant continues along the beam for `beam` pixels to the right.
 */
export function paintClimber(sitting: Sitting, beam = 0): void {
  const { sheet, habit, stand, random } = sitting
  const half = Math.max(stand.width / 2, stand.height * 0.22)
  const top = stand.ground - stand.height * 1.02
  if (beam === 0) paintTrellis(sitting, half * 0.82, top)
  const place = random.fork('stems')
  const stems: Point[][] = []
  const count = 5
  for (let s = 0; s < count; s += 1) {
    const goal = ((s + 0.5) / count) * 2 - 1
    const points: Point[] = [[stand.x + goal * half * 0.12, stand.ground]]
    const reach = place.range(0.84, 0.98)
    for (let i = 1; i <= 7; i += 1) {
      const t = (i / 7) * reach
      points.push([
        stand.x + goal * half * 0.78 * Math.min(1, t * 1.7) + place.range(-1, 1) * half * 0.13,
        stand.ground - stand.height * t,
      ])
    }
    stems.push(points)
  }
  const wide = Math.max(2.4, Math.min(11, stand.height * 0.014))
  const leaf = leafPixels(sitting)
  const size = Math.max(leaf * 1.35, half * 0.3)
  const clumps: Clump[] = []
  for (const points of stems) {
    for (let i = 1; i < points.length; i += 1) {
      const [x, y] = points[i] ?? [stand.x, stand.ground]
      const t = (stand.ground - y) / stand.height
      const extra = t > 0.25 ? 3 : 1
      for (let k = 0; k < extra; k += 1) {
        const big = size * (0.62 + 0.5 * t) * place.range(0.75, 1.1)
        const px = x + place.range(-1, 1) * half * 0.26
        clumps.push({
          x: px,
          y: Math.max(top + big * 0.7, y + place.range(-0.6, 0.5) * big),
          rx: big,
          ry: big * place.range(0.78, 1),
          z: place.range(-0.8, 1),
          lit: -((px - stand.x) / half) * 0.45 + (t - 0.4) * 0.9,
        })
      }
    }
  }
  const along = Math.round(beam / (size * 0.55))
  for (let i = 0; i < along; i += 1) {
    const t = i / along
    const big = size * (1.2 - t * 0.5) * place.range(0.7, 1.1)
    const drop = place.next() ** 2 * (1 - t) * stand.height * 0.14
    clumps.push({
      x: stand.x + t * beam,
      y: top + drop + place.range(-0.3, 0.4) * big,
      rx: big,
      ry: big * 0.8,
      z: place.range(-0.8, 1),
      lit: 0.55 - drop / 90,
    })
  }
  clumps.sort((a, b) => a.z - b.z)
  const leafage = affordableLeafage(sitting, clumps, { density: 1.15 - habit.airy * 0.2, stray: 0.7, rise: -0.35 })
  const paint = random.fork('leaves')
  const back = clumps.filter(c => c.z < -0.2)
  for (const clump of back) paintClump(sheet, clump, leafage, paint)
  for (const points of stems) {
    const line = smooth(points)
    sheet.stroke(line, habit.bark.tones[1], wide)
    sheet.stroke(line, habit.bark.tones[3], wide * 0.3, 0.7)
  }
  for (const clump of clumps.filter(c => c.z >= -0.2)) paintClump(sheet, clump, leafage, paint)
  paintForemost(sheet, clumps, leafage, paint)
}

function paintTrellis(sitting: Sitting, half: number, top: number): void {
  const { sheet, stand } = sitting
  const lath = Math.max(4, Math.min(13, stand.height * 0.017))
  const tones = wood.stake
  const bars: [string, string, string] = ['', '', '']
  const bottom = stand.ground + 3
  const uprights = 5
  const rungs = Math.max(5, Math.round(stand.height / (half * 0.5)))
  for (let i = 0; i < rungs; i += 1) {
    const y = top + lath * 2 + (i / (rungs - 0.2)) * (bottom - top - lath * 3)
    bars[0] += `M${pair(stand.x - half, y)}h${num(half * 2)}v${num(lath)}h${num(-half * 2)}z`
  }
  for (let i = 0; i < uprights; i += 1) {
    const x = stand.x - half + (i / (uprights - 1)) * half * 2
    const w = i === 0 || i === uprights - 1 ? lath * 1.5 : lath
    bars[1] += `M${pair(x - w / 2, top)}h${num(w)}V${num(bottom)}h${num(-w)}z`
    bars[2] += `M${pair(x - w / 2, top)}h${num(w * 0.32)}V${num(bottom)}h${num(-w * 0.32)}z`
  }
  sheet.path(bars[0], tones[1])
  sheet.path(bars[1], tones[2])
  sheet.path(bars[2], tones[4], 0.7)
  sheet.path(
    limb(
      [stand.x - half - lath * 2, top],
      [stand.x, top - lath],
      [stand.x + half + lath * 2, top],
      lath * 1.3,
      lath * 1.3,
    ),
    tones[2],
  )
}
