import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { cancelForm, type Deal, type DealLine } from '#contract/deals.ts'
import { placeName } from '#web/features/places/place-label.ts'
import { type Api, refusalOf } from '#web/lib/api.ts'
import { useApp } from '#web/lib/app-context.ts'
import type { MemberFetch } from '#web/lib/download.ts'
import { formatPrice } from '#web/lib/format-price.ts'
import { counted } from '#web/lib/plural.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import type { RefreshAccess } from '#web/ui/files/send-files.ts'
import { ReasonDialog } from '#web/ui/reason-dialog.tsx'
import { Cell, HeadCell } from '#web/ui/table.tsx'
import { showToast } from '#web/ui/toast.ts'
import { tradeKey } from '../api.ts'
import { CompanyName } from '../company-name.tsx'
import { datesText, momentText } from '../dates.ts'
import { money, Paused } from '../marks.tsx'
import { OfferedPlant, Sums } from '../requests/quote-view.tsx'
import { Fact } from '../requests/request-facts.tsx'
import { Section } from '../section.tsx'
import { OwnStop } from '../stops/own-stop.tsx'
import { dealStepText, deliveriesObject, lineForms, linesObject, pausedDealText, quantityText } from '../words.ts'
import { DealClaims } from './deal-claims.tsx'
import { DealDeliveries } from './deal-deliveries.tsx'
import { DealDocuments } from './deal-documents.tsx'
import { DealMark } from './deal-mark.tsx'
import { DealPapers } from './deal-papers.tsx'
import { DealReview } from './deal-review.tsx'
import { DealSteps } from './deal-steps.tsx'
import { HandOverForm, leftOf } from './hand-over-form.tsx'
import { isReceiptBegun } from './receive-form.tsx'
import { useChangedDeal } from './use-changed-deal.ts'

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
      <Actions deal={deal} />
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

const steps = {
  confirm: {
    call: 'POST /deals/:id/confirm/',
    label: 'Подтвердить сделку',
    done: 'Сделка подтверждена',
    hint: 'Растения и цены в силе. Покупателю сообщим.',
  },
  hand_over: {
    call: 'POST /deals/:id/hand_over/',
    label: 'Растения переданы',
    done: 'Отмечено: передано',
    hint: 'Всё, что осталось. Отметьте, когда растения увезли или доставили.',
  },
  receive: {
    call: 'POST /deals/:id/receive/',
    label: 'Всё получено',
    done: 'Принято',
    hint: 'Принять всё целиком. Если чего-то не хватает, примите поставку по строкам ниже.',
  },
} as const
type Step = keyof typeof steps

