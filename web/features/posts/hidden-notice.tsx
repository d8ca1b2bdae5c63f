import { EyeOff } from '#web/ui/icons.ts'

/** The reason why a moderator has hidden the post from everybody but its author. */
export function HiddenNotice({ reason }: { reason: string }) {
  return (
    <p className="mt-3 flex items-start gap-2.5 rounded-md bg-danger-soft px-3 py-2.5 text-sm text-danger">
      <EyeOff size={18} className="mt-px shrink-0" />
      <span className="min-w-0 whitespace-pre-line wrap-anywhere">Запись скрыта модератором: {reason}</span>
    </p>
  )
}
