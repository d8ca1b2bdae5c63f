import { setImmediate } from 'node:timers/promises'
import { priceListLimits } from '#contract/price-lists.ts'
import { variantLimits, type WritableVariant } from '#contract/variants.ts'
import { yieldToEventLoop } from '#server/platform/yield-to-event-loop.ts'
import type { NamedPlants } from '#server/reading/names/named-plants.ts'
import { type Cell, type Sheet, textOf, textOfUnsaved } from '#server/reading/tables/cells.ts'
import { answersFor, noAnswers, questionId } from './answers.ts'
import { auditRows, sharedName } from './audit.ts'
import { withoutBullets } from './bullets.ts'
import { type DividedSheet, type Place, undivided } from './divided-sheet.ts'
import { withoutGlue } from './glued-lines.ts'
import { nameReader } from './names.ts'
import { parallelApart } from './parallel-cells.ts'
import { asDownloaded } from './printed-list.ts'
import { type AskedQuestion, mostQuestions } from './questions.ts'
import { repeatedApart } from './repeated-columns.ts'
import { tellDoubts } from './row-doubts.ts'
import { problem } from './row-problems.ts'
import { ownColumnsIn, SheetReader } from './sheet-rows.ts'
import { apart } from './side-by-side.ts'
import { doubtOffersAboveRemarks } from './stock-headings.ts'
import type { SheetReading, UnderstoodRow, UnderstoodSheet } from './understood-row.ts'

export type { AskedQuestion }

export interface Understanding {
  sheets: UnderstoodSheet[]
  questions: AskedQuestion[]
  /** Every row of every sheet, in order. */
  rows: UnderstoodRow[]
}

export interface Instructions {
  /** A person's corrections, by sheet name. */
  corrections?: ({ name: string } & SheetReading)[]
  /** Answers to questions of this list, by their ids. */
  answers?: { question: string; value: string }[]
  /** Corrections of the company's earlier files, by shape; what was skipped by `skipKey`. */
  remembered?: ReadonlyMap<string, SheetReading>
  onProgress?: (done: number, total: number) => void
}

/** What identifies a skipped sheet in the next file: its siblings have the same shape, so its name counts too. */
export const skipKey = (shape: string, name: string) => `${shape}\n${name}`

/** The corrections that earlier files left for a sheet. */
function rememberedFor(
  { name, shape }: Pick<UnderstoodSheet, 'name' | 'shape'>,
  remembered: Instructions['remembered'],
): SheetReading | null {
  const layout = remembered?.get(shape)
  const skipped = remembered?.get(skipKey(shape, name))?.is_skipped
  if (layout === undefined && skipped === undefined) return null
  // A layout that was remembered with `is_skipped` would skip all sheets of its shape.
  const { is_skipped: _, ...columns } = layout ?? {}
  return skipped === undefined ? columns : { ...columns, is_skipped: skipped }
}

/** Milliseconds of work before the process looks whether its parent is still there. */
const longestTurn = 20

const longestCell = priceListLimits.cell

/** Cuts cells to the length that is read and kept, and notes their rows: no pattern sees more. */
function withBoundedCells(sheet: Sheet, cut: Map<string, Set<number>>): Sheet {
  const isLong = (cell: Cell) => typeof cell !== 'number' && textOf(cell).length > longestCell
  const rows = sheet.rows.map((cells, row) => {
    if (!cells.some(isLong)) return cells
    cut.set(sheet.name, (cut.get(sheet.name) ?? new Set()).add(row))
    return cells.map(cell => (isLong(cell) ? `${textOf(cell).slice(0, longestCell)}…` : cell))
  })
  return { ...sheet, rows }
}

/**
 * The sheet as it is read: a formula without a value says nothing of its column, and its row is in doubt. A row of such
 * cells alone keeps them, because it must not be lost.
 */
function withoutUnsaved(sheet: Sheet): Sheet {
  const isUnsaved = (cell: Cell) => cell === textOfUnsaved
  if (!sheet.doubts) return sheet
  const rows = sheet.rows.map(cells =>
    cells.some(isUnsaved) && cells.some(cell => cell !== '' && !isUnsaved(cell))
      ? cells.map(cell => (isUnsaved(cell) ? '' : cell))
      : cells,
  )
  return { ...sheet, rows }
}

