import type { HeightMeasure, RootMeasure } from '#contract/products.ts'
import type { Directory, PlantEntry } from '../botany/read-directory.ts'
import { type DemoCompany, demoCompanies } from './companies.ts'
import { describeListings } from './descriptions.ts'
import { type PriceLine, readPriceList } from './price-list.ts'
import { type Random, seededRandom } from './random.ts'

export type DemoView = 'whole' | 'detail' | 'landscape' | 'season'

export interface DemoListing {
  companyKey: string
  /** E-mail of an employee; `null` when nobody in particular answers. */
  assignedTo: string | null
  /** Slug, one of the plant's categories. */
  category: string
  plant: PlantEntry
  /** Rubles; `null` is "on request". */
  price: number | null
  /** In `heightMeasure`; both `null` for perennials, which are sold by the pot. */
  heightFrom: number | null
  heightTo: number | null
  heightMeasure: HeightMeasure
  rootPackagingKey: string
  rootSize: number | null
  rootMeasure: RootMeasure | null
  ageGroupKey: string
  placeOfCultivationKey: string
  country: string
  city: string
  address: string
  description: string
  videoLink: string
  daysAgo: number
  /** Pictures in their order; the first is always `whole`. */
  views: DemoView[]
}

/** Genera that a nursery keeps under a shading net. */
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

const packagingKeys = {
  C: 'container',
  P: 'pot',
  RB: 'root-ball',
  WRB: 'wired-ball',
  BR: 'bare',
  K: 'cassette',
} as const

/** Bare-root hedging is counted and tied up by 25; a rose or an apple tree is sold singly. */
function rootSizes(line: PriceLine): { rootSize: number | null; rootMeasure: RootMeasure | null } {
  const { kind, size } = line.root
  if (kind === 'BR') {
    return line.lot !== null && line.lot >= 50
      ? { rootSize: 25, rootMeasure: 'PIECE' }
      : { rootSize: null, rootMeasure: null }
  }
  if (kind === 'K') return { rootSize: size, rootMeasure: 'PIECE' }
  return { rootSize: size, rootMeasure: kind === 'C' ? 'LITR' : 'SM' }
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
  if (line.root.kind === 'P' || line.root.kind === 'K') return 'seedling'
  // A rose is sold at two years, whatever it measures.
  if (line.height === null || plant.genus === 'Роза') return 'liner'
  const centimetres = line.height.measure === 'M' ? line.height.to * 100 : line.height.to
  // A plant reaches its usual yearly growth only in its third year or so, and conifers later.
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

/** One to four pictures, 2.2 on average; a solitaire is always shown from more than one side. */
function views(line: PriceLine, random: Random): DemoView[] {
  const share = random.below(100)
  const extra = share < 25 ? 0 : share < 65 ? 1 : share < 90 ? 2 : 3
  const rest: DemoView[] = ['detail', 'landscape', 'season']
  const chosen: DemoView[] = ['whole']
  for (let left = line.solitaire ? Math.max(extra, 2) : extra; left > 0; left -= 1) {
    const view = random.pick(rest)
    rest.splice(rest.indexOf(view), 1)
    chosen.push(view)
  }
  return chosen
}

/** Most products are answered by an employee; the rest, and all in a company of one, by the creator. */
function assignee(company: DemoCompany, random: Random): string | null {
  return random.chance(0.7) ? random.pick(company.employees).email : null
}

/**
 * The 400 products of the demonstration set. Deterministic: the same directory gives the same products.
 * Throws when a price list names a plant or a category that the directory does not have.
 */
export function demoListings(directory: Directory): DemoListing[] {
  const plants = new Map(directory.plants.map(plant => [`${plant.genus} ${plant.name}`, plant]))
  const random = seededRandom(20_260_401)
  const offers = demoCompanies.flatMap(company =>
    readPriceList(company.key).map(line => {
      const plant = plants.get(line.plant)
      if (!plant) throw new Error(`price-lists/${company.key}.tsv: the directory has no ${line.plant}`)
      const category = line.category ?? plant.categories[0] ?? ''
      if (!plant.categories.includes(category)) throw new Error(`${line.plant} is not in ${category}`)
      return { company, line, plant, category }
    }),
  )
  const descriptions = describeListings(offers)
  const withVideo = offers.filter(({ line }) => line.video)
  return offers.map(({ company, line, plant, category }, index) => ({
    companyKey: company.key,
    assignedTo: assignee(company, random),
    category,
    plant,
    price: line.price,
    heightFrom: line.height?.from ?? null,
    heightTo: line.height?.to ?? null,
    heightMeasure: line.height?.measure ?? 'SM',
    rootPackagingKey: packagingKeys[line.root.kind],
    ...rootSizes(line),
    ageGroupKey: ageGroup(line, plant),
    placeOfCultivationKey: placeOfCultivation(line, plant),
    // Where the plant stands now; that it was grown abroad shows in the place of cultivation.
    country: 'Россия',
    city: company.city,
    address: '',
    description: descriptions[index] ?? '',
    videoLink: line.video
      ? `https://www.youtube.com/watch?v=dendro-demo-${withVideo.findIndex(offer => offer.line === line) + 1}`
      : '',
    daysAgo: random.below(201),
    views: views(line, random),
  }))
}
