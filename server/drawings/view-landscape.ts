import { paintClimber } from './climbers.ts'
import { summerDress } from './dress.ts'
import type { Stand } from './habit.ts'
import { isMat, paintPlant, sit } from './habits.ts'
import { Sheet } from './ink.ts'
import type { Habit } from './plant-habit.ts'
import { makeRandom } from './random.ts'
import type { Scene } from './scenes.ts'
import {
  paintBorderEdge,
  paintBorderScene,
  paintHouseScene,
  paintPergolaScene,
  paintSky,
  paintStonesScene,
  paintWideScene,
} from './scenes.ts'

type Setting = 'avenue' | 'house' | 'hedge' | 'border' | 'stones' | 'pergola'

const hedgeGenera = new Set([
  'thuja',
  'buxus',
  'carpinus',
  'ligustrum',
  'crataegus',
  'spiraea',
  'cotoneaster',
  'berberis',
  'taxus',
  'physocarpus',
  'ribes',
  'caragana',
])

function settingFor(habit: Habit): Setting {
  if (habit.growth === 'climber') return 'pergola'
  if (isMat(habit) || habit.growth === 'cushion-shrub') return 'stones'
  if (habit.growth.includes('perennial') || habit.growth.includes('grass')) return 'border'
  if (habit.growth === 'tree' || habit.growth === 'multistem-tree') {
    return habit.height > 9 &&
      ['oval', 'round', 'columnar'].includes(habit.crown) &&
      !habit.needled &&
      habit.flower === null
      ? 'avenue'
      : 'house'
  }
  if (hedgeGenera.has(habit.genus) && habit.height > 0.8 && habit.crown !== 'globe' && habit.crown !== 'weeping')
    return 'hedge'
  if (habit.height >= 2.6) return 'house'
  return habit.height > 1.9 && habit.crown === 'columnar' ? 'hedge' : 'border'
}

