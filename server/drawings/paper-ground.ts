import type { Dress } from './habit.ts'
import type { Sheet } from './ink.ts'
import { blob, dot, num, pair, stamp } from './ink.ts'
import { foliageTones, paper, wood } from './palettes.ts'
import type { Habit } from './plant-habit.ts'
import type { Random } from './random.ts'

/** The wash contrasts with the foliage: warm behind blue and green, cool behind yellow and red. */
const washes = {
  sage: ['#dfe6cf', '#e9ecd9'],
  sky: ['#d5e3e4', '#e5ebe4'],
  sand: ['#eedfbf', '#f1e7cf'],
  blush: ['#f0dccb', '#f3e6d6'],
  mist: ['#dde2dd', '#e8eae0'],
  lilac: ['#e3dde6', '#ece6e6'],
} as const
type Wash = keyof typeof washes

function washFor(habit: Habit, dress: Dress, random: Random): Wash {
  if (dress.season === 'winter') return 'sky'
  if (dress.season === 'autumn') return random.pick(['mist', 'sky', 'sage'])
  if (dress.season === 'bloom') return random.pick(['sage', 'sky', 'mist'])
  const [, , middle] = habit.tones
  const red = Number.parseInt(middle.slice(1, 3), 16)
  const green = Number.parseInt(middle.slice(3, 5), 16)
  const blue = Number.parseInt(middle.slice(5, 7), 16)
  if (red > green) return random.pick(['sage', 'sky', 'mist'])
  if (blue > red && blue > green * 0.85) return random.pick(['sand', 'blush'])
  if (red > 165) return random.pick(['sky', 'lilac', 'mist'])
  return random.pick(['sand', 'blush', 'sky', 'sage', 'lilac'])
}

/** The background: warm paper with a few fibres, and a broad wash of colour behind the plant. */
export function paintPaper(sheet: Sheet, habit: Habit, dress: Dress, random: Random, wash = true): void {
  sheet.add(
    `<rect width="1200" height="900" fill="${sheet.radial(
      [
        [0, paper.light],
        [0.7, paper.base],
        [1, '#ece4cd'],
      ],
      0.5,
      0.42,
      0.78,
    )}"/>`,
  )
  let flecks = ''
  let fibres = ''
  for (let i = 0; i < 90; i += 1) {
    const x = random.range(0, 1200)
    const y = random.range(0, 900)
    if (i % 3 === 0)
      fibres += `M${pair(x, y)}q${pair(random.range(-8, 8), random.range(-6, 6))} ${pair(random.range(-16, 16), random.range(-10, 10))}`
    else flecks += dot(x, y, random.range(0.6, 1.3))
  }
  if (wash) {
    const [deep, pale] = washes[washFor(habit, dress, random)]
    const wobble = (): number => random.range(-0.05, 0.05)
    sheet.path(blob(625, 452, 418, 388, wobble, 12), pale, 0.8)
    sheet.path(
      blob(620, 460, 388, 358, wobble, 12),
      sheet.linear([
        [0, deep],
        [1, deep, 0.35],
      ]),
    )
  }
  sheet.path(flecks, '#a8997266')
  sheet.stroke(fibres, '#a89972', 0.8, 0.35)
}

/** Ground under the plant: a strip of turf, the plant's shadow to the right, some tufts at its base. */
export function paintGround(
  sheet: Sheet,
  dress: Dress,
  x: number,
  ground: number,
  width: number,
  height: number,
  random: Random,
): void {
  const winter = dress.season === 'winter'
  const turf = winter ? wood.snow : foliageTones(dress.season === 'autumn' ? 'grey-green' : 'light-green')
  const reach = Math.min(500, Math.max(width * 0.62, 250))
  const near = Math.min(86, 34 + reach * 0.09)
  sheet.path(
    blob(x, ground + near * 0.32, reach, near, () => random.range(-0.06, 0.06), 14),
    sheet.radial([
      [0, turf[winter ? 2 : 3], winter ? 1 : 0.75],
      [0.72, turf[3], winter ? 0.9 : 0.4],
      [1, turf[4], winter ? 0.4 : 0.05],
    ]),
  )
  const shadow = Math.min(reach, Math.max(width * 0.5, height * 0.12))
  sheet.add(
    `<ellipse cx="${num(x + shadow * 0.2)}" cy="${num(ground + 7)}" rx="${num(shadow)}" ry="${num(Math.max(9, Math.min(36, shadow * 0.11)))}" fill="${sheet.radial(
      [
        [0, winter ? '#5d6f8c' : '#3a4630', 0.5],
        [0.55, winter ? '#5d6f8c' : '#3a4630', 0.28],
        [1, '#3a4630', 0],
      ],
    )}"/>`,
  )
  if (winter) return
  let blades = ''
  let light = ''
  for (let i = 0; i < 90; i += 1) {
    const u = random.bell()
    const px = x + u * reach * 0.95
    const py = ground + near * (0.1 + random.next() * 0.62) * (1 - Math.abs(u) * 0.6)
    const d = stamp(
      [
        ['q', 0.5, -0.16, 1, 0.12],
        ['q', -0.6, 0.06, -1, 0.02],
      ],
      px,
      py,
      -Math.PI / 2 + random.range(-0.5, 0.5),
      random.range(7, 16),
      12,
    )
    if (i % 2 === 0) blades += d
    else light += d
  }
  sheet.path(blades, turf[1], 0.6)
  sheet.path(light, turf[3], 0.9)
}

/** Fallen leaves or petals around the plant. */
export function paintFallen(
  sheet: Sheet,
  colours: readonly string[],
  shape: Parameters<typeof stamp>[0],
  wide: number,
  size: number,
  x: number,
  ground: number,
  reach: number,
  random: Random,
): void {
  const layers = colours.map(() => '')
  for (let i = 0; i < 64; i += 1) {
    const u = random.bell()
    const depth = random.next()
    layers[i % layers.length] += stamp(
      shape,
      x + u * reach,
      ground + 4 + depth * 44 * (1 - Math.abs(u) * 0.5),
      random.range(-0.6, 0.6) + (i % 2) * Math.PI,
      size * (0.75 + depth * 0.4),
      size * wide * 0.5,
    )
  }
  layers.forEach((d, i) => sheet.path(d, colours[i] ?? '#000'))
}
