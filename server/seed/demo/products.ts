import type { HeightMeasure } from '#contract/products.ts'
import type { Form, PriceTier, WritableVariant } from '#contract/variants.ts'
import type { Directory, PlantEntry } from '../botany/read-directory.ts'
import { type DemoCompany, demoCompanies } from './companies.ts'
import { describeProducts, type Offer } from './descriptions.ts'
import { type PriceLine, readPriceList } from './price-list.ts'
import { type Random, seededRandom } from './random.ts'

export type DemoView = 'whole' | 'detail' | 'landscape' | 'season'

/** A size as a company would send it. */
export type DemoSize = WritableVariant

export interface DemoProduct {
  companyKey: string
  /** E-mail of an employee; `null` without a responsible employee. */
  assignedTo: string | null
  /** Slug of one of the plant's categories. */
  category: string
  plant: PlantEntry
  /** In the order of the price list. Perennials, sold by the pot, have no heights. */
  sizes: DemoSize[]
  /** How many days ago prices and stock were confirmed. */
  confirmedDaysAgo: number
  heightMeasure: HeightMeasure
  ageGroupKey: string
  placeOfCultivationKey: string
  country: string
  city: string
  address: string
  description: string
  videoLink: string
  daysAgo: number
  /** Pictures in order; the first is always `whole`. */
  views: DemoView[]
}

/** Genera grown under a shading net. */
const shadeLoving = new Set([
  'Хоста',
  'Астильба',
  'Бруннера',
  'Страусник',
  'Бадан',
  'Бузульник',
  'Волжанка',
  'Рододендрон',
  'Пиерис',
  'Хаконехлоя',
  'Гортензия',
])

const roots = { C: 'container', P: 'pot', RB: 'ball', WRB: 'wire_ball', BR: 'bare_root', K: 'tray' } as const

const rules = new Intl.PluralRules('ru')
const shootsWords = { one: 'побег', few: 'побега', many: 'побегов' } as Record<Intl.LDMLPluralRule, string>
const ageNames = ['', 'однолетки', 'двухлетки', 'трёхлетки', 'четырёхлетки', 'пятилетки']

/** Facts without a field of their own, and the nursery's words about this lot. */
function noteOf(line: PriceLine, words: string): string {
  const said = [
    line.shoots === null ? '' : `${line.shoots} ${shootsWords[rules.select(line.shoots)]}`,
    line.years === null ? '' : (ageNames[line.years] ?? ''),
    // Bare-root hedging is bundled by 25; a rose or an apple tree is sold singly.
    line.root.kind === 'BR' && line.lot !== null && line.lot >= 50 ? 'связки по 25' : '',
  ].filter(Boolean)
  const note = said.join(', ')
  return [note && `${note.charAt(0).toUpperCase()}${note.slice(1)}.`, words].filter(Boolean).join(' ')
}

function formOf(line: PriceLine): Form | null {
  if (line.solitaire) return 'solitaire'
  if (line.stems !== null) return 'multistem'
  if (line.stemHeight !== null) return 'standard'
  return line.root.kind === 'K' ? 'young' : null
}

const bounds = (range: string | null) => range?.split('-').map(Number) ?? [null, null]
const toHundreds = (price: number) => (price < 500 ? Math.round(price) : Math.round(price / 10) * 10)

/** Wholesalers have volume prices for plants used by the hundred. */
const wholesalers = new Set(['vereya', 'ramon', 'ryad', 'inya'])

function tiersOf({ key }: DemoCompany, { price }: PriceLine): PriceTier[] {
  if (!wholesalers.has(key) || price === null || price > 3000) return []
  return [
    { quantity_from: 50, price: toHundreds(price * 0.9) },
    { quantity_from: 200, price: toHundreds(price * 0.82) },
  ]
}

/** Stock of a size; a product's first size is never sold out. */
function stockOf(line: PriceLine, isFirst: boolean, random: Random) {
  const share = random.below(100)
  const none = { stock_quantity: null, stock_is_minimum: false, available_from: null }
  if (line.solitaire) return { ...none, stock: 'in_stock', stock_quantity: 1 + random.below(4) } as const
  if (!isFirst && share < 12) return { ...none, stock: 'sold_out' } as const
  if (share < 20) return { ...none, stock: 'on_order' } as const
  if (share < 50) return { ...none, stock: 'in_stock' } as const
  const isCheap = line.price !== null && line.price < 3000
  const quantity = isCheap ? 50 * (1 + random.below(20)) : 2 + random.below(40)
  return { ...none, stock: 'in_stock', stock_quantity: quantity, stock_is_minimum: isCheap } as const
}

function sizeOf({ company, line }: Offer, isFirst: boolean, random: Random): DemoSize {
  const [girthFrom = null, girthTo = null] = bounds(line.girth)
  const [spreadFrom = null, spreadTo = null] = bounds(line.width)
  const centimetres = line.height?.measure === 'M' ? 100 : 1
  return {
    sku: null,
    form: formOf(line),
    height_from: line.height && Math.round(line.height.from * centimetres),
    height_to: line.height && Math.round(line.height.to * centimetres),
    spread_from: spreadFrom,
    spread_to: spreadTo,
    girth_from: girthFrom,
    girth_to: girthTo,
    stem_height: line.stemHeight,
    stems: line.stems,
    transplants: line.transplanted,
    root: roots[line.root.kind],
    root_size: line.root.kind === 'BR' ? null : line.root.size,
    weight: null,
    volume: null,
    price: line.price,
    price_tiers: tiersOf(company, line),
    ...stockOf(line, isFirst, random),
    // The words of the first size are in the product's description.
    note: noteOf(line, isFirst ? '' : line.words),
  }
}

