import { useState } from 'react'
import { Link } from 'react-router'
import type { Appealed } from '#contract/moderation/complaints.ts'
import type { AppealOutcome } from '#contract/reports.ts'
import { useApp } from '#web/lib/app-context.ts'
import { reportReasonWords } from '#web/lib/report-reasons.ts'
import { Button } from '#web/ui/button.tsx'
import { ReasonDialog } from '#web/ui/reason-dialog.tsx'
import { actionWords, subjectWords } from '../audit/action-words.ts'
import { momentOf } from '../dates.ts'
import { useStaffAction } from '../use-staff-action.ts'

const words: Record<AppealOutcome, Record<'label' | 'title' | 'effect' | 'said', string>> = {
  kept: {
    label: 'Оставить решение',
    title: 'Оставить решение в силе?',
    effect: 'Ничего не изменится. Обжаловать решение ещё раз нельзя.',
    said: 'Решение осталось в силе',
  },
  taken_back: {
    label: 'Отменить решение',
    title: 'Отменить решение?',
    effect: 'Скрытое и заблокированное вернётся, удалённое вернуть нельзя.',
    said: 'Решение отменено',
  },
}

/** A decision, what the person says against it, and the two possible judgements. */
export function AppealItem({ appealed }: { appealed: Appealed }) {
  const { api } = useApp()
  const action = useStaffAction()
  const [asking, setAsking] = useState<AppealOutcome>('kept')
  const [isAsking, setIsAsking] = useState(false)
  const { decision, created_by: person, staff, can } = appealed
  const { title, label, effect, said } = words[asking]
  return (
    <li className="grid gap-3 border-b border-line pb-6 last:border-0">
      <h2 className="text-lg font-semibold wrap-anywhere">
        {subjectWords[decision.subject]}: {actionWords[decision.action].toLowerCase()}
      </h2>
      {decision.subject_name && <p className="wrap-anywhere">{decision.subject_name}</p>}
      <p className="text-sm wrap-anywhere text-muted">
        {staff.name}, {momentOf(decision.created_at)}. {reportReasonWords[decision.rule]}
        {decision.reason && `: ${decision.reason}`}
      </p>
      <blockquote className="border-l-4 border-leaf pl-4 wrap-anywhere whitespace-pre-wrap">
        {decision.appeal?.text}
        <footer className="mt-1 text-sm">
          <Link to={`/profile/${person.id}`} className="link inline-flex min-h-9 items-center">
            {person.name}
          </Link>
        </footer>
      </blockquote>
      {can.judge ? (
        <div className="flex flex-wrap gap-2">
          {(['taken_back', 'kept'] as const).map(outcome => (
            <Button
              key={outcome}
              variant="secondary"
              className="max-lg:grow"
              onClick={() => {
                setAsking(outcome)
                setIsAsking(true)
              }}
            >
              {words[outcome].label}
            </Button>
          ))}
        </div>
      ) : (
        <p className="text-sm text-muted">Решали вы: обжалование рассмотрит другой модератор.</p>
      )}
      <ReasonDialog
        open={isAsking}
        onClose={() => setIsAsking(false)}
        title={title}
        hint="Её прочитает тот, кто обжалует."
        label={label}
        onConfirm={reason =>
          action(
            () =>
              api.call('POST /staff/appeals/:id/judge/', {
                params: { id: decision.id },
                body: { outcome: asking, reason },
              }),
            said,
          )
        }
      >
        {effect}
      </ReasonDialog>
    </li>
  )
}
