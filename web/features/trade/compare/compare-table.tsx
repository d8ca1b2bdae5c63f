import { clsx } from 'clsx'
import type { Comparison } from '#contract/requests.ts'
import { formatPrice } from '#web/lib/format-price.ts'
import { counted } from '#web/lib/plural.ts'
import { Button } from '#web/ui/button.tsx'
import { Rating } from '#web/ui/rating.tsx'
import { dayText } from '../dates.ts'
import { Mark, money } from '../marks.tsx'
import { lineForms, lineName, quantityText, wishText } from '../words.ts'
import { CellChoice } from './cell-choice.tsx'
import { readComparison, whyNot } from './choice.ts'
import type { CompareParts } from './compare-view.tsx'

type Quote = Comparison['quotes'][number]

// Collapsed borders would stay behind where cells stick.
const first =
  'sticky left-0 w-72 min-w-72 border-r border-b border-line bg-paper py-2.5 pr-4 text-left align-top font-normal'
const cell = 'min-w-44 border-b border-line p-1.5 align-top'

/** Lines × quotes in a table that scrolls within itself; its head and its first column stay. */
export function CompareTable(parts: CompareParts) {
  const { comparison } = parts
  const { lines, quotes } = comparison
  const read = readComparison(comparison)
  return (
    <section
      aria-label="Предложения по строкам"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
      tabIndex={0}
      className="max-h-[max(28rem,calc(100dvh-13rem))] scroll-pt-48 scroll-pl-72 overflow-auto overscroll-x-contain border-y border-line"
    >
      <table className="min-w-full border-separate border-spacing-0 text-left">
        <caption className="sr-only">Предложения по строкам</caption>
        <thead>
          <tr>
            <td className={clsx(first, 'top-0 z-30 align-bottom text-sm text-muted')}>
              {counted(lines.length, lineForms)}
            </td>
            {quotes.map(quote => (
              <QuoteHead key={quote.id} quote={quote} {...parts} />
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(line => (
            <tr key={line.id}>
              <th scope="row" className={clsx(first, 'z-10 wrap-anywhere')}>
                <span className="flex gap-2">
                  <span aria-hidden className="w-6 shrink-0 text-sm leading-6 text-muted tabular-nums">
                    {line.position}
                  </span>
                  <span className="min-w-0">
                    <span className="font-semibold">{lineName(line)}</span>
                    <span className="block text-sm text-muted">
                      {[wishText(line), quantityText(line.quantity, line.unit)].filter(Boolean).join(', ')}
                    </span>
                    {parts.choice[line.id] !== undefined && !parts.isReadOnly && (
                      <button
                        type="button"
                        className="link min-h-6 text-sm"
                        aria-label={`Не брать: ${lineName(line)}`}
                        onClick={() => parts.onChoose(line.id, null)}
                      >
                        Не брать
                      </button>
                    )}
                  </span>
                </span>
              </th>
              {quotes.map(quote => {
                const priced = read.cell(line.id, quote.id)
                const offer = read.offer(line.id, quote.id)
                return (
                  <td key={quote.id} className={cell}>
                    {priced && offer ? (
                      <CellChoice
                        line={line}
                        quote={quote}
                        cell={priced}
                        offer={offer}
                        isBest={read.isBest(line.id, quote.id)}
                        isChosen={parts.choice[line.id] === quote.id}
                        isReadOnly={parts.isReadOnly}
                        onChoose={() => parts.onChoose(line.id, quote.id)}
                      />
                    ) : (
                      <span className="block p-2.5 text-sm text-muted">не предлагает</span>
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
        <tfoot>
          {sums.map(({ name, of, isTotal }) => (
            <tr key={name}>
              <th scope="row" className={clsx(first, 'z-10', isTotal && 'font-semibold')}>
                {name}
              </th>
              {quotes.map(quote => (
                <td key={quote.id} className={clsx(cell, 'px-4 tabular-nums', isTotal && money)}>
                  {of(quote)}
                </td>
              ))}
            </tr>
          ))}
        </tfoot>
      </table>
    </section>
  )
}

const extra = (rubles: number | null) =>
  rubles === null ? <span className="text-muted">не предлагает</span> : rubles === 0 ? 'бесплатно' : formatPrice(rubles)

const sums = [
  { name: 'Растения', of: (quote: Quote) => formatPrice(quote.totals.lines), isTotal: false },
  { name: 'Доставка', of: (quote: Quote) => extra(quote.delivery_price), isTotal: false },
  { name: 'Разгрузка', of: (quote: Quote) => extra(quote.unloading_price), isTotal: false },
  { name: 'Всё вместе', of: (quote: Quote) => formatPrice(quote.totals.total), isTotal: true },
]

function QuoteHead({ quote, comparison, choice, isReadOnly, onWhole }: CompareParts & { quote: Quote }) {
  const isWhole = quote.lines.every(({ line }) => choice[line] === quote.id)
  return (
    <th
      scope="col"
      style={{ width: `${100 / comparison.quotes.length}%` }}
      className="sticky top-0 z-20 min-w-44 border-b-2 border-ink/70 bg-paper px-1.5 pt-2 pb-2 text-left align-bottom font-normal"
    >
      <span className="block px-2.5 font-semibold wrap-anywhere">{quote.company.company_name}</span>
      <span className="grid gap-0.5 px-2.5 text-sm">
        <Rating rating={quote.company.rating} count={quote.company.reviews_count} />
        <span className={money}>{formatPrice(quote.totals.total)}</span>
        <span className="text-muted">
          {quote.totals.lines_count} из {comparison.lines.length}
          {quote.revision > 1 && `, редакция ${quote.revision}`}
        </span>
        {whyNot(quote) ? (
          <span>
            <Mark tone="bad">{whyNot(quote)}</Mark>
          </span>
        ) : (
          <span className="text-muted">до {dayText(quote.valid_until)}</span>
        )}
      </span>
      {!isReadOnly && !whyNot(quote) && (
        <Button
          variant="quiet"
          size="sm"
          aria-pressed={isWhole}
          aria-label={`${isWhole ? 'Снять' : 'Взять'} всё: ${quote.company.company_name}`}
          className="px-2.5"
          onClick={() => onWhole(quote, !isWhole)}
        >
          {isWhole ? 'Снять всё' : 'Взять всё'}
        </Button>
      )}
    </th>
  )
}
