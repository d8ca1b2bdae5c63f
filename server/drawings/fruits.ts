import type { Tones } from './colour.ts'
import { dot, pair, part, stamp, thread } from './ink.ts'
import type { FruitLook } from './likeness.ts'
import { fruitTones } from './palettes.ts'
import { petalPointed, petalRound, sepal, tau, wheel } from './petals.ts'
import type { FruitColour } from './plant-facts.ts'
import type { Random } from './random.ts'

/** Metres: diameter or length. */
export const fruitSizes: Record<FruitLook, number> = {
  string: 0.09,
  gooseberry: 0.035,
  raspberry: 0.035,
  strawberry: 0.045,
  'long-berry': 0.055,
  grapes: 0.16,
  berry: 0.03,
  cluster: 0.1,
  cone: 0.09,
  apple: 0.075,
  pear: 0.09,
  plum: 0.05,
  cherry: 0.06,
  hip: 0.035,
  nut: 0.04,
  acorn: 0.045,
  samara: 0.07,
  pod: 0.12,
  fluff: 0.08,
}

function shine(x: number, y: number, r: number, tones: Tones, near: boolean): string {
  if (!near) return part(dot(x, y, r), tones[1]) + part(dot(x - r * 0.18, y - r * 0.2, r * 0.66), tones[3])
  return (
    part(dot(x, y, r), tones[1]) +
    part(dot(x - r * 0.12, y - r * 0.12, r * 0.84), tones[2]) +
    part(dot(x - r * 0.25, y - r * 0.28, r * 0.5), tones[3], 0.8) +
    part(dot(x - r * 0.36, y - r * 0.42, r * 0.17), '#fff', 0.75)
  )
}

/** With what a fruit is drawn. */
interface Pen {
  tones: Tones
  /** Of its leaves and stalk. */
  green: Tones
  random: Random
  /** Fine enough for a picture of the fruit itself. */
  near: boolean
  stalk(length: number, width?: number): string
}

