import { projectLimits } from '#contract/project-limits.ts'
import { yieldToEventLoop } from '#server/platform/yield-to-event-loop.ts'
import type { NamedPlants } from '#server/reading/names/named-plants.ts'
import { findHeaders, type Header } from '#server/reading/price-lists/headers.ts'
import { apart } from '#server/reading/price-lists/side-by-side.ts'
import { type Cell, cleanText, type Sheet, textOf } from '#server/reading/tables/cells.ts'
import { asTable } from './as-table.ts'
import { habitsOf, readFreeLine } from './read-free-line.ts'
import { readRow } from './read-row.ts'
import type { ScheduleLine } from './schedule-line.ts'
import { isTitleOfQuantities } from './schedule-titles.ts'
import { plantsIn } from './several-plants.ts'
import { coverMerged, type Region, regionsOf, titlesAboveQuantities, withSecondLine } from './tables-in-sheet.ts'
import { withTotals } from './totals.ts'
import { longestPiece, WantedPlants } from './wanted-plants.ts'

/** Milliseconds of work before the process looks whether its parent is still there. */
const longestTurn = 20

/** Of a table in a text file: cells in quotes, or empty ones at the end of a line. */
const quotedCells = /"[,;\t]"|(?:^|[,;\t\n])"(?:[^"]|""){0,400}"[,;\t]|[,;\t]{2}(?:\r|\n|$)/

/** Pasted text, or the tables of a file. A text file has both, because it may hold lines without columns. */
export type ScheduleSource = { text: string } | { sheets: Sheet[]; text?: string }

/** Splits a text into parts of at most `most` characters, between words where there are any. */
function partsOf(text: string, most: number): string[] {
  const letters = Array.from(text.toWellFormed())
  const parts: string[] = []
  for (let at = 0; at < letters.length;) {
    const space = at + most < letters.length ? letters.lastIndexOf(' ', at + most) : -1
    const end = space > at + most / 2 ? space : at + most
    parts.push(letters.slice(at, end).join('').trim())
    at = end
  }
  return parts.filter(part => part !== '')
}

/** A column of other plants beside a schedule may hold what replaces them, unless it is a table of its own. */
const ofQuantities = {
  isAmount: ({ title }: { title: string }) => isTitleOfQuantities(title),
  needsGap: true,
  // A line above two schedules is one line, and no price depends on it.
  sharesLetterhead: false,
}

/** Thrown if a schedule has more lines than a project may have. */
export class TooManyLines extends Error {}

/**
 * Reads a schedule and lets other requests run in between. Every non-empty line of text or row of a table becomes a
 * line here; one that is longer than a line may be continues in remarks below it, so that nothing of it is lost.
 * Nothing is guessed: whatever has two readings is left open. Throws TooManyLines.
 */
export async function readSchedule(source: ScheduleSource, plants: NamedPlants): Promise<ScheduleLine[]> {
  const wanted = new WantedPlants(plants)
  const read = withTotals(
    await new ScheduleInWork(wanted).read(source),
    text => wanted.readNote(text),
    text => wanted.namesGenus(text),
  )
  const lines = read.flatMap(line => {
    const [text = '', ...more] = partsOf(line.text, projectLimits.line)
    return [{ ...line, text }, ...more.map(part => wanted.readNote(part))]
  })
  if (lines.length > projectLimits.lines) throw new TooManyLines()
  return lines
}

const textOfRow = (cells: Cell[]) =>
  cells
    .map(cell => textOf(cell).trim())
    .filter(cell => cell !== '')
    .join(' | ')
    .replaceAll(/\s+/g, ' ')

/** The lines of a schedule while they are being read. */
class ScheduleInWork {
  readonly #wanted: WantedPlants
  readonly #lines: ScheduleLine[] = []
  readonly #yieldNow = yieldToEventLoop(longestTurn)

  constructor(wanted: WantedPlants) {
    this.#wanted = wanted
  }

