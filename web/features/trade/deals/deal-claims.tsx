import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { attachedFileTypes } from '#contract/attached-files.ts'
import type { Deal } from '#contract/deals.ts'
import { type AnswerKind, answerForm, answerKinds, type Claim, disputeForm, isPaid } from '#contract/deliveries.ts'
import { useApp } from '#web/lib/app-context.ts'
import { Button } from '#web/ui/button.tsx'
import { useContractForm } from '#web/ui/form.ts'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { showToast } from '#web/ui/toast.ts'
import { tradeKey } from '../api.ts'
import { momentText } from '../dates.ts'
import { Mark } from '../marks.tsx'
import { Section } from '../section.tsx'
import { quantityText } from '../words.ts'
import { ClaimForm } from './claim-form.tsx'
import { answerNames, answerText, claimStateNames, reasonNames } from './delivery-words.ts'

/** What the buyer complains of, and what the company answers. */
export function DealClaims({ deal }: { deal: Deal }) {
  const [isClaiming, setClaiming] = useState(false)
  const done = useDone()
  const { claims, can } = deal
  if (claims.length === 0 && !can.claim) return null
  return (
    <div className="mt-8">
      <Section title="Претензии">
        {claims.length > 0 && (
          <ul className="grid gap-4">
            {claims.map(claim => (
              <Item key={claim.id} deal={deal} claim={claim} />
            ))}
          </ul>
        )}
        {can.claim && !isClaiming && (
          <Button variant="secondary" className="mt-4" onClick={() => setClaiming(true)}>
            Сообщить о недостатке
          </Button>
        )}
        {can.claim && isClaiming && (
          <ClaimForm
            deal={deal}
            onMade={() => {
              setClaiming(false)
              void done('Компании сообщили')
            }}
            onCancel={() => setClaiming(false)}
          />
        )}
      </Section>
    </div>
  )
}

/** Loads the deal anew after something was done to a claim. */
function useDone() {
  const queries = useQueryClient()
  return async (message: string) => {
    showToast({ message })
    await queries.invalidateQueries({ queryKey: tradeKey })
  }
}

function Item({ deal, claim }: { deal: Deal; claim: Claim }) {
  const { api } = useApp()
  const done = useDone()
  const [form, setForm] = useState<'answer' | 'dispute' | null>(null)
  const line = deal.lines.find(one => one.line === claim.line)
  const { id, can, answer, state } = claim
  const act = useMutation({
    mutationFn: (does: 'accept' | 'withdraw') =>
      does === 'accept'
        ? api.call('POST /claims/:id/accept/', { params: { id } })
        : api.call('POST /claims/:id/withdraw/', { params: { id } }),
    onSuccess: (_, does) => done(does === 'accept' ? 'Претензия закрыта' : 'Претензия отозвана'),
    onError: error => showToast({ message: error.message, tone: 'danger' }),
  })
  return (
    <li className="rounded-lg border border-line p-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h3 className="font-sans text-base font-semibold wrap-anywhere">
          {reasonNames[claim.reason]}: {line?.name}, {quantityText(claim.quantity, line?.unit ?? null)}
        </h3>
        <Mark tone={state === 'settled' ? 'good' : state === 'withdrawn' ? 'calm' : 'wanted'}>
          {claimStateNames[state]}
        </Mark>
      </div>
      <p className="text-sm text-muted">{momentText(claim.created_at)}</p>
      {claim.text && <p className="mt-2 wrap-anywhere whitespace-pre-line">{claim.text}</p>}
      {claim.files.length > 0 && (
        <ul aria-label="Снимки" className="mt-3 flex flex-wrap gap-3">
          {claim.files.map(file => (
            <li key={file.id}>
              {file.type === attachedFileTypes.picture ? (
                <a href={file.url} target="_blank" rel="noreferrer" className="block rounded-md">
                  <img
                    src={`${file.url}&width=640`}
                    alt={file.name}
                    loading="lazy"
                    className="size-24 rounded-md bg-sunken object-cover sm:size-28"
                  />
                </a>
              ) : (
                <a href={file.url} download={file.name} className="link inline-block min-h-6 wrap-anywhere">
                  {file.name}
                </a>
              )}
            </li>
          ))}
        </ul>
      )}
      {claim.disputes.map(({ text, created_at }) => (
        <p key={created_at} className="mt-2 wrap-anywhere whitespace-pre-line">
          <span className="block text-sm text-muted">Покупатель не согласен, {momentText(created_at)}</span>
          {text}
        </p>
      ))}
      {answer && (
        <p className="mt-2 border-l-2 border-leaf pl-3 wrap-anywhere whitespace-pre-line">
          <span className="block font-semibold">Ответ компании: {answerText(answer)}</span>
          {answer.text}
        </p>
      )}
      {form === null && (
        <div className="mt-3 flex flex-wrap gap-3 empty:hidden">
          {can.answer && <Button onClick={() => setForm('answer')}>Ответить</Button>}
          {can.accept && (
            <Button busy={act.isPending} onClick={() => act.mutate('accept')}>
              Согласиться
            </Button>
          )}
          {can.dispute && (
            <Button variant="secondary" onClick={() => setForm('dispute')}>
              Не согласиться
            </Button>
          )}
          {can.withdraw && (
            <Button variant="quiet" busy={act.isPending} onClick={() => act.mutate('withdraw')}>
              Отозвать
            </Button>
          )}
        </div>
      )}
      {form === 'answer' && <AnswerForm id={id} onDone={() => setForm(null)} />}
      {form === 'dispute' && <DisputeForm id={id} onDone={() => setForm(null)} />}
    </li>
  )
}

