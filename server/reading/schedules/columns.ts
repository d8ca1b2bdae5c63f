import type { ColumnField } from '#contract/price-lists.ts'
import type { LineUnit } from '#contract/projects.ts'
import { type ColumnPlan, notAsked, sizedFields } from '#server/reading/price-lists/column-plan.ts'
import { agreeing, fitOf } from '#server/reading/price-lists/fates.ts'
import { type Header, meaningsOf } from '#server/reading/price-lists/headers.ts'
import type { NameReader } from '#server/reading/price-lists/names.ts'
import { type Profile, profileOf, sampleOf } from '#server/reading/price-lists/profiles.ts'
import { noMeaning, normalize, possibleMeanings } from '#server/reading/price-lists/titles.ts'
import type { Cell } from '#server/reading/tables/cells.ts'
import {
  isCountOrNone,
  isFormula,
  isNotation,
  isSequence,
  isWhole,
  isWorded,
  namesIn,
  share,
  statesLength,
  statesSize,
  textsOf,
  usualWord,
} from './column-cells.ts'
import { isOpenQuantity, readQuantityCell, unitIn, unitsOf } from './quantities.ts'
import { isPartOfSite, isTitleOfPrices, type Role, roleOf } from './schedule-titles.ts'

/** A column of quantities. */
export interface QuantityColumn {
  index: number
  unit: LineUnit | null
  /** A word of which nobody knows anything behind most of its numbers: what the schedule counts. */
  word: string | null
  /** Whether it is the total of the other quantity columns: «Всего». */
  isTotal: boolean
  /** Whether it counts what one part of the site wants: «Участок 1», «2 очередь». Only these may be added up. */
  isPart: boolean
}

/** The columns of one table of a schedule. */
export interface ScheduleColumns {
  /** Columns that price lists also have: names, sizes, packing. */
  columns: ColumnPlan[]
  quantities: QuantityColumn[]
  /** The column with the unit of the quantity. */
  unit: number | null
  numbering: Set<number>
  /** Columns that neither their titles nor their cells explain. */
  open: Set<number>
}

const measured = new Set<ColumnField>(['size', 'height', 'spread', 'girth'])

/** Measures of a part of the plant, of which lists have fewer columns than of its height. */
const partial = new Set<ColumnField>(['spread', 'girth', 'stem_height'])

/** A column with a title that schedules do not have: what its words may mean, if the cells agree, or what these say alone. */
function settleOpen(columns: ColumnPlan[], index: number, profile: Profile, above: string): void {
  const column = columns[index]
  if (!column) return
  const meant = possibleMeanings(column.title, above).find(
    ({ field, size }) => field !== null && size === '' && sizedFields.has(field) && fitOf(field, profile) >= agreeing,
  )
  // A title that is only alike is no evidence against cells that say themselves what they are.
  const says = Math.max(profile.stated, share(profile.samples, isNotation)) - share(profile.samples, isFormula)
  const saysItself = says >= agreeing && profile.numbers.length * 2 < profile.filled
  if (meant && !(saysItself && partial.has(meant.field ?? 'size'))) Object.assign(column, meant)
  else if (profile.packings >= agreeing && profile.words > 0)
    // «1,5–1,75 м; закр.» is more than a packing.
    column.field = share(profile.samples, statesLength) >= 0.3 ? 'size' : 'root'
  // A bare number may be anything.
  else if (saysItself) column.field = 'size'
}

/** The columns of a table while their meaning is being determined. */
interface PlanInWork {
  plan: ScheduleColumns
  /** Areas: what is wanted only where nothing else could be. */
  areas: ScheduleColumns['quantities']
  /** Columns that no title explains and that have cells. */
  open: number[]
  /** The texts of a column. */
  of(index: number): string[]
  names: NameReader
}

const has = ({ columns }: ScheduleColumns, field: ColumnField) => columns.some(column => column.field === field)
const isFree = ({ columns }: ScheduleColumns, index: number) => columns[index]?.field === null
function set({ columns }: ScheduleColumns, index: number, field: ColumnField): void {
  const column = columns[index]
  if (column) column.field = field
}