  async read(source: ScheduleSource): Promise<ScheduleLine[]> {
    if ('sheets' in source) {
      const shown = source.sheets.filter(({ isHidden }) => !isHidden)
      for (const sheet of shown.length > 0 ? shown : source.sheets) {
        this.#wanted.beginSheet()
        await this.#readSheet(sheet, source.text)
      }
    } else await this.#readText(source.text)
    return this.#lines
  }

  #bound(more: number): void {
    if (this.#lines.length + more > projectLimits.lines) throw new TooManyLines()
  }

  async #readText(text: string): Promise<void> {
    const texts = text.split(/\r\n|\r|\n/)
    const table = asTable(texts)
    if (table) await this.#readSheet(table)
    else await this.#readLines(texts)
  }

  async #readLines(texts: string[]): Promise<void> {
    const filled = texts
      .map(line => cleanText(line))
      .filter(line => line !== '')
      .flatMap(line => (line.length <= longestPiece ? plantsIn(line, this.#wanted.names) : [line]))
    this.#bound(filled.length)
    const habits = habitsOf(filled.map(line => line.slice(0, 500)))
    for (const [at, line] of filled.entries()) {
      this.#lines.push(readFreeLine(this.#wanted, line, filled[at + 1] ?? null, habits))
      await this.#yieldNow()
    }
  }

  async #headersOf(sheet: Sheet): Promise<Header[]> {
    const finding = findHeaders(sheet, this.#wanted.names)
    for (;;) {
      const step = finding.next()
      await this.#yieldNow()
      if (!step.done) continue
      const above = step.value.length === 0 ? titlesAboveQuantities(sheet, this.#wanted.names) : null
      return above ? [above] : step.value.map(header => withSecondLine(sheet, header))
    }
  }

  /** Reads the tables that stand beside each other one after the other, as people read the columns of a page. */
  async #readSheet(sheet: Sheet, text?: string): Promise<void> {
    const tables = apart(sheet, this.#wanted.names, ofQuantities)
    for (const { sheet: table, from } of tables) {
      if (from > 0) this.#wanted.beginSheet()
      await this.#readTable(table, tables.length === 1 ? text : undefined)
    }
  }

  async #readTable(sheet: Sheet, text?: string): Promise<void> {
    this.#bound(sheet.rows.filter(({ length }) => length > 0).length)
    const headers = await this.#headersOf(sheet)
    // Commas in sentences do not separate cells, unless these are quoted or empty.
    if (headers.length === 0 && text !== undefined && !quotedCells.test(text)) return this.#readText(text)
    const regions = regionsOf(sheet, headers, this.#wanted.names)
    const rows = coverMerged(sheet, row => regions.find(({ from, to }) => row >= from && row < to)?.plan ?? null)
    const isTitle = (row: number) => headers.some(({ top, bottom }) => row >= top && row <= bottom)
    for (const region of regions) await this.#readRegion(region, rows, isTitle)
  }

  async #readRegion({ from, to, plan }: Region, rows: Cell[][], isTitle: (row: number) => boolean): Promise<void> {
    const written = plan ? [] : rows.slice(from, to).map(textOfRow)
    const habits = habitsOf(written.filter(line => line !== ''))
    for (let row = from; row < to; row++) {
      const cells = rows[row] ?? []
      if (cells.every(cell => cell === '')) continue
      if (isTitle(row)) this.#lines.push(this.#wanted.readNote(textOfRow(cells)))
      else if (plan) this.#lines.push(readRow(this.#wanted, cells, plan, rows.slice(row + 1, Math.min(to, row + 4))))
      else {
        const next = rows.slice(row + 1, to).find(({ length }) => length > 0)
        this.#lines.push(readFreeLine(this.#wanted, textOfRow(cells), next ? textOfRow(next) : null, habits))
      }
      await this.#yieldNow()
    }
  }
}
