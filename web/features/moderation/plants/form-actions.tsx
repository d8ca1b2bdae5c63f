import { Button } from '#web/ui/button.tsx'

interface FormActionsProps {
  /** The label of the submit button, one word. */
  label: string
  busy: boolean
  onClose: () => void
}

/** The buttons of a form in a dialog. */
export function FormActions({ label, busy, onClose }: FormActionsProps) {
  return (
    <div className="flex flex-wrap justify-end gap-3">
      <Button variant="quiet" onClick={onClose}>
        Отмена
      </Button>
      <Button type="submit" busy={busy}>
        {label}
      </Button>
    </div>
  )
}
