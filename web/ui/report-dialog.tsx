import type { ReportReason } from '#contract/moderation/reason.ts'
import { reportForm } from '#contract/reports.ts'
import { reportReasonWords } from '#web/lib/report-reasons.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { useContractForm } from './form.ts'
import { SelectField } from './select-field.tsx'
import { TextArea } from './text-area.tsx'
import { showToast } from './toast.ts'

export interface Said {
  reason: ReportReason
  text: string
}

interface ReportDialogProps {
  open: boolean
  onClose: () => void
  title: string
  /** If it throws an ApiError, the error is shown and the dialog stays open. */
  onSend: (said: Said) => Promise<unknown>
}

/** Asks why something is reported. */
export function ReportDialog({ open, onClose, title, onSend }: ReportDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={title}>
      {open && <ReportForm title={title} onClose={onClose} onSend={onSend} />}
    </Dialog>
  )
}

function ReportForm({ title, onClose, onSend }: Omit<ReportDialogProps, 'open'>) {
  const { field, submit, busy } = useContractForm({
    schema: reportForm,
    defaults: { reason: 'spam', text: '' },
    onSubmit: async said => {
      await onSend(said)
      showToast({ message: 'Жалоба отправлена' })
      onClose()
    },
  })
  return (
    <form noValidate aria-label={title} onSubmit={event => void submit(event)}>
      <p className="mb-4 text-muted">Её рассмотрит модератор и ответит вам. Кто пожаловался, он никому не скажет.</p>
      <div className="grid gap-4">
        <SelectField {...field('reason')} label="Что не так">
          {Object.entries(reportReasonWords).map(([reason, words]) => (
            <option key={reason} value={reason}>
              {words}
            </option>
          ))}
        </SelectField>
        <TextArea {...field('text')} label="Подробности" rows={3} />
      </div>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button variant="quiet" onClick={onClose}>
          Отмена
        </Button>
        <Button type="submit" busy={busy}>
          Пожаловаться
        </Button>
      </div>
    </form>
  )
}
