import type { RowDoubt } from '#server/reading/tables/cells.ts'
import { categoryIn } from './titles.ts'
import type { UnderstoodRow } from './understood-row.ts'

/** «Хвойные растения»: no line of a cell above it. */
const isHeading = (rows: UnderstoodRow[]) =>
  rows.every(({ kind, name }) => kind === 'header' || (kind === 'section' && categoryIn(name) !== null))

/** Tells of a sheet's offers what their file leaves open beside its cells. */
export function tellDoubts(doubts: RowDoubt[], rows: UnderstoodRow[]): void {
  if (doubts.length === 0) return
  const byRow = Map.groupBy(rows, ({ row }) => row - 1)
  for (const { row, column, text, unlessHeading } of doubts) {
    if (unlessHeading !== undefined && isHeading(byRow.get(unlessHeading) ?? [])) continue
    for (const one of byRow.get(row) ?? []) {
      if (one.kind !== 'offer' || one.verdict === 'skipped') continue
      one.unread.push({ column, text, code: 'words' })
      if (one.verdict === 'clear') one.verdict = 'doubtful'
    }
  }
}