/** Draw a fruit that hangs from 0,0 in a frame of about 100 units. */
const painters: Record<FruitLook, (pen: Pen) => string> = {
  berry: ({ tones, green, near }) => {
    const spots = [
      [-20, 34, 20],
      [20, 40, 19],
      [0, 66, 20],
    ] as const
    if (!near)
      return (
        part(spots.map(([x, y]) => dot(x, y, 23)).join(''), tones[1]) +
        part(spots.map(([x, y]) => dot(x - 4, y - 5, 13)).join(''), tones[3])
      )
    return (
      thread('M0 0Q-8 10-18 26M0 0Q10 14 18 30M0 0Q-2 24 0 54', green[1], 3) +
      spots.map(([x, y, r]) => shine(x, y, r, tones, near)).join('')
    )
  },
  cluster: ({ tones, green, near }) => {
    let threads = ''
    let balls = ''
    let light = ''
    let dark = ''
    const count = near ? 30 : 10
    for (let i = 0; i < count; i += 1) {
      const a = i * 2.39996
      const out = Math.sqrt((i + 0.5) / count)
      const x = Math.cos(a) * out * 38
      const y = 54 + Math.sin(a) * out * 32
      const r = near ? 9 : 13
      threads += `M0 0Q${pair(x * 0.3, 16)} ${pair(x, y)}`
      dark += dot(x, y, r)
      balls += dot(x - r * 0.14, y - r * 0.16, r * 0.8)
      light += dot(x - r * 0.32, y - r * 0.36, r * 0.3)
    }
    return thread(threads, green[1], 2) + part(dark, tones[0]) + part(balls, tones[2]) + part(light, tones[4])
  },
  string: ({ tones, green, near }) => {
    // Berries of a currant hang on one thread, the largest at its foot.
    const balls = Array.from({ length: 8 }, (_, i) => {
      const t = (i + 0.6) / 8
      return [(i % 2 === 0 ? -1 : 1) * (13 - t * 6), 12 + t * 84, 12.5 - t * 5] as const
    })
    return (
      thread('M0 0Q3 50 0 98', green[2], near ? 2.5 : 3.5) +
      part(balls.map(([x, y, r]) => dot(x, y, r)).join(''), tones[1]) +
      part(balls.map(([x, y, r]) => dot(x - r * 0.2, y - r * 0.22, r * 0.62)).join(''), tones[3]) +
      (near ? part(balls.map(([x, y, r]) => dot(x - r * 0.35, y - r * 0.4, r * 0.2)).join(''), '#fff', 0.8) : '')
    )
  },
  gooseberry: ({ tones, near, stalk }) =>
    stalk(14, 3) +
    part('M0 12C-34 12-40 84 0 90C40 84 34 12 0 12z', tones[2]) +
    thread('M-14 17Q-28 52-8 88M0 12L0 90M14 17Q28 52 8 88', tones[4], near ? 2 : 3.5, 0.8) +
    part('M-16 28q-8 10-5 22q8-6 10-20z', '#fff', 0.5) +
    part('M-6 88L0 104L6 88z', tones[0]),
  raspberry: ({ tones, green, stalk }) => {
    let drupes = ''
    let lit = ''
    for (let row = 0; row < 5; row += 1)
      for (let i = -2; i <= 2; i += 1) {
        const half = 30 * Math.sin(0.75 + row * 0.5)
        const [x, y] = [((i + (row % 2) * 0.5 - 0.25) / 2) * half, 26 + row * 15]
        drupes += dot(x, y, 10)
        lit += dot(x - 2.5, y - 3, 5)
      }
    return (
      part('M-30 26Q0-6 30 26Q36 66 0 98Q-36 66-30 26z', tones[0]) +
      part(drupes, tones[1]) +
      part(lit, tones[3]) +
      part(wheel(sepal, 5, 0, 18, 2, 26, 16, 0.3, 0.55), green[2]) +
      stalk(18, 4)
    )
  },
  strawberry: ({ tones, green, near, stalk }) => {
    let seeds = ''
    for (let i = 0; i < 14; i += 1)
      seeds += dot(((i % 4) - 1.5) * (20 - Math.floor(i / 4) * 4), 34 + Math.floor(i / 4) * 15, near ? 2 : 2.8)
    return (
      part('M-36 28Q0 2 36 28Q44 66 0 100Q-44 66-36 28z', tones[1]) +
      part('M-30 32Q-10 14 8 24Q10 64-8 86Q-36 60-30 32z', tones[2]) +
      part(seeds, '#f3d36b') +
      part(wheel(sepal, 7, 0, 22, 2, 32, 15, 0.2, 0.5), green[3]) +
      stalk(22, 4)
    )
  },
  'long-berry': ({ tones, green }) => {
    const one = (x: number, y: number): string =>
      part(
        `M${pair(x, y)}c${pair(-17, 2)} ${pair(-19, 50)} ${pair(0, 54)}c${pair(19, -4)} ${pair(17, -52)} ${pair(0, -54)}z`,
        tones[1],
      ) +
      part(
        `M${pair(x - 3, y + 5)}c${pair(-10, 8)} ${pair(-10, 30)} ${pair(-3, 40)}c${pair(8, -12)} ${pair(8, -32)} ${pair(3, -40)}z`,
        tones[4],
        0.75,
      )
    return thread('M0 0Q-8 8-17 20M0 0Q10 10 18 34', green[1], 3) + one(-18, 18) + one(18, 32)
  },
  grapes: ({ tones, near, stalk }) => {
    let dark = ''
    let balls = ''
    let light = ''
    const rows = [4, 5, 4, 4, 3, 2, 1]
    rows.forEach((count, row) => {
      for (let i = 0; i < count; i += 1) {
        const [x, y] = [(i - (count - 1) / 2) * 15 + ((row % 2) - 0.5) * 2, 16 + row * 13]
        dark += dot(x, y, 9.5)
        balls += dot(x - 1.4, y - 1.6, 7.4)
        if (near || i % 2 === 0) light += dot(x - 3, y - 3.4, 2.8)
      }
    })
    return stalk(18, 4) + part(dark, tones[0]) + part(balls, tones[2]) + part(light, tones[4])
  },
  cone: ({ tones, near, stalk }) => {
    let plates = ''
    let lit = ''
    const rows = near ? 8 : 5
    for (let row = 0; row < rows; row += 1) {
      const t = row / (rows - 1)
      const half = 24 * Math.sin(0.5 + t * 2.25)
      for (let i = -2; i <= 2; i += 1) {
        const x = ((i + (row % 2) * 0.5 - 0.25) / 2.2) * half
        const y = 14 + t * 70
        const d = stamp(petalRound, x, y - 6, Math.PI / 2, 20, 19)
        plates += d
        lit += stamp(petalRound, x - 1.5, y - 4, Math.PI / 2, 13, 11)
      }
    }
    return (
      stalk(12) +
      part('M0 6C-32 10-30 70 0 98C30 70 32 10 0 6z', tones[0]) +
      part(plates, tones[1]) +
      part(lit, tones[3], 0.75)
    )
  },
  apple: ({ tones, green, near, stalk }) => {
    if (!near)
      return (
        stalk(30, 5) +
        part('M0 26C-16 14-46 20-46 52C-46 82-24 98 0 94C24 98 46 82 46 52C46 20 16 14 0 26z', tones[1]) +
        part('M-3 27C-18 18-42 24-42 52C-42 78-22 92-10 88C12 80 22 36-3 27z', tones[3])
      )
    return (
      stalk(30, 4) +
      part('M0 26C-16 14-46 20-46 52C-46 82-24 98-8 94Q0 91 8 94C24 98 46 82 46 52C46 20 16 14 0 26z', tones[1]) +
      part('M-3 27C-18 18-42 24-42 52C-42 78-22 92-10 88C12 80 22 36-3 27z', tones[2]) +
      part('M-14 30C-30 30-36 44-34 58C-26 70-10 60-8 46C-7 38-8 32-14 30z', tones[3], 0.85) +
      part('M-27 38q-6 8-4 16q5-4 8-14z', '#fff', 0.6) +
      part('M-10 26Q0 34 10 26Q0 30-10 26z', tones[0], 0.8) +
      (near ? part(stamp(petalPointed, 2, 12, -0.5, 40, 17), green[3]) : '')
    )
  },
  pear: ({ tones, stalk }) =>
    stalk(18, 4) +
    part('M0 14C-14 14-14 36-22 50C-34 66-36 98 0 99C36 98 34 66 22 50C14 36 14 14 0 14z', tones[1]) +
    part('M-3 17C-13 20-12 38-20 52C-30 68-30 92-6 93C14 84 6 28-3 17z', tones[3], 0.75) +
    part('M-20 62q-6 10-2 18q6-6 8-18z', '#fff', 0.5),
  plum: ({ tones, stalk }) =>
    stalk(24, 4) +
    part('M0 22C-40 24-38 96 0 98C38 96 40 24 0 22z', tones[1]) +
    part('M-4 26C-34 32-32 86-6 90C10 70 8 38-4 26z', tones[2]) +
    part('M-14 36q-12 14-8 32q12-10 12-30z', tones[4], 0.55),
  cherry: ({ tones, green, near }) =>
    thread('M0 0Q-14 22-22 52M0 0Q16 24 22 60', green[1], 3) +
    shine(-22, 64, 24, tones, near) +
    shine(24, 74, 24, tones, near),
  hip: ({ tones, green, stalk }) =>
    stalk(24, 4) +
    part('M0 20C-36 26-32 76-8 84L8 84C32 76 36 26 0 20z', tones[1]) +
    part('M-4 24C-28 34-26 68-8 76C4 60 6 36-4 24z', tones[3], 0.8) +
    part('M-15 36q-5 8-3 16q6-5 7-15z', '#fff', 0.6) +
    part(wheel(sepal, 5, 0, 84, 2, 20, 12, 0.4, 0.7), green[0]),
  nut: ({ tones, green, stalk }) =>
    stalk(12, 4) +
    part(wheel(petalPointed, 7, 0, 44, 8, 36, 22, 0.3), green[1]) +
    part(wheel(petalPointed, 5, 0, 44, 6, 30, 18, 0.7), green[3]) +
    part('M-18 44C-20 70-8 86 0 90C8 86 20 70 18 44Q0 34-18 44z', tones[2]) +
    part('M-11 48q-4 16 4 30q2-16-4-30z', tones[4], 0.7),
  acorn: ({ tones, stalk }) =>
    stalk(18, 4) +
    part('M-21 42C-23 72-13 90 0 97C13 90 23 72 21 42z', tones[2]) +
    part('M-13 46C-14 66-8 78-3 86C0 70-2 54-6 46z', tones[4], 0.8) +
    part('M-25 44Q-26 18 0 17Q26 18 25 44Q0 52-25 44z', tones[0]) +
    part('M-19 38Q-19 24-4 22Q-14 30-12 40z', tones[2], 0.8),
  samara: ({ tones, stalk }) => {
    const wing = (turn: number): string => stamp(petalRound, 0, 26, turn, 70, 30)
    return (
      stalk(26) +
      part(wing(0.9) + wing(Math.PI - 0.9), tones[1]) +
      part(stamp(petalRound, 2, 27, 0.85, 62, 18) + stamp(petalRound, -2, 27, Math.PI - 0.85, 62, 18), tones[3], 0.8) +
      part(dot(-6, 30, 8) + dot(6, 30, 8), tones[0])
    )
  },
  pod: ({ tones, near, stalk }) =>
    stalk(10) +
    part('M-2 6C-20 30-10 76 8 100C18 70 12 30 4 6z', tones[1]) +
    part('M-1 10C-13 32-6 70 6 90C6 62 4 32-1 10z', tones[3], 0.7) +
    (near ? part(dot(-2, 32, 5) + dot(1, 52, 5.5) + dot(4, 72, 5), tones[0], 0.5) : ''),
  fluff: ({ tones, near, random, stalk }) => {
    let hairs = ''
    const count = near ? 60 : 22
    for (let i = 0; i < count; i += 1) {
      const a = (i / count) * tau
      const r = random.range(28, 46)
      hairs += `M0 46q${pair(Math.cos(a + 0.4) * r * 0.6, Math.sin(a + 0.4) * r * 0.6)} ${pair(Math.cos(a) * r, Math.sin(a) * r)}`
    }
    return (
      stalk(44, 2.5) +
      thread(hairs, tones[1], near ? 1.6 : 3, 0.8) +
      thread(hairs, tones[4], near ? 0.8 : 1.4) +
      part(dot(0, 46, 5), tones[0])
    )
  },
}

/** A fruit that hangs from 0,0 in a frame of about 100 units. */
export function fruit(look: FruitLook, colour: FruitColour, green: Tones, random: Random, near: boolean): string {
  const stalk = (length: number, width = 3.5): string => thread(`M0 0Q3 ${length / 2} 0 ${length}`, green[0], width)
  return painters[look]({ tones: fruitTones(colour), green, random, near, stalk })
}
