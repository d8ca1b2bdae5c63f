import type { Point, Sheet } from './ink.ts'
import { blob, dot, num, pair, smooth, stamp } from './ink.ts'
import { wood } from './palettes.ts'
import type { Random } from './random.ts'

export interface Scene {
  sheet: Sheet
  random: Random
  horizon: number
}

export function paintSky({ sheet, random }: Scene): void {
  const [high, low] = random.pick([
    ['#b9d5e0', '#f3efdf'],
    ['#c4d9de', '#f6eedb'],
    ['#afcfdf', '#eef0e4'],
  ])
  sheet.add(
    `<rect width="1200" height="900" fill="${sheet.linear([
      [0, high ?? ''],
      [0.62, low ?? ''],
    ])}"/>`,
  )
  const count = random.int(3, 4)
  for (let i = 0; i < count; i += 1) {
    const x = (i + random.range(0.2, 0.8)) * (1200 / count)
    const y = random.range(70, 260)
    const w = random.range(90, 170)
    const puffs = [
      [-0.7, 0.1, 0.42],
      [-0.15, -0.12, 0.56],
      [0.42, -0.02, 0.48],
      [0.9, 0.12, 0.3],
    ] as const
    const dots = puffs.map(([dx, dy, r]) => dot(x + dx * w, y + dy * w * 0.6, r * w * 0.55)).join('')
    const shape = `${dots}M${pair(x - w, y + w * 0.26)}Q${pair(x, y + w * 0.36)} ${pair(x + w * 1.1, y + w * 0.24)}V${num(y)}H${num(x - w)}z`
    sheet.path(
      shape,
      sheet.linear([
        [0, '#fff', 0.7],
        [0.75, '#fff', 0.12],
        [1, '#fff', 0],
      ]),
    )
  }
}

/** A line of distant trees: two bands of hazy green, round crowns with an occasional pointed spruce among them. */
function treeline({ sheet, random, horizon }: Scene, colours: readonly [string, string], tall = 1): void {
  for (const [i, colour] of colours.entries()) {
    const base = horizon + i * 16
    let d = `M-40 ${base + 60}V${base - 30}`
    let x = -40
    let mood = 0.5
    while (x < 1240) {
      mood = Math.min(1, Math.max(0, mood + random.range(-0.3, 0.3)))
      const w = random.range(22, 52)
      const h = (18 + mood * 52) * tall * (i === 0 ? 1.2 : 0.8) - 30
      const up = num(base - 30 - h * 0.5)
      if (random.next() < 0.16) d += `L${num(x + w * 0.28)} ${num(base - 44 - h * 1.3)}L${num(x + w * 0.56)} ${up}`
      else d += `C${pair(x, base - 40 - h)} ${pair(x + w, base - 44 - h)} ${pair(x + w, base - 30 - h * 0.5)}`
      x += w
    }
    sheet.path(`${d}V${base + 60}z`, colour)
  }
}

export function paintLawn({ sheet, random, horizon }: Scene): void {
  sheet.path(
    `M0 ${horizon + 22}Q340 ${horizon + 4} 700 ${horizon + 18}T1200 ${horizon + 10}V900H0z`,
    sheet.linear([
      [0, '#a9c07e'],
      [0.35, '#8fb067'],
      [1, '#6f9550'],
    ]),
  )
  let light = ''
  let dark = ''
  for (let i = 0; i < 150; i += 1) {
    const t = random.next() ** 0.7
    const y = horizon + 40 + t * (860 - horizon)
    const d = stamp(
      [
        ['q', 0.5, -0.14, 1, 0.1],
        ['q', -0.6, 0.06, -1, 0.02],
      ],
      random.range(0, 1200),
      y,
      -Math.PI / 2 + random.range(-0.5, 0.5),
      5 + 13 * t,
      7 + 8 * t,
    )
    if (i % 2 === 0) light += d
    else dark += d
  }
  sheet.path(light, '#b9cf8c', 0.7)
  sheet.path(dark, '#557a3d', 0.45)
}

function path(sheet: Sheet, d: string): void {
  sheet.path(d, '#dccdaa')
  sheet.stroke(d, '#b8a57c', 3, 0.5)
}

