import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

interface ConfirmDialogProps {
  open: boolean
  onClose: () => void
  title: string
  /** What will happen. */
  children: ReactNode
  /** What the red button does, in a word. */
  label: string
  busy?: boolean
  onConfirm: () => void
}

/** Asks before something that cannot be taken back; staying as one is comes first, so that Enter does no harm. */
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
