// Rows of a table whose columns are known.
import { projectLimits } from '#contract/project-limits.ts'
import { noAnswers } from '#server/reading/price-lists/answers.ts'
import { numbering, sayNothing } from '#server/reading/price-lists/row-texts.ts'
import { sizePieces } from '#server/reading/price-lists/size-pieces.ts'
import { categoryIn, normalize } from '#server/reading/price-lists/titles.ts'
import { parseNotation } from '#server/reading/sizes/parse-notation.ts'
import { type Cell, textOf } from '#server/reading/tables/cells.ts'
import { withoutWord } from './column-cells.ts'
import type { QuantityColumn, ScheduleColumns } from './columns.ts'
import { findQuantity, type Quantity, readQuantityCell, unitOf, unitsOf } from './quantities.ts'
import { isRemark, isSum, withoutBullet, withoutSubstitutes } from './remarks.ts'
import type { ScheduleLine } from './schedule-line.ts'
import { longestPiece, type RowFacts, type RowName, type WantedPlants, withoutEnds } from './wanted-plants.ts'

const longestNote = 160
/** The longest cell that is read as a name, a size or a quantity: a row with a longer one is a note. */
const longestCell = 1000

/** Whether the cells of a column say what is wanted; a remark may be of any length. */
const isRead = ({ columns, quantities, unit }: ScheduleColumns, column: number) =>
  columns.some(({ index, field }) => index === column && field !== null && field !== 'note') ||
  quantities.some(({ index }) => index === column) ||
  unit === column

type RowQuantity = Quantity & { isStated: boolean; packings: string[] }

function quantityOf(cells: Cell[], { quantities, unit }: ScheduleColumns): RowQuantity {
  const written = unit === null ? '' : textOf(cells[unit] ?? '').trim()
  const stated = unitsOf(written)
  // «10 ям» and «кор.» count something else; dashes count nothing.
  const isUncountable = stated === null && /\p{L}/u.test(written)
  const read = quantities.map(column => {
    const cell = cells[column.index] ?? ''
    const text = typeof cell === 'object' && 'number' in cell ? cell.text : textOf(cell)
    const isStated = text.trim() !== '' && !/^[\p{Pd}−.xх—\s]+$/iu.test(text)
    return {
      column,
      isStated,
      ...(isStated
        ? readQuantityCell(withoutWord(text, column.word), column.unit ?? stated?.unit ?? null)
        : { quantity: null, unit: null, packing: '' }),
    }
  })
  const isStated = read.some(one => one.isStated)
  const packings = [...new Set(read.map(({ packing }) => packing).filter(packing => packing !== ''))]
  const known = read.filter(({ quantity }) => quantity !== null)
  const { quantity, unit: counted } = togetherOf(known)
  if (quantity === null || isUncountable) return { quantity: null, unit: null, isStated, packings }
  return { quantity: Math.round(quantity * (stated?.times ?? 1) * 100) / 100, unit: counted, isStated, packings }
}

interface KnownQuantity extends Quantity {
  column: QuantityColumn
}

/** What the columns of quantities say together. Only parts of the site are added up; columns that disagree are a doubt. */
function togetherOf(known: KnownQuantity[]): Quantity {
  const total = known.find(({ column }) => column.isTotal)
  const unit = (total ?? known.find(one => one.unit === 'шт') ?? known[0])?.unit ?? null
  const counts = known.filter(one => one.unit === unit)
  const quantities = (total ? [total] : counts).map(({ quantity }) => quantity ?? 0)
  const isSum = !total && counts.every(({ column }) => column.isPart)
  const quantity = isSum ? quantities.reduce((sum, one) => sum + one, 0) : (quantities[0] ?? 0)
  const isAgreed = isSum || quantities.every(one => one === quantity)
  return isAgreed && quantity > 0 && quantity <= projectLimits.quantity
    ? { quantity, unit }
    : { quantity: null, unit: null }
}

interface OwnName extends RowName {
  /** That of its own cell, or carried down from above; `''` if neither is said. */
  genus: string
  /** Either of both. */
  text: string
  isSizeOnly: boolean
}

