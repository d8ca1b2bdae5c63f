import { clsx } from 'clsx'
import type { Comparison } from '#contract/requests.ts'
import { formatPrice } from '#web/lib/format-price.ts'
import { counted } from '#web/lib/plural.ts'
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
  'sticky left-0 w-64 min-w-64 border-r border-b border-line bg-paper py-1 pr-3 text-left align-middle font-normal'
const cell = 'min-w-44 border-b border-line p-1 align-middle'

/** As many quotes stand beside each other on a page of usual width; more scroll sideways in a box. */
const besideEachOther = 5

/** Lines × quotes: the page scrolls, and the table's head and its total stay in sight. */
export function CompareTable(parts: CompareParts) {
  const { comparison } = parts
  const { lines, quotes } = comparison
  const read = readComparison(comparison)
  const isBox = quotes.length > besideEachOther
  return (
    <section
      aria-label="Предложения по строкам"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
      tabIndex={isBox ? 0 : undefined}
      className={clsx(
        'border-y border-line',
        isBox && 'max-h-[calc(100dvh-9rem)] scroll-pt-20 scroll-pl-64 overflow-auto overscroll-x-contain',
      )}
    >
      <table
        className={clsx('border-separate border-spacing-0 text-left', isBox ? 'min-w-full' : 'w-full table-fixed')}
      >
        <caption className="sr-only">Предложения по строкам</caption>
        <thead>
          <tr>
            <td
              className={clsx(first, isBox ? 'top-0' : 'top-16', 'z-30 border-b-2 border-b-ink/70 text-sm text-muted')}
            >
              {counted(lines.length, lineForms)}
            </td>
            {quotes.map(quote => (
              <QuoteHead key={quote.id} quote={quote} isBox={isBox} {...parts} />
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(line => (
            <tr key={line.id}>
              <th scope="row" className={clsx(first, 'z-10 wrap-anywhere')}>
                <span className="flex gap-1.5 leading-snug">
                  <span aria-hidden className="w-5 shrink-0 text-xs leading-5 text-muted tabular-nums">
                    {line.position}
                  </span>
                  <span className="min-w-0">
                    <span className="font-semibold">{lineName(line)}</span>
                    <span className="block text-[0.8125rem] text-muted">
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
                      <span className="block px-2 text-sm text-muted">не предлагает</span>
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
              <th scope="row" className={clsx(first, 'z-10', isTotal && stays(isBox), isTotal && 'font-semibold')}>
                {name}
              </th>
              {quotes.map(quote => (
                <td
                  key={quote.id}
                  className={clsx(cell, 'px-3 tabular-nums', isTotal && stays(isBox), isTotal && money)}
                >
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

/** The total is in sight before the end, above the bar with the choice. */
const stays = (isBox: boolean) => clsx('sticky border-t bg-paper', isBox ? 'bottom-0' : 'bottom-16')

interface QuoteHeadProps extends CompareParts {
  quote: Quote
  isBox: boolean
}

/** Two lines: whose it is, and what it comes to for how many of the lines. */
function QuoteHead({ quote, isBox, comparison, choice, isReadOnly, onWhole }: QuoteHeadProps) {
  const isWhole = quote.lines.every(({ line }) => choice[line] === quote.id)
  return (
    <th
      scope="col"
      style={isBox ? { width: `${100 / comparison.quotes.length}%` } : undefined}
      className={clsx(
        'sticky z-20 min-w-44 border-b-2 border-ink/70 bg-paper px-3 py-1.5 text-left align-middle font-normal',
        isBox ? 'top-0' : 'top-16',
      )}
    >
      <span className="flex items-baseline justify-between gap-2">
        <span className="min-w-0 truncate font-semibold" title={quote.company.company_name}>
          {quote.company.company_name}
        </span>
        <Rating rating={quote.company.rating} count={quote.company.reviews_count} />
      </span>
      <span className="flex flex-wrap items-center justify-between gap-x-2 text-sm">
        <span className={money}>{formatPrice(quote.totals.total)}</span>
        <span className="text-muted">
          {quote.totals.lines_count} из {comparison.lines.length}
          {quote.revision > 1 && `, ред. ${quote.revision}`}
          {!whyNot(quote) && `, до ${dayText(quote.valid_until)}`}
        </span>
        {whyNot(quote) ? (
          <Mark tone="bad">{whyNot(quote)}</Mark>
        ) : (
          !isReadOnly && (
            <button
              type="button"
              aria-pressed={isWhole}
              aria-label={`${isWhole ? 'Снять' : 'Взять'} всё: ${quote.company.company_name}`}
              className="link min-h-6 text-sm font-semibold"
              onClick={() => onWhole(quote, !isWhole)}
            >
              {isWhole ? 'Снять всё' : 'Взять всё'}
            </button>
          )
        )}
      </span>
    </th>
  )
}
