import type { Tones } from './colour.ts'
import { blossomHeads } from './inflorescences.ts'
import type { Shape } from './ink.ts'
import { dot, pair, part, stamp, thread } from './ink.ts'
import type { BloomLook } from './likeness.ts'
import { flowerEye, flowerTones, strawTones } from './palettes.ts'
import { line, petalHeart, petalPointed, petalRound, petalStrap, tau, wheel } from './petals.ts'
import type { FlowerColour } from './plant-facts.ts'
import type { Random } from './random.ts'
import { specialBlooms, specialSizes } from './special-blooms.ts'

/** Metres: the size of the flower or flower head, and whether it stands on a stalk or hangs from one. */
export const bloomSizes: Record<BloomLook, number> = {
  ...specialSizes,
  single: 0.055,
  rose: 0.085,
  corymb: 0.1,
  ball: 0.16,
  panicle: 0.2,
  spike: 0.18,
  raceme: 0.17,
  bell: 0.06,
  daisy: 0.085,
  trumpet: 0.11,
  iris: 0.12,
  plume: 0.26,
  catkin: 0.07,
  umbel: 0.11,
  cluster: 0.05,
}

export const hangs = (form: BloomLook): boolean => form === 'raceme' || form === 'catkin' || form === 'bell'

export interface Brush {
  tones: Tones
  eye: Tones
  green: Tones
  random: Random
  /** True for close-ups: more parts, veins and stamens. */
  near: boolean
}

/** A bloom in a frame of about 100 units: base at 0,0, head towards -y (hanging: +y); flat blooms are centred on 0,0. */
export function bloom(
  look: BloomLook,
  colour: FlowerColour,
  green: Tones,
  random: Random,
  near: boolean,
  dry = false,
): string {
  const brush: Brush = {
    tones: dry ? strawTones(colour) : flowerTones(colour),
    eye: flowerEye(colour),
    green,
    random,
    near,
  }
  switch (look) {
    case 'single':
      return single(brush)
    case 'rose':
      return rose(brush)
    case 'daisy':
      return daisy(brush)
    case 'trumpet':
      return trumpet(brush)
    case 'iris':
      return iris(brush)
    case 'bell':
      return bell(brush)
    case 'cluster':
      return cluster(brush)
    case 'corymb':
    case 'ball':
    case 'panicle':
    case 'spike':
    case 'raceme':
    case 'plume':
    case 'catkin':
    case 'umbel':
      return blossomHeads[look](brush)
    default:
      return specialBlooms[look](brush)
  }
}

/** A five-lobed flower as one outline, for flowers drawn small. */
const blossom: Shape = Array.from({ length: 5 }, (_, i): [string, ...number[]] => {
  const at = (k: number, r: number): readonly [number, number] => [Math.cos(k * tau) * r, Math.sin(k * tau) * r]
  const [x0, y0] = i === 0 ? [0, 0] : at(i / 5, 0.42)
  const [x1, y1] = at((i + 1) / 5, 0.42)
  const [cx, cy] = at((i + 0.08) / 5, 1.25)
  const [dx, dy] = at((i + 0.92) / 5, 1.25)
  return ['c', cx - x0, cy - y0, dx - x0, dy - y0, x1 - x0, y1 - y0]
})

function single(brush: Brush): string {
  const { tones, eye, random, near } = brush
  const turn = random.range(0, 1)
  if (!near) {
    return (
      part(stamp(blossom, 0, 4, turn, 50, 46), tones[1]) +
      part(stamp(blossom, 0, 0, turn, 48, 44), tones[3]) +
      part(stamp(blossom, 0, -2, turn, 27, 25), tones[4], 0.7) +
      part(dot(0, 0, 10), eye[2])
    )
  }
  const flat = near ? 0.9 : 0.86
  let veins = ''
  let stamens = ''
  let anthers = ''
  for (let i = 0; i < 5; i += 1) {
    const a = turn + (i / 5) * tau
    for (const off of [-0.22, 0, 0.22])
      veins += line(
        Math.cos(a + off) * 14,
        Math.sin(a + off) * 14 * flat,
        Math.cos(a + off * 0.9) * 40,
        Math.sin(a + off * 0.9) * 40 * flat,
      )
  }
  for (let i = 0; i < (near ? 22 : 0); i += 1) {
    const a = (i / 22) * tau
    const r = random.range(9, 19)
    stamens += line(0, 0, Math.cos(a) * r, Math.sin(a) * r * flat)
    anthers += dot(Math.cos(a) * r, Math.sin(a) * r * flat, 1.7)
  }
  return (
    part(wheel(petalRound, 5, 0, 1.5, 3, 46, 54, turn, flat), tones[1]) +
    part(wheel(petalRound, 5, 0, 0, 3, 45, 50, turn, flat), tones[3]) +
    part(wheel(petalRound, 5, 0, -1, 10, 34, 30, turn - 0.08, flat), tones[4], 0.65) +
    (near ? thread(veins, tones[1], 0.9, 0.45) : '') +
    part(dot(0, 0, near ? 8 : 11), eye[1]) +
    (near ? thread(stamens, eye[3], 0.9) + part(anthers, eye[2]) : part(dot(-1, -2, 7), eye[3]))
  )
}