/** What stands behind the end of a cut cell may change what is offered, so a person has to look. */
function doubtCutCells(row: UnderstoodRow): void {
  if (row.kind !== 'offer' || row.verdict === 'skipped' || row.verdict === null) return
  if (row.verdict === 'clear') row.verdict = 'doubtful'
  row.problems.push({
    field: 'cells',
    code: 'too_long',
    message: `Ячейка длиннее ${longestCell.toLocaleString('ru-RU')} знаков: прочитано только её начало`,
  })
}

/**
 * Finds out what the sheets of a price list offer, with regular pauses, so that the server keeps responding. Nothing is
 * guessed silently: a row that can be understood in two ways is doubtful and lists candidates. Every row of the file
 * gives exactly one row of the result, or two if a table continues beside itself.
 */
export async function understandSheets(
  written: Sheet[],
  plants: NamedPlants,
  { corrections = [], answers: given = [], remembered, onProgress }: Instructions = {},
): Promise<Understanding> {
  const names = nameReader(plants)
  const cut = new Map<string, Set<number>>()
  const shown = written.map(sheet => withBoundedCells(asDownloaded(sheet), cut))
  const total = shown.reduce((sum, { rows }) => sum + rows.length, 0)
  const understood: Understanding = { sheets: [], questions: [], rows: [] }
  const asked = new Map<string, AskedQuestion>()
  const yieldNow = yieldToEventLoop(longestTurn)
  for (const whole of shown) {
    const sheet = withoutUnsaved(whole)
    const parts = await partsOf(sheet, names, plants, { corrections, given, remembered })
    understood.sheets.push(joined(parts))
    const before = understood.rows.length
    for (let row = 0; row < sheet.rows.length; row++) {
      const cells = whole.rows[row] ?? []
      // A line of the letterhead, which each of several tables has, is one row.
      const isAlone = cells.filter(cell => cell !== '').length <= 1
      const inParts = parts.map(part => part.read(row))
      const [first = []] =
        isAlone && parts.length > 1 ? inParts.filter(([own]) => own?.understood.kind !== 'empty') : []
      const read = withPlaces(first.length > 0 ? first : inParts.flat(), cells)
      if (cut.get(sheet.name)?.has(row)) for (const one of read) doubtCutCells(one)
      understood.rows.push(...read)
      const others = yieldNow()
      if (!others) continue
      onProgress?.(understood.rows.length, total)
      await others
    }
    const own = understood.rows.slice(before)
    tellDoubts(sheet.doubts ?? [], own)
    if (!ownColumnsIn(sheet)) {
      doubtOffersAboveRemarks(own)
      auditRows(own, plants)
      const [only] = parts
      const isWhole = parts.length === 1 && own.length === sheet.rows.length
      const shared = isWhole ? sharedName(own) : null
      if (shared && only) only.reader.askWhereNamesAre(shared.name, shared.rows)
    }
    for (const { reader, shape, from } of parts) {
      for (const question of reader.asked) {
        const id = questionId(question, shape)
        const same = asked.get(id)
        if (same) same.rows += question.rows
        else asked.set(id, { id, ...question, column: question.column === null ? null : question.column + from })
      }
    }
  }
  const open = [...asked.values()].toSorted((one, other) => other.rows - one.rows)
  // Those that were answered stay, so that an answer can be changed.
  const answered = open.filter(({ answer }) => answer !== null)
  understood.questions = [...open.filter(({ answer }) => answer === null).slice(0, mostQuestions), ...answered]
  rejectRepeatedSkus(understood.rows)
  onProgress?.(total, total)
  return understood
}

/** A row that has been read; its unread texts stand in the columns of the file. */
interface PlacedRow {
  understood: UnderstoodRow
  /** Its cells are those of the file, and no parts of a line. */
  isOfFile: boolean
}

/** Several sizes of one plant as one row with all of them. */
function withSizesJoined(read: PlacedRow[]): PlacedRow[] {
  const joined: PlacedRow[] = []
  for (const one of read) {
    const last = joined.at(-1)
    if (last && areOfOnePlant(last.understood, one.understood))
      joined[joined.length - 1] = { ...last, understood: withSizesOf(last.understood, one.understood) }
    else joined.push(one)
  }
  return joined
}