interface FormProps {
  id: string
  onDone: () => void
}

function AnswerForm({ id, onDone }: FormProps) {
  const { api } = useApp()
  const done = useDone()
  const [kind, setKind] = useState<AnswerKind>('replace')
  const { form, field, submit, busy } = useContractForm({
    schema: answerForm,
    defaults: { kind: 'replace' as AnswerKind, amount: '', text: '' },
    onSubmit: async body => {
      await api.call('POST /claims/:id/answer/', { params: { id }, body })
      await done('Ответ отправлен')
      onDone()
    },
  })
  const kindField = field('kind')
  return (
    <form noValidate aria-label="Ответ на претензию" className="mt-3 grid gap-3" onSubmit={event => void submit(event)}>
      <SelectField
        label="Ответ"
        {...kindField}
        onChange={event => {
          const chosen = event.target.value as AnswerKind
          setKind(chosen)
          // A sum that nobody sees any more would be refused.
          if (!isPaid(chosen)) form.setValue('amount', '')
          void kindField.onChange(event)
        }}
      >
        {answerKinds.map(one => (
          <option key={one} value={one}>
            {answerNames[one]}
          </option>
        ))}
      </SelectField>
      {isPaid(kind) && <TextField label="Сумма, ₽" inputMode="decimal" autoComplete="off" {...field('amount')} />}
      <TextArea label="Пояснение" rows={2} {...field('text')} />
      <Buttons busy={busy} label="Отправить" onCancel={onDone} />
    </form>
  )
}

function DisputeForm({ id, onDone }: FormProps) {
  const { api } = useApp()
  const done = useDone()
  const { field, submit, busy } = useContractForm({
    schema: disputeForm,
    defaults: { text: '' },
    onSubmit: async body => {
      await api.call('POST /claims/:id/dispute/', { params: { id }, body })
      await done('Компании сообщили')
      onDone()
    },
  })
  return (
    <form noValidate aria-label="Несогласие" className="mt-3 grid gap-3" onSubmit={event => void submit(event)}>
      <TextArea label="С чем не согласны" rows={2} required {...field('text')} />
      <Buttons busy={busy} label="Отправить" onCancel={onDone} />
    </form>
  )
}

function Buttons({ busy, label, onCancel }: { busy: boolean; label: string; onCancel: () => void }) {
  return (
    <div className="flex flex-wrap gap-3">
      <Button type="submit" busy={busy}>
        {label}
      </Button>
      <Button variant="quiet" onClick={onCancel}>
        Отмена
      </Button>
    </div>
  )
}