/** So many cells must be something else before the title of a column is not believed. */
const fewestAgainst = 2

/**
 * Whether the cells of a column cannot be what its title says: plants below «Позиция», sizes below «Объём». A few cells
 * say nothing against a title.
 */
function isContradicted(role: Role, texts: string[], names: NameReader): boolean {
  if (texts.length < fewestAgainst) return false
  if (role === 'unit' && share(texts, text => unitsOf(text) !== null) >= 0.5) return false
  if (role === 'number' || role === 'unit' || role === 'ignored')
    return (
      (namesIn(texts, names) >= 0.3 && share(texts, isWorded) >= 0.5) ||
      // «Тип посадочного материала» above «С5» and «ком».
      (role === 'ignored' && profileOf(texts, null).packings >= agreeing)
    )
  if (role === 'name') return share(texts, isWorded) < 0.2
  if (role === 'quantity' || role === 'area') {
    // Words of which nobody knows whether they count are no evidence against a column of quantities.
    const isOther = (text: string) => isWorded(text) && readQuantityCell(text, null).quantity === null
    const strange = texts.filter(isOther)
    return strange.length >= texts.length * 0.8 && (namesIn(strange, names) >= 0.3 || share(strange, statesSize) >= 0.6)
  }
  return false
}

/** «Итого» on the right of a price is money. */
function dropSums(plan: ScheduleColumns): void {
  const price = plan.columns.find(({ title }) => isTitleOfPrices(title))
  if (!price) return
  plan.quantities = plan.quantities.filter(
    ({ index, unit, isTotal }) => !isTotal || unit !== null || index < price.index,
  )
}

/** Takes what the titles say, where the cells do not say otherwise. */
function planByTitles(rows: Cell[][], width: number, header: Header | null, names: NameReader): PlanInWork {
  const known = header ? meaningsOf(header) : []
  const plan: ScheduleColumns = { columns: [], quantities: [], unit: null, numbering: new Set(), open: new Set() }
  const areas: ScheduleColumns['quantities'] = []
  const untitled: number[] = []
  const texts = Array.from({ length: width }, (_, index) => textsOf(rows, index))
  const of = (index: number) => texts[index] ?? []
  for (let index = 0; index < width; index++) {
    const title = header?.titles[index] ?? ''
    const { role, meaning } =
      title === ''
        ? { role: null, meaning: noMeaning }
        : roleOf(title, header?.above[index] ?? '', known[index] ?? null)
    plan.columns.push({ ...meaning, ...notAsked, index, title })
    if (role === null || isContradicted(role, of(index), names)) untitled.push(index)
    else if (role === 'number') plan.numbering.add(index)
    else if (role === 'unit') plan.unit ??= index
    else if (role === 'quantity' || role === 'area') {
      const isPart = isPartOfSite(title, header?.above[index] ?? '')
      const column = { index, unit: unitIn(title), isTotal: /всего|итого|общ/iu.test(title), isPart, word: null }
      if (role === 'area') areas.push(column)
      else plan.quantities.push(column)
    }
  }
  dropSums(plan)
  return { plan, areas, open: untitled.filter(index => of(index).length > 0), of, names }
}

/**
 * A column whose title may say that it holds names, and whose cells name no plants, is another's where another does:
 * «Величина растения» beside «Деревья и кустарники».
 */
function dropMistakenNames({ plan, open, of, names }: PlanInWork): void {
  const isNaming = (index: number) => namesIn(of(index), names) >= 0.3
  const mistaken = plan.columns.filter(
    ({ index, field }) => field === 'name' && of(index).length > 0 && namesIn(of(index), names) < 0.1,
  )
  if (mistaken.length === 0 || !open.some(index => isFree(plan, index) && isNaming(index))) return
  for (const column of mistaken) {
    Object.assign(column, noMeaning)
    open.push(column.index)
  }
}

