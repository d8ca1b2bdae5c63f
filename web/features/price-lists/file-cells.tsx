import type { PriceListRow } from '#contract/price-lists.ts'

/** What stands in the file, with what was not read marked. */
export function FileCells({ row: { cells, unread } }: { row: Pick<PriceListRow, 'cells' | 'unread'> }) {
  const shown = cells.map((text, column) => ({ text, column })).filter(({ text }) => text !== '')
  return shown.map(({ text, column }, place) => {
    const isUnread = unread.some(one => one.column === column)
    return (
      <span key={column}>
        {place > 0 && <span aria-hidden> │ </span>}
        {isUnread ? (
          <mark className="rounded-sm bg-accent-soft px-0.5 text-accent-strong">
            {text}
            <span className="sr-only"> (не прочитано)</span>
          </mark>
        ) : (
          text
        )}
        {place < shown.length - 1 && <span className="sr-only">, </span>}
      </span>
    )
  })
}
