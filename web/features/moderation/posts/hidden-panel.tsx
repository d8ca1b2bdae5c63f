import { useState } from 'react'
import type { HiddenPost } from '#contract/moderation/posts.ts'
import { useApp } from '#web/lib/app-context.ts'
import { Button } from '#web/ui/button.tsx'
import { ReasonDialog } from '#web/ui/reason-dialog.tsx'
import { momentOf } from '../dates.ts'
import { useStaffAction } from '../use-staff-action.ts'

/** When a post was hidden, and the action to restore it. */
export function HiddenPanel({ hidden: { post, hidden_at } }: { hidden: HiddenPost }) {
  const { api } = useApp()
  const action = useStaffAction()
  const [isAsking, setAsking] = useState(false)
  const params = { id: post.id }
  return (
    <div className="grid content-start gap-3">
      <h2 className="text-xl">Скрыта</h2>
      <p className="text-sm text-muted">
        <time dateTime={hidden_at}>{momentOf(hidden_at)}</time>
      </p>
      <div className="flex">
        <Button variant="secondary" onClick={() => setAsking(true)} className="max-lg:grow">
          Вернуть
        </Button>
      </div>
      <ReasonDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Вернуть запись?"
        hint="Она останется в журнале."
        label="Вернуть"
        onConfirm={reason =>
          action(() => api.call('POST /staff/reports/:id/restore/', { params, body: { reason } }), 'Запись снова видна')
        }
      >
        Запись автора «{post.created_by.name}» снова увидят все, кто видел её раньше.
      </ReasonDialog>
    </div>
  )
}
