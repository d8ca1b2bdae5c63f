import type { Form, Root } from '#contract/variants.ts'
import { readDirectory } from '#server/seed/botany/read-directory.ts'
import type { Random } from './random.ts'
import { abbreviations, strangers } from './vocabulary.ts'

/** What the nursery sells, before anything of it is written. */

export type Kind = 'conifer' | 'tree' | 'shrub' | 'evergreen' | 'perennial' | 'grass' | 'climber' | 'rose' | 'fruit'
export type Range = [from: number, to: number]

export interface Size {
  height: Range | null
  girth: Range | null
  spread: Range | null
  stem: number | null
  transplants: number | null
  form: Form | null
  root: Root
  rootSize: number | null
  price: number
  quantity: number
}

export interface Names {
  russian: string
  latin: string
  genus: string
  latinGenus: string
  /** Without the genus. */
  rest: string
  latinRest: string
  species: string
  cultivar: string
}

export interface Item {
  /** Its number in the directory; `null`: not in it. */
  plant: number | null
  kind: Kind
  category: string
  names: Names
  /** It creeps: a size without a word may be its spread. */
  isSpreading: boolean
  sizes: Size[]
}

interface Known extends Omit<Item, 'sizes'> {
  /** Of a grown plant, centimetres. */
  grown: number
  isTree: boolean
}

const kinds: Record<string, Kind> = {
  hvoynye: 'conifer',
  'listvennye-derevya': 'tree',
  'listvennye-kustarniki': 'shrub',
  'vechnozelenye-i-vereskovye': 'evergreen',
  mnogoletniki: 'perennial',
  zlaki: 'grass',
  liany: 'climber',
  rozy: 'rose',
  'plodovye-i-yagodnye': 'fruit',
}
const categories = Object.fromEntries(Object.entries(kinds).map(([category, kind]) => [kind, category]))

function namesOf(genus: string, latinGenus: string, rest: string, latin: string): Names {
  const quoted = /^(.*?)\s*'(.+)'$/.exec(rest)
  return {
    russian: `${genus} ${rest}`,
    latin,
    genus,
    latinGenus,
    rest,
    latinRest: latin.startsWith(`${latinGenus} `) ? latin.slice(latinGenus.length + 1) : latin,
    species: quoted?.[1] ?? rest,
    cultivar: quoted?.[2] ?? '',
  }
}

let known: Known[] | undefined

/** The plants of the directory whose names mean no other plant, numbered as in its data files. */
function knownPlants(): Known[] {
  if (known) return known
  const { genera, plants } = readDirectory()
  const latinGenera = new Map(genera.map(({ name, latinName }) => [name, latinName]))
  const letters = (text: string) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, '')
      .replaceAll('ё', 'е')
  const uses = new Map<string, Set<number>>()
  const count = (name: string, at: number) => {
    const key = letters(name)
    uses.set(key, (uses.get(key) ?? new Set()).add(at))
  }
  for (const [at, plant] of plants.entries()) {
    count(`${plant.genus} ${plant.name}`, at)
    count(plant.latinName, at)
    for (const name of `${plant.synonyms};${plant.tradeNames}`.split(';')) {
      if (name.trim()) count(name, at)
      if (name.trim()) count(`${plant.genus} ${name}`, at)
    }
  }
  const isOwn = (name: string) => uses.get(letters(name))?.size === 1
  known = plants.flatMap((plant, at) => {
    const category = plant.categories[0] ?? ''
    const kind = kinds[category]
    if (!kind || !isOwn(`${plant.genus} ${plant.name}`) || !isOwn(plant.latinName)) return []
    const { growth, height } = plant.facts
    return {
      plant: at + 1,
      kind,
      category,
      names: namesOf(plant.genus, latinGenera.get(plant.genus) ?? '', plant.name, plant.latinName),
      isSpreading: growth === 'creeping-shrub',
      grown: (height ?? 5) * 100,
      isTree: growth === 'tree' || growth === 'multistem-tree',
    }
  })
  return known
}

