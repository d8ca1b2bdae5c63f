import { genusForm, type StaffGenus } from '#contract/moderation/plants.ts'
import { useApp } from '#web/lib/app-context.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { useContractForm } from '#web/ui/form.ts'
import { TextField } from '#web/ui/text-field.tsx'
import { useStaffAction } from '../use-staff-action.ts'
import { FormActions } from './form-actions.tsx'

interface GenusDialogProps {
  /** `null` for a new one. */
  genus: StaffGenus | null
  open: boolean
  onClose: () => void
}

const titleOf = (genus: StaffGenus | null) => (genus ? `Род «${genus.name}»` : 'Новый род')

export function GenusDialog({ genus, open, onClose }: GenusDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={titleOf(genus)}>
      {open && <GenusForm genus={genus} onClose={onClose} />}
    </Dialog>
  )
}

function GenusForm({ genus, onClose }: Omit<GenusDialogProps, 'open'>) {
  const { api } = useApp()
  const action = useStaffAction()
  const { field, submit, busy } = useContractForm({
    schema: genusForm,
    defaults: { name: genus?.name ?? '', latin_name: genus?.latin_name ?? '', family: genus?.family ?? '' },
    onSubmit: async body => {
      if (genus) {
        const params = { id: String(genus.id) }
        await action(
          () => api.call('POST /staff/directory/genera/:id/edit/', { params, body: { ...body, was: genus.name } }),
          'Род изменён',
        )
      } else await action(() => api.call('POST /staff/directory/genera/', { body }), 'Род добавлен')
      onClose()
    },
  })
  return (
    <form noValidate aria-label={titleOf(genus)} onSubmit={event => void submit(event)} className="grid gap-4">
      {genus && genus.listings_count > 0 && (
        <p>Объявления с растениями этого рода получат новое название. Прежние адреса их страниц продолжат работать.</p>
      )}
      <TextField {...field('name')} label="Русское название" required />
      <TextField {...field('latin_name')} label="Латинское название" lang="la" required />
      <TextField {...field('family')} label="Семейство" />
      <FormActions label={genus ? 'Сохранить' : 'Добавить'} busy={busy} onClose={onClose} />
    </form>
  )
}
