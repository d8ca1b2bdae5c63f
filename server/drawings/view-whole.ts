import { dabs } from './dabs.ts'
import { summerDress, tellingDress } from './dress.ts'
import type { Dress, Stand } from './habit.ts'
import { isMat, paintPlant } from './habits.ts'
import { dot, num, pair, Sheet } from './ink.ts'
import { flowerTones, wood } from './palettes.ts'
import { paintFallen, paintGround, paintPaper } from './paper-ground.ts'
import { petalRound } from './petals.ts'
import type { Habit } from './plant-habit.ts'
import type { Random } from './random.ts'
import { makeRandom } from './random.ts'
import { paintMeasure, paintRule } from './scale.ts'

/** The largest scale at which the plant fits the given space. */
export function standIn(
  habit: Habit,
  x: number,
  ground: number,
  roomWide: number,
  roomTall: number,
  detail = 1,
): Stand {
  // The limit leaves room for the hand trowel beside the smallest plants.
  const metre = Math.min(roomTall / habit.height, roomWide / habit.spread, 1450)
  // A little wider than measured: a drawn outline is narrower than a crown of loose twigs.
  return {
    x,
    ground,
    metre,
    width: Math.min(roomWide, habit.spread * metre * 1.12),
    height: habit.height * metre,
    detail,
  }
}

/** The catalogue picture: the whole plant, a ruler with figures, and an object of familiar size. */
export function drawWhole(habit: Habit): string {
  const sheet = new Sheet()
  const random = makeRandom(`${habit.seed}/plate`)
  const dress = summerDress(habit)
  const low = isMat(habit)
  const ground = low ? 770 : 806
  const pot = habit.pot ?? 0
  const whole = standIn({ ...habit, height: habit.height + pot }, 620, ground, 760, 712)
  // In a pot it stands on the pot's soil, otherwise on the ground.
  const stand = { ...whole, ground: ground - pot * whole.metre, height: habit.height * whole.metre }
  paintPaper(sheet, habit, dress, random)
  paintGround(sheet, dress, stand.x, ground, stand.width, whole.height, random.fork('ground'))
  const top = Math.max(70, ground - Math.max(whole.height * 1.06, low ? 430 : 250))
  paintRule(sheet, 112, ground, stand.metre, top)
  paintMeasure(sheet, Math.min(1085, Math.max(stand.x + stand.width / 2 + 95, 880)), ground + 4, stand.metre)
  if (pot > 0) paintPot(sheet, stand.x, ground, pot * stand.metre)
  paintPlant(sheet, habit, dress, stand)
  return sheet.svg()
}

/** A nursery's pot: square, black, as high as it is wide. */
function paintPot(sheet: Sheet, x: number, ground: number, wide: number): void {
  const shape = (left: number, right: number, from: number, to: number, narrow: number): string =>
    `M${pair(x + left * wide, from)}H${num(x + right * wide)}L${pair(x + right * wide * narrow, to)}H${num(x + left * wide * narrow)}z`
  const top = ground - wide
  sheet.path(shape(-0.5, 0.5, top, ground, 0.72), '#3f3e3b')
  sheet.path(shape(0.18, 0.5, top, ground, 0.72), '#2f2e2c')
  sheet.path(shape(-0.53, 0.53, top, top + wide * 0.1, 1), '#4b4a46')
  sheet.path(`M${pair(x - wide / 2, top)}q${pair(wide / 2, -wide * 0.09)} ${pair(wide, 0)}z`, '#5a4632')
}