/** Of several columns of names, the others are Latin ones, or hold the kind of plant. */
function chooseNames({ plan, open, of, names }: PlanInWork): void {
  const named = plan.columns.filter(({ field }) => field === 'name')
  const isLatin = ({ index }: ColumnPlan) =>
    share(of(index), text => /[a-z]{3}/i.test(text) && !/[а-я]{3}/i.test(text)) > 0.6
  const byNames = named.toSorted((one, other) => namesIn(of(other.index), names) - namesIn(of(one.index), names))
  // «Лат. название» beside «Название рус.»: the sizes may stand in either.
  const best = byNames.find(column => !isLatin(column) && namesIn(of(column.index), names) >= 0.3) ?? byNames[0]
  for (const column of named) {
    if (column === best) continue
    column.field = isLatin(column) && !has(plan, 'latin_name') ? 'latin_name' : null
    // «Тип посадочного материала»: its cells may say something else.
    if (column.field === null) open.push(column.index)
  }
  if (has(plan, 'name') || has(plan, 'genus')) return
  const species = plan.columns.find(({ field }) => field === 'species')
  if (species) species.field = 'name'
}

/** Finds the column of names by its cells, and a Latin one beside it. */
function findNames({ plan, open, of, names }: PlanInWork): void {
  if (has(plan, 'name') || has(plan, 'genus') || has(plan, 'latin_name')) return
  // «Описание материалов» may hold the names, if no other column does.
  const remarks = plan.columns.flatMap(({ index, field }) => (field === 'note' ? [index] : []))
  const most = Math.max(1, ...plan.columns.map(({ index }) => index).map(index => of(index).length))
  // One word that is like a name is none.
  const filled = (index: number) => of(index).length / most
  const [first, second] = [...open, ...remarks]
    .map(index => ({ index, names: namesIn(of(index), names) * share(of(index), isWorded) * filled(index) }))
    .toSorted((one, other) => other.names - one.names)
  if (!first || first.names < 0.3) return
  set(plan, first.index, 'name')
  if (!second || second.names < 0.5) return
  const isLatin = (index: number) => share(of(index), text => !/[а-я]{3}/i.test(text)) > 0.6
  if (isLatin(second.index)) set(plan, second.index, 'latin_name')
  else if (isLatin(first.index)) {
    set(plan, first.index, 'latin_name')
    set(plan, second.index, 'name')
  }
}

/** Finds the numbering of rows, and the column of units. */
function findStructure({ plan, open, of }: PlanInWork): void {
  for (const index of open)
    if (isFree(plan, index) && isSequence(of(index)) && plan.numbering.size === 0) plan.numbering.add(index)
  plan.unit ??=
    open.find(
      index => isFree(plan, index) && share(of(index), text => unitsOf(text) !== null && !/^\d/.test(text)) > 0.8,
    ) ?? null
}

/** Finds the column of quantities by its cells. */
function findQuantity({ plan, open, of }: PlanInWork): number | undefined {
  const free = open.filter(index => isFree(plan, index) && !plan.numbering.has(index))
  // Numbers with a unit can be nothing else, whatever the title says.
  const counting = free.filter(index => {
    const read = of(index).map(text => readQuantityCell(text, null))
    const known = read.filter(({ quantity }) => quantity !== null)
    // «ЗКС - 25»
    const told = known.filter(({ unit, packing }) => unit !== null || packing !== '')
    return known.length >= read.length * 0.75 && told.length >= read.length * 0.2
  })
  // Of several only one says in its title that it counts pieces: «Kafu (шт)» beside the ages.
  const named = counting.filter(index => unitIn(plan.columns[index]?.title ?? '') !== null)
  const [only] = counting.length === 1 ? counting : named.length === 1 ? named : []
  if (only !== undefined) return only
  const mayCount = (text: string) => isWhole(text) || isOpenQuantity(text)
  const numeric = free.filter(
    index => index !== plan.unit && share(of(index), mayCount) >= 0.8 && share(of(index), isWhole) >= 0.5,
  )
  // «Норма на объект, шт», «Закупаем (шт)»
  const titled = numeric.filter(index => /[\s,(]шт(?:\.|ук)?\)?$/u.test(normalize(plan.columns[index]?.title ?? '')))
  if (titled.length === 1) return titled[0]
  // The column beside the unit, or the only one left; numbers on both of its sides are a doubt.
  const beside = numeric.filter(index => plan.unit !== null && Math.abs(index - plan.unit) === 1)
  const [found, another] = beside.length > 0 ? beside : numeric
  return another === undefined ? found : undefined
}

