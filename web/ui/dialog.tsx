import { type ReactNode, useEffect, useId, useRef } from 'react'
import { X } from '#web/ui/icons.ts'
import { IconButton } from './icon-button.tsx'

interface DialogProps {
  open: boolean
  /** Called for Esc, the close button and a tap outside. */
  onClose: () => void
  title: string
  children: ReactNode
  /** The buttons, the main one last. */
  actions?: ReactNode
}

/** The browser's modal dialog: it provides the focus trap, Esc and the inert page behind. */
export function Dialog({ open, onClose, title, children, actions }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  useEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    // `showModal` throws on an open dialog, hence the check; the attribute alone would not make it modal.
    if (open && !dialog.open) dialog.showModal()
    if (!open && dialog.open) dialog.close()
  }, [open])

  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- Esc is handled by the element itself
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      className="dialog"
      // The event is sent after `close()`, when the owner may already have opened another dialog.
      onClose={() => {
        if (open) onClose()
      }}
      onClick={event => {
        // The content fills the dialog's box, so a click on the element itself was on the backdrop.
        if (event.target === event.currentTarget) onClose()
      }}
    >
      <div className="p-5 sm:p-6">
        <div className="mb-3 flex items-start justify-between gap-4">
          <h2 id={titleId} className="pt-1.5 text-xl">
            {title}
          </h2>
          <IconButton label="Закрыть" icon={<X size={22} />} onClick={onClose} className="-mt-1 -mr-2" />
        </div>
        {children}
        {actions && <div className="mt-6 flex flex-wrap justify-end gap-3">{actions}</div>}
      </div>
    </dialog>
  )
}
