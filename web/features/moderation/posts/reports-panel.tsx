import { useState } from 'react'
import { Link } from 'react-router'
import type { ReportedPost } from '#contract/moderation/posts.ts'
import { useApp } from '#web/lib/app-context.ts'
import { counted } from '#web/lib/plural.ts'
import { Button } from '#web/ui/button.tsx'
import { ReasonDialog } from '#web/ui/reason-dialog.tsx'
import { momentOf } from '../dates.ts'
import { useButtonAction } from '../use-button-action.ts'
import { useStaffAction } from '../use-staff-action.ts'

const reportForms = ['жалоба', 'жалобы', 'жалоб'] as const

/** The reports on a post, and the two possible decisions. */
export function ReportsPanel({ reported }: { reported: ReportedPost }) {
  const { api } = useApp()
  const action = useStaffAction()
  const [isAsking, setAsking] = useState(false)
  const { isBusy, run } = useButtonAction()
  const { post, reports, reports_count: count, first_reported_at: first, last_reported_at: last } = reported
  const params = { id: post.id }
  const unnamed = count - reports.length
  const [from, to] = [momentOf(first), momentOf(last)]

  const dismiss = () =>
    run(() => api.call('POST /staff/reports/:id/dismiss/', { params }), 'Жалобы закрыты, запись осталась')

  return (
    <div className="grid content-start gap-3">
      <h2 className="text-xl">{counted(count, reportForms)}</h2>
      <p className="text-sm text-muted">{from === to ? from : `Первая ${from}, последняя ${to}`}</p>
      <ul aria-label="Кто пожаловался" className="grid gap-1 text-sm">
        {reports.map(({ created_by: person, created_at }) => (
          <li key={person.id} className="wrap-anywhere">
            <Link to={`/profile/${person.id}`} className="link inline-block py-0.5">
              {person.name}
            </Link>{' '}
            <time dateTime={created_at} className="text-muted">
              {momentOf(created_at)}
            </time>
          </li>
        ))}
        {unnamed > 0 && <li className="text-muted">и ещё {unnamed}</li>}
      </ul>
      {!reported.is_visible && (
        <p className="text-sm text-muted">Сейчас запись никому не видна: её растение не опубликовано.</p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button variant="danger" onClick={() => setAsking(true)} className="max-lg:grow">
          Скрыть
        </Button>
        <Button variant="secondary" busy={isBusy} onClick={() => void dismiss()} className="max-lg:grow">
          Оставить
        </Button>
      </div>
      <ReasonDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Скрыть запись?"
        hint="Её прочитает автор записи."
        label="Скрыть"
        isDangerous
        onConfirm={reason =>
          action(() => api.call('POST /staff/reports/:id/hide/', { params, body: { reason } }), 'Запись скрыта')
        }
      >
        Запись автора «{post.created_by.name}» исчезнет для всех, кроме него самого. Жалобы на неё будут закрыты.
      </ReasonDialog>
    </div>
  )
}