/** Columns of numbers whose titles name parts of the site, of which there is more than one: «1 этап», «2 этап». */
function findParts({ plan, open, of }: PlanInWork, header: Header | null): number[] {
  const parts = open.filter(index => {
    const { title = '' } = plan.columns[index] ?? {}
    const isOfPart = title !== '' && isPartOfSite(title, header?.above[index] ?? '')
    return isFree(plan, index) && !plan.numbering.has(index) && isOfPart && share(of(index), isCountOrNone) >= 0.8
  })
  return parts.length > 1 ? parts : []
}

/** Whether areas may be all that is wanted: no other column has numbers that may be quantities. */
const mayBeAreas = ({ plan, open, of }: PlanInWork) =>
  !open.some(
    index =>
      isFree(plan, index) &&
      !plan.numbering.has(index) &&
      share(of(index), text => /^\d+(?:[.,]\d+)?(?:\s?\p{L}{1,20}\.?)?$/u.test(text)) >= 0.5,
  )

/** Finds the columns of sizes by their cells. */
function findSizes({ plan, open, of }: PlanInWork, rows: Cell[][], header: Header | null): void {
  const taken = new Set([...plan.numbering, ...plan.quantities.map(({ index }) => index), plan.unit])
  for (const index of open) {
    if (!isFree(plan, index) || taken.has(index)) continue
    // Without titles, any other cell of the row may state sizes.
    if (header === null) set(plan, index, 'size')
    else settleOpen(plan.columns, index, profileOf(sampleOf(rows, index), null), header.above[index] ?? '')
  }
  // «Д/р кома, м» above «0,8»
  for (const column of plan.columns) {
    if (column.field !== 'root' || !/(?:^|\s)ком/u.test(normalize(column.title))) continue
    if (share(of(column.index), text => /^\d+(?:[.,]\d+)?$/.test(text)) >= 0.8)
      Object.assign(column, { field: 'root_size', word: 'ком' })
  }
  // «В 20-30» among the remarks, where no other column says it.
  for (const { index, field } of plan.columns) {
    const isStated = plan.columns.some(column => column.field !== null && measured.has(column.field))
    if (field === 'note' && !isStated && profileOf(sampleOf(rows, index), null).stated >= agreeing)
      set(plan, index, 'size')
  }
}

/** Assigns a meaning to each column of a table: by its title, or by its content if the title does not say. */
export function planSchedule(rows: Cell[][], width: number, header: Header | null, names: NameReader): ScheduleColumns {
  const work = planByTitles(rows, width, header, names)
  const { plan, areas, of } = work
  dropMistakenNames(work)
  chooseNames(work)
  findNames(work)
  findStructure(work)
  if (plan.quantities.length === 0) {
    for (const index of findParts(work, header))
      plan.quantities.push({
        index,
        unit: unitIn(plan.columns[index]?.title ?? ''),
        isTotal: false,
        isPart: true,
        word: null,
      })
  }
  if (plan.quantities.length === 0) {
    const quantity = findQuantity(work)
    if (quantity === undefined) plan.quantities.push(...(mayBeAreas(work) ? areas : []))
    else plan.quantities.push({ index: quantity, unit: null, isTotal: false, isPart: false, word: null })
  }
  for (const column of plan.quantities) column.word = usualWord(of(column.index))
  findSizes(work, rows, header)
  const taken = new Set([...plan.numbering, ...plan.quantities.map(({ index }) => index), plan.unit])
  plan.open = new Set(work.open.filter(index => isFree(plan, index) && !taken.has(index)))
  return plan
}
