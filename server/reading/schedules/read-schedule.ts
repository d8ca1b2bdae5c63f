import { projectLimits } from '#contract/project-limits.ts'
import { yieldToEventLoop } from '#server/platform/yield-to-event-loop.ts'
import type { NamedPlants } from '#server/reading/names/named-plants.ts'
import { findHeaders, type Header } from '#server/reading/price-lists/headers.ts'
import { type Cell, cleanText, type Sheet, textOf } from '#server/reading/tables/cells.ts'
import { asTable } from './as-table.ts'
import { habitsOf, readFreeLine } from './read-free-line.ts'
import { readRow } from './read-row.ts'
import type { ScheduleLine } from './schedule-line.ts'
import { plantsIn } from './several-plants.ts'
import { coverMerged, regionsOf, titlesAboveQuantities, withSecondLine } from './tables-in-sheet.ts'
import { withTotals } from './totals.ts'
import { longestPiece, WantedPlants } from './wanted-plants.ts'

/** Milliseconds of work before the process looks whether its parent is still there. */
const longestTurn = 20

/** Of a table in a text file. */
const quotedCells = /"[,;\t]"|(?:^|[,;\t\n])"[^"]*"[,;\t]/

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

/** Thrown if a schedule has more lines than a project may have. */
export class TooManyLines extends Error {}

/**
 * Reads a schedule and lets other requests run in between. Every non-empty line of text or row of a table becomes a
 * line here; one that is longer than a line may be continues in remarks below it, so that nothing of it is lost.
 * Nothing is guessed: whatever has two readings is left open. Throws TooManyLines.
 */
export async function readSchedule(source: ScheduleSource, plants: NamedPlants): Promise<ScheduleLine[]> {
  const wanted = new WantedPlants(plants)
  const read = withTotals(await readWholeLines(source, wanted), text => wanted.readNote(text))
  const lines = read.flatMap(line => {
    const [text = '', ...more] = partsOf(line.text, projectLimits.line)
    return [{ ...line, text }, ...more.map(part => wanted.readNote(part))]
  })
  if (lines.length > projectLimits.lines) throw new TooManyLines()
  return lines
}

async function readWholeLines(source: ScheduleSource, wanted: WantedPlants): Promise<ScheduleLine[]> {
  const lines: ScheduleLine[] = []
  const yieldNow = yieldToEventLoop(longestTurn)
  const bound = (count: number) => {
    if (count > projectLimits.lines) throw new TooManyLines()
  }

  async function readLines(texts: string[]) {
    const filled = texts
      .map(line => cleanText(line))
      .filter(line => line !== '')
      .flatMap(line => (line.length <= longestPiece ? plantsIn(line, wanted.names) : [line]))
    bound(lines.length + filled.length)
    const habits = habitsOf(filled.map(line => line.slice(0, 500)))
    for (const [at, line] of filled.entries()) {
      lines.push(readFreeLine(wanted, line, filled[at + 1] ?? null, habits))
      await yieldNow()
    }
  }

  async function readSheet(sheet: Sheet, text?: string) {
    bound(lines.length + sheet.rows.filter(({ length }) => length > 0).length)
    const headers: Header[] = []
    const finding = findHeaders(sheet, wanted.names)
    for (;;) {
      const step = finding.next()
      await yieldNow()
      if (step.done) {
        headers.push(...step.value.map(header => withSecondLine(sheet, header)))
        break
      }
    }
    const above = headers.length === 0 ? titlesAboveQuantities(sheet, wanted.names) : null
    if (above) headers.push(above)
    // Commas in sentences do not separate cells, unless these are quoted.
    if (headers.length === 0 && text !== undefined && !quotedCells.test(text)) return readText(text)
    const titled = (row: number) => headers.some(({ top, bottom }) => row >= top && row <= bottom)
    const regions = regionsOf(sheet, headers, wanted.names)
    const rows = coverMerged(sheet, row => regions.find(({ from, to }) => row >= from && row < to)?.plan ?? null)
    for (const { from, to, plan } of regions) {
      const joined = (cells: Cell[]) =>
        cells
          .map(cell => textOf(cell).trim())
          .filter(cell => cell !== '')
          .join(' | ')
          .replaceAll(/\s+/g, ' ')
      const habits = plan
        ? null
        : habitsOf(
            rows
              .slice(from, to)
              .map(joined)
              .filter(line => line !== ''),
          )
      for (let row = from; row < to; row++) {
        const cells = rows[row] ?? []
        if (cells.every(cell => cell === '')) continue
        if (titled(row)) lines.push(wanted.readNote(joined(cells)))
        else if (plan) lines.push(readRow(wanted, cells, plan, rows.slice(row + 1, Math.min(to, row + 4))))
        else {
          const next = rows.slice(row + 1, to).find(({ length }) => length > 0)
          lines.push(readFreeLine(wanted, joined(cells), next ? joined(next) : null, habits ?? habitsOf([])))
        }
        await yieldNow()
      }
    }
  }

  async function readText(text: string): Promise<void> {
    const texts = text.split(/\r\n|\r|\n/)
    const table = asTable(texts)
    if (table) await readSheet(table)
    else await readLines(texts)
  }

  if (!('sheets' in source)) {
    await readText(source.text)
    return lines
  }
  const shown = source.sheets.filter(({ isHidden }) => !isHidden)
  for (const sheet of shown.length > 0 ? shown : source.sheets) {
    wanted.beginSheet()
    await readSheet(sheet, source.text)
  }
  return lines
}
