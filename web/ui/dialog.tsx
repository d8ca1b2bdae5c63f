import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { IconButton } from './icon-button.tsx'

interface DialogProps {
  open: boolean
  /** Esc, the cross and a tap outside. */
  onClose: () => void
  title: string
  children: ReactNode
  /** The buttons, the main one last. */
  actions?: ReactNode
}

/** The browser's own modal dialog: focus trap, Esc and the inert page behind come with it. */
export function Dialog({ open, onClose, title, children, actions }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  useEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    // `showModal` on an open dialog throws, hence the check; the attribute alone would not make it modal.
    if (open && !dialog.open) dialog.showModal()
    if (!open && dialog.open) dialog.close()
  }, [open])

  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc is handled by the element itself
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      className="dialog"
      // The event comes a moment after `close()`, when the owner may already have asked for another dialog.
      onClose={() => {
        if (open) onClose()
      }}
      onClick={event => {
        // The dialog's box is filled by its content, so a click on the element itself fell on the backdrop.
        if (event.target === event.currentTarget) onClose()
      }}
    >
      <div className="p-5 sm:p-6">
        <div className="mb-3 flex items-start justify-between gap-4">
          <h2 id={titleId} className="pt-1.5 text-xl">
            {title}
          </h2>
          <IconButton label="Закрыть" icon={<X aria-hidden size={22} />} onClick={onClose} className="-mt-1 -mr-2" />
        </div>
        {children}
        {actions && <div className="mt-6 flex flex-wrap justify-end gap-3">{actions}</div>}
      </div>
    </dialog>
  )
}