const girths: Range[] = [
  [8, 10],
  [10, 12],
  [12, 14],
  [14, 16],
  [16, 18],
  [18, 20],
  [20, 25],
  [25, 30],
  [30, 35],
]
const heights: Range[] = [
  [15, 20],
  [20, 30],
  [30, 40],
  [40, 60],
  [60, 80],
  [80, 100],
  [100, 125],
  [125, 150],
  [150, 175],
  [175, 200],
  [200, 250],
  [250, 300],
  [300, 350],
  [350, 400],
  [400, 450],
  [450, 500],
  [500, 600],
]
const litres = [1, 1.5, 2, 3, 4, 5, 7.5, 10, 12, 15, 18, 20, 25, 30, 35, 45, 50, 70, 90, 110, 130, 180, 240]
const balls = [20, 25, 30, 35, 40, 45, 50, 60, 70, 80, 90, 100, 120]
const pots = [7, 8, 9, 10, 11, 12, 13, 14, 15, 17]

const nearest = (ladder: number[], wanted: number) =>
  ladder.reduce((best, each) => (Math.abs(each - wanted) < Math.abs(best - wanted) ? each : best))

const roundPrice = (price: number) => {
  const step = price < 60 ? 1 : price < 300 ? 5 : price < 1000 ? 10 : price < 10_000 ? 50 : 100
  return Math.max(step, Math.round(price / step) * step)
}

function noSize(random: Random, root: Root, rootSize: number | null, price: number): Size {
  const empty = { height: null, girth: null, spread: null, stem: null, transplants: null, form: null }
  const quantity = random.pick([3, 7, 12, 25, 40, 85, 120, 260, 500, 1200, 3400])
  return { ...empty, root, rootSize, price: roundPrice(price * (0.8 + random.next() * 0.5)), quantity }
}

function heightSize(random: Random, height: Range, costs: number): Size {
  const tall = height[1]
  const root: Root =
    tall <= 40
      ? random.weighted({ container: 6, pot: 3 })
      : tall <= 125
        ? random.weighted({ container: 8, ball: 1, bare_root: 1 })
        : random.weighted({ container: 4, ball: 3, wire_ball: tall > 200 ? 3 : 0 })
  const rootSize =
    root === 'container'
      ? nearest(litres, tall / 12 + random.int(0, 3))
      : root === 'pot'
        ? random.pick(pots)
        : root === 'bare_root'
          ? null
          : nearest(balls, tall / 5 + random.int(0, 10))
  return { ...noSize(random, root, rootSize, costs * (3 + tall ** 1.45 / 1.5)), height }
}

/** The sizes of one plant, from small to large. */
function sizesOf(
  random: Random,
  { kind, isTree, grown }: Pick<Known, 'kind' | 'isTree' | 'grown'>,
  most: number,
): Size[] {
  const count = random.int(1, most)
  const some = <Entry>(ladder: Entry[]) => {
    const start = random.int(0, Math.max(0, ladder.length - count))
    return ladder.slice(start, start + count)
  }
  const ofHeights = (from: number, to: number, costs: number) =>
    some(heights.slice(from, to).filter(([low, high], at) => at === 0 || high <= grown || low < 30)).map(height =>
      heightSize(random, height, costs),
    )
  if (kind === 'perennial' || kind === 'grass') {
    return some<[Root, number]>([
      ['tray', random.pick([24, 40, 54, 77])],
      ['pot', random.pick(pots)],
      ['container', 1],
      ['container', 2],
      ['container', 3],
    ]).map(([root, size]) => noSize(random, root, size, root === 'tray' ? 45 : root === 'pot' ? 160 : 200 + size * 130))
  }
  if (kind === 'rose') {
    if (random.chance(0.15)) {
      const stem = random.pick([60, 80, 90, 110, 140])
      return [{ ...noSize(random, 'container', random.pick([5, 7.5, 10]), 2900), stem, form: 'standard' }]
    }
    return some<[Root, number | null]>([
      ['bare_root', null],
      ['container', 2],
      ['container', 4],
      ['container', 5],
    ]).map(([root, size]) => noSize(random, root, size, root === 'bare_root' ? 280 : 350 + (size ?? 0) * 90))
  }
  if (kind === 'climber') return ofHeights(2, 8, 1.6)
  if (kind === 'fruit') return ofHeights(5, 11, isTree ? 1.8 : 1.2)
  if (kind === 'shrub') return ofHeights(1, 9, 1.4)
  if (kind === 'evergreen') return ofHeights(0, 7, 2.6)
  if (kind === 'tree' && random.chance(0.6)) {
    const grafted = random.chance(0.15)
    return some(girths).map(girth => {
      const thick = girth[1]
      const root: Root = random.weighted({ ball: 4, wire_ball: 5, container: 2, bare_root: thick <= 14 ? 2 : 0 })
      const rootSize =
        root === 'bare_root' ? null : root === 'container' ? nearest(litres, thick * 3) : nearest(balls, thick * 3.2)
      const size = noSize(random, root, rootSize, 900 + thick ** 2.35 * 9)
      const tall = heights[Math.min(heights.length - 1, Math.floor(thick / 4) + 7)] ?? null
      return {
        ...size,
        girth,
        height: random.chance(0.5) ? tall : null,
        transplants: random.chance(0.35) ? random.int(2, 5) : null,
        stem: grafted ? random.pick([180, 200, 220]) : null,
        form: grafted ? 'standard' : random.chance(0.06) ? 'solitaire' : null,
      }
    })
  }
  if (kind === 'tree') return ofHeights(6, 14, 1.6)
  const sizes = ofHeights(0, 15, 3.2)
  return random.chance(0.2)
    ? sizes.map(size => ({ ...size, spread: size.height && [size.height[0] * 0.5, size.height[1] * 0.5] }))
    : sizes
}

