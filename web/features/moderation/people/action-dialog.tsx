import { type ReactNode, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

interface ActionDialogProps {
  /** The label of the button, and the start of the title. */
  label: string
  /** The name of the subject. */
  name: string
  /** The form; remounted each time. */
  children: (close: () => void, title: string) => ReactNode
}

/** A button that opens a form about one company. */
export function ActionDialog({ label, name, children }: ActionDialogProps) {
  const [isOpen, setOpen] = useState(false)
  const title = `${label}: ${name}`
  const close = () => setOpen(false)
  return (
    <>
      <Button
        size="sm"
        variant="secondary"
        aria-label={title}
        onClick={() => setOpen(true)}
        className="max-lg:min-h-11"
      >
        {label}
      </Button>
      <Dialog open={isOpen} onClose={close} title={title}>
        {isOpen && children(close, title)}
      </Dialog>
    </>
  )
}
