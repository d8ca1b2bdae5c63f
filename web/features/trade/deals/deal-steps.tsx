import { clsx } from 'clsx'
import type { Deal, DealState } from '#contract/deals.ts'
import { Check, X } from '#web/ui/icons.ts'
import { momentText } from '../dates.ts'
import { dealStateNames } from '../words.ts'

const way: DealState[] = ['awarded', 'confirmed', 'handed_over', 'received']

/** The way of a deal: what has been done, when and by whom, and what is still to come. */
export function DealSteps({ state, history }: Pick<Deal, 'state' | 'history'>) {
  const steps: DealState[] =
    state === 'cancelled' ? [...way.filter(step => history.some(entry => entry.state === step)), 'cancelled'] : way
  return (
    <ol aria-label="Ход сделки" className="grid gap-x-4 sm:grid-cols-4">
      {steps.map((step, index) => {
        const done = history.find(entry => entry.state === step)
        const isBad = step === 'cancelled'
        return (
          <li
            key={step}
            aria-current={step === state ? 'step' : undefined}
            className="relative flex gap-3 pb-5 sm:block sm:border-t-2 sm:border-line sm:pt-5 sm:pb-0"
          >
            {/* The line between two marks on a narrow screen. */}
            {index < steps.length - 1 && (
              <span aria-hidden className="absolute top-7 bottom-0 left-3 w-px bg-line sm:hidden" />
            )}
            <span
              aria-hidden
              className={clsx(
                'grid size-6 shrink-0 place-items-center rounded-full border-2 sm:absolute sm:-top-3.5',
                isBad
                  ? 'border-danger bg-danger text-on-danger'
                  : done
                    ? 'border-leaf bg-leaf text-on-leaf'
                    : 'border-edge bg-paper',
              )}
            >
              {isBad ? <X size={14} strokeWidth={3} /> : done && <Check size={14} strokeWidth={3} />}
            </span>
            <span className="min-w-0">
              <span className={clsx('block', step === state ? 'font-semibold' : !done && 'text-muted')}>
                {dealStateNames[step]}
                {!done && <span className="sr-only">, ещё впереди</span>}
              </span>
              {done && (
                <span className="block text-sm wrap-anywhere text-muted">
                  {momentText(done.at)}
                  {done.by && `, ${done.by.name}`}
                </span>
              )}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