function nameCells(plants: WantedPlants, texts: string[], { columns }: ScheduleColumns): OwnName {
  const at = (field: string) => {
    const column = columns.find(one => one.field === field)
    const text = column ? withoutSubstitutes((texts[column.index] ?? '').replaceAll(/\s+/g, ' ').trim()) : ''
    return sayNothing.test(text) ? '' : text
  }
  const [name, latin, written, species, cultivar] = [
    at('name'),
    at('latin_name'),
    at('genus'),
    at('species'),
    at('cultivar'),
  ]
  // A blank cell below a genus goes on with it, unless the row names its plant otherwise.
  const isCarried = written === '' && name === '' && species + cultivar !== ''
  const genus = isCarried ? plants.genus : written
  const contains = (whole: string, part: string) => normalize(whole).includes(normalize(part))
  let text = name
  for (const part of [genus, species])
    if (part !== '' && !contains(text, part)) text = part === genus ? `${part} ${text}` : `${text} ${part}`
  text = text.trim()
  if (cultivar !== '' && !contains(text, cultivar)) {
    const bare = cultivar.replaceAll(/^['"«“‘]|['"»”’]$/gu, '')
    text = text === '' ? cultivar : /^\p{Lu}|^\d/u.test(bare) ? `${text} '${bare}'` : `${text} ${bare}`
  }
  const rest = text === '' ? '' : parseNotation(text.slice(0, longestPiece)).rest
  return {
    name: text,
    latin,
    genus,
    text: text || latin,
    isSizeOnly: text !== '' && latin === '' && !/\p{L}{3}/u.test(rest),
  }
}

/** Whether the first cell of a row is its number. */
const hasNumber = (texts: string[], { numbering: columns }: ScheduleColumns) =>
  [...columns].some(index => /\d/.test(texts[index] ?? ''))

/** «1 | 2 | 3 | 4» below the titles, also of two columns. */
const isNumbersOfColumns = (texts: string[]) =>
  texts.filter(cell => cell !== '').length > 1 && texts.every((cell, at) => cell === '' || cell === String(at + 1))

const statesSize = (text: string) => {
  const { wish, doubts } = parseNotation(text.slice(0, longestPiece))
  return doubts.length > 0 || Object.values(wish).some(value => value !== null)
}

const dimensions = /^\d+(?:[.,]\d+)?\s?[xх×*]\s?\d/iu
const ofBall = /(?:^|[\s/,(])ком/iu

/**
 * The row with packings alone in the columns of packings: «qyz 13 см» there is no height, and «0,8х0,6» below
 * «Ком/контейнер» is a ball.
 */
function withPackingsOnly(cells: Cell[], { columns }: ScheduleColumns): Cell[] {
  const titles = new Map<number, string>(
    columns.flatMap(({ index, field, title }) => (field === 'root' ? [[index, title] as const] : [])),
  )
  return cells.map((cell, index) => {
    const title = titles.get(index)
    const text = textOf(cell).trim()
    if (title === undefined || !/\p{L}{3}|\d\s?[xх×*]\s?\d/iu.test(text)) return cell
    const { fields, doubts } = parseNotation(text.slice(0, longestPiece))
    const isOfRoot = fields.root !== null || doubts.some(({ alternatives }) => alternatives.some(({ root }) => root))
    if (isOfRoot) return cell
    if (ofBall.test(title) && dimensions.test(text)) return `ком ${text}`
    return doubts.length > 0 || Object.values(fields).some(value => value !== null) ? '' : cell
  })
}

/** A row while it is being read. */
interface RowInWork {
  /** The whole row. */
  text: string
  texts: string[]
  own: OwnName
  /** Its first cell with words. */
  first: string
  /** Its first cell with words that no column explains. */
  strange: string
  facts: RowFacts
  isCounted: boolean
  hasSizes: boolean
  /** Whether all its words say the same, and no sizes. */
  isAlone: boolean
}

function rowInWork(
  plants: WantedPlants,
  text: string,
  texts: string[],
  cells: Cell[],
  columns: ScheduleColumns,
): RowInWork {
  const lettered = texts.filter(cell => /\p{L}/u.test(cell) && !numbering.test(cell) && unitOf(cell) === null)
  const quantity = quantityOf(cells, columns)
  const sized = sizePieces(
    { columns: columns.columns, hasNeighbour: false, answers: noAnswers },
    withPackingsOnly(cells, columns),
  )
  const pieces = [...sized.pieces, ...quantity.packings.filter(statesSize), ...sized.lone]
  const distinct = new Set(lettered.map(cell => normalize(cell)))
  const own = nameCells(plants, texts, columns)
  if (own.genus !== '') plants.genus = own.genus
  return {
    text,
    texts,
    own,
    first: lettered[0] ?? '',
    strange:
      texts.find((cell, at) => columns.open.has(at) && /\p{L}{3}/u.test(cell)) ??
      quantity.packings.find(text => !statesSize(text) && /\p{L}{3}/u.test(text)) ??
      '',
    facts: { quantity, pieces, form: sized.form },
    isCounted: quantity.quantity !== null || quantity.isStated,
    hasSizes: pieces.length > 0,
    isAlone: distinct.size <= 1 && pieces.length === 0,
  }
}

/** A row with nothing in the columns of names. */
function readNameless(plants: WantedPlants, row: RowInWork): ScheduleLine {
  const { text, facts, isCounted, hasSizes } = row
  const title = withoutBullet(row.strange || row.first)
  // Words that nobody could place may name another plant than the row above.
  const mayBeOfLast =
    row.strange === '' && !row.texts.some(cell => plants.names.isGenus(/\p{L}{3,}/u.exec(cell)?.[0] ?? ''))
  if (isCounted && hasSizes && plants.last && mayBeOfLast) return plants.readRowOf(text, plants.last, facts)
  // The name is in a column without a telling title.
  const isOwn =
    title !== '' && (row.strange !== '' ? hasSizes : plants.named({ name: title, latin: '' }).plant !== null)
  if (isCounted && isOwn) return plants.readRowOf(text, { name: title, latin: '' }, facts)
  if (row.isAlone && title !== '' && !isCounted && !isRemark(title) && title.length < longestNote)
    return plants.readHeading(text, title)
  return plants.readNote(text)
}

/** A row that says how many, or that this is open. */
function readCounted(plants: WantedPlants, { text, own, facts, hasSizes }: RowInWork): ScheduleLine {
  const bare = withoutEnds(own.text)
  const { genus } = plants.names.match(own.text.slice(0, longestPiece), null)
  if (categoryIn(bare) !== null && genus === null && !hasSizes) return plants.readHeading(text, bare)
  if (own.isSizeOnly && plants.last)
    return plants.readRowOf(text, plants.last, { ...facts, pieces: [own.text, ...facts.pieces] })
  return plants.readRowOf(text, own, facts)
}

/**
 * A row that only names something: a heading for the rows below, or the Latin name of the row above. `null`: it is
 * neither.
 */
function readAlone(
  plants: WantedPlants,
  row: RowInWork,
  columns: ScheduleColumns,
  below: Cell[][],
): ScheduleLine | null {
  const { text, own } = row
  const name = withoutBullet(own.text)
  const alone = plants.names.match(name.slice(0, longestPiece), null)
  const next = below.find(cells => cells.length > 0)
  const nextTexts = next?.map(cell => textOf(cell).trim()) ?? []
  const under = next ? nameCells(plants, nextTexts, columns) : null
  const isNameless =
    under !== null &&
    (under.text === '' || under.isSizeOnly) &&
    next !== undefined &&
    quantityOf(next, columns).quantity !== null
  if (isNameless && (alone.plant !== null || alone.genus !== null))
    return plants.readPlantAbove(text, { name, latin: own.latin }, alone.plant?.id ?? null)
  // The Latin name is in the row below the Russian one.
  if (alone.plant !== null && plants.last?.plant === alone.plant.id && !/[а-я]{3}/iu.test(name))
    return plants.readNote(text)
  if (alone.genus !== null && under !== null && plants.isUnder(under.text, name)) return plants.readHeading(text, name)
  if (alone.plant === null && !(alone.genus !== null && hasNumber(row.texts, columns)))
    return plants.readHeading(text, name)
  return null
}

/** A row with a name and no quantity. */
function readUncounted(plants: WantedPlants, row: RowInWork, columns: ScheduleColumns, below: Cell[][]): ScheduleLine {
  const { text, own, facts, hasSizes, isAlone } = row
  const name = withoutBullet(own.text)
  if (isRemark(name) || name.length > longestNote) return plants.readNote(text)
  const inName = findQuantity(name)
  if (inName.quantity !== null)
    return plants.readRowOf(text, { name: inName.left, latin: own.latin }, { ...facts, quantity: inName })
  const { plant } = plants.names.match(name.slice(0, longestPiece), null)
  if (categoryIn(withoutEnds(name)) !== null && plant === null && isAlone) return plants.readHeading(text, name)
  const heading = isAlone || (own.latin !== '' && !hasSizes) ? readAlone(plants, row, columns, below) : null
  if (heading) return heading
  if (!plants.named(own).isNamed && !(hasNumber(row.texts, columns) && hasSizes)) return plants.readNote(text)
  return plants.readRowOf(text, own, facts)
}

/** Reads a row of a table; `below` holds the next rows of the same table. */
export function readRow(plants: WantedPlants, cells: Cell[], columns: ScheduleColumns, below: Cell[][]): ScheduleLine {
  const whole = cells.map(cell => textOf(cell).trim())
  const text = whole
    .filter(cell => cell !== '')
    .join(' | ')
    .replaceAll(/\s+/g, ' ')
  // What is too long to be read says so by being no line that asks for a plant; of a remark the beginning is enough.
  if (whole.some((cell, column) => cell.length > longestCell && isRead(columns, column))) return plants.readNote(text)
  const texts = whole.map(cell => cell.slice(0, longestCell))
  const row = rowInWork(plants, text, texts, cells, columns)
  const { own, first, isCounted } = row
  if (first === '' && isNumbersOfColumns(texts)) return plants.readNote(text)
  if (isSum(withoutBullet(first)) || isSum(own.text)) return plants.readNote(text)
  if (plants.isMaterial(own.text)) return plants.readNote(text)
  if (own.text === '') return readNameless(plants, row)
  return isCounted ? readCounted(plants, row) : readUncounted(plants, row, columns, below)
}
