// What becomes of each column: it is in a field, a remark, nothing of the goods, or a person is asked.
import type { ColumnField } from '#contract/price-lists.ts'
import type { ColumnPlan } from './column-plan.ts'
import { unitOfMany } from './price-units.ts'
import { median, type Profile } from './profiles.ts'
import { holdsNamesAndSizes } from './titles.ts'

/** At least this share of the cells must read as what the title says; otherwise title and cells contradict each other. */
export const agreeing = 0.6

/** Centimetres: nothing is grafted lower; smaller numbers are metres. */
const [lowestStem, mostMetres] = [25, 4]

/** «Ствол» above 10 and 12 is how far around it is, or how thick. */
function areGirths(numbers: number[]): boolean {
  const middle = median(numbers)
  return numbers.length > 0 && middle < lowestStem && middle > mostMetres
}

/** The share of the cells that read as values of the field. */
export function fitOf(field: ColumnField, profile: Profile): number {
  if (field === 'price' || field === 'price_wholesale' || field.startsWith('price_from'))
    return profile.prices + profile.pricePairs
  switch (field) {
    case 'stock':
      // Thousands may be broken: «0,3».
      return Math.max(profile.stocks, profile.numbers.length / Math.max(1, profile.filled))
    case 'height':
    case 'spread':
    case 'girth':
      return Math.max(profile.measures, profile.sizes)
    case 'stem_height':
      return areGirths(profile.numbers) ? 0 : Math.max(profile.measures, profile.sizes)
    case 'root_size':
      return Math.max(profile.measures, profile.sizes, profile.roots)
    case 'weight':
      return profile.numbers.length / Math.max(1, profile.filled)
    case 'transplants':
      return Math.max(profile.measures, profile.sizes, profile.stocks)
    case 'available_from':
      return profile.dates
    case 'note':
      return profile.names >= 0.6 && profile.distinct >= 0.3 ? 0 : 1
    case 'size':
      return profile.names >= 0.6 && profile.sizes < 0.3 ? 0 : Math.max(profile.measures, profile.sizes, profile.roots)
    case 'root':
      return profile.packings
    case 'name':
    case 'latin_name':
    case 'genus':
      return profile.numbers.length * 2 > profile.filled ? 0 : profile.words
    default:
      return 1
  }
}

/** What a column may contain, the likeliest first, ending with a remark and with nothing. */
function possible(profile: Profile, has: (field: ColumnField) => boolean, title: string): (ColumnField | 'ignore')[] {
  const fields: ColumnField[] = []
  const middle = median(profile.numbers)
  const isNumeric = profile.numbers.length * 2 >= profile.filled || profile.measures >= 0.5
  if (profile.names >= 0.3 || (profile.words >= 0.6 && !isNumeric)) {
    fields.push(profile.isLatin ? 'latin_name' : 'name', profile.isLatin ? 'name' : 'latin_name', 'genus', 'cultivar')
  }
  if (profile.sizes >= 0.3) fields.push('size')
  if (profile.roots >= 0.3) fields.push('root')
  if (isNumeric) {
    const ofMoney: ColumnField[] = [
      ...(has('price') ? (['price_wholesale', 'price'] as const) : (['price', 'price_wholesale'] as const)),
      ...quantityIn(title),
    ]
    const ofLengths: ColumnField[] = ['height', 'spread', 'girth', 'stem_height', 'root_size', 'size']
    const isMoney =
      middle >= 250 && profile.numbers.filter(value => value % 5 === 0).length * 3 > profile.numbers.length
    fields.push(
      ...(isMoney ? [...ofMoney, 'stock' as const, ...ofLengths] : ['stock' as const, ...ofLengths, ...ofMoney]),
    )
    if (middle <= 10) fields.push('transplants')
    fields.push('sku')
  } else {
    fields.push('root', 'size', 'form', 'stock', 'available_from', 'category', 'sku')
    // «договорная» in most rows, and a number in some: whoever knows what it is must be able to say so.
    if (profile.numbers.length > 0 || profile.pricePairs > 0) fields.push('price', 'price_wholesale', 'root_size')
    if (profile.measures > 0) fields.push('height', 'spread', 'girth', 'stem_height')
  }
  return [...new Set<ColumnField | 'ignore'>([...fields, 'note', 'ignore'])]
}

/** The quantity in a title of which nothing else is known, from which its prices may be: «wa 100 Za.». */
export function quantityIn(title: string): ColumnField[] {
  const [count = '', ...more] = title.slice(0, 100).match(/\d+(?:[.,]\d+)?/gu) ?? []
  return more.length === 0 && /^\d{1,5}$/.test(count) && Number(count) > 1 ? [`price_from:${Number(count)}`] : []
}

/** Words of a line: fewer are no remark, but a value of some kind. */
const wordsOfRemark = 3

/** Whether the cells may be values, and not remarks: numbers, or single words that repeat. */
const mayBeValues = (profile: Profile) =>
  profile.numbers.length * 2 >= profile.filled ||
  profile.measures >= 0.5 ||
  profile.samples.filter(text => text.trim().split(/\s+/u).length < wordsOfRemark).length >=
    profile.samples.length * 0.6

/** Remarks of which many state a size: «Взрослое растение 3–5 м», or the size that is sold. */
const sizedRemarks = 0.3
const mayStateSizes = ({ stated, filled }: Profile) => stated >= sizedRemarks && filled >= 3

