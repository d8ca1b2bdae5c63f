import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useController } from 'react-hook-form'
import type { Lookup } from '#contract/common.ts'
import { mergeForm } from '#contract/moderation/lookups.ts'
import { CheckboxField } from '#web/ui/checkbox-field.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { useContractForm } from '#web/ui/form.ts'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { FormActions } from './form-actions.tsx'

interface MergeDialogProps {
  /** The entry to be replaced; `null`: closed. */
  entry: Lookup | null
  onClose: () => void
  /** Searches replacements by part of a name. */
  find: (search: string) => Promise<Lookup[]>
  /** Further effects to tell the moderator. */
  consequence: string
  /** If it throws an ApiError, the error is shown and the dialog stays open. */
  onMerge: (merge: { into: number; reason: string }) => Promise<void>
}

/** Asks for the entry that replaces another one, and for a reason. */
export function MergeDialog({ entry, onClose, ...form }: MergeDialogProps) {
  return (
    <Dialog open={entry !== null} onClose={onClose} title={entry ? `Объединить «${entry.name}»` : ''}>
      {entry && <MergeForm entry={entry} onClose={onClose} {...form} />}
    </Dialog>
  )
}

const shown = 8

function MergeForm({ entry, onClose, find, consequence, onMerge }: MergeDialogProps & { entry: Lookup }) {
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search.trim())
  const { data } = useQuery({
    queryKey: ['member', 'staff', 'merge-targets', entry, wanted],
    queryFn: async () => (await find(wanted)).filter(({ id }) => id !== entry.id),
  })
  const { form, field, submit, busy } = useContractForm({
    schema: mergeForm,
    defaults: { into: 0, reason: '' },
    onSubmit: async merge => {
      await onMerge(merge)
      onClose()
    },
  })
  const into = useController({ control: form.control, name: 'into' })
  const error = into.fieldState.error?.message
  return (
    <form
      noValidate
      aria-label={`Объединить «${entry.name}»`}
      onSubmit={event => void submit(event)}
      className="grid gap-4"
    >
      <p>
        Вместо «{entry.name}» всюду встанет другая запись, а эта скроется. {consequence} Разъединить их будет нельзя.
      </p>
      <TextField
        label="С чем объединить"
        type="search"
        hint="Часть названия"
        value={search}
        onChange={event => setSearch(event.target.value)}
      />
      <fieldset aria-describedby={error ? 'into-error' : undefined} className="min-h-28">
        <legend className="sr-only">Найденное</legend>
        {data?.slice(0, shown).map(({ id, name }) => (
          <CheckboxField
            key={id}
            type="radio"
            name="into"
            label={name}
            checked={into.field.value === id}
            onChange={() => into.field.onChange(id)}
          />
        ))}
        <p aria-live="polite" className="text-sm text-muted">
          {data?.length === 0 && 'Ничего не нашлось'}
          {data && data.length > shown && 'Есть и другие: напишите название точнее'}
        </p>
        {error && <FieldError id="into-error">{into.field.value === 0 ? 'Выберите запись' : error}</FieldError>}
      </fieldset>
      <TextArea {...field('reason')} label="Причина" hint="Останется в журнале." rows={2} required />
      <FormActions label="Объединить" busy={busy} onClose={onClose} />
    </form>
  )
}
