import type { NamedPlants } from '#server/reading/names/named-plants.ts'
import { understandSheets } from '#server/reading/price-lists/understand-sheets.ts'
import type { UnderstoodRow } from '#server/reading/price-lists/understood-row.ts'
import { readScheduleFile, readScheduleText } from '#server/reading/schedules/read-schedule-file.ts'
import type { ScheduleLine } from '#server/reading/schedules/schedule-line.ts'
import { readTables } from '#server/reading/tables/read-tables.ts'

/** The reader as this evaluation sees it: the only place that calls it. */

export interface Question {
  id: string
  kind: 'column' | 'unit' | 'currency' | 'names' | 'sections' | 'packing' | 'stock'
  sheet: string
  column: number | null
  text: string
  options: { value: string; label: string; sample?: unknown }[]
  rows: number
  answer: string | null
}

export interface Answer {
  question: string
  value: string
}

export type ReadingRow = UnderstoodRow & {
  part?: number | null
  unread?: { column: number; text: string; code: string }[]
}

export interface Reading {
  failure: string | null
  rows: ReadingRow[]
  /** Of all sheets. */
  rowsInFile: number
  questions: Question[]
  milliseconds: number
}

export async function readList(bytes: Uint8Array, plants: NamedPlants, answers: Answer[] = []): Promise<Reading> {
  const started = performance.now()
  const tables = await readTables(bytes)
  if ('failure' in tables) {
    return {
      failure: tables.failure,
      rows: [],
      rowsInFile: 0,
      questions: [],
      milliseconds: performance.now() - started,
    }
  }
  const instructions = { corrections: [], answers }
  const understood = await understandSheets(tables.sheets, plants, instructions)
  const { questions = [] } = understood as { questions?: Question[] }
  return {
    failure: null,
    rows: understood.rows,
    rowsInFile: tables.sheets.reduce((sum, { rows }) => sum + rows.length, 0),
    questions,
    milliseconds: performance.now() - started,
  }
}

/** `isPasted`: the text is sent as such, not as a file. */
export async function readScheduleLines(
  bytes: Buffer,
  plants: NamedPlants,
  isPasted: boolean,
): Promise<{ failure: string | null; lines: ScheduleLine[]; milliseconds: number }> {
  const started = performance.now()
  const read = await (isPasted ? readScheduleText(bytes.toString(), plants) : readScheduleFile(bytes, plants))
  const milliseconds = performance.now() - started
  return Array.isArray(read) ? { failure: null, lines: read, milliseconds } : { ...read, lines: [], milliseconds }
}