function rose({ tones, green, random, near }: Brush): string {
  const turn = random.range(0, tau)
  let veins = ''
  for (let i = 0; near && i < 10; i += 1) {
    const a = turn + (i / 5) * tau * 0.5
    veins += line(Math.cos(a) * 32, Math.sin(a) * 32, Math.cos(a + 0.06) * 45, Math.sin(a + 0.06) * 45)
  }
  // Petals overlap towards the centre, which is a spiral of shade rather than a ring.
  const swirl = 'M-2 1C-9-3-7-13 2-13C12-13 15-1 8 6C0 13-15 9-17-3C-18-16-8-25 5-23'
  return (
    (near ? part(wheel(petalPointed, 5, 0, 4, 28, 26, 15, turn + 0.3), green[1]) : '') +
    part(stamp(blossom, 1, 4, turn, 51), tones[0]) +
    part(stamp(blossom, 0, 0, turn, 49), tones[2]) +
    thread(veins, tones[1], 1, 0.5) +
    part(stamp(blossom, 2, 2, turn + 0.62, 39), tones[1]) +
    part(stamp(blossom, -1.5, -1.5, turn + 0.62, 38), tones[3]) +
    (near
      ? part(stamp(blossom, 2, 1, turn + 1.15, 30), tones[1]) + part(stamp(blossom, -1, -2, turn + 1.15, 29), tones[2])
      : '') +
    part(stamp(blossom, 1, 0, turn + 0.2, 24), tones[1]) +
    part(stamp(blossom, -2, -3, turn + 0.3, 20), tones[3]) +
    thread(swirl, tones[0], near ? 2.6 : 3.6) +
    (near ? thread('M-14-12Q-4-22 9-16M11 11Q2 18-9 13', tones[4], 2, 0.9) : '')
  )
}

function daisy({ tones, eye, random, near }: Brush): string {
  const turn = random.range(0, 1)
  const petals = near ? 19 : 13
  let florets = ''
  for (let i = 0; i < (near ? 46 : 9); i += 1) {
    const a = i * 2.39996
    const r = Math.sqrt(i / (near ? 46 : 9)) * 15
    florets += dot(Math.cos(a) * r, Math.sin(a) * r * 0.8 - 3, near ? 1.6 : 2.4)
  }
  return (
    part(wheel(petalStrap, petals, 0, 3, 10, 39, near ? 15 : 20, turn + 0.12, 0.86), tones[1]) +
    part(wheel(petalStrap, petals, 0, 0, 10, 39, near ? 14 : 18, turn, 0.86), tones[3]) +
    (near ? thread(wheel([['l', 1, 0]], petals, 0, 0, 20, 24, 1, turn, 0.86), tones[1], 0.8, 0.6) : '') +
    part(dot(0, 1, 18), eye[0]) +
    part(dot(-0.5, -2, 16), eye[1]) +
    part(florets, eye[3])
  )
}

function trumpet({ tones, eye, green, random, near }: Brush): string {
  const lean = random.range(-4, 4)
  const back =
    stamp(petalPointed, 0, -42, -Math.PI / 2 - 0.75, 52, 34) +
    stamp(petalPointed, 0, -42, -Math.PI / 2 + 0.75, 52, 34) +
    stamp(petalPointed, 0, -40, -Math.PI / 2 + lean * 0.01, 54, 36)
  const front =
    stamp(petalPointed, 0, -42, -Math.PI + 0.05, 48, 34) +
    stamp(petalPointed, 0, -42, -0.05, 48, 34) +
    stamp(petalPointed, 0, -44, Math.PI / 2 - 0.12, 30, 40)
  let stamens = ''
  let anthers = ''
  for (let i = -2; i <= 2; i += 1) {
    stamens += `M0-38Q${pair(i * 4, -56)} ${pair(i * 9, -70 + Math.abs(i) * 3)}`
    anthers += dot(i * 9, -70 + Math.abs(i) * 3, near ? 2.6 : 3)
  }
  const ribs =
    [-0.75, 0, 0.75].map(a => stamp([['l', 1, 0]], 0, -44, -Math.PI / 2 + a, 44)).join('') +
    stamp([['l', 1, 0]], 0, -43, Math.PI, 40) +
    stamp([['l', 1, 0]], 0, -43, 0, 40)
  return (
    part('M-3 0Q-4-24-16-44Q0-34 16-44Q4-24 3 0z', tones[1]) +
    part('M-2 2Q-4-10-3-18L3-18Q4-10 2 2z', green[2]) +
    part(back, tones[2]) +
    part(front, tones[3]) +
    thread(ribs, tones[1], near ? 1.4 : 2, 0.6) +
    part('M-13-47Q0-58 13-47Q6-34 0-33Q-6-34-13-47z', eye[2], 0.75) +
    thread(stamens, tones[4], 1.6) +
    part(anthers, eye[0])
  )
}

