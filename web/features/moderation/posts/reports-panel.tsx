import { useState } from 'react'
import type { ReportedPost } from '#contract/moderation/posts.ts'
import { useApp } from '#web/lib/app-context.ts'
import { Button } from '#web/ui/button.tsx'
import { ReasonDialog } from '#web/ui/reason-dialog.tsx'
import { ReportFacts } from '../report-facts.tsx'
import { useButtonAction } from '../use-button-action.ts'
import { useStaffAction } from '../use-staff-action.ts'

/** The reports on a post, and the two possible decisions. */
export function ReportsPanel({ reported }: { reported: ReportedPost }) {
  const { api } = useApp()
  const action = useStaffAction()
  const [isAsking, setAsking] = useState(false)
  const { isBusy, run } = useButtonAction()
  const { post } = reported
  const params = { id: post.id }

  const dismiss = () =>
    run(() => api.call('POST /staff/reports/:id/dismiss/', { params }), 'Жалобы закрыты, запись осталась')

  return (
    <div className="grid content-start gap-3">
      <ReportFacts reported={reported} />
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
        asksRule
        onConfirm={(reason, rule) =>
          action(() => api.call('POST /staff/reports/:id/hide/', { params, body: { reason, rule } }), 'Запись скрыта')
        }
      >
        Запись автора «{post.created_by.name}» исчезнет для всех, кроме него самого. Жалобы на неё будут закрыты.
      </ReasonDialog>
    </div>
  )
}