const areOfOnePlant = (one: UnderstoodRow, other: UnderstoodRow) =>
  one.kind === 'offer' && other.kind === 'offer' && one.plant?.id === other.plant?.id && one.name === other.name

const verdicts = ['clear', 'doubtful', 'rejected', 'skipped'] as const

function withSizesOf(one: UnderstoodRow, other: UnderstoodRow): UnderstoodRow {
  const distinct = <Told extends object>(told: Told[]) => [
    ...new Map(told.map(each => [JSON.stringify(each), each])).values(),
  ]
  return {
    ...one,
    verdict: verdicts.findLast(verdict => verdict === one.verdict || verdict === other.verdict) ?? null,
    variants: [...one.variants, ...other.variants].map(withoutSharedSku),
    problems: distinct([...one.problems, ...other.problems]),
    unread: distinct([...one.unread, ...other.unread]),
  }
}

/** A number that several sizes share is the plant's. */
function withoutSharedSku(variant: WritableVariant): WritableVariant {
  if (variant.sku === null) return variant
  return {
    ...variant,
    sku: null,
    note: [`арт. ${variant.sku}`, variant.note].filter(Boolean).join('; ').slice(0, variantLimits.note),
  }
}

/** A table of a sheet that is being read. */
class PartReader {
  readonly reader: SheetReader
  /** The column of the sheet at which it begins. */
  readonly from: number
  /** Of this table as it was written, whatever has been said of it. */
  readonly shape: string
  readonly divided: DividedSheet
  readonly #rows = new Map<number, { own: number; place: Place }[]>()

  constructor(reader: SheetReader, divided: DividedSheet, from: number, shape = reader.describe().shape) {
    this.reader = reader
    this.divided = divided
    this.from = from
    this.shape = shape
    for (const [own, place] of divided.places.entries()) {
      const rows = this.#rows.get(place.row)
      if (rows) rows.push({ own, place })
      else this.#rows.set(place.row, [{ own, place }])
    }
  }

  /** Reads what stands in a row of the file, in order: the sizes of one plant are one row. */
  read(row: number): PlacedRow[] {
    const read = (this.#rows.get(row) ?? []).map(({ own, place: { columnOf, isHeading } }) => {
      const understood = { ...this.reader.read(own), row: row + 1 }
      if (isHeading) return { understood: { ...understood, kind: 'note' as const }, isOfFile: true }
      const inFile = columnOf && ((column: number) => columnOf(column) + this.from)
      // Sizes that are joined into one row have columns of their own each.
      const unread = understood.unread.map(text => ({ ...text, column: inFile?.(text.column) ?? text.column }))
      return { understood: { ...understood, unread }, isOfFile: inFile !== null }
    })
    return withSizesJoined(read)
  }

  /** How the table was read, by the columns of the file. */
  describe(): UnderstoodSheet {
    const sheet = this.reader.describe()
    const { readColumn } = this.divided
    const columns = sheet.columns.map(column => {
      const read = sheet.columns[readColumn(column.index)]
      return read && read !== column ? { ...column, title: read.title, field: read.field } : column
    })
    return {
      ...sheet,
      shape: this.shape,
      columns: columns.map(column => ({ ...column, index: column.index + this.from })),
    }
  }
}

/** The tables of a sheet, each with the column at which it begins. */
function tablesOf(written: Sheet, names: ReturnType<typeof nameReader>): { divided: DividedSheet; from: number }[] {
  if (ownColumnsIn(written)) return [{ divided: undivided(written), from: 0 }]
  const sheet = withoutBullets(written)
  const lines = withoutGlue(sheet)
  if (lines.sheet !== sheet) return [{ divided: lines, from: 0 }]
  return apart(sheet, names).map(({ sheet: table, from }) => {
    const repeated = repeatedApart(table)
    return { divided: repeated.sheet === table ? parallelApart(table) : repeated, from }
  })
}

