import { CircleCheck } from '#web/ui/icons.ts'
import { useWhy } from './why.ts'

/** For what one is asked to sign up or in; nothing where it is for itself. */
export function WhyNote({ next }: { next: string | null }) {
  const why = useWhy(next)
  if (!why) return null
  return (
    <p className="mb-3 flex items-start gap-2 rounded-lg bg-leaf-soft px-3 py-2.5 font-semibold text-leaf-strong">
      <CircleCheck size={20} className="mt-0.5 shrink-0" />
      <span className="min-w-0 wrap-anywhere">{why}</span>
    </p>
  )
}
