import { clsx } from 'clsx'
import type { Strategy, StrategySummary } from '#contract/projects.ts'
import { LoaderCircle } from '#web/ui/icons.ts'
import { besideText, sumText } from './transport-words.ts'
import { strategyNames } from './words.ts'

interface StrategyCardsProps {
  /** `undefined` while they are worked out, or where that failed. */
  summaries: StrategySummary[] | undefined
  isLoading: boolean
  choosing: Strategy | null
  onStart: (strategy: Strategy) => void
}

/** The ways of choosing, each with what it comes to before anything is chosen. */
export function StrategyCards({ summaries, isLoading, choosing, onStart }: StrategyCardsProps) {
  const totals = summaries?.flatMap(({ total }) => total ?? []) ?? []
  const least = totals.length > 1 ? Math.min(...totals) : null
  return (
    <ul className="grid gap-2 sm:grid-cols-2 xl:grid-cols-1">
      {(Object.keys(strategyNames) as Strategy[]).map(strategy => {
        const summary = summaries?.find(one => one.strategy === strategy)
        const isBest = least !== null && summary?.total === least
        const isBusy = choosing === strategy
        return (
          <li key={strategy}>
            <button
              type="button"
              aria-disabled={isBusy || undefined}
              aria-busy={isBusy || undefined}
              onClick={isBusy ? undefined : () => onStart(strategy)}
              className={clsx(
                'block min-h-24 w-full rounded-lg border px-3 py-2 text-left transition-colors',
                isBest ? 'border-leaf bg-leaf-soft hover:border-leaf-strong' : 'border-line bg-paper hover:border-edge',
              )}
            >
              <span className="flex items-center gap-2 font-semibold">
                {isBusy && <LoaderCircle size={18} className="animate-spin" />}
                {strategyNames[strategy]}
                {/* Not by the colour alone, which looks like what is chosen. */}
                {isBest && <span className="ml-auto text-sm font-normal text-leaf">выгоднее</span>}
              </span>
              <span className="block text-sm tabular-nums">
                {summary ? sumText(summary) : isLoading ? 'Считаем…' : '\u00a0'}
              </span>
              <span className="block text-sm text-muted">{summary ? besideText(summary) : '\u00a0'}</span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
