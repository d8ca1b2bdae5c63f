// «С2 20-30 / С5 40-60 | 380 / 850»: cells of a row with as many parts each, one for each size.
import type { Cell, Sheet } from '#server/reading/tables/cells.ts'
import { divided, type DividedSheet, undivided } from './divided-sheet.ts'
import { saysHardlyMoreThanSizes } from './row-texts.ts'
import { readPrice, readStock } from './values.ts'

/** Nothing longer is a cell of parallel parts, and no plant has more sizes in a row. */
const longestCell = 400
const mostParts = 12
/** With a slash between them the parts may be the two prices of one size: so many rows must agree. */
const fewestRows = 2

const separators = [/\n/u, /\s\/\s/u]

type Part = 'size' | 'price' | 'stock'

function kindOf(parts: string[]): Part | null {
  if (parts.every(part => readPrice(part, 1).is === 'price')) return 'price'
  if (parts.every(part => /\d|окс/iu.test(part) && saysHardlyMoreThanSizes(part))) return 'size'
  return parts.every(part => readStock(part).stock !== undefined) ? 'stock' : null
}

interface Parallel {
  count: number
  /** The parts of the cells that have them, by column. */
  parts: Map<number, string[]>
}

/** The parallel parts of a row: sizes and their prices, and whatever else comes as often. */
function parallelIn(cells: Cell[], separator: RegExp): Parallel | null {
  const divided = cells.flatMap((cell, column) => {
    const parts =
      typeof cell === 'string' && cell.length <= longestCell ? cell.split(separator).map(part => part.trim()) : []
    const isDivided = parts.length > 1 && parts.length <= mostParts && !parts.includes('')
    const kind = isDivided ? kindOf(parts) : null
    return kind === null ? [] : [{ column, parts, kind }]
  })
  const count = divided.find(({ kind }) => kind === 'price')?.parts.length
  if (count === undefined) return null
  const own = divided.filter(({ parts }) => parts.length === count)
  if (!own.some(({ kind }) => kind === 'size')) return null
  return { count, parts: new Map(own.map(({ column, parts }) => [column, parts])) }
}

/** A sheet in which cells have the sizes of a plant and their prices in parallel: each is read as a row of its own. */
export function parallelApart(sheet: Sheet): DividedSheet {
  for (const separator of separators) {
    const found = sheet.rows.map(cells => parallelIn(cells, separator))
    const count = found.filter(Boolean).length
    if (count === 0 || (separator !== separators[0] && count < fewestRows)) continue
    const first = found.findIndex(Boolean)
    if (sheet.merges.some(({ bottom }) => bottom >= first)) continue
    return divided(sheet, (cells, row) => {
      const { count: parts, parts: own } = found[row] ?? { count: 1, parts: new Map<number, string[]>() }
      return Array.from({ length: parts }, (_, part) => ({
        cells: cells.map((cell, column) => own.get(column)?.[part] ?? cell),
      }))
    })
  }
  return undivided(sheet)
}
