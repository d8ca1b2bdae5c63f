import { setImmediate } from 'node:timers/promises'
import type { NamedPlants } from '#server/domains/plants/named-plants.ts'
import type { Sheet } from '../reading/cells.ts'
import { nameReader } from './names.ts'
import { SheetReader, type SheetReading, type UnderstoodRow, type UnderstoodSheet } from './sheet-rows.ts'
import { apart } from './side-by-side.ts'

export interface Understanding {
  sheets: UnderstoodSheet[]
  /** Every row of every sheet, in their order. */
  rows: UnderstoodRow[]
}

export interface Instructions {
  /** What a person says of sheets, by their names. */
  corrections?: ({ name: string } & SheetReading)[]
  /** How sheets of the company's earlier files were read, by their shapes. */
  remembered?: ReadonlyMap<string, SheetReading>
  onProgress?: (done: number, total: number) => void
}

/** Milliseconds of work after which others have their turn. */
const turn = 20

/**
 * Understands what the sheets of a price list offer, in turns, so that a server goes on answering. Nothing is guessed in
 * silence: what can be meant in two ways is a doubtful row with its candidates. Every row of the file is one row here, or two if two tables
 * stand side by side.
 */
export async function understandSheets(
  written: Sheet[],
  plants: NamedPlants,
  { corrections = [], remembered, onProgress }: Instructions = {},
): Promise<Understanding> {
  const names = nameReader(plants)
  const sheets = written.flatMap(apart)
  const total = sheets.reduce((sum, { rows }) => sum + rows.length, 0)
  const understood: Understanding = { sheets: [], rows: [] }
  let begun = performance.now()
  for (const sheet of sheets) {
    let reader = await prepared(new SheetReader(sheet, names, plants, {}))
    const said = corrections.find(({ name }) => name === sheet.name)
    const before = remembered?.get(reader.describe().shape)
    if (said || before) reader = await prepared(new SheetReader(sheet, names, plants, { ...before, ...said }))
    understood.sheets.push(reader.describe())
    for (let row = 0; row < sheet.rows.length; row++) {
      understood.rows.push(reader.read(row))
      if (performance.now() - begun < turn) continue
      onProgress?.(understood.rows.length, total)
      await setImmediate()
      begun = performance.now()
    }
  }
  rejectRepeatedSkus(understood.rows)
  onProgress?.(total, total)
  return understood
}

async function prepared(reader: SheetReader): Promise<SheetReader> {
  let begun = performance.now()
  for (const _ of reader.prepare()) {
    if (performance.now() - begun < turn) continue
    await setImmediate()
    begun = performance.now()
  }
  await setImmediate()
  return reader
}

/** One article number is of one size: the first that has it keeps it. */
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
