import type { ReactNode } from 'react'
import type { z } from 'zod'
import { reasonForm } from '#contract/moderation/reason.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { useContractForm } from './form.ts'
import { TextArea } from './text-area.tsx'

interface ReasonDialogProps {
  /** Open while an action is chosen. */
  open: boolean
  onClose: () => void
  title: string
  /** The consequences. */
  children: ReactNode
  /** Who will read the reason. */
  hint: string
  /** The label of the button, one word. */
  label: string
  isDangerous?: boolean
  /** What counts as a reason; a moderator's unless stated otherwise. */
  schema?: z.ZodType<{ reason: string }, { reason: string }>
  /** If it throws an ApiError, the error is shown and the dialog stays open. */
  onConfirm: (reason: string) => Promise<void>
}

/** Asks for the reason of an action that others will be told of. */
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
  schema = reasonForm,
  onConfirm,
}: Omit<ReasonDialogProps, 'open'>) {
  const { field, submit, busy } = useContractForm({
    schema,
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
