import { formatPrice } from '#web/lib/format-price.ts'
import { Button } from '#web/ui/button.tsx'
import { CompanyName } from '../company-name.tsx'
import { dayText } from '../dates.ts'
import { Mark, money } from '../marks.tsx'
import { lineName, quantityText, wishText } from '../words.ts'
import { CellChoice } from './cell-choice.tsx'
import { readComparison, whyNot } from './choice.ts'
import type { CompareParts } from './compare-view.tsx'

/** The same where there is no room for a table: the companies first, then the lines, each with its offers. */
export function CompareCards({ comparison, choice, isReadOnly, onChoose, onWhole }: CompareParts) {
  const { lines, quotes, missing } = comparison
  const read = readComparison(comparison)
  return (
    <>
      <ul aria-label="Предложения целиком" className="mb-6 grid gap-2 sm:grid-cols-2">
        {quotes.map(quote => {
          const isWhole = quote.lines.every(({ line }) => choice[line] === quote.id)
          return (
            <li key={quote.id} className="rounded-lg border border-line bg-surface px-3.5 py-3">
              <CompanyName company={quote.company} />
              <p className="mt-0.5 flex flex-wrap items-baseline justify-between gap-x-3">
                <span className={money}>{formatPrice(quote.totals.total)}</span>
                <span className="text-sm text-muted">
                  {quote.totals.lines_count} из {lines.length}, до {dayText(quote.valid_until)}
                </span>
              </p>
              <p className="text-sm text-muted">{extras(quote)}</p>
              {whyNot(quote) ? (
                <Mark tone="bad">{whyNot(quote)}</Mark>
              ) : (
                !isReadOnly && (
                  <Button
                    variant="quiet"
                    size="sm"
                    className="-ml-3"
                    aria-pressed={isWhole}
                    aria-label={`${isWhole ? 'Снять' : 'Взять'} всё: ${quote.company.company_name}`}
                    onClick={() => onWhole(quote, !isWhole)}
                  >
                    {isWhole ? 'Снять всё' : 'Взять всё'}
                  </Button>
                )
              )}
            </li>
          )
        })}
      </ul>
      <ol className="grid gap-6">
        {lines.map(line => (
          <li key={line.id}>
            <fieldset>
              <legend className="mb-2 wrap-anywhere">
                <span className="font-semibold">
                  {line.position}. {lineName(line)}
                </span>
                <span className="block text-sm text-muted">
                  {[wishText(line), quantityText(line.quantity, line.unit)].filter(Boolean).join(', ')}
                </span>
              </legend>
              {missing.includes(line.id) ? (
                <p className="text-sm text-accent-strong">Никто не предложил</p>
              ) : (
                <div className="grid gap-2 sm:grid-cols-2">
                  {quotes.map(quote => {
                    const cell = read.cell(line.id, quote.id)
                    const offer = read.offer(line.id, quote.id)
                    return (
                      cell &&
                      offer && (
                        <CellChoice
                          key={quote.id}
                          line={line}
                          quote={quote}
                          cell={cell}
                          offer={offer}
                          hasName
                          isBest={read.isBest(line.id, quote.id)}
                          isChosen={choice[line.id] === quote.id}
                          isReadOnly={isReadOnly}
                          onChoose={() => onChoose(line.id, quote.id)}
                        />
                      )
                    )
                  })}
                </div>
              )}
              {choice[line.id] !== undefined && !isReadOnly && (
                <Button
                  variant="quiet"
                  size="sm"
                  className="mt-1 -ml-3"
                  aria-label={`Не брать: ${lineName(line)}`}
                  onClick={() => onChoose(line.id, null)}
                >
                  Не брать
                </Button>
              )}
            </fieldset>
          </li>
        ))}
      </ol>
    </>
  )
}

function extras({ delivery_price, unloading_price }: CompareParts['comparison']['quotes'][number]): string {
  const said = (name: string, rubles: number | null) =>
    rubles === null ? '' : `${name} ${rubles === 0 ? 'бесплатно' : formatPrice(rubles)}`
  const text = [said('доставка', delivery_price), said('разгрузка', unloading_price)].filter(Boolean).join(', ')
  return text ? `С ними: ${text}` : 'Без доставки и разгрузки'
}
