import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Deal, DealLine } from '#contract/deals.ts'
import { placeName } from '#web/features/places/place-label.ts'
import type { MemberFetch } from '#web/lib/download.ts'
import { formatPrice } from '#web/lib/format-price.ts'
import { counted } from '#web/lib/plural.ts'
import type { RefreshAccess } from '#web/ui/files/send-files.ts'
import { Cell, HeadCell } from '#web/ui/table.tsx'
import { CompanyName } from '../company-name.tsx'
import { datesText } from '../dates.ts'
import { money, Paused } from '../marks.tsx'
import { OfferedPlant, Sums } from '../requests/quote-view.tsx'
import { Fact } from '../requests/request-facts.tsx'
import { Section } from '../section.tsx'
import { OwnStop } from '../stops/own-stop.tsx'
import { lineForms, pausedDealText, quantityText } from '../words.ts'
import { DealActions } from './deal-actions.tsx'
import { DealClaims } from './deal-claims.tsx'
import { DealDeliveries } from './deal-deliveries.tsx'
import { DealDocuments } from './deal-documents.tsx'
import { DealMark } from './deal-mark.tsx'
import { DealPapers } from './deal-papers.tsx'
import { DealReview } from './deal-review.tsx'
import { DealSteps } from './deal-steps.tsx'

interface DealViewProps {
  deal: Deal
  /** How to reach the other side: telephone, e-mail, a conversation. */
  contacts: ReactNode
  refreshAccess: RefreshAccess
  fetch: MemberFetch
}

/** A deal as one of its two sides sees it. */
export function DealView({ deal, contacts, refreshAccess, fetch }: DealViewProps) {
  const { project_name, side, company, buyer, totals, payable, request, state, cancel_reason, note } = deal
  const isLess = state !== 'cancelled' && payable !== totals.total
  const sums = [
    counted(totals.lines_count, lineForms),
    formatPrice(totals.total),
    ...(isLess ? [`к оплате ${formatPrice(payable)}`] : []),
  ]
  return (
    <>
      <header className="mb-6">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <h1 className="text-3xl wrap-anywhere">{project_name}</h1>
          <DealMark state={state} />
        </div>
        <p className="mt-1 text-muted">
          {side === 'buyer' ? `Поставщик: ${company.company_name}` : `Покупатель: ${buyer.name}`} ·{' '}
          <Link to={side === 'buyer' ? `/requests/${request}` : `/incoming/${request}`} className="link">
            Запрос цен
          </Link>
        </p>
      </header>
      <DealSteps {...deal} />
      {cancel_reason && (
        <p className="mt-4 rounded-lg bg-danger-soft px-4 py-3 wrap-anywhere whitespace-pre-line text-danger">
          <span className="font-semibold">Причина отмены:</span> {cancel_reason}
        </p>
      )}
      {deal.paused_by && <Paused className="mt-4">{pausedDealText(deal.paused_by, deal.paused_by === side)}</Paused>}
      {deal.rest_reason && (
        <p className="mt-4 rounded-lg bg-accent-soft px-4 py-3 wrap-anywhere whitespace-pre-line text-accent-strong">
          <span className="font-semibold">Остаток отменён:</span> {deal.rest_reason}
        </p>
      )}
      <DealActions deal={deal} />
      <DealDeliveries deal={deal} refreshAccess={refreshAccess} />
      <DealClaims deal={deal} />
      <DealReview deal={deal} />
      <div className="mt-10 grid items-start gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,8fr)_minmax(0,4fr)]">
        <Section title="Растения" note={sums.join(', ')}>
          <Lines deal={deal} />
          {note && (
            <p className="mt-3 max-w-prose border-l-2 border-leaf pl-4 wrap-anywhere whitespace-pre-line">
              <span className="block text-sm text-muted">Примечание компании</span>
              {note}
            </p>
          )}
        </Section>
        <div className="grid gap-10">
          <Section title={side === 'buyer' ? 'Компания' : 'Покупатель'}>
            {side === 'buyer' ? (
              <p className="mb-2">
                <CompanyName company={company} />
              </p>
            ) : (
              <p className="mb-2 font-semibold wrap-anywhere">{buyer.name}</p>
            )}
            {contacts}
          </Section>
          <Section title="Передача">
            <dl className="grid gap-3">
              <Fact label="Куда">{deal.place ? placeName(deal.place) : 'не указано'}</Fact>
              <Fact label="Когда нужны">{datesText(deal.wanted_from, deal.wanted_to) || 'не указано'}</Fact>
              {(state === 'awarded' || state === 'confirmed') && (
                <OwnStop
                  of="deals"
                  id={deal.id}
                  isOwn={side === 'company'}
                  version={`${deal.changed_at} ${deal.deliveries.length}`}
                />
              )}
            </dl>
          </Section>
          <DealPapers deal={deal} fetch={fetch} />
          <DealDocuments deal={deal} refreshAccess={refreshAccess} />
        </div>
      </div>
    </>
  )
}

/** What became of a line so far; empty before the first delivery. */
const progressOf = (line: DealLine) =>
  [
    line.handed_quantity > 0 && `передано ${quantityText(line.handed_quantity, line.unit)}`,
    line.received_quantity > 0 && `принято ${quantityText(line.received_quantity, line.unit)}`,
    line.claimed_quantity > 0 && `в претензиях ${quantityText(line.claimed_quantity, line.unit)}`,
    line.given_up_quantity > 0 && `отменено ${quantityText(line.given_up_quantity, line.unit)}`,
  ]
    .filter(Boolean)
    .join(' · ')

function Lines({ deal }: { deal: Deal }) {
  const cell = 'max-md:inline-block max-md:border-0 max-md:p-0 max-md:pr-3'
  return (
    <>
      <table className="w-full border-collapse text-left max-md:block">
        <caption className="sr-only">Растения</caption>
        <thead className="max-md:sr-only">
          <tr>
            <HeadCell className="pl-0">Растение</HeadCell>
            <HeadCell className="text-right">Цена</HeadCell>
            <HeadCell className="text-right">Количество</HeadCell>
            <HeadCell className="pr-0 text-right">Сумма</HeadCell>
          </tr>
        </thead>
        <tbody className="max-md:block">
          {deal.lines.map(line => (
            <tr key={line.line} className="max-md:block max-md:border-b max-md:border-line max-md:py-2">
              <Cell className="pl-0 wrap-anywhere max-md:block max-md:border-0 max-md:p-0">
                <span className="font-semibold">{line.name}</span>
                <span className="block text-sm">
                  <OfferedPlant offer={line} />
                </span>
                {progressOf(line) && <span className="block text-sm text-muted">{progressOf(line)}</span>}
              </Cell>
              <Cell className={`${cell} text-right whitespace-nowrap tabular-nums`}>{formatPrice(line.price)}</Cell>
              <Cell className={`${cell} text-right whitespace-nowrap tabular-nums`}>
                × {quantityText(line.quantity, line.unit)}
              </Cell>
              <Cell className={`${cell} ${money} text-right md:pr-0`}>{formatPrice(line.total)}</Cell>
            </tr>
          ))}
        </tbody>
      </table>
      <Sums quote={deal} />
    </>
  )
}
