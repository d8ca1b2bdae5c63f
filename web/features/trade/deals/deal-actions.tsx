import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { cancelForm, type Deal } from '#contract/deals.ts'
import { type Api, refusalOf } from '#web/lib/api.ts'
import { useApp } from '#web/lib/app-context.ts'
import { counted } from '#web/lib/plural.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { ReasonDialog } from '#web/ui/reason-dialog.tsx'
import { showToast } from '#web/ui/toast.ts'
import { tradeKey } from '../api.ts'
import { momentText } from '../dates.ts'
import { dealStepText, deliveriesObject, lineForms, linesObject } from '../words.ts'
import { HandOverForm, leftOf } from './hand-over-form.tsx'
import { isReceiptBegun } from './receive-form.tsx'
import { useChangedDeal } from './use-changed-deal.ts'

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
export function DealActions({ deal }: { deal: Deal }) {
  const { api } = useApp()
  const queries = useQueryClient()
  /** What cannot be taken back is asked about first. */
  const [asked, setAsked] = useState<'hand_over' | 'receive' | 'cancel' | 'cancel_rest' | null>(null)
  const close = () => setAsked(null)
  const [isDividing, setDividing] = useState(false)
  const show = useChangedDeal()
  const { id, can, side, next_step } = deal
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
    onSettled: (_changed, _error, name) => setAsked(now => (now === name ? null : now)),
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
          <Button variant="quiet" className="max-sm:w-full" onClick={() => setAsked('cancel_rest')}>
            Отменить остаток
          </Button>
        )}
        {can.cancel && (
          <Button variant="quiet" className="max-sm:w-full" onClick={() => setAsked('cancel')}>
            Отменить сделку
          </Button>
        )}
        <ReceiveQuestion
          deal={deal}
          open={asked === 'receive'}
          busy={act.isPending}
          onClose={close}
          onConfirm={() => act.mutate('receive')}
        />
        <ConfirmDialog
          open={asked === 'hand_over'}
          onClose={close}
          title="Всё передано?"
          label="Передать"
          busy={act.isPending}
          onConfirm={() => act.mutate('hand_over')}
        >
          <p>{handedAllText(deal)}</p>
        </ConfirmDialog>
        <CancelQuestion deal={deal} open={asked === 'cancel'} onClose={close} onChanged={show} />
        <CancelRestQuestion deal={deal} open={asked === 'cancel_rest'} onClose={close} onChanged={show} />
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

interface QuestionProps {
  deal: Deal
  open: boolean
  onClose: () => void
}

interface ReceiveQuestionProps extends QuestionProps {
  busy: boolean
  onConfirm: () => void
}

function ReceiveQuestion({ deal, open, busy, onClose, onConfirm }: ReceiveQuestionProps) {
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title="Всё пришло целиком?"
      label="Принять"
      busy={busy}
      onConfirm={onConfirm}
    >
      <p>{receivedAllText(deal)} Отменить приёмку нельзя; на то, что выяснится позже, претензию примут две недели.</p>
      {open && waitingOf(deal).some(({ id: delivery }) => isReceiptBegun(delivery)) && (
        <p className="mt-3 font-semibold text-danger">
          Вы начали принимать по строкам: введённое там не отправится. Чтобы отправить претензии, вернитесь к приёмке.
        </p>
      )}
    </ConfirmDialog>
  )
}

interface CancelQuestionProps extends QuestionProps {
  onChanged: (deal: Deal) => void
}

function CancelQuestion({ deal: { id, side, company, buyer }, open, onClose, onChanged }: CancelQuestionProps) {
  const { api } = useApp()
  return (
    <ReasonDialog
      open={open}
      onClose={onClose}
      title="Отменить сделку?"
      schema={cancelForm}
      hint={side === 'buyer' ? `Прочитает ${company.company_name}` : `Прочитает ${buyer.name}`}
      label="Отменить"
      isDangerous
      onConfirm={async reason => {
        onChanged(await api.call('POST /deals/:id/cancel/', { params: { id }, body: { reason } }))
        showToast({ message: 'Сделка отменена' })
      }}
    >
      <p>Возобновить её будет нельзя. Другой стороне сообщим вместе с причиной.</p>
    </ReasonDialog>
  )
}

/** Of what has not been handed over yet. */
function CancelRestQuestion({ deal: { id, buyer }, open, onClose, onChanged }: CancelQuestionProps) {
  const { api } = useApp()
  return (
    <ReasonDialog
      open={open}
      onClose={onClose}
      title="Отменить остаток?"
      schema={cancelForm}
      hint={`Прочитает ${buyer.name}`}
      label="Отменить"
      isDangerous
      onConfirm={async reason => {
        const body = { rest: 'cancelled' as const, reason }
        onChanged(await api.call('POST /deals/:id/hand_over/', { params: { id }, body }))
        showToast({ message: 'Остаток отменён' })
      }}
    >
      <p>Больше по этой сделке ничего не передадите. Покупателю сообщим вместе с причиной.</p>
    </ReasonDialog>
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
