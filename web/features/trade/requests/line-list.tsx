import type { RequestLine } from '#contract/requests.ts'
import { lineName, quantityText, wishText } from '../words.ts'

/** The lines as they were asked for. */
export function LineList({ lines }: { lines: readonly RequestLine[] }) {
  return (
    <ol className="border-t border-line">
      {lines.map(line => (
        <li
          key={line.id}
          className="grid grid-cols-[2rem_minmax(0,1fr)_auto] gap-x-3 border-b border-line py-2 wrap-anywhere"
        >
          <span aria-hidden className="text-sm leading-6 text-muted tabular-nums">
            {line.position}
          </span>
          <span>
            {lineName(line)}
            {wishText(line) && <span className="block text-sm text-muted">{wishText(line)}</span>}
          </span>
          <span className="text-right whitespace-nowrap tabular-nums">{quantityText(line.quantity, line.unit)}</span>
        </li>
      ))}
    </ol>
  )
}