/** The plant where a garden designer would plant it, under the sky. */
export function drawLandscape(habit: Habit): string {
  const sheet = new Sheet()
  const random = makeRandom(`${habit.seed}/landscape`)
  const scene: Scene = { sheet, random, horizon: 520 }
  const dress = summerDress(habit)
  const setting = settingFor(habit)
  const place = (x: number, ground: number, metre: number, label: string, detail: number): Stand => {
    const stand: Stand = { x, ground, metre, width: habit.spread * metre, height: habit.height * metre, detail }
    paintShade(scene, stand)
    paintPlant(sheet, habit, dress, stand, label)
    return stand
  }
  const fit = (wide: number, tall: number): number => Math.min(tall / habit.height, wide / habit.spread)
  paintSky(scene)
  switch (setting) {
    case 'avenue': {
      paintWideScene(scene, true)
      const metre = fit(480, 700)
      // Two rows run to one vanishing point. All far trees are the same drawing: at that distance they look alike.
      const model: Stand = {
        x: 0,
        ground: 0,
        metre: metre * 0.6,
        width: habit.spread * metre * 0.6,
        height: habit.height * metre * 0.6,
        detail: 0.5,
      }
      const far = sheet.aside(() => paintPlant(sheet, habit, dress, model, 'row'))
      for (const s of [0.26, 0.34, 0.47, 0.66]) {
        for (const side of [-1, 1]) {
          const stand = {
            ...model,
            x: 640 + side * (52 + 430 * s),
            ground: 545 + 255 * s * s,
            width: habit.spread * metre * s,
            height: habit.height * metre * s,
          }
          paintShade(scene, stand)
          sheet.use(far, stand.x, stand.ground, 0, s / 0.6, (s / 0.6) * side)
        }
      }
      place(250, 812, metre, 'near', 0.85)
      break
    }
    case 'house':
      place(paintHouseScene(scene), 800, fit(690, 700), 'subject', 1)
      break
    case 'hedge': {
      paintWideScene(scene, false)
      const metre = fit(340, 420)
      const model: Stand = {
        x: 0,
        ground: 0,
        metre,
        width: habit.spread * metre * 1.15,
        height: habit.height * metre,
        detail: 0.5,
      }
      const plants = ['a', 'b', 'c'].map(label => sheet.aside(() => paintPlant(sheet, habit, dress, model, label)))
      const step = Math.max(74, habit.spread * metre * 0.62)
      const count = Math.ceil(1340 / step) + 1
      for (let i = 0; i < count; i += 1)
        paintShade(scene, { ...model, x: 600 + (i - (count - 1) / 2) * step, ground: 744 })
      // Every second plant is drawn first, the others between them, so that the row has no visible seams.
      const order = Array.from({ length: count }, (_, i) => i).sort((a, b) => (a % 2) - (b % 2) || a - b)
      for (const i of order)
        sheet.use(
          plants[(i * 2) % 3] ?? '',
          600 + (i - (count - 1) / 2) * step,
          742 + (i % 2) * 4,
          0,
          1,
          i % 4 < 2 ? 1 : -1,
        )
      break
    }
    case 'border': {
      paintBorderScene(scene)
      const shrub = habit.growth.includes('shrub')
      const metre = fit(460, shrub ? 480 : 400)
      const ratio = shrub ? [0.66, 0.7] : [0.6, 0.64]
      const side: Stand = {
        x: 0,
        ground: 0,
        metre: metre * 0.66,
        width: habit.spread * metre * 0.66,
        height: habit.height * metre * 0.66,
        detail: 0.5,
      }
      const model = sheet.aside(() => paintPlant(sheet, habit, dress, side, 'company'))
      const room = Math.max(150, habit.spread * metre * 0.62)
      const spots = shrub
        ? [
            [600 - room * 1.25, 702, ratio[0]],
            [600 + room * 1.25, 694, ratio[1]],
          ]
        : [
            [600 - room * 0.62, 690, 0.56],
            [600 + room * 0.66, 684, 0.54],
            [600 - room * 1.3, 738, 0.7],
            [600 + room * 1.34, 730, 0.66],
          ]
      for (const [index, [x = 0, ground = 0, s = 1]] of spots.entries()) {
        paintShade(scene, { ...side, x, ground, width: (side.width * s) / 0.66, height: (side.height * s) / 0.66 })
        sheet.use(model, x, ground, 0, s / 0.66, (s / 0.66) * (index % 2 === 0 ? 1 : -1))
      }
      place(600, 812, metre, 'subject', 1)
      paintBorderEdge(scene)
      break
    }
    case 'stones': {
      const front = paintStonesScene(scene)
      const metre = fit(isMat(habit) ? 600 : 450, 320)
      place(240, 672, metre * 0.6, 'left', 0.5)
      place(950, 694, metre * 0.64, 'right', 0.5)
      place(600, 816, metre, 'subject', 1)
      front()
      break
    }
    case 'pergola': {
      paintPergolaScene(scene)
      const tall = 596
      const metre = tall / habit.height
      const stand: Stand = {
        x: 218,
        ground: 800,
        metre: Math.max(80, Math.min(metre, 210)),
        width: 250,
        height: tall,
        detail: 1,
      }
      paintShade(scene, stand)
      paintClimber(sit(sheet, habit, dress, stand, 'pergola'), 700)
      break
    }
  }
  return sheet.svg()
}

function paintShade({ sheet }: Scene, stand: Stand): void {
  const fill = sheet.radial([
    [0, '#24351f', 0.42],
    [0.6, '#24351f', 0.22],
    [1, '#24351f', 0],
  ])
  const rx = Math.max(stand.width * 0.52, stand.height * 0.14)
  sheet.add(
    `<ellipse cx="${Math.round(stand.x + rx * 0.16)}" cy="${Math.round(stand.ground + 3)}" rx="${Math.round(rx)}" ry="${Math.round(Math.max(7, Math.min(38, rx * 0.12)))}" fill="${fill}"/>`,
  )
}