/** The one thing to do next, and what else can be done. */
function Actions({ deal }: { deal: Deal }) {
  const { api } = useApp()
  const queries = useQueryClient()
  const [isCancelling, setCancelling] = useState(false)
  const [isGivingUp, setGivingUp] = useState(false)
  /** What cannot be taken back is asked about first. */
  const [asked, setAsked] = useState<'hand_over' | 'receive' | null>(null)
  const [isDividing, setDividing] = useState(false)
  const show = useChangedDeal()
  const { id, can, side, next_step, company, buyer } = deal
  const step = (Object.keys(steps) as Step[]).find(name => can[name])
  const until = deal.confirm_by === null ? '' : ` Без подтверждения сделка отменится ${momentText(deal.confirm_by)}.`

  const act = useMutation({
    mutationFn: (name: Step) =>
      name === 'confirm'
        ? api.call(steps.confirm.call, { params: { id } })
        : name === 'receive'
          ? receiveEach(api, deal)
          : api.call(steps.hand_over.call, { params: { id }, body: {} }),
    onSuccess: (changed, name) => {
      show(changed)
      showToast({ message: steps[name].done })
    },
    onSettled: () => setAsked(null),
    onError: error => {
      showToast({ message: refusalOf(error), tone: 'danger' })
      void queries.invalidateQueries({ queryKey: tradeKey })
    },
  })
  const waits = next_step && next_step.step !== 'review' && next_step.by !== side
  if (!step && !can.cancel && !waits) return null
  return (
    <>
      <div className="mt-6 flex flex-wrap items-center gap-x-5 gap-y-3 rounded-lg border border-line bg-surface px-4 py-4 sm:px-5">
        {step && (
          <>
            <Button
              busy={act.isPending}
              className="max-sm:w-full"
              onClick={() => (step === 'confirm' ? act.mutate(step) : setAsked(step))}
            >
              {steps[step].label}
            </Button>
            <p className="min-w-0 grow basis-60 text-sm text-muted">{steps[step].hint + until}</p>
          </>
        )}
        {!step && waits && <p className="min-w-0 grow">{`${dealStepText(next_step, false)}.${until}`}</p>}
        {can.hand_over && !isDividing && (
          <Button variant="secondary" className="max-sm:w-full" onClick={() => setDividing(true)}>
            Передать часть
          </Button>
        )}
        {can.hand_over && deal.deliveries.length > 0 && (
          <Button variant="quiet" className="max-sm:w-full" onClick={() => setGivingUp(true)}>
            Отменить остаток
          </Button>
        )}
        {can.cancel && (
          <Button variant="quiet" className="max-sm:w-full" onClick={() => setCancelling(true)}>
            Отменить сделку
          </Button>
        )}
        <ConfirmDialog
          open={asked === 'receive'}
          onClose={() => setAsked(null)}
          title="Всё пришло целиком?"
          label="Принять"
          busy={act.isPending}
          onConfirm={() => act.mutate('receive')}
        >
          <p>
            {receivedAllText(deal)} Отменить приёмку нельзя; на то, что выяснится позже, претензию примут две недели.
          </p>
          {asked === 'receive' && waitingOf(deal).some(({ id: delivery }) => isReceiptBegun(delivery)) && (
            <p className="mt-3 font-semibold text-danger">
              Вы начали принимать по строкам: введённое там не отправится. Чтобы отправить претензии, вернитесь к
              приёмке.
            </p>
          )}
        </ConfirmDialog>
        <ConfirmDialog
          open={asked === 'hand_over'}
          onClose={() => setAsked(null)}
          title="Всё передано?"
          label="Передать"
          busy={act.isPending}
          onConfirm={() => act.mutate('hand_over')}
        >
          <p>{handedAllText(deal)}</p>
        </ConfirmDialog>
        <ReasonDialog
          open={isCancelling}
          onClose={() => setCancelling(false)}
          title="Отменить сделку?"
          schema={cancelForm}
          hint={side === 'buyer' ? `Прочитает ${company.company_name}` : `Прочитает ${buyer.name}`}
          label="Отменить"
          isDangerous
          onConfirm={async reason => {
            show(await api.call('POST /deals/:id/cancel/', { params: { id }, body: { reason } }))
            showToast({ message: 'Сделка отменена' })
          }}
        >
          <p>Возобновить её будет нельзя. Другой стороне сообщим вместе с причиной.</p>
        </ReasonDialog>
        <ReasonDialog
          open={isGivingUp}
          onClose={() => setGivingUp(false)}
          title="Отменить остаток?"
          schema={cancelForm}
          hint={`Прочитает ${buyer.name}`}
          label="Отменить"
          isDangerous
          onConfirm={async reason => {
            const body = { rest: 'cancelled' as const, reason }
            show(await api.call('POST /deals/:id/hand_over/', { params: { id }, body }))
            showToast({ message: 'Остаток отменён' })
          }}
        >
          <p>Больше по этой сделке ничего не передадите. Покупателю сообщим вместе с причиной.</p>
        </ReasonDialog>
      </div>
      {isDividing && can.hand_over && (
        <HandOverForm
          key={deal.deliveries.length}
          deal={deal}
          onHandedOver={changed => {
            setDividing(false)
            show(changed)
            showToast({ message: 'Отмечено: передано' })
          }}
          onCancel={() => setDividing(false)}
        />
      )}
    </>
  )
}

const waitingOf = ({ deliveries }: Deal) => deliveries.filter(({ received_at }) => received_at === null)

/** Receives the deliveries that the person has been told of, by their names: another one may come meanwhile. */
async function receiveEach(api: Api, deal: Deal): Promise<Deal> {
  let changed = deal
  for (const { id: delivery } of waitingOf(deal))
    changed = await api.call(steps.receive.call, { params: { id: deal.id }, body: { delivery } })
  return changed
}

/** «Отметим переданным всё, что осталось: 3 строки.» */
function handedAllText({ lines }: Deal): string {
  const left = lines.filter(line => leftOf(line) > 0).length
  return `Отметим переданным всё, что осталось: ${counted(left, lineForms)}. Растения спишутся с остатка, отменить сделку будет нельзя.`
}

/** «Примете 2 поставки: 3 строки, без претензий.» */
function receivedAllText(deal: Deal): string {
  const waiting = waitingOf(deal)
  const lines = new Set(waiting.flatMap(({ lines: own }) => own.map(({ line }) => line)))
  return `Примете ${counted(waiting.length, deliveriesObject)}: ${counted(lines.size, linesObject)}, без претензий.`
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