export function paintWideScene(scene: Scene, withPath: boolean): void {
  treeline(scene, ['#a9bfa9', '#8aa886'])
  paintLawn(scene)
  if (withPath) path(scene.sheet, 'M628 548L652 548Q760 690 1010 900H470Q600 700 628 548z')
  else path(scene.sheet, 'M0 790Q400 762 800 780T1200 776V836Q800 826 400 830T0 850z')
}

interface House {
  wall: readonly [string, string]
  side: string
  roof: readonly [string, string]
  gable: string
  line: string
  door: string
}

const houses: readonly [House, ...House[]] = [
  {
    wall: ['#f3e9d4', '#e2d3b5'],
    side: '#d9c8a7',
    roof: ['#a9664a', '#8c5039'],
    gable: '#bd7a5a',
    line: '#7c4630',
    door: '#5f7a62',
  },
  {
    wall: ['#ece8de', '#d8d1c1'],
    side: '#cdc5b2',
    roof: ['#6b7479', '#50595f'],
    gable: '#838d92',
    line: '#454d52',
    door: '#8a5a44',
  },
  {
    wall: ['#d9b98f', '#c39f72'],
    side: '#b38f63',
    roof: ['#5d6f5a', '#485845'],
    gable: '#728670',
    line: '#3e4c3b',
    door: '#f0e6cf',
  },
]

/** A house with a tiled roof, partly behind shrubs, on the right or mirrored on the left. Returns where the plant goes. */
export function paintHouseScene(scene: Scene): number {
  const { sheet, random } = scene
  const mirrored = random.next() < 0.5
  const house = random.pick(houses)
  treeline(scene, ['#adc2ae', '#90ad8b'])
  paintLawn(scene)
  if (mirrored) sheet.add('<g transform="translate(1200)scale(-1 1)">')
  paintHouse(scene, house)
  if (mirrored) sheet.add('</g>')
  return mirrored ? 770 : 430
}

function paintHouse(scene: Scene, house: House): void {
  const { sheet } = scene
  sheet.path(
    'M770 360L1180 360V640H770z',
    sheet.linear(
      [
        [0, house.wall[0]],
        [1, house.wall[1]],
      ],
      0,
      0,
      1,
      0,
    ),
  )
  sheet.path('M1020 360H1240V640H1020z', house.side)
  sheet.path(
    'M730 372L850 216H1150L1240 340V372z',
    sheet.linear([
      [0, house.roof[0]],
      [1, house.roof[1]],
    ]),
  )
  sheet.path('M730 372L850 216H868L760 372z', house.gable)
  let tiles = ''
  for (let y = 236; y < 370; y += 19) tiles += `M${num(850 - (y - 216) * 0.77)} ${y}H1230`
  sheet.stroke(tiles, house.line, 1.3, 0.45)
  sheet.path('M1080 170H1124V250H1080z', house.gable)
  sheet.path('M1074 164H1130V176H1074z', house.roof[1])
  for (const x of [815, 915]) {
    sheet.path(`M${x} 430h66v96h-66z`, '#7d98a0')
    sheet.path(`M${x} 430h66v40l-66 30z`, '#a9c0c4')
    sheet.stroke(`M${x} 430h66v96h-66zM${x + 33} 430v96M${x} 476h66`, '#fbf6ea', 6)
    sheet.path(`M${x - 8} 526h82v9h-82z`, '#cbb894')
  }
  sheet.path('M1066 452h84v188h-84z', house.door)
  sheet.stroke('M1066 452h84v188h-84zM1108 452v188', '#fbf6ea', 6)
  sheet.path('M1040 640h136l24 16h-180z', '#cbb894')
  path(sheet, 'M1050 656H1170Q1130 740 1010 800Q940 840 900 900H660Q800 800 960 745Q1040 712 1050 656z')
  bushes(scene, [
    [770, 650, 60],
    [840, 660, 46],
    [985, 652, 52],
    [905, 662, 36],
  ])
}

