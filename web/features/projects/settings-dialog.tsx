import { useState } from 'react'
import type { InputOf } from '#contract/calls.ts'
import type { Project } from '#contract/projects.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormErrors } from '#web/ui/form-errors.tsx'
import { type Messages, messagesOfAnswer } from '#web/ui/refusals.ts'
import { Where } from './schedule-form.tsx'

interface SettingsDialogProps {
  isOpen: boolean
  onClose: () => void
  project: Project
  /** Throws what the server refuses. */
  onSave: (changes: InputOf<'PATCH /projects/:id/', 'body'>) => Promise<unknown>
}

/** Name, region, zone and place of a project. */
export function SettingsDialog({ isOpen, onClose, ...form }: SettingsDialogProps) {
  return (
    <Dialog open={isOpen} onClose={onClose} title="О проекте">
      {isOpen && <SettingsForm {...form} onClose={onClose} />}
    </Dialog>
  )
}

function SettingsForm({ project, onSave, onClose }: Omit<SettingsDialogProps, 'isOpen'>) {
  const [draft, setDraft] = useState({
    name: project.name,
    region: String(project.region?.id ?? ''),
    zone: String(project.zone ?? ''),
    place: project.place,
  })
  const [errors, setErrors] = useState<Messages>({})
  const [isSaving, setSaving] = useState(false)
  async function save() {
    if (isSaving) return
    setSaving(true)
    try {
      const { name, region, zone, place } = draft
      await onSave({ name, region, zone, place: place?.id ?? null })
      onClose()
    } catch (failure) {
      setErrors(messagesOfAnswer(failure))
      setSaving(false)
    }
  }
  return (
    <form
      noValidate
      aria-label="О проекте"
      className="grid gap-4"
      onSubmit={event => {
        event.preventDefault()
        void save()
      }}
    >
      <FormErrors messages={errors[''] ? [errors['']] : []} />
      <Where draft={draft} errors={errors} onChange={change => setDraft(before => ({ ...before, ...change }))} />
      <div className="mt-2 flex flex-wrap justify-end gap-3">
        <Button variant="quiet" onClick={onClose}>
          Отмена
        </Button>
        <Button type="submit" busy={isSaving}>
          Сохранить
        </Button>
      </div>
    </form>
  )
}