/** The tables of a sheet, with what people have said of them. */
async function partsOf(
  sheet: Sheet,
  names: ReturnType<typeof nameReader>,
  plants: NamedPlants,
  {
    corrections,
    given,
    remembered,
  }: Required<Pick<Instructions, 'corrections'>> & {
    given: NonNullable<Instructions['answers']>
    remembered: Instructions['remembered']
  },
): Promise<PartReader[]> {
  const parts: PartReader[] = []
  for (const { divided, from } of tablesOf(sheet, names)) {
    const reader = await prepared(new SheetReader(divided.sheet, names, plants, {}))
    parts.push(new PartReader(reader, divided, from))
  }
  const { shape } = joined(parts)
  const said = corrections.find(({ name }) => name === sheet.name)
  const before = rememberedFor({ name: sheet.name, shape }, remembered)
  return Promise.all(
    parts.map(async (part, at) => {
      const answers = answersFor({ ofQuestions: part.shape, ofSheet: shape }, given, remembered)
      if (!said && !before && answers === noAnswers) return part
      const to = parts[at + 1]?.from ?? Number.POSITIVE_INFINITY
      const reading = { ...before, ...said }
      // What has been said of one column leaves what earlier files say of the others.
      const byIndex = new Map([...(before?.columns ?? []), ...(said?.columns ?? [])].map(one => [one.index, one]))
      const columns = [...byIndex.values()]
        .filter(({ index }) => index >= part.from && index < to)
        .map(column => ({ ...column, index: part.divided.readColumn(column.index - part.from) }))
      const { columns: _, ...others } = reading
      const own = columns.length === 0 ? others : { ...others, columns }
      const reader = await prepared(new SheetReader(part.divided.sheet, names, plants, own, answers))
      return new PartReader(reader, part.divided, part.from, part.shape)
    }),
  )
}

/** How a sheet was read, all of its tables together. */
function joined(parts: PartReader[]): UnderstoodSheet {
  const described = parts.map(part => part.describe())
  const [first, ...others] = described
  if (!first) throw new Error('a sheet has at least one table')
  if (others.length === 0) return first
  return {
    ...first,
    header_rows: Math.max(...described.map(({ header_rows }) => header_rows)),
    shape: described.map(({ shape }) => shape).join('\n'),
    columns: described.flatMap(({ columns }) => columns),
  }
}

/**
 * What a row of the file says: one row, or one for each table and each size with something of its own. Their cells are
 * those of the file, but for the parts of a line.
 */
function withPlaces(read: PlacedRow[], cells: Cell[]): UnderstoodRow[] {
  const [only] = read
  if (read.length === 1 && only) return [placed(only, only.isOfFile ? cells.map(textOf) : only.understood.cells, null)]
  const isOwn = ({ understood: { kind } }: PlacedRow) => kind === 'offer' || kind === 'section'
  const written = cells.map(textOf)
  const own = read.filter(isOwn)
  if (own.length > 1) return read.flatMap((row, at) => (isOwn(row) ? [placed(row, written, at + 1)] : []))
  const told = own[0] ?? read.find(({ understood: { kind } }) => kind !== 'empty') ?? only
  return told ? [placed(told, written, null)] : []
}

const placed = ({ understood, isOfFile }: PlacedRow, cells: string[], part: number | null): UnderstoodRow => ({
  ...understood,
  cells: isOfFile ? cells : understood.cells,
  part,
})

async function prepared(reader: SheetReader): Promise<SheetReader> {
  const yieldNow = yieldToEventLoop(longestTurn)
  for (const _ of reader.prepare()) await yieldNow()
  await setImmediate()
  return reader
}

/** An article number identifies one variant. Rows that repeat it are rejected, except for the first. */
function rejectRepeatedSkus(rows: UnderstoodRow[]): void {
  const rowOf = new Map<string, UnderstoodRow>()
  for (const row of rows) {
    if (row.verdict === 'skipped') continue
    for (const { sku } of row.variants) {
      if (sku === null) continue
      const first = rowOf.get(sku)
      if (!first) rowOf.set(sku, row)
      else {
        row.verdict = 'rejected'
        row.problems.push(problem('sku', 'repeated', `Артикул ${sku} уже есть в строке ${first.row}`))
      }
    }
  }
}
