import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

interface ConfirmDialogProps {
  open: boolean
  onClose: () => void
  title: string
  /** The consequences. */
  children: ReactNode
  /** The label of the red button, one word. */
  label: string
  busy?: boolean
  onConfirm: () => void
}

/** Asks before an irreversible action; cancelling comes first, so that Enter does no harm. */
export function ConfirmDialog({ open, onClose, title, children, label, busy, onConfirm }: ConfirmDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>
            Отмена
          </Button>
          <Button variant="danger" busy={busy} onClick={onConfirm}>
            {label}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