/** Rounds spreads of whole centimetres, as a person measures. */
const measured = (size: Size): Size =>
  size.spread
    ? { ...size, spread: [Math.round(size.spread[0] / 5) * 5 || 5, Math.round(size.spread[1] / 5) * 5 + 5] }
    : size

export function stockItems(random: Random, wanted: Kind[], count: number, most: number): Item[] {
  const fitting = knownPlants().filter(({ kind }) => wanted.includes(kind))
  // A nursery grows many cultivars of few genera.
  const genera = random.some([...new Set(fitting.map(({ names }) => names.genus))], random.int(4, 14))
  const grown = fitting.filter(({ names }) => genera.includes(names.genus))
  const chosen = random.some(grown.length >= count ? grown : fitting, count)
  const items = chosen.map(plant => ({ ...plant, sizes: sizesOf(random, plant, most).map(measured) }))
  if (random.chance(0.5)) {
    const { kind, russian, latin } = random.word(strangers)
    const [genus = '', ...rest] = russian.split(' ')
    const [latinGenus = ''] = latin.split(' ')
    if (wanted.includes(kind as Kind)) {
      items.push({
        plant: null,
        kind: kind as Kind,
        category: categories[kind] ?? '',
        names: namesOf(genus, latinGenus, rest.join(' '), latin),
        isSpreading: false,
        isTree: kind === 'tree' || kind === 'fruit',
        grown: 300,
        sizes: sizesOf(random, { kind: kind as Kind, isTree: kind === 'tree', grown: 300 }, most).map(measured),
      })
    }
  }
  return items
}

export interface NameStyle {
  quotes: 'straight' | 'double' | 'guillemets' | 'curly' | 'none'
  isUpper: boolean
  withoutYo: boolean
  isShort: boolean
  hybrid: '×' | 'x' | 'х'
}

export const nameStyle = (random: Random): NameStyle => ({
  quotes: random.weighted({ straight: 5, double: 2, guillemets: 2, curly: 1, none: 3 }),
  isUpper: random.chance(0.08),
  withoutYo: random.chance(0.5),
  isShort: random.chance(0.12),
  hybrid: random.weighted({ '×': 5, x: 3, х: 2 }),
})

/** A name as this list writes names. */
export function writeName(name: string, style: NameStyle): string {
  const [open, close] = { straight: "''", double: '""', guillemets: '«»', curly: '‘’', none: '' }[style.quotes]
  let text = name.replace(
    /(?<!\p{L})'(.+?)'(?!\p{L})/gu,
    (_, cultivar: string) => `${open ?? ''}${cultivar}${close ?? ''}`,
  )
  if (style.isShort) {
    for (const [full, short] of abbreviations)
      text = text.replace(new RegExp(`(?<!\\p{L})${full}(?!\\p{L})`, 'u'), short)
  }
  if (style.withoutYo) text = text.replaceAll('ё', 'е').replaceAll('Ё', 'Е')
  text = text.replaceAll('×', style.hybrid)
  return style.isUpper ? text.toUpperCase() : text
}
