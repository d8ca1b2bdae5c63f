import { clsx } from 'clsx'
import type { Quote, QuoteLine, RequestLine } from '#contract/requests.ts'
import { formatPrice } from '#web/lib/format-price.ts'
import { Check, Trophy } from '#web/ui/icons.ts'
import { lineName, quantityText, wishText } from '../words.ts'
import { type ComparisonCell, fitWords, whyNot } from './choice.ts'

interface CellChoiceProps {
  line: RequestLine
  quote: Quote
  cell: ComparisonCell
  offer: QuoteLine
  isBest: boolean
  isChosen: boolean
  /** Nothing is to be chosen: a closed request. */
  isReadOnly: boolean
  /** In a list of its own, not under the company's name. */
  hasName?: boolean
  onChoose: () => void
}

/** What one company offers for one line; a radio button of its line. */
export function CellChoice(props: CellChoiceProps) {
  const { line, quote, cell, offer, isBest, isChosen, isReadOnly, hasName, onChoose } = props
  const isDisabled = whyNot(quote) !== '' || isReadOnly
  return (
    <label
      className={clsx(
        'relative block h-full rounded-md border px-2 py-1 leading-snug has-focus-visible:outline-3 has-focus-visible:outline-offset-1 has-focus-visible:outline-leaf',
        isChosen ? 'border-leaf bg-leaf-soft' : 'border-line bg-surface',
        isDisabled ? 'cursor-default' : 'hover:border-leaf',
      )}
    >
      <input
        type="radio"
        name={`line-${line.id}`}
        className="sr-only"
        checked={isChosen}
        disabled={isDisabled}
        aria-label={spoken(props)}
        onChange={onChoose}
      />
      <span aria-hidden className="grid gap-0.5">
        {hasName && <span className="pr-6 font-semibold wrap-anywhere">{quote.company.company_name}</span>}
        <span className="flex flex-wrap items-baseline justify-between gap-x-2">
          <span className="font-semibold whitespace-nowrap tabular-nums">{formatPrice(cell.price)}</span>
          {isBest ? (
            <span className="inline-flex items-center gap-1 text-sm font-semibold text-success">
              <Trophy size={14} />
              лучшая
            </span>
          ) : (
            cell.difference !== null &&
            cell.difference !== 0 && (
              <span className="text-sm whitespace-nowrap text-muted tabular-nums">
                {cell.difference > 0 ? '+' : '−'}
                {formatPrice(Math.abs(cell.difference))}
              </span>
            )
          )}
          {isChosen && <Check size={18} className="self-center text-leaf-strong" />}
        </span>
        <span className="text-[0.8125rem] text-muted tabular-nums">
          <span className="whitespace-nowrap">всего {formatPrice(cell.total)}</span>
          {offer.label && !isAsAsked(line, offer) && <span className="wrap-anywhere"> · {offer.label}</span>}
        </span>
        {fitWords[cell.fit] !== '' && (
          <span className={clsx('text-sm', cell.fit === 'larger' ? 'text-muted' : 'text-accent-strong')}>
            {fitWords[cell.fit]}
          </span>
        )}
        {!cell.is_enough && (
          <span className="text-sm text-accent-strong">
            {quantityText(cell.quantity, offer.unit)} из {quantityText(line.quantity, line.unit)}
          </span>
        )}
        {cell.left_quantity !== null && (
          <span className="text-sm text-accent-strong">{leftText(cell.left_quantity)}</span>
        )}
        {offer.is_substitute && (
          <span className="text-sm wrap-anywhere text-accent-strong">замена: {offer.plant?.name ?? offer.name}</span>
        )}
        {offer.note && (
          <span title={offer.note} className="truncate text-xs text-muted">
            {offer.note}
          </span>
        )}
      </span>
    </label>
  )
}

/** Others have bought what was offered. */
const leftText = (left: number) => (left === 0 ? 'уже раскуплено' : `осталось только ${left} шт.`)

/** The size that was asked for stands at the head of the row. */
const isAsAsked = (line: RequestLine, offer: QuoteLine) => offer.label === wishText(line)

/** All that the cell shows, as one sentence. */
function spoken({ line, quote, cell, offer, isBest }: CellChoiceProps): string {
  return [
    `${lineName(line)}, ${quote.company.company_name}: ${formatPrice(cell.price)}, всего ${formatPrice(cell.total)}`,
    isBest
      ? 'лучшая цена'
      : cell.difference
        ? `${cell.difference > 0 ? 'дороже' : 'дешевле'} на ${formatPrice(Math.abs(cell.difference))}`
        : '',
    fitWords[cell.fit],
    cell.is_enough ? '' : `${quantityText(cell.quantity, offer.unit)} из ${quantityText(line.quantity, line.unit)}`,
    cell.left_quantity === null ? '' : leftText(cell.left_quantity),
    offer.is_substitute ? `замена: ${offer.plant?.name ?? offer.name}` : '',
    offer.label,
    offer.note,
    quote.is_expired ? 'предложение просрочено' : '',
    quote.is_paused ? 'компания скрыта' : '',
  ]
    .filter(Boolean)
    .join(', ')
}
