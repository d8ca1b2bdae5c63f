import { clsx } from 'clsx'
import { mostCompared } from '#contract/most-compared.ts'
import { CircleCheck, Scale } from '#web/ui/icons.ts'
import { showToast } from '#web/ui/toast.ts'
import { type Chosen, choose, type Kind, unchoose, useChosen } from './chosen.ts'

const ofKind: Record<Kind, string> = { offer: 'предложений', plant: 'растений' }

interface CompareToggleProps {
  kind: Kind
  one: Chosen
  /** Where there is little room its icon alone. */
  isShort?: boolean
  className?: string
}

/** Puts one thing among those to be compared, or takes it out; pressed or not, it is as wide. */
export function CompareToggle({ kind, one, isShort = false, className }: CompareToggleProps) {
  const isChosen = useChosen()[kind].some(({ id }) => id === one.id)
  const Icon = isChosen ? CircleCheck : Scale
  function toggle() {
    if (isChosen) unchoose(kind, one.id)
    else if (!choose(kind, one))
      showToast({
        message: `Сравнить можно не больше ${mostCompared} ${ofKind[kind]}. Уберите какое-нибудь из выбранных.`,
        tone: 'danger',
      })
  }
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      aria-label={`Сравнить: ${one.name}`}
      title={isShort ? 'Сравнить' : undefined}
      onClick={toggle}
      className={clsx(
        'needs-script -mx-2 inline-flex min-h-9 items-center gap-1.5 rounded-md px-2 text-sm whitespace-nowrap text-leaf',
        isChosen ? 'bg-leaf-soft text-leaf-strong' : 'hover:bg-leaf-soft',
        className,
      )}
    >
      <Icon aria-hidden size={17} />
      <span className={isShort ? 'xl:sr-only' : undefined}>Сравнить</span>
    </button>
  )
}