/** The same plant in its most typical season. */
export function drawSeason(habit: Habit): string {
  const sheet = new Sheet()
  const random = makeRandom(`${habit.seed}/season`)
  const dress = tellingDress(habit)
  const low = isMat(habit)
  const ground = low ? 745 : 800
  const stand = standIn(habit, 600, ground, low ? 900 : 860, 715)
  paintSeasonAir(sheet, dress, random)
  paintGround(sheet, dress, stand.x, ground, Math.max(stand.width, 520), stand.height, random.fork('ground'))
  const woody = !habit.growth.includes('perennial') && !habit.growth.includes('grass')
  const size = Math.max(12, Math.min(30, stand.width * 0.035))
  if (dress.season === 'autumn' && woody && !habit.evergreen)
    paintFallen(
      sheet,
      [dress.tones[1], dress.tones[2], dress.tones[3], dress.accent?.[2] ?? dress.tones[2]],
      dabs[habit.blade].shape,
      dabs[habit.blade].wide,
      size,
      stand.x,
      ground,
      Math.max(260, stand.width * 0.6),
      random,
    )
  paintPlant(sheet, habit, dress, stand)
  if (dress.season === 'bloom' && habit.flower !== null && woody) {
    const petals = flowerTones(habit.flower.colour)
    paintFallen(
      sheet,
      [petals[2], petals[3], petals[1]],
      petalRound,
      0.8,
      Math.max(8, size * 0.5),
      stand.x,
      ground,
      Math.max(220, stand.width * 0.5),
      random,
    )
  }
  if (dress.season === 'winter') paintSnowfall(sheet, random)
  return sheet.svg()
}

function paintSeasonAir(sheet: Sheet, dress: Dress, random: Random): void {
  const air = {
    summer: ['#e2ebe6', '#f6f1e2', '#eef0dc'],
    bloom: ['#dbe8ea', '#f7f1e6', '#e6eed2'],
    autumn: ['#e8e3d2', '#faf1da', '#efe2bf'],
    winter: ['#c9d6e2', '#e6ebee', '#f1f3f4'],
  }[dress.season]
  sheet.add(
    `<rect width="1200" height="900" fill="${sheet.linear([
      [0, air[0] ?? ''],
      [0.62, air[1] ?? ''],
      [1, air[2] ?? ''],
    ])}"/>`,
  )
  const far = { summer: '#c9d6bd', bloom: '#cddbc0', autumn: '#dccfa6', winter: '#c3cfda' }[dress.season]
  const farther = { summer: '#d8e0cd', bloom: '#dbe4d2', autumn: '#e6dcbf', winter: '#d2dbe3' }[dress.season]
  const sun = dress.season === 'winter' ? '#fdf3dd' : '#fff6d6'
  sheet.add(
    `<circle cx="270" cy="210" r="330" fill="${sheet.radial([
      [0, sun, 0.9],
      [0.35, sun, 0.5],
      [1, sun, 0],
    ])}"/>`,
  )
  for (const [base, colour, tall] of [
    [690, farther, 80],
    [730, far, 64],
  ] as const) {
    let d = `M0 ${base}`
    for (let x = 0; x < 1200; x += 50) d += `q25${num1(-random.range(0.3, 1) * tall)} 50 ${num1(random.range(-8, 8))}`
    sheet.path(`${d}V900H0z`, colour)
  }
  const lawn = {
    summer: ['#cbd8a8', '#e4e8c8'],
    bloom: ['#c6d6a2', '#e2e8c6'],
    autumn: ['#cfc68f', '#e9deb4'],
    winter: ['#e4eaf0', '#fafbfb'],
  }[dress.season]
  sheet.path(
    'M0 742Q320 716 640 730T1200 726V900H0z',
    sheet.linear([
      [0, lawn[0] ?? ''],
      [1, lawn[1] ?? ''],
    ]),
  )
}

const num1 = (v: number): string => (v < 0 ? `${Math.round(v)}` : ` ${Math.round(v)}`)

function paintSnowfall(sheet: Sheet, random: Random): void {
  let flakes = ''
  for (let i = 0; i < 90; i += 1) flakes += dot(random.range(0, 1200), random.range(0, 860), random.range(1.4, 4.2))
  sheet.path(flakes, wood.snow[4], 0.85)
}
