import type { LineChange, RequestLine } from '#contract/requests.ts'
import { History } from '#web/ui/icons.ts'
import { changeText } from '../changes/change-texts.ts'
import { lineName, quantityText, wishText } from '../words.ts'

interface LineListProps {
  lines: readonly RequestLine[]
  /** What has changed in the project since; to its buyer alone. */
  changes?: readonly LineChange[]
}

/** The lines as they were asked for. */
export function LineList({ lines, changes = [] }: LineListProps) {
  const changeOf = new Map(changes.map(change => [change.line, change]))
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
            <Changed change={changeOf.get(line.id)} />
          </span>
          <span className="text-right whitespace-nowrap tabular-nums">{quantityText(line.quantity, line.unit)}</span>
        </li>
      ))}
    </ol>
  )
}

function Changed({ change }: { change: LineChange | undefined }) {
  if (!change) return null
  return (
    <span className="mt-0.5 flex items-start gap-1.5 text-sm text-leaf-strong">
      <History size={16} className="mt-0.5 shrink-0" />
      {changeText(change)}
    </span>
  )
}
