import { useState } from 'react'
import type { HiddenReview, ReportedReview } from '#contract/moderation/reviews.ts'
import type { ReviewPart } from '#contract/reviews.ts'
import { useApp } from '#web/lib/app-context.ts'
import { Button } from '#web/ui/button.tsx'
import { ReasonDialog } from '#web/ui/reason-dialog.tsx'
import { momentOf } from '../dates.ts'
import { ReportFacts } from '../report-facts.tsx'
import { useButtonAction } from '../use-button-action.ts'
import { useStaffAction } from '../use-staff-action.ts'

const words: Record<ReviewPart, Record<'hide' | 'hidden' | 'restore' | 'restored' | 'kept' | 'effect', string>> = {
  review: {
    hide: 'Скрыть отзыв?',
    hidden: 'Отзыв скрыт',
    restore: 'Вернуть отзыв?',
    restored: 'Отзыв снова виден',
    kept: 'Жалобы закрыты, отзыв остался',
    effect: 'Отзыв исчезнет вместе с ответом компании и больше не будет учитываться в её оценке.',
  },
  reply: {
    hide: 'Скрыть ответ?',
    hidden: 'Ответ скрыт',
    restore: 'Вернуть ответ?',
    restored: 'Ответ снова виден',
    kept: 'Жалобы закрыты, ответ остался',
    effect: 'Ответ компании исчезнет для всех, кроме её людей. Отзыв и оценка останутся.',
  },
}

/** The reports on a review or a reply, and the two possible decisions. */
export function ReportedReviewPanel({ reported }: { reported: ReportedReview }) {
  const { api } = useApp()
  const action = useStaffAction()
  const [isAsking, setAsking] = useState(false)
  const { isBusy, run } = useButtonAction()
  const { id, part } = reported.review
  const params = { id }
  return (
    <div className="grid content-start gap-3">
      <ReportFacts reported={reported} />
      <div className="flex flex-wrap gap-2">
        <Button variant="danger" onClick={() => setAsking(true)} className="max-lg:grow">
          Скрыть
        </Button>
        <Button
          variant="secondary"
          busy={isBusy}
          className="max-lg:grow"
          onClick={() =>
            void run(() => api.call('POST /staff/reviews/:id/dismiss/', { params, body: { part } }), words[part].kept)
          }
        >
          Оставить
        </Button>
      </div>
      <ReasonDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={words[part].hide}
        hint={part === 'review' ? 'Её прочитает автор отзыва.' : 'Её прочитают в компании.'}
        label="Скрыть"
        isDangerous
        asksRule
        onConfirm={(reason, rule) =>
          action(
            () => api.call('POST /staff/reviews/:id/hide/', { params, body: { part, reason, rule } }),
            words[part].hidden,
          )
        }
      >
        {words[part].effect}
      </ReasonDialog>
    </div>
  )
}

/** Why something was hidden and when, and the action to restore it. */
export function HiddenReviewPanel({ hidden: { review, hidden_at, reason } }: { hidden: HiddenReview }) {
  const { api } = useApp()
  const action = useStaffAction()
  const [isAsking, setAsking] = useState(false)
  const { id, part } = review
  return (
    <div className="grid content-start gap-3">
      <h2 className="text-xl">{part === 'review' ? 'Скрыт отзыв' : 'Скрыт ответ'}</h2>
      <p className="text-sm text-muted">
        <time dateTime={hidden_at}>{momentOf(hidden_at)}</time>
      </p>
      <p className="text-sm wrap-anywhere whitespace-pre-line">{reason}</p>
      <div className="flex">
        <Button variant="secondary" onClick={() => setAsking(true)} className="max-lg:grow">
          Вернуть
        </Button>
      </div>
      <ReasonDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={words[part].restore}
        hint="Она останется в журнале."
        label="Вернуть"
        onConfirm={reason =>
          action(
            () => api.call('POST /staff/reviews/:id/restore/', { params: { id }, body: { part, reason } }),
            words[part].restored,
          )
        }
      >
        {part === 'review'
          ? 'Отзыв снова увидят все, и он войдёт в оценку.'
          : 'Ответ снова увидят все рядом с отзывом.'}
      </ReasonDialog>
    </div>
  )
}
