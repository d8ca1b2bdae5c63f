import { clsx } from 'clsx'
import { useState } from 'react'
import type { Quote, QuoteLine, Request } from '#contract/requests.ts'
import type { MemberFetch } from '#web/lib/download.ts'
import { formatPrice } from '#web/lib/format-price.ts'
import { counted } from '#web/lib/plural.ts'
import { DownloadButton } from '#web/ui/download-button.tsx'
import { ChevronDown } from '#web/ui/icons.ts'
import { Cell, HeadCell } from '#web/ui/table.tsx'
import { dayText, momentText } from '../dates.ts'
import { Mark, money } from '../marks.tsx'
import { lineForms, lineName, quantityText, wishText } from '../words.ts'
import { type LineChange, lineChanges, withEarlier } from './revision-changes.ts'

interface RevisionsProps {
  request: Pick<Request, 'id' | 'lines'>
  /** Of one company. */
  quotes: readonly Quote[]
  fetch: MemberFetch
}

/** All that a company has offered, the last word first and open. */
export function Revisions({ request, quotes, fetch }: RevisionsProps) {
  return (
    <div className="grid gap-3">
      {withEarlier(quotes).map(({ quote, earlier }) => (
        <Revision key={quote.id} request={request} quote={quote} earlier={earlier} fetch={fetch} />
      ))}
    </div>
  )
}

interface RevisionProps extends Pick<RevisionsProps, 'request' | 'fetch'> {
  quote: Quote
  /** The revision before it. */
  earlier: Quote | null
}

function Revision({ request, quote, earlier, fetch }: RevisionProps) {
  const [isOpen, setOpen] = useState(false)
  const { revision, totals, created_at, created_by, valid_until, is_expired, is_paused, is_current, note } = quote
  const changes = earlier ? lineChanges(earlier, quote) : []
  return (
    <article
      aria-label={`Редакция ${revision}`}
      className={clsx('rounded-lg border border-line bg-surface', !is_current && 'bg-paper')}
    >
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 px-4 py-3">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="font-semibold">Редакция {revision}</span>
            {!is_current && <Mark tone="calm">Прежняя</Mark>}
            {is_expired && is_current && <Mark tone="bad">Срок действия истёк</Mark>}
            {is_paused && is_current && <Mark tone="bad">Компания скрыта</Mark>}
          </p>
          <p className="text-sm text-muted">
            {momentText(created_at)}
            {created_by && `, ${created_by.name}`}
          </p>
        </div>
        <div className="sm:text-right">
          <p className={clsx(money, 'text-lg')}>{formatPrice(totals.total)}</p>
          <p className="text-sm text-muted">
            {counted(totals.lines_count, lineForms)} из {request.lines.length}, действует до {dayText(valid_until)}
          </p>
        </div>
      </div>
      {earlier && <Changes changes={changes} before={earlier} after={quote} />}
      {note && <p className="border-t border-line px-4 py-3 wrap-anywhere whitespace-pre-line">{note}</p>}
      <div className="flex flex-wrap items-center gap-x-2 border-t border-line px-1.5 py-1.5">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(open => !open)}
          className="inline-flex min-h-10 items-center gap-1.5 rounded-md px-2.5 text-sm font-semibold text-leaf hover:bg-leaf-soft"
        >
          <ChevronDown size={18} className={clsx('transition-transform', isOpen && 'rotate-180')} />
          {isOpen ? 'Свернуть строки' : 'Показать строки'}
          <span className="sr-only">, редакция {revision}</span>
        </button>
        <DownloadButton
          fetch={fetch}
          path={`/requests/${request.id}/quotes/${quote.id}/offer.pdf`}
          name={`Коммерческое предложение, редакция ${revision}.pdf`}
          label="Для печати, PDF"
          describedAs={`Коммерческое предложение для печати, редакция ${revision}`}
          size="sm"
        />
        <DownloadButton
          fetch={fetch}
          path={`/requests/${request.id}/quotes/${quote.id}/offer.xlsx`}
          name={`Коммерческое предложение, редакция ${revision}.xlsx`}
          label="Таблица, XLSX"
          describedAs={`Коммерческое предложение таблицей, редакция ${revision}`}
          size="sm"
        />
      </div>
      {isOpen && <QuoteTable request={request} quote={quote} />}
    </article>
  )
}

