import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AuditAction, AuditSubject } from '#contract/moderation/audit.ts'
import { appealForm, type Decision } from '#contract/reports.ts'
import { useApp } from '#web/lib/app-context.ts'
import { reportReasonWords } from '#web/lib/report-reasons.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { useContractForm } from '#web/ui/form.ts'
import { TextArea } from '#web/ui/text-area.tsx'
import { TimeAgo } from '#web/ui/time-ago.tsx'
import { showToast } from '#web/ui/toast.ts'
import { decisionsKey } from './api.ts'

const subjects: Partial<Record<AuditSubject, string>> = {
  post: 'Запись',
  comment: 'Комментарий',
  message: 'Сообщение',
  product: 'Объявление',
  company: 'Компания',
  person: 'Ваша учётная запись',
  review: 'Отзыв или ответ на него',
}
const actions: Partial<Record<AuditAction, string>> = {
  hide: 'скрыто',
  delete: 'удалено',
  return: 'возвращено на доработку',
  block: 'блокировка',
  unverify: 'отметка «Проверено» снята',
  clear: 'страница компании очищена',
}

interface DecisionItemProps {
  decision: Decision
  /** Sends the appeal of somebody who is not signed in. */
  onAppeal?: (text: string) => Promise<void>
}

/** One decision, by which rule and why, and the person's appeal. */
export function DecisionItem({ decision, onAppeal }: DecisionItemProps) {
  const [isAsking, setAsking] = useState(false)
  const { action, subject, subject_name: name, reason, rule, appeal, can } = decision
  return (
    <li className="grid gap-2 border-b border-line py-5 last:border-0">
      <h2 className="text-lg font-semibold">
        {subjects[subject] ?? 'Решение'}: {actions[action] ?? 'решение модератора'}
      </h2>
      {name && <p className="wrap-anywhere">{name}</p>}
      <p className="wrap-anywhere">
        Правило: {reportReasonWords[rule].toLowerCase()}.{reason && ` Причина: ${reason}`}
      </p>
      <p className="text-sm text-muted">
        <TimeAgo of={decision} />
      </p>
      {appeal && (
        <div className="border-l-4 border-leaf pl-4">
          <p className="text-sm text-muted">Вы обжаловали решение:</p>
          <p className="wrap-anywhere whitespace-pre-wrap">{appeal.text}</p>
          <p className="mt-2 font-semibold wrap-anywhere">
            {appeal.outcome === null && 'Обжалование рассмотрит другой модератор.'}
            {appeal.outcome === 'kept' && `Решение осталось в силе. ${appeal.answer}`}
            {appeal.outcome === 'taken_back' && `Решение отменено. ${appeal.answer}`}
          </p>
        </div>
      )}
      {can.appeal && (
        <div>
          <Button variant="secondary" onClick={() => setAsking(true)}>
            Обжаловать
          </Button>
        </div>
      )}
      <Dialog open={isAsking} onClose={() => setAsking(false)} title="Обжаловать решение">
        {isAsking && <AppealForm id={decision.id} onAppeal={onAppeal} onClose={() => setAsking(false)} />}
      </Dialog>
    </li>
  )
}

interface AppealFormProps {
  id: string
  onAppeal: DecisionItemProps['onAppeal']
  onClose: () => void
}

function AppealForm({ id, onAppeal, onClose }: AppealFormProps) {
  const { api } = useApp()
  const queries = useQueryClient()
  const { field, submit, busy } = useContractForm({
    schema: appealForm,
    defaults: { text: '' },
    onSubmit: async body => {
      if (onAppeal) await onAppeal(body.text)
      else await api.call('POST /decisions/:id/appeal/', { params: { id }, body })
      showToast({ message: 'Обжалование отправлено' })
      onClose()
      await queries.invalidateQueries({ queryKey: decisionsKey })
    },
  })
  return (
    <form noValidate aria-label="Обжаловать решение" onSubmit={event => void submit(event)}>
      <p className="mb-4 text-muted">Обжаловать можно один раз. Решать будет другой модератор.</p>
      <TextArea {...field('text')} label="С чем вы не согласны" rows={4} required />
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button variant="quiet" onClick={onClose}>
          Отмена
        </Button>
        <Button type="submit" busy={busy}>
          Обжаловать
        </Button>
      </div>
    </form>
  )
}
