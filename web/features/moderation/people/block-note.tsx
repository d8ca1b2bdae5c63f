import { Ban } from '#web/ui/icons.ts'
import { momentOf } from '../dates.ts'

/** Since when and why a person or company is blocked. */
export function BlockNote({ block: { blocked_at, reason } }: { block: { blocked_at: string; reason: string } }) {
  return (
    <p className="flex items-start gap-2 text-sm text-danger">
      <Ban size={16} className="mt-0.5 shrink-0" />
      <span className="min-w-0 wrap-anywhere">
        Заблокировано <time dateTime={blocked_at}>{momentOf(blocked_at)}</time>: {reason}
      </span>
    </p>
  )
}