function iris({ tones, eye, green, near }: Brush): string {
  const standards = 'M0-44C-34-52-30-92-8-100C0-96 2-90 0-84C4-92 12-100 18-96C34-82 26-50 0-44z'
  const falls =
    'M-2-46C-22-56-52-46-50-22C-48-8-34-6-30-16C-28-30-16-40-2-46zM2-46C22-56 52-46 50-22C48-8 34-6 30-16C28-30 16-40 2-46z'
  const middle = 'M0-48C-16-38-20-14-8-2C0 4 12 0 14-10C16-26 8-42 0-48z'
  return (
    thread('M0 4L0-44', green[1], 5) +
    part(standards, tones[3]) +
    part('M0-44C-22-56-20-84-6-94C-12-76-6-58 0-44z', tones[4], 0.7) +
    part(falls, tones[1]) +
    part('M-4-46C-20-50-42-42-44-26C-34-38-18-42-4-46zM4-46C20-50 42-42 44-26C34-38 18-42 4-46z', tones[3], 0.6) +
    part(middle, tones[2]) +
    part('M-1-46C-6-38-6-26-2-18C4-24 4-38-1-46z', eye[3]) +
    (near ? thread('M-3-22Q-8-14-8-6M0-18L0-4M3-22Q9-14 10-8', tones[0], 1, 0.55) : '')
  )
}

function bell({ tones, green, eye, near }: Brush): string {
  const one = (x: number, y: number, s: number): string =>
    part(
      `M${pair(x, y)}c${pair(-20 * s, 4 * s)} ${pair(-16 * s, 30 * s)} ${pair(-26 * s, 44 * s)}q${pair(9 * s, -4 * s)} ${pair(13 * s, 3 * s)}q${pair(6 * s, -6 * s)} ${pair(13 * s, 0)}q${pair(7 * s, -6 * s)} ${pair(13 * s, 0)}q${pair(4 * s, -7 * s)} ${pair(13 * s, -3 * s)}c${pair(-10 * s, -14 * s)} ${pair(-6 * s, -40 * s)} ${pair(-26 * s, -44 * s)}z`,
      tones[2],
    ) +
    part(
      `M${pair(x - 5 * s, y + 4 * s)}q${pair(-12 * s, 12 * s)} ${pair(-14 * s, 34 * s)}q${pair(10 * s, -10 * s)} ${pair(14 * s, -34 * s)}z`,
      tones[4],
      0.7,
    ) +
    part(
      `M${pair(x - 14 * s, y + 45 * s)}q${pair(14 * s, 8 * s)} ${pair(28 * s, 0)}q${pair(-14 * s, -9 * s)} ${pair(-28 * s, 0)}z`,
      tones[0],
      0.6,
    ) +
    (near ? part(dot(x, y + 47 * s, 3 * s), eye[2]) : '') +
    part(
      `M${pair(x - 8 * s, y + 3 * s)}q${pair(8 * s, -10 * s)} ${pair(16 * s, 0)}q${pair(-8 * s, 6 * s)} ${pair(-16 * s, 0)}z`,
      green[1],
    )
  return thread('M0 0Q-4 10-18 16M0 0Q6 16 20 32', green[1], 3) + one(-18, 16, 0.85) + one(20, 32, 1.1)
}

/** Small flowers close together on a shoot: forsythia, almond, cherry. */
function cluster({ tones, eye, random, near }: Brush): string {
  let shade = ''
  let petals = ''
  let light = ''
  let eyes = ''
  const count = near ? 5 : 4
  for (let i = 0; i < count; i += 1) {
    const a = (i / count) * tau + random.range(-0.3, 0.3)
    const r = i === 0 ? 4 : random.range(19, 30)
    const x = Math.cos(a) * r
    const y = Math.sin(a) * r
    const turn = random.range(0, tau)
    if (near) {
      shade += wheel(petalHeart, 5, x, y + 2.5, 2, 22, 26, turn)
      petals += wheel(petalHeart, 5, x, y, 2, 21, 24, turn)
      light += wheel(petalRound, 5, x, y - 1, 5, 14, 12, turn)
    } else {
      shade += stamp(blossom, x, y + 4, turn, 25)
      petals += stamp(blossom, x, y, turn, 24)
    }
    eyes += near ? dot(x, y, 3.4) : stamp([['l', 0.7, -0.7, 0.7, 0.7, -0.7, 0.7], ['z']], x - 4, y, 0, 6)
  }
  return part(shade, tones[1]) + part(petals, tones[3]) + part(light, tones[4], 0.7) + part(eyes, eye[2])
}
