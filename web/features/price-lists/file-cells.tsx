import { Fragment } from 'react'
import type { PriceListRow } from '#contract/price-lists.ts'

/** What stands in the file, with what was not read marked. */
export function FileCells({ row: { cells, unread } }: { row: Pick<PriceListRow, 'cells' | 'unread'> }) {
  const unreadColumns = new Set(unread.map(({ column }) => column))
  return cells
    .map((text, column) => ({ text, column }))
    .filter(({ text }) => text !== '')
    .map(({ text, column }, place) => (
      <Fragment key={column}>
        {place > 0 && ' │ '}
        {unreadColumns.has(column) ? (
          <mark className="rounded-sm bg-accent-soft px-0.5 text-accent-strong">
            {text}
            <span className="sr-only"> (не прочитано)</span>
          </mark>
        ) : (
          text
        )}
      </Fragment>
    ))
}