/** Small neutral shrubs around the plant that is shown; they must not draw attention from it. */
export function bushes(
  { sheet, random }: Scene,
  spots: readonly (readonly [x: number, y: number, r: number])[],
  tones: readonly [string, string, string] = ['#587a4a', '#6f9458', '#8fb06f'],
): void {
  for (const [x, y, r] of spots) {
    const wobble = (): number => random.range(-0.1, 0.1)
    sheet.path(blob(x, y - r * 0.55, r, r * 0.62, wobble, 10), tones[0])
    sheet.path(blob(x - r * 0.1, y - r * 0.68, r * 0.8, r * 0.46, wobble, 10), tones[1])
    sheet.path(blob(x - r * 0.24, y - r * 0.8, r * 0.48, r * 0.26, wobble, 8), tones[2])
    let leaves = ''
    for (let i = 0; i < 18; i += 1)
      leaves += stamp(
        [
          ['q', 0.4, -0.5, 1, 0],
          ['q', -0.6, 0.5, -1, 0],
        ],
        x + random.bell() * r * 0.8,
        y - r * random.range(0.3, 1.1),
        random.range(-2.8, -0.3),
        r * 0.2,
        r * 0.12,
      )
    sheet.path(leaves, tones[2], 0.7)
  }
}

/** A flower border in front of a clipped hedge, edged with lawn. */
export function paintBorderScene(scene: Scene): void {
  const { sheet, random } = scene
  treeline(scene, ['#a9bfab', '#8fab8a'], 1.2)
  sheet.path(
    'M-10 430Q300 416 600 424T1210 418V640H-10z',
    sheet.linear([
      [0, '#6f9160'],
      [1, '#45643f'],
    ]),
  )
  let dark = ''
  let light = ''
  for (let i = 0; i < 220; i += 1) {
    const x = random.range(0, 1200)
    const y = random.range(424, 630)
    const d = stamp(
      [
        ['q', 0.4, -0.5, 1, 0],
        ['q', -0.6, 0.5, -1, 0],
      ],
      x,
      y,
      random.range(-2.6, -0.5),
      15,
      11,
    )
    if (random.next() < (620 - y) / 220) light += d
    else dark += d
  }
  sheet.path(dark, '#3b5737', 0.8)
  sheet.path(light, '#83a571', 0.8)
  sheet.path(
    'M0 634Q500 604 1200 622V900H0z',
    sheet.linear([
      [0, '#7d6a52'],
      [0.5, '#8f7b60'],
      [1, '#a08b6c'],
    ]),
  )
  let clods = ''
  for (let i = 0; i < 120; i += 1) clods += dot(random.range(0, 1200), random.range(640, 860), random.range(1.5, 4))
  sheet.path(clods, '#65543f', 0.5)
  bushes(scene, [
    [70, 668, 70],
    [205, 650, 44],
    [470, 644, 50],
    [720, 646, 46],
    [1120, 664, 74],
  ])
  bushes(
    scene,
    [
      [1010, 640, 44],
      [600, 640, 40],
      [330, 642, 40],
    ],
    ['#7b8f7c', '#97a996', '#b6c4b0'],
  )
}

/** Drawn after the plants: low cushion plants and the lawn's edge in front of the bed. */
export function paintBorderEdge(scene: Scene): void {
  const { sheet } = scene
  bushes(
    scene,
    [
      [90, 856, 62],
      [205, 868, 44],
      [1000, 862, 48],
      [1110, 858, 66],
    ],
    ['#6d8a5a', '#8aa56f', '#a9c08a'],
  )
  sheet.path(
    'M0 842Q300 816 620 836T1200 828V900H0z',
    sheet.linear([
      [0, '#9dbb70'],
      [1, '#7ca259'],
    ]),
  )
  sheet.stroke('M0 842Q300 816 620 836T1200 828', '#c9d9a0', 3, 0.8)
}

export function boulder({ sheet, random }: Scene, x: number, y: number, r: number): void {
  const points: Point[] = [
    [x - r, y],
    [x - r * random.range(0.8, 0.95), y - r * 0.42],
    [x - r * 0.4, y - r * random.range(0.62, 0.78)],
    [x + r * 0.25, y - r * random.range(0.6, 0.75)],
    [x + r * 0.8, y - r * 0.36],
    [x + r, y],
    [x + r * 0.3, y + r * 0.16],
    [x - r * 0.5, y + r * 0.14],
  ]
  const d = smooth(points, true)
  sheet.path(
    d,
    sheet.linear(
      [
        [0, wood.stone[3]],
        [0.55, wood.stone[2]],
        [1, wood.stone[0]],
      ],
      0.2,
      0,
      0.6,
      1,
    ),
  )
  sheet.path(
    smooth(
      [
        [x - r * 0.8, y - r * 0.36],
        [x - r * 0.36, y - r * 0.62],
        [x + r * 0.2, y - r * 0.58],
        [x - r * 0.1, y - r * 0.34],
      ],
      true,
    ),
    wood.stone[4],
    0.6,
  )
  sheet.stroke(
    `M${pair(x + r * 0.1, y - r * 0.3)}l${pair(r * 0.2, r * 0.16)} ${pair(-r * 0.06, r * 0.2)}`,
    wood.stone[0],
    1.6,
    0.6,
  )
}

