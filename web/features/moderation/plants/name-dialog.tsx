import type { z } from 'zod'
import { newLookupForm } from '#contract/moderation/lookups.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { useContractForm } from '#web/ui/form.ts'
import { TextField } from '#web/ui/text-field.tsx'
import { FormActions } from './form-actions.tsx'

const nameForm = newLookupForm.omit({ kind: true })

interface NameDialogProps {
  open: boolean
  onClose: () => void
  title: string
  /** The present values; empty for a new entry. */
  entry: z.input<typeof nameForm>
  /** Whether entries of this list have descriptions. */
  hasDescription: boolean
  /** If it throws an ApiError, the errors are shown at the fields and the dialog stays open. */
  onSave: (values: z.output<typeof nameForm>) => Promise<void>
}

/** Edits the name of an entry of a list or a category. */
export function NameDialog({ open, onClose, title, ...form }: NameDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={title}>
      {open && <NameForm title={title} onClose={onClose} {...form} />}
    </Dialog>
  )
}

function NameForm({ title, onClose, entry, hasDescription, onSave }: Omit<NameDialogProps, 'open'>) {
  const { field, submit, busy } = useContractForm({
    schema: nameForm,
    defaults: entry,
    onSubmit: async values => {
      await onSave(values)
      onClose()
    },
  })
  return (
    <form noValidate aria-label={title} onSubmit={event => void submit(event)} className="grid gap-4">
      <TextField {...field('name')} label="Название" required />
      {hasDescription && <TextField {...field('description')} label="Пояснение" />}
      <FormActions label="Сохранить" busy={busy} onClose={onClose} />
    </form>
  )
}
