import { setImmediate } from 'node:timers/promises'
import { type PriceListQuestion, priceListLimits } from '#contract/price-lists.ts'
import type { NamedPlants } from '#server/domains/plants/named-plants.ts'
import { breathing } from '#server/platform/turns.ts'
import { type Cell, type Sheet, textOf } from '../reading/cells.ts'
import { nameReader } from './names.ts'
import { ownColumnsIn, SheetReader, type SheetReading, type UnderstoodRow, type UnderstoodSheet } from './sheet-rows.ts'
import { apart } from './side-by-side.ts'

/** A question with the key by which its answer is remembered for sheets of the same shape. */
export type AskedQuestion = PriceListQuestion & { key: string }

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
function rememberedFor({ name, shape }: UnderstoodSheet, remembered: Instructions['remembered']): SheetReading | null {
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

/** Whether a cell of this row was cut; tables beside each other have the rows of their sheet. */
const isCut = (cut: Map<string, Set<number>>, { name }: Sheet, row: number) =>
  [...cut].some(([sheet, rows]) => (name === sheet || name.startsWith(`${sheet} · `)) && rows.has(row))

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
  { corrections = [], remembered, onProgress }: Instructions = {},
): Promise<Understanding> {
  const names = nameReader(plants)
  const cut = new Map<string, Set<number>>()
  const sheets = written
    .map(sheet => withBoundedCells(sheet, cut))
    .flatMap(sheet => (ownColumnsIn(sheet) ? [sheet] : apart(sheet)))
  const total = sheets.reduce((sum, { rows }) => sum + rows.length, 0)
  const understood: Understanding = { sheets: [], questions: [], rows: [] }
  const breathe = breathing(longestTurn)
  for (const sheet of sheets) {
    let reader = await prepared(new SheetReader(sheet, names, plants, {}))
    const said = corrections.find(({ name }) => name === sheet.name)
    const before = rememberedFor(reader.describe(), remembered)
    if (said || before) reader = await prepared(new SheetReader(sheet, names, plants, { ...before, ...said }))
    understood.sheets.push(reader.describe())
    for (let row = 0; row < sheet.rows.length; row++) {
      const read = reader.read(row)
      if (isCut(cut, sheet, row)) doubtCutCells(read)
      understood.rows.push(read)
      const others = breathe()
      if (!others) continue
      onProgress?.(understood.rows.length, total)
      await others
    }
  }
  rejectRepeatedSkus(understood.rows)
  onProgress?.(total, total)
  return understood
}

async function prepared(reader: SheetReader): Promise<SheetReader> {
  const breathe = breathing(longestTurn)
  for (const _ of reader.prepare()) await breathe()
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
        row.problems.push({ field: 'sku', code: 'repeated', message: `Артикул ${sku} уже есть в строке ${first.row}` })
      }
    }
  }
}