interface ChangesProps {
  changes: LineChange[]
  before: Quote
  after: Quote
}

const delivered = ({ delivery_price: price }: Quote) => (price === null ? 'нет' : formatPrice(price))
const unloaded = ({ unloading_price: price }: Quote) => (price === null ? 'нет' : formatPrice(price))

/** Changed lines that are shown at first. */
const mostShown = 6

/** What is different from the revision before, in words and not by colour alone. */
function Changes({ changes, before, after }: ChangesProps) {
  const [isAll, setAll] = useState(false)
  const shown = isAll || changes.length <= mostShown + 1 ? changes : changes.slice(0, mostShown)
  const others = [
    { name: 'Доставка', was: delivered(before), is: delivered(after) },
    { name: 'Разгрузка', was: unloaded(before), is: unloaded(after) },
    { name: 'Действует до', was: dayText(before.valid_until), is: dayText(after.valid_until) },
    { name: 'Всего', was: formatPrice(before.totals.total), is: formatPrice(after.totals.total) },
  ].filter(({ was, is }) => was !== is)
  const isNoteNew = before.note !== after.note
  return (
    <div className="border-t border-line px-4 py-3">
      <p className="mb-1 text-sm font-semibold">Что изменилось</p>
      {changes.length === 0 && others.length === 0 ? (
        <p className="text-sm text-muted">{isNoteNew ? 'Только примечание.' : 'Ничего: прислано то же самое.'}</p>
      ) : (
        <ul className="grid gap-1 text-sm">
          {shown.map(({ line, name, before: was, after: is }) => (
            <li key={line} className="flex flex-wrap items-baseline gap-x-2 wrap-anywhere">
              <span className="text-muted">{name}:</span>
              {was && <Was>{is ? saidOf(was, is) || 'как просили' : formatPrice(was.price)}</Was>}
              {was && <span aria-hidden>→</span>}
              <Is>{is ? saidOf(is, was) || 'как просили' : 'не предлагает'}</Is>
            </li>
          ))}
          {shown.length < changes.length && (
            <li>
              <button type="button" className="link min-h-9" onClick={() => setAll(true)}>
                Ещё {counted(changes.length - shown.length, lineForms)}
              </button>
            </li>
          )}
          {others.map(({ name, was, is }) => (
            <li key={name} className="flex flex-wrap items-baseline gap-x-2">
              <span className="text-muted">{name}:</span>
              <Was>{was}</Was>
              <span aria-hidden>→</span>
              <Is>{is}</Is>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Of a changed line what is different in it. */
function saidOf(line: QuoteLine, other: QuoteLine | null): string {
  const { price, quantity, unit, label, note, is_substitute, plant, name } = line
  return [
    is_substitute && is_substitute !== other?.is_substitute && `замена: ${plant?.name ?? name}`,
    label !== other?.label && label,
    quantity !== other?.quantity && quantityText(quantity, unit),
    price !== other?.price && formatPrice(price),
    note !== other?.note && (note || 'без примечания'),
  ]
    .filter(Boolean)
    .join(', ')
}

function Was({ children }: { children: React.ReactNode }) {
  return (
    <del className="rounded-sm bg-danger-soft px-1 text-danger">
      <span className="sr-only">было </span>
      {children}
    </del>
  )
}

function Is({ children }: { children: React.ReactNode }) {
  return (
    <ins className="rounded-sm bg-success-soft px-1 font-semibold text-success no-underline">
      <span className="sr-only">стало </span>
      {children}
    </ins>
  )
}

/** All lines of the request with what the company offers for them. */
function QuoteTable({ request, quote }: { request: Pick<Request, 'lines'>; quote: Quote }) {
  const offers = new Map(quote.lines.map(line => [line.line, line]))
  return (
    <div className="border-t border-line px-4 pb-2">
      <table className="w-full border-collapse text-left max-md:block">
        <caption className="sr-only">Строки редакции {quote.revision}</caption>
        <thead className="max-md:sr-only">
          <tr>
            <HeadCell className="pl-0">Просили</HeadCell>
            <HeadCell>Предлагают</HeadCell>
            <HeadCell className="text-right">Цена</HeadCell>
            <HeadCell className="text-right">Количество</HeadCell>
            <HeadCell className="pr-0 text-right">Сумма</HeadCell>
          </tr>
        </thead>
        <tbody className="max-md:block">
          {request.lines.map(line => {
            const offer = offers.get(line.id)
            return (
              <tr key={line.id} className="max-md:block max-md:border-b max-md:border-line max-md:py-2">
                <Cell className="pl-0 wrap-anywhere max-md:block max-md:border-0 max-md:p-0">
                  <span className="font-semibold">{lineName(line)}</span>
                  <span className="block text-sm text-muted">
                    {[wishText(line), quantityText(line.quantity, line.unit)].filter(Boolean).join(', ')}
                  </span>
                </Cell>
                {offer ? (
                  <OfferCells offer={offer} asked={line.quantity} />
                ) : (
                  <Cell colSpan={4} className="pr-0 text-muted max-md:block max-md:border-0 max-md:p-0">
                    Не предлагает
                  </Cell>
                )}
              </tr>
            )
          })}
        </tbody>
      </table>
      <Sums quote={quote} />
    </div>
  )
}

function OfferCells({ offer, asked }: { offer: QuoteLine; asked: number | null }) {
  const cell = 'max-md:inline-block max-md:border-0 max-md:p-0 max-md:pr-3'
  return (
    <>
      <Cell className="wrap-anywhere max-md:block max-md:border-0 max-md:p-0">
        <OfferedPlant offer={offer} />
      </Cell>
      <Cell className={clsx(cell, 'text-right whitespace-nowrap tabular-nums')}>{formatPrice(offer.price)}</Cell>
      <Cell className={clsx(cell, 'text-right tabular-nums')}>
        <span className="whitespace-nowrap">× {quantityText(offer.quantity, offer.unit)}</span>
        {asked !== null && offer.quantity < asked && (
          <span className="block text-sm text-accent-strong max-md:inline"> меньше, чем просили</span>
        )}
      </Cell>
      <Cell className={clsx(cell, money, 'text-right md:pr-0')}>{formatPrice(offer.total)}</Cell>
    </>
  )
}

/** The plant where it is another one, its size and what the company says of it. */
export function OfferedPlant({ offer: { is_substitute, plant, name, label, note } }: { offer: QuoteLine }) {
  return (
    <>
      {is_substitute && (
        <span className="block">
          <span className="font-semibold text-accent-strong">Замена:</span> {plant?.name ?? name}
        </span>
      )}
      {label && <span className="block">{label}</span>}
      {note && <span className="block text-sm text-muted">{note}</span>}
      {!is_substitute && !label && !note && <span className="text-muted max-md:hidden">как просили</span>}
    </>
  )
}

/** Lines, delivery, unloading, all. */
export function Sums({
  quote: { totals, delivery_price, unloading_price },
}: {
  quote: Pick<Quote, 'totals' | 'delivery_price' | 'unloading_price'>
}) {
  const rows = [
    { name: 'Растения', rubles: totals.lines },
    ...(delivery_price === null ? [] : [{ name: 'Доставка', rubles: delivery_price }]),
    ...(unloading_price === null ? [] : [{ name: 'Разгрузка', rubles: unloading_price }]),
  ]
  return (
    <dl className="ml-auto grid w-full max-w-72 grid-cols-[1fr_auto] gap-x-6 gap-y-1 py-3 tabular-nums">
      {rows.map(({ name, rubles }) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="text-right whitespace-nowrap">{rubles === 0 ? 'бесплатно' : formatPrice(rubles)}</dd>
        </div>
      ))}
      <dt className="border-t border-line pt-1 font-semibold">Всего</dt>
      <dd className={clsx(money, 'border-t border-line pt-1 text-right text-lg')}>{formatPrice(totals.total)}</dd>
    </dl>
  )
}
