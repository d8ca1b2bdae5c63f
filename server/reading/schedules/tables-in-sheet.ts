// The tables of a sheet: where each begins, its titles, and its cells with the merged ones filled.
import { type Header, titlesOf } from '#server/reading/price-lists/headers.ts'
import type { NameReader } from '#server/reading/price-lists/names.ts'
import { type Cell, type Sheet, textOf } from '#server/reading/tables/cells.ts'
import { planSchedule, type ScheduleColumns } from './columns.ts'
import { readQuantityCell } from './quantities.ts'
import { isTitleOfQuantities } from './schedule-titles.ts'

/** Copies merged cells to all rows they cover, except quantities: a merged quantity is the total of its rows. */
export function coverMerged(sheet: Sheet, columns: (row: number) => ScheduleColumns | null): Cell[][] {
  const rows = sheet.rows.map(cells => [...cells])
  let left = 100_000
  for (const { top, left: column, bottom, right } of sheet.merges) {
    const value = rows[top]?.[column] ?? ''
    if (value === '' || bottom === top || right > column + 1) continue
    for (let row = top + 1; row <= bottom && left > 0; row++, left--) {
      const cells = rows[row]
      if (!cells || cells.length === 0 || (cells[column] ?? '') !== '') continue
      if (columns(row)?.quantities.some(({ index }) => index === column)) continue
      while (cells.length < column) cells.push('')
      cells[column] = value
    }
  }
  return rows
}

/** Joins a second row of titles, such as «Участок 1», «Участок 2», «Всего» under «Количество», with the first. */
export function withSecondLine(sheet: Sheet, header: Header): Header {
  const { rows, merges } = sheet
  const [above = [], own = []] = [rows[header.bottom], rows[header.bottom + 1]]
  const isFilled = (cells: Cell[], column: number) => (cells[column] ?? '') !== ''
  const columns = own.flatMap((cell, column) => (cell === '' ? [] : [column]))
  const isOver = (column: number) =>
    !isFilled(above, column) ||
    !isFilled(above, column + 1) ||
    merges.some(
      ({ bottom, left, right }) => bottom === header.bottom && left <= column && column <= right && left < right,
    )
  const goesOn =
    columns.length > 1 &&
    header.bottom - header.top < 3 &&
    columns.every(
      column =>
        column > 0 && isOver(column) && typeof own[column] === 'string' && /\p{L}/u.test(textOf(own[column] ?? '')),
    ) &&
    columns.some(column => !isFilled(above, column)) &&
    columns.every(column => !/\d{2}/.test(textOf(own[column] ?? '')))
  if (!goesOn) return header
  const bottom = header.bottom + 1
  const width = Math.max(0, ...rows.map(({ length }) => length))
  return { top: header.top, bottom, ...titlesOf(sheet, header.top, bottom, width) }
}

/** So many rows are looked through for the titles, and so many below them are looked at. */
const [lookedThrough, judgedBy] = [30, 8]

/**
 * A line of titles of which only that of the quantities is known: «Состав насаждений», «Тип поставки», «Штук» above
 * numbers.
 */
export function titlesAboveQuantities(sheet: Sheet, names: NameReader): Header | null {
  const { rows } = sheet
  for (let row = 0; row < Math.min(lookedThrough, rows.length - 1); row++) {
    const texts = (rows[row] ?? []).map(cell => textOf(cell).trim())
    const filled = texts.filter(text => text !== '')
    const mayBeTitles = filled.length > 1 && filled.every(text => /\p{L}|№|#|∑/u.test(text) && text.length <= 80)
    const column = mayBeTitles ? texts.findIndex(text => isTitleOfQuantities(text)) : -1
    if (column < 0 || filled.some(text => names.match(text, null).plant !== null)) continue
    const below = rows.slice(row + 1, row + 1 + judgedBy).map(cells => textOf(cells[column] ?? '').trim())
    const known = below.filter(text => text !== '')
    const counts = known.filter(text => readQuantityCell(text, null).quantity !== null)
    if (known.length === 0 || counts.length < known.length * 0.6) continue
    return { top: row, bottom: row, ...titlesOf(sheet, row, row, Math.max(...rows.map(({ length }) => length))) }
  }
  return null
}

export interface Region {
  from: number
  to: number
  plan: ScheduleColumns | null
}

/** Splits a sheet into its tables, each below its header; rows above the first header have no columns. */
export function regionsOf(sheet: Sheet, headers: Header[], names: NameReader): Region[] {
  const width = Math.max(0, ...sheet.rows.map(({ length }) => length))
  const titled = new Set(
    headers.flatMap(({ top, bottom }) => Array.from({ length: bottom - top + 1 }, (_, at) => top + at)),
  )
  const bodyOf = (from: number, to: number) =>
    sheet.rows.slice(from, to).filter((cells, at) => cells.length > 0 && !titled.has(from + at))
  if (headers.length === 0) {
    const body = bodyOf(0, sheet.rows.length)
    const tabular = body.filter(cells => cells.filter(cell => cell !== '').length > 1)
    const plan = tabular.length * 2 > body.length ? planSchedule(tabular, width, null, names) : null
    const isNamed = plan?.columns.some(({ field }) => field === 'name' || field === 'latin_name') ?? false
    return [{ from: 0, to: sheet.rows.length, plan: isNamed ? plan : null }]
  }
  const regions: Region[] = [{ from: 0, to: headers[0]?.top ?? 0, plan: null }]
  for (const [at, header] of headers.entries()) {
    const to = headers[at + 1]?.top ?? sheet.rows.length
    const body = bodyOf(header.bottom + 1, to).filter(cells => cells.filter(cell => cell !== '').length > 1)
    regions.push({ from: header.top, to, plan: planSchedule(body, width, header, names) })
  }
  return regions
}
