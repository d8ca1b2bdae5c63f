import { type Cell, type Sheet, textOf } from '../reading/cells.ts'
import { meaningOfTitle, normalize } from './titles.ts'

/** Titles of a table that stands beside another stand among the first lines. */
const mostLines = 200
const naming = new Set(['name', 'latin_name', 'genus'])

/** The column at which the same titles begin anew, beginning with the name of a plant; -1: they do not. */
function secondTable(cells: Cell[]): number {
  const titles = cells.flatMap((cell, column) => {
    const title = normalize(textOf(cell))
    return title === '' ? [] : [{ title, column }]
  })
  const half = titles.length / 2
  const isTwice = half >= 2 && titles.slice(half).every(({ title }, at) => title === titles[at]?.title)
  const names = titles.some(({ title }) => naming.has(meaningOfTitle(title)?.field ?? ''))
  return Number.isInteger(half) && isTwice && names ? (titles[half]?.column ?? -1) : -1
}

/**
 * A sheet on which a table goes on beside itself, as lists do to fit on a page, as two sheets: a row is of one plant.
 * Other sheets as they are.
 */
export function apart(sheet: Sheet): Sheet[] {
  const from = sheet.rows
    .slice(0, mostLines)
    .map(secondTable)
    .find(column => column > 0)
  if (from === undefined) return [sheet]
  return [
    {
      ...sheet,
      rows: sheet.rows.map(cells => cells.slice(0, from)),
      merges: sheet.merges
        .filter(({ left }) => left < from)
        .map(merge => ({ ...merge, right: Math.min(merge.right, from - 1) })),
    },
    {
      ...sheet,
      name: `${sheet.name} · справа`,
      rows: sheet.rows.map(cells => cells.slice(from)),
      merges: sheet.merges
        .filter(({ left }) => left >= from)
        .map(merge => ({ ...merge, left: merge.left - from, right: merge.right - from })),
    },
  ]
}
