import type { ReactNode } from 'react'
import { reasonForm } from '#contract/moderation/reason.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { useContractForm } from './form.ts'
import { TextArea } from './text-area.tsx'

interface ReasonDialogProps {
  /** Open while there is something to do. */
  open: boolean
  onClose: () => void
  title: string
  /** What will happen. */
  children: ReactNode
  /** Who will read the reason. */
  hint: string
  /** What the button does, in a word. */
  label: string
  isDangerous?: boolean
  /** An ApiError that it throws is shown, and the dialog stays as it is. */
  onConfirm: (reason: string) => Promise<void>
}

/** Asks why before a moderator's action. */
export function ReasonDialog({ open, onClose, title, ...form }: ReasonDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={title}>
      {open && <ReasonForm title={title} onClose={onClose} {...form} />}
    </Dialog>
  )
}

function ReasonForm({
  title,
  onClose,
  children,
  hint,
  label,
  isDangerous,
  onConfirm,
}: Omit<ReasonDialogProps, 'open'>) {
  const { field, submit, busy } = useContractForm({
    schema: reasonForm,
    defaults: { reason: '' },
    onSubmit: async ({ reason }) => {
      await onConfirm(reason)
      onClose()
    },
  })
  return (
    <form noValidate aria-label={title} onSubmit={event => void submit(event)}>
      <div className="mb-4 wrap-anywhere">{children}</div>
      <TextArea {...field('reason')} label="Причина" hint={hint} rows={3} required />
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button variant="quiet" onClick={onClose}>
          Отмена
        </Button>
        <Button type="submit" variant={isDangerous ? 'danger' : 'primary'} busy={busy}>
          {label}
        </Button>
      </div>
    </form>
  )
}
