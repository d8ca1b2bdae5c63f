import { formatPrice } from '#web/lib/format-price.ts'
import { counted } from '#web/lib/plural.ts'
import { Button } from '#web/ui/button.tsx'
import { money } from '../marks.tsx'
import type { summaryOf } from './choice.ts'

interface ChoiceBarProps {
  summary: ReturnType<typeof summaryOf>
  /** All of the request. */
  lines: number
  onAward: () => void
}

/** What the choice comes to, by company and all together, always in sight. */
export function ChoiceBar({ summary: { parts, lines: chosen, total, substitutes }, lines, onAward }: ChoiceBarProps) {
  return (
    <div className="sticky bottom-14 z-20 -mx-4 mt-4 flex flex-wrap items-center gap-x-8 lg:flex-nowrap gap-y-2 border-t border-line bg-paper px-4 py-3 sm:mx-0 sm:px-0 md:bottom-0">
      <output className="min-w-0 shrink-0">
        <span className="text-xl font-semibold whitespace-nowrap tabular-nums">{formatPrice(total)}</span>{' '}
        <span className="text-sm text-muted">
          выбрано {chosen} из {lines}
          {substitutes > 0 && `, ${counted(substitutes, ['замена', 'замены', 'замен'])}`}
        </span>
      </output>
      {parts.length > 0 && (
        <ul className="flex min-w-0 grow flex-wrap gap-x-6 gap-y-0.5 text-sm max-sm:hidden">
          {parts.map(({ quote, lines: count, total: sum }) => (
            <li key={quote.id} className="wrap-anywhere">
              {quote.company.company_name}, {count}: <span className={money}>{formatPrice(sum)}</span>
            </li>
          ))}
        </ul>
      )}
      <Button disabled={chosen === 0} className="ml-auto shrink-0 max-sm:w-full" onClick={onAward}>
        {parts.length > 1 ? 'Заключить сделки' : 'Заключить сделку'}
      </Button>
    </div>
  )
}
