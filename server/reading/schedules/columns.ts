import type { ColumnField } from '#contract/price-lists.ts'
import type { LineUnit } from '#contract/projects.ts'
import { type ColumnPlan, notAsked, sizedFields } from '#server/reading/price-lists/column-plan.ts'
import { agreeing, fitOf } from '#server/reading/price-lists/fates.ts'
import { type Header, meaningsOf } from '#server/reading/price-lists/headers.ts'
import type { NameReader } from '#server/reading/price-lists/names.ts'
import { type Profile, profileOf, sampleOf } from '#server/reading/price-lists/profiles.ts'
import { noMeaning, normalize, possibleMeanings, type TitleMeaning } from '#server/reading/price-lists/titles.ts'
import { type Cell, textOf } from '#server/reading/tables/cells.ts'
import { readQuantityCell, unitIn, unitOf } from './quantities.ts'

/** A column of quantities. */
export interface QuantityColumn {
  index: number
  unit: LineUnit | null
  /** A word of which nobody knows anything behind most of its numbers: what the schedule counts. */
  word: string | null
  /** Whether it is the total of the other quantity columns: «Всего». */
  isTotal: boolean
}

/** The columns of one table of a schedule. */
export interface ScheduleColumns {
  /** Columns that price lists also have: names, sizes, packing. */
  columns: ColumnPlan[]
  quantities: QuantityColumn[]
  /** The column with the unit of the quantity. */
  unit: number | null
  numbering: Set<number>
}

type Role = 'number' | 'unit' | 'quantity' | 'area' | 'ignored' | ColumnField

