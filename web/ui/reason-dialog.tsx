import type { ReactNode } from 'react'
import type { z } from 'zod'
import { againstForm, type ReportReason, reasonForm } from '#contract/moderation/reason.ts'
import { reportReasonWords } from '#web/lib/report-reasons.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { useContractForm } from './form.ts'
import { SelectField } from './select-field.tsx'
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
  /** Of a decision against somebody: they are told by which rule. */
  asksRule?: boolean
  /** If it throws an ApiError, the error is shown and the dialog stays open. */
  onConfirm: (reason: string, rule: ReportReason) => Promise<void>
}

/** Asks for the reason of an action that others will be told of. */
export function ReasonDialog({ open, onClose, title, ...form }: ReasonDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={title}>
      {open && <ReasonForm title={title} onClose={onClose} {...form} />}
    </Dialog>
  )
}

type FormSchema = z.ZodType<z.output<typeof againstForm>, z.input<typeof againstForm>>

const withoutRule = (schema: z.ZodType<{ reason: string }, { reason: string }>) =>
  schema.transform(({ reason }) => ({ reason, rule: 'other' as const }))

function ReasonForm({
  title,
  onClose,
  children,
  hint,
  label,
  isDangerous,
  asksRule = false,
  schema = reasonForm,
  onConfirm,
}: Omit<ReasonDialogProps, 'open'>) {
  const { field, submit, busy } = useContractForm({
    schema: asksRule ? againstForm : (withoutRule(schema) as FormSchema),
    defaults: { reason: '', rule: 'other' },
    onSubmit: async ({ reason, rule }) => {
      await onConfirm(reason, rule)
      onClose()
    },
  })
  return (
    <form noValidate aria-label={title} onSubmit={event => void submit(event)}>
      <div className="mb-4 wrap-anywhere">{children}</div>
      <div className="grid gap-4">
        <TextArea {...field('reason')} label="Причина" hint={hint} rows={3} required />
        {asksRule && (
          <SelectField {...field('rule')} label="Правило">
            {Object.entries(reportReasonWords).map(([rule, words]) => (
              <option key={rule} value={rule}>
                {words}
              </option>
            ))}
          </SelectField>
        )}
      </div>
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