/** A rock garden: gravel, boulders behind and in front. Returns the function that draws the stones in front. */
export function paintStonesScene(scene: Scene): () => void {
  const { sheet, random } = scene
  treeline(scene, ['#abc1ad', '#8fac8a'])
  paintLawn(scene)
  sheet.path(
    'M-10 640Q240 588 560 606T1210 590V900H-10z',
    sheet.linear([
      [0, '#cbbd9f'],
      [1, '#e0d4b8'],
    ]),
  )
  let pebbles = ''
  let pale = ''
  for (let i = 0; i < 260; i += 1) {
    const t = random.next() ** 0.6
    const d = dot(random.range(0, 1200), 630 + t * 265, 1.6 + 4 * t * random.next())
    if (i % 2 === 0) pebbles += d
    else pale += d
  }
  sheet.path(pebbles, '#ab9b79', 0.6)
  sheet.path(pale, '#f3ead4', 0.8)
  bushes(scene, [
    [90, 640, 84],
    [1120, 632, 90],
    [1010, 626, 52],
  ])
  for (const [x, y, r] of [
    [430, 660, 96],
    [770, 652, 120],
    [80, 730, 90],
    [1130, 770, 110],
  ] as const)
    boulder(scene, x, y, r)
  return () => {
    boulder(scene, 110, 880, 92)
    boulder(scene, 1010, 892, 84)
    boulder(scene, 890, 884, 42)
  }
}

/** A timber pergola over a paved terrace. */
export function paintPergolaScene(scene: Scene): void {
  const { sheet } = scene
  treeline(scene, ['#abc1ad', '#8eab89'], 1.2)
  paintLawn(scene)
  bushes(scene, [
    [60, 610, 80],
    [1140, 620, 96],
    [1030, 606, 60],
    [700, 596, 56],
  ])
  sheet.path(
    'M150 740L1080 740L1200 880V900H0V890z',
    sheet.linear([
      [0, '#d8cbb0'],
      [1, '#e8dec6'],
    ]),
  )
  let joints = 'M60 800H1140M20 850H1180'
  for (let i = 0; i <= 8; i += 1) joints += `M${150 + i * 116} 740L${-60 + i * 168} 900`
  sheet.stroke(joints, '#b9a984', 2, 0.7)
  const t = wood.stake
  const post = (x: number, w: number, top: number, foot: number): void => {
    sheet.path(`M${x} ${top}h${w}V${foot}h${-w}z`, t[2])
    sheet.path(`M${x + w * 0.6} ${top}h${w * 0.4}V${foot}h${-w * 0.4}z`, t[1])
  }
  post(282, 18, 232, 748)
  post(872, 18, 232, 748)
  for (let i = 0; i < 9; i += 1) {
    const x = 170 + i * 104
    sheet.path(`M${x} 172l14 0l${i * 2 - 8} 64l-14 0z`, t[1])
  }
  sheet.path('M250 214H920V236H250z', t[1])
  post(190, 26, 196, 800)
  post(980, 26, 196, 800)
  sheet.path('M120 176H1090V206H120z', t[2])
  sheet.path('M120 176H1090V185H120z', t[4])
  for (let i = 0; i < 10; i += 1) sheet.path(`M${140 + i * 102} 158h16v22h-16z`, t[3])
  // A bench in the shade shows the scale.
  sheet.path(
    'M640 690H850V704H640zM656 704h12v48h-12zM822 704h12v48h-12zM640 640H850V652H640zM640 662H850V674H640zM648 636h10v60h-10zM832 636h10v60h-10z',
    wood.oldTimber[1],
  )
  sheet.path('M640 690H850V694H640z', wood.oldTimber[3])
}