/** Titles that price lists do not have, or that mean something else there. The first match counts. */
const vocabulary: [RegExp, Role][] = [
  [/стволов|пересад/u, 'ignored'],
  [
    /^(?:№|#|(?:n|no|nr|ref|item)(?!\p{L})|номер|поз|п\s?\/\s?п|обозн|условн\p{L}* обозн|марка|шифр|код|индекс)(?!\p{L}*[^\p{L}]*\p{L}*наимен)/u,
    'number',
  ],
  [/^ед(?:\.|иниц|$| изм)|измер/u, 'unit'],
  [/плотност|норма|шт\.?\s?\/\s?(?:1 )?(?:м|п)|на 1 ?(?:м|п)|шаг|расстоян|схема/u, 'ignored'],
  [/цен[аыу]|стоимост|сумма|руб|₽/u, 'ignored'],
  [
    /кол(?:ич)?\p{L}*[-. ]*в|количеств|^к[-/.]\s?во(?!\p{L})|^кол(?:-во)?\.?(?:$|[ ,(])|^шт(?:\.|ук|$|[ ,(])|^всего|^итого|^общее|потребност|^к посадке|^qty|^quantity|^pcs|экз\p{L}*$|^объем(?!.*(?:конт|горш|ком|литр|[ ,]л(?:$|\.)))/u,
    'quantity',
  ],
  [/^площад|^протяженн|^s(?:,|$)/u, 'area'],
  [/латин|латын|botanic|latin|^lat/u, 'latin_name'],
  [
    /наимен|назван|^(?:plant )?name$|^plants?$|ассортимент|^растени|^культура|^пород|^вид(?:а|ы)?\W.*(?:сорт|форм|пород|растен|насажд)|^порода/u,
    'name',
  ],
  [/(?:требован|характерист|парамет|размер|стандарт|кондици)(?!.*(?:кома|контейн|горшк|крон|штамб))/u, 'size'],
  [/^возраст$|^возраст,? ?\(?лет/u, 'ignored'],
]

/** The meaning of a title in a schedule; meanings that only price lists have are ignored. */
function meaningOf(
  title: string,
  above: string,
  known: TitleMeaning | null,
): { role: Role | null; meaning: TitleMeaning } {
  const text = normalize(title)
  const own = above !== '' && text.startsWith(normalize(above)) ? text.slice(normalize(above).length).trim() : text
  const find = (of: string) => vocabulary.find(([pattern]) => pattern.test(of))?.[1] ?? null
  // «Кол-во, шт» over «Участок 1», «Участок 2» and «Всего».
  const role = find(own) ?? (known?.field ? null : find(text))
  if (role === 'latin_name' && /рус/u.test(text)) return { role: 'name', meaning: { ...noMeaning, field: 'name' } }
  if (role === 'name' || role === 'latin_name' || role === 'size')
    return { role, meaning: { ...noMeaning, field: role } }
  if (role !== null && known?.field !== 'transplants') return { role, meaning: noMeaning }
  // What price lists have in stock, schedules want: «К-во», «Цыц-во (шт)».
  if (known?.field === 'stock' && !/налич|остат|склад|свобод|доступ/u.test(text))
    return { role: 'quantity', meaning: noMeaning }
  const priced = new Set<string | null>(['price', 'price_wholesale', 'stock', 'sku', 'available_from', 'category'])
  if (known === null || priced.has(known.field) || known.field?.startsWith('price_from') || known.size !== '')
    return { role: known === null ? null : 'ignored', meaning: noMeaning }
  return { role: known.field, meaning: known }
}

const sampled = 200
const share = (cells: string[], fits: (text: string) => boolean) =>
  cells.length === 0 ? 0 : cells.filter(fits).length / cells.length

function textsOf(rows: Cell[][], index: number): string[] {
  return rows.slice(0, sampled).flatMap(cells => {
    const text = textOf(cells[index] ?? '').trim()
    return text === '' ? [] : [text]
  })
}

/** Whether a column counts 1, 2, 3, possibly restarting in each section. */
function isSequence(texts: string[]): boolean {
  const all = texts.map(text => Number(text.replace(/[.)]$/, '')))
  // Above it may be a title that nobody knows.
  const numbers = Number.isNaN(all[0]) ? all.slice(1) : all
  if (numbers.length < 2 || numbers.some(number => !Number.isInteger(number))) return false
  const follow = numbers.filter((number, at) => number === 1 || at === 0 || number === (numbers[at - 1] ?? 0) + 1)
  return follow.length >= numbers.length * 0.9
}

const isWhole = (text: string) => /^\d{1,3}(?:[ \u00a0]\d{3})+$|^\d{1,6}$/u.test(text)

/** The share of a column that names plants, estimated from some of its texts. */
function namesIn(texts: string[], names: NameReader): number {
  const distinct = [...new Set(texts)].filter(text => /\p{L}{3}/u.test(text)).slice(0, 24)
  return share(distinct, text => {
    const { plant, genus } = names.match(text.slice(0, 400), null)
    return plant !== null || genus !== null
  })
}

const countedWord = /^[^\p{L}]*\d[\d\s.,]*\s?(\p{L}{2,20})\.?$/u

/** So many cells with one word are its usual way to count. */
const fewestUsual = 3

/**
 * The word that stands behind the numbers of a column which nobody could read otherwise, where all others are of pieces.
 */
function usualWord(texts: string[]): string | null {
  const read = texts.map(text => readQuantityCell(text, null))
  if (read.some(({ unit }) => unit !== null && unit !== 'шт')) return null
  const strange = texts.filter((_, at) => read[at]?.quantity === null)
  const words = strange.flatMap(text => countedWord.exec(text)?.[1]?.toLowerCase() ?? [])
  const [usual = []] = [...Map.groupBy(words, word => word).values()].toSorted((one, two) => two.length - one.length)
  return usual.length >= fewestUsual && usual.length * 2 >= strange.length ? (usual[0] ?? null) : null
}

/** The cell of a quantity without the word of its column. */
export const withoutWord = (text: string, word: string | null) => {
  const end = text.trim().replace(/\.$/u, '')
  return word !== null && end.toLowerCase().endsWith(word) ? end.slice(0, -word.length) : text
}

const measured = new Set<ColumnField>(['size', 'height', 'spread', 'girth'])

/** A column with a title that schedules do not have: what its words may mean, if the cells agree, or what these say alone. */
function settleOpen(columns: ColumnPlan[], index: number, profile: Profile, above: string): void {
  const column = columns[index]
  if (!column) return
  const meant = possibleMeanings(column.title, above).find(
    ({ field, size }) => field !== null && size === '' && sizedFields.has(field) && fitOf(field, profile) >= agreeing,
  )
  if (meant) Object.assign(column, meant)
  else if (profile.packings >= agreeing && profile.words > 0) column.field = 'root'
  // A bare number may be anything.
  else if (profile.stated >= agreeing && profile.numbers.length * 2 < profile.filled) column.field = 'size'
}

/** Assigns a meaning to each column of a table: by its title, or by its content if the title does not say. */
export function planSchedule(rows: Cell[][], width: number, header: Header | null, names: NameReader): ScheduleColumns {
  const known = header ? meaningsOf(header) : []
  const plan: ScheduleColumns = { columns: [], quantities: [], unit: null, numbering: new Set() }
  const open: number[] = []
  const areas: ScheduleColumns['quantities'] = []
  for (let index = 0; index < width; index++) {
    const title = header?.titles[index] ?? ''
    const { role, meaning } =
      title === ''
        ? { role: null, meaning: noMeaning }
        : meaningOf(title, header?.above[index] ?? '', known[index] ?? null)
    plan.columns.push({ ...meaning, ...notAsked, index, title })
    if (role === null) open.push(index)
    else if (role === 'number') plan.numbering.add(index)
    else if (role === 'unit') plan.unit ??= index
    else if (role === 'quantity' || role === 'area') {
      const column = { index, unit: unitIn(title), isTotal: /всего|итого|общ/iu.test(title), word: null }
      if (role === 'area') areas.push(column)
      else plan.quantities.push(column)
    }
  }
  const has = (field: ColumnField) => plan.columns.some(column => column.field === field)
  const set = (index: number, field: ColumnField) => {
    const column = plan.columns[index]
    if (column) column.field = field
  }
  const texts = plan.columns.map(({ index }) => textsOf(rows, index))
  const of = (index: number) => texts[index] ?? []
  /** With two columns of names, one is Russian and one Latin, or one holds the kind of plant. */
  const named = plan.columns.filter(({ field }) => field === 'name')
  if (named.length > 1) {
    const best = named.toSorted((one, other) => namesIn(of(other.index), names) - namesIn(of(one.index), names))[0]
    for (const column of named) {
      if (column === best) continue
      const isLatin = share(of(column.index), text => /[a-z]{3}/i.test(text) && !/[а-я]{3}/i.test(text)) > 0.6
      column.field = isLatin && !has('latin_name') ? 'latin_name' : null
    }
  }
  if (!has('name') && !has('genus') && has('species')) {
    const species = plan.columns.find(({ field }) => field === 'species')
    if (species) species.field = 'name'
  }
  const filled = open.filter(index => of(index).length > 0)
  if (!has('name') && !has('genus') && !has('latin_name')) {
    const candidates = filled
      .map(index => ({ index, names: namesIn(of(index), names) * share(of(index), text => /\p{L}{3}/u.test(text)) }))
      .toSorted((one, other) => other.names - one.names)
    const [first, second] = candidates
    if (first && first.names >= 0.3) {
      set(first.index, 'name')
      if (second && second.names >= 0.5) {
        const isLatin = (index: number) => share(of(index), text => !/[а-я]{3}/i.test(text)) > 0.6
        if (isLatin(second.index)) set(second.index, 'latin_name')
        else if (isLatin(first.index)) {
          set(first.index, 'latin_name')
          set(second.index, 'name')
        }
      }
    }
  }
  const isFree = (index: number) => plan.columns[index]?.field === null
  for (const index of filled)
    if (isFree(index) && isSequence(of(index)) && plan.numbering.size === 0) plan.numbering.add(index)
  if (plan.unit === null) {
    plan.unit = filled.find(index => isFree(index) && share(of(index), text => unitOf(text) !== null) > 0.8) ?? null
  }
  if (plan.quantities.length === 0) {
    // Numbers with a unit can be nothing else, whatever the title says.
    const counting = filled.filter(index => {
      if (!isFree(index) || plan.numbering.has(index)) return false
      const read = of(index).map(text => readQuantityCell(text, null))
      const known = read.filter(({ quantity }) => quantity !== null)
      // «ЗКС - 25»
      const told = known.filter(({ unit, packing }) => unit !== null || packing !== '')
      return known.length >= read.length * 0.75 && told.length >= read.length * 0.2
    })
    // Of several only one says in its title that it counts pieces: «Kafu (шт)» beside the ages.
    const named = counting.filter(index => unitIn(plan.columns[index]?.title ?? '') !== null)
    const [only] = counting.length === 1 ? counting : named.length === 1 ? named : []
    if (only !== undefined) plan.quantities.push({ index: only, unit: null, isTotal: false, word: null })
  }
  if (plan.quantities.length === 0) {
    const numeric = filled.filter(
      index => isFree(index) && !plan.numbering.has(index) && index !== plan.unit && share(of(index), isWhole) >= 0.8,
    )
    // The column beside the unit, or the only one left.
    const beside = numeric.find(index => plan.unit !== null && Math.abs(index - plan.unit) === 1)
    const quantity = beside ?? (numeric.length === 1 ? numeric[0] : undefined)
    if (quantity !== undefined) plan.quantities.push({ index: quantity, unit: null, isTotal: false, word: null })
  }
  // An area is what is wanted only where nothing else could be.
  if (plan.quantities.length === 0) plan.quantities.push(...areas)
  for (const column of plan.quantities) column.word = usualWord(of(column.index))
  const taken = new Set([...plan.numbering, ...plan.quantities.map(({ index }) => index), plan.unit])
  for (const index of filled) {
    if (!isFree(index) || taken.has(index)) continue
    // Without titles, any other cell of the row may state sizes.
    if (header === null) set(index, 'size')
    else settleOpen(plan.columns, index, profileOf(sampleOf(rows, index), null), header.above[index] ?? '')
  }
  // «В 20-30» among the remarks, where no other column says it.
  for (const { index, field } of plan.columns) {
    const isStated = plan.columns.some(column => column.field !== null && measured.has(column.field))
    if (field === 'note' && !isStated && profileOf(sampleOf(rows, index), null).stated >= agreeing) set(index, 'size')
  }
  return plan
}
