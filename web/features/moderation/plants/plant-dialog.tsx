import { useQuery } from '@tanstack/react-query'
import { useController } from 'react-hook-form'
import type { Lookup } from '#contract/common.ts'
import { plantForm, type StaffPlant } from '#contract/moderation/plants.ts'
import { useApp } from '#web/lib/app-context.ts'
import { CheckboxField } from '#web/ui/checkbox-field.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { useContractForm } from '#web/ui/form.ts'
import { TextField } from '#web/ui/text-field.tsx'
import { useStaffAction } from '../use-staff-action.ts'
import { categoriesQuery } from './api.ts'
import { FormActions } from './form-actions.tsx'

interface SpeciesDialogProps {
  genus: Lookup
  /** `null` for a new one. */
  species: StaffPlant | null
  open: boolean
  onClose: () => void
}

const titleOf = (genus: Lookup, species: StaffPlant | null) =>
  species ? `${genus.name} ${species.name}` : `${genus.name}: новый вид или сорт`

export function PlantDialog({ genus, species, open, onClose }: SpeciesDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={titleOf(genus, species)}>
      {open && <PlantForm genus={genus} species={species} onClose={onClose} />}
    </Dialog>
  )
}

function PlantForm({ genus, species, onClose }: Omit<SpeciesDialogProps, 'open'>) {
  const { api } = useApp()
  const action = useStaffAction()
  const { form, field, submit, busy } = useContractForm({
    schema: plantForm,
    defaults: {
      name: species?.name ?? '',
      latin_name: species?.latin_name ?? '',
      synonyms: species?.synonyms ?? '',
      categories: species?.categories.map(({ id }) => id) ?? [],
    },
    onSubmit: async body => {
      if (species) {
        const params = { id: String(species.id) }
        await action(
          () => api.call('POST /staff/directory/species/:id/edit/', { params, body: { ...body, was: species.name } }),
          'Запись изменена',
        )
      } else
        await action(
          () => api.call('POST /staff/directory/species/', { body: { ...body, genus: genus.id } }),
          'Запись добавлена',
        )
      onClose()
    },
  })
  const categories = useController({ control: form.control, name: 'categories' })
  return (
    <form noValidate aria-label={titleOf(genus, species)} onSubmit={event => void submit(event)} className="grid gap-4">
      {species && species.listings_count > 0 && (
        <p>Связанные объявления получат новое название. Прежние адреса их страниц продолжат работать.</p>
      )}
      <TextField {...field('name')} label="Вид, сорт" hint="Сорт в одинарных кавычках: западная 'Smaragd'" required />
      <TextField {...field('latin_name')} label="Латинское название" lang="la" required />
      <TextField {...field('synonyms')} label="Другие названия" hint="Через точку с запятой" />
      <CategoryChoice
        chosen={categories.field.value}
        onChange={categories.field.onChange}
        error={categories.fieldState.error?.message}
      />
      <FormActions label={species ? 'Сохранить' : 'Добавить'} busy={busy} onClose={onClose} />
    </form>
  )
}

interface CategoryChoiceProps {
  chosen: number[]
  onChange: (ids: number[]) => void
  error: string | undefined
}

function CategoryChoice({ chosen, onChange, error }: CategoryChoiceProps) {
  const { api } = useApp()
  const { data = [] } = useQuery(categoriesQuery(api))
  return (
    <fieldset aria-describedby={error ? 'categories-error' : undefined}>
      <legend className="mb-1 text-sm font-semibold">
        Категории{' '}
        <span aria-hidden className="text-accent">
          *
        </span>
      </legend>
      <div className="grid sm:grid-cols-2 sm:gap-x-4">
        {data.map(({ id, name }) => (
          <CheckboxField
            key={id}
            label={name}
            checked={chosen.includes(id)}
            onChange={event => onChange(event.target.checked ? [...chosen, id] : chosen.filter(other => other !== id))}
          />
        ))}
      </div>
      {error && <FieldError id="categories-error">{error}</FieldError>}
    </fieldset>
  )
}