const ageBounds: [years: number, key: string][] = [
  [1.9, 'seedling'],
  [4, 'liner'],
  [7, 'sapling'],
  [12, 'semimature'],
  [20, 'mature'],
]

const ageByGirth: Record<string, string> = {
  '8-10': 'sapling',
  '10-12': 'sapling',
  '12-14': 'semimature',
  '14-16': 'semimature',
  '16-18': 'semimature',
  '18-20': 'mature',
  '20-25': 'mature',
  '25-30': 'mature',
  '30-35': 'specimen',
}

function ageGroup(line: PriceLine, plant: PlantEntry): string {
  if (line.age !== null) return line.age
  if (line.girth !== null) return ageByGirth[line.girth] ?? 'semimature'
  // Trays and small pots hold seedlings, unless they are older.
  if (line.root.kind === 'P' || line.root.kind === 'K') return (line.years ?? 1) > 2 ? 'liner' : 'seedling'
  // A rose is sold at two years, whatever its height.
  if (line.height === null || plant.genus === 'Роза') return 'liner'
  const centimetres = line.height.measure === 'M' ? line.height.to * 100 : line.height.to
  // A plant reaches its usual yearly growth in about its third year, and conifers later.
  const slow = plant.categories[0] === 'hvoynye' ? 1.2 : 0.8
  const years = line.years ?? 1 + (slow * centimetres) / (plant.facts.annualGrowth ?? 20)
  return ageBounds.find(([limit]) => years <= limit)?.[1] ?? 'specimen'
}

function placeOfCultivation(line: PriceLine, plant: PlantEntry): string {
  if (line.country !== 'Россия') return 'imported'
  if (line.root.kind === 'K') return 'greenhouse'
  if (line.root.kind !== 'C' && line.root.kind !== 'P') return 'field'
  return shadeLoving.has(plant.genus) ? 'shadehouse' : 'container'
}

/** One to four pictures, 2.2 on average; a solitaire is always shown in several views. */
function views(isSolitaire: boolean, random: Random): DemoView[] {
  const share = random.below(100)
  const extra = share < 25 ? 0 : share < 65 ? 1 : share < 90 ? 2 : 3
  const rest: DemoView[] = ['detail', 'landscape', 'season']
  const chosen: DemoView[] = ['whole']
  for (let left = isSolitaire ? Math.max(extra, 2) : extra; left > 0; left -= 1) {
    const view = random.pick(rest)
    rest.splice(rest.indexOf(view), 1)
    chosen.push(view)
  }
  return chosen
}

/** An employee is responsible for most products; the creator for the rest, and for all in a company of one. */
function assignee(company: DemoCompany, random: Random): string | null {
  return random.chance(0.7) ? random.pick(company.employees).email : null
}

/** The lines of the companies' price lists with their plants. */
function readOffers(directory: Directory): Offer[] {
  const plants = new Map(directory.plants.map(plant => [`${plant.genus} ${plant.name}`, plant]))
  return demoCompanies.flatMap(company =>
    readPriceList(company.key).map(line => {
      const plant = plants.get(line.plant)
      if (!plant) throw new Error(`price-lists/${company.key}.tsv: the directory has no ${line.plant}`)
      const category = line.category ?? plant.categories[0] ?? ''
      if (!plant.categories.includes(category)) throw new Error(`${line.plant} is not in ${category}`)
      return { company, line, plant, category }
    }),
  )
}

/**
 * The products of the demonstration set: each is a company's offer of a plant in a category, in all its sizes.
 * Deterministic: the same directory gives the same products. Throws if a price list names a plant or a category that
 * the directory does not have.
 */
export function demoProducts(directory: Directory): DemoProduct[] {
  const others = seededRandom(20_260_401)
  // Bulbs came later; with their own numbers they leave those of all others as they were.
  const ofBulbs = seededRandom(20_261_128)
  const offers = readOffers(directory)
  const products = [
    ...Map.groupBy(offers, ({ company, plant, category }) =>
      [company.key, plant.latinName, category].join('|'),
    ).values(),
  ]
  const descriptions = describeProducts(products)
  const withVideo = offers.filter(({ line }) => line.video)
  return products.map((sizes, index) => {
    const { company, line, plant, category } = sizes[0] as Offer
    const random = category === 'lukovichnye' ? ofBulbs : others
    const video = sizes.find(size => size.line.video)
    return {
      companyKey: company.key,
      assignedTo: assignee(company, random),
      category,
      plant,
      sizes: sizes.map((size, position) => sizeOf(size, position === 0, random)),
      confirmedDaysAgo: random.below(40),
      heightMeasure: line.height?.measure ?? 'SM',
      ageGroupKey: ageGroup(line, plant),
      placeOfCultivationKey: placeOfCultivation(line, plant),
      // Where the plant is now; a foreign origin shows in the place of cultivation.
      country: 'Россия',
      city: company.city,
      address: '',
      description: descriptions[index] ?? '',
      videoLink: video ? `https://www.youtube.com/watch?v=dendro-demo-${withVideo.indexOf(video) + 1}` : '',
      daysAgo: random.below(201),
      views: views(
        sizes.some(size => size.line.solitaire),
        random,
      ),
    }
  })
}