/** From this share of cells with a number on a column is no column of mere remarks. */
const fewestNumbers = 0.2
const holdsNumbers = ({ samples }: Profile) =>
  samples.filter(text => /\d/.test(text)).length >= samples.length * fewestNumbers

/** «шт.», «RUB»: prices in rubles of single plants, as all are of which nothing else is said. */
export const areUnitsOfOne = (texts: string[]) =>
  texts.every(text =>
    /^(?:руб|rub|rur|₽|шт|экз|штук[аи]?|pcs|pc|stk|szt|ед|раст|растени[ея]|саженец)\.?$/iu.test(text.trim()),
  )
/** Units of which it is known how many plants they are: «шт.», «тыс. шт.» */
export const areKnownUnits = (texts: string[]) =>
  texts.every(text => areUnitsOfOne([text]) || unitOfMany(text) !== null)
/** Addresses of pages and pictures, of which a catalogue has its own. */
const areLinks = (texts: string[]) => texts.every(text => /^(?:https?:\/\/|www\.)\S+$/iu.test(text.trim()))
const areBlank = (texts: string[]) => texts.every(text => /^[\s0.,–—-]*(?:₽|руб\.?|р\.?)?$/iu.test(text))

/** «01.03», «15.03.2027»: in a column of what a nursery receives they may say when its plants arrive. */
const areDays = (texts: string[]) =>
  texts.length > 0 &&
  texts.every(text => /^\d{1,2}[./-](?:\d{1,2}|\p{L}{3,8})(?:[./-]\d{2,4})?$/u.test(text.trim().slice(0, 20)))

/** Whether numbers that follow each other count the rows: from one, or below no title. Stocks may follow each other too. */
const numbersRows = ({ isSequence, numbers }: Profile, title: string) =>
  isSequence && (title.trim() === '' || numbers[0] === 1)

/** Decides what becomes of columns without a field, and which columns a person is asked about. */
export function settleFates(
  columns: ColumnPlan[],
  profiles: Profile[],
  {
    fixed,
    answered,
    guessed,
    neighbour,
  }: {
    fixed: ReadonlyMap<number, ColumnField | null>
    /** Those of the fixed that answer a question; it stays, so that the answer can be changed. */
    answered: ReadonlySet<number>
    /** Those whose field is guessed, although another is possible. */
    guessed: ReadonlySet<number>
    neighbour: number
  },
): void {
  const has = (field: ColumnField) => columns.some(column => column.field === field)
  const hasNames = has('name') || has('latin_name') || has('cultivar') || has('species')
  const most = Math.max(0, ...profiles.map(({ filled }) => filled))
  for (const column of columns) {
    const profile = profiles[column.index]
    if (!profile || profile.filled === 0 || column.index >= neighbour) continue
    if (column.asked !== null) continue
    if (fixed.has(column.index)) {
      if (column.field === null) column.fate = 'declared'
      if (answered.has(column.index))
        column.asked = [
          ...new Set<ColumnField | 'ignore'>([column.field ?? 'ignore', ...possible(profile, has, column.title)]),
        ]
      continue
    }
    if (column.field === 'note' && column.role === null && mayStateSizes(profile)) {
      column.asked = ['note', 'size', 'height', 'spread', 'ignore']
      continue
    }
    if (column.field !== null) {
      const isContradicted =
        column.size === '' &&
        !holdsNamesAndSizes(column.title) &&
        profile.filled >= 3 &&
        fitOf(column.field, profile) < agreeing
      if (guessed.has(column.index) || isContradicted)
        column.asked = [...new Set([column.field, ...possible(profile, has, column.title)])]
      continue
    }
    if (column.isWholesaleQuantity) {
      // Without a wholesale price the quantity is that of no price.
      if (!has('price_wholesale')) Object.assign(column, { field: 'note', role: 'pack' })
      continue
    }
    // Half of the title speaks of something else, and the cells may be values.
    if (column.role !== null && guessed.has(column.index) && mayBeValues(profile)) {
      column.fate = 'unknown'
      column.asked = [...new Set<ColumnField | 'ignore'>([...possible(profile, has, column.title)])]
      continue
    }
    if (column.role === 'internal' && areDays(profile.samples)) {
      column.fate = 'unknown'
      column.asked = ['available_from', 'note', 'ignore']
    } else if (column.role === 'number' || (column.role === null && numbersRows(profile, column.title)))
      column.fate = 'structure'
    else if (column.role === 'unit' && areKnownUnits(profile.samples)) column.fate = 'structure'
    else if (column.role === 'internal' || (column.role === 'remark' && areLinks(profile.samples)))
      column.fate = 'structure'
    else if (column.role === 'order' && areBlank(profile.samples)) column.fate = 'structure'
    else if (column.role === 'unit') column.fate = 'unknown'
    else if (column.role !== null) column.field = 'note'
    else {
      // Words that few rows have, or that many rows share, are remarks; what is of each row is what the list is about.
      const isNumeric = profile.numbers.length * 2 >= profile.filled || profile.measures >= 0.5
      const isOfEachRow = profile.filled * 2 >= most && profile.distinct >= 0.3
      const isCode = profile.length <= 4 && profile.filled * 2 >= most
      // Words of which nobody knows what they mean may be what the list does not say elsewhere.
      const isStrange = mayBeValues(profile) && !(has('stock') && (has('root') || has('root_size')))
      if (isNumeric || isCode || !hasNames || isOfEachRow || isStrange || holdsNumbers(profile)) {
        column.fate = 'unknown'
        column.asked = possible(profile, has, column.title)
      } else column.field = 'note'
    }
  }
}
