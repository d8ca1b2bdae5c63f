import { useWatch } from 'react-hook-form'
import { newPlantForm, type ReviewedProduct } from '#contract/moderation/products.ts'
import { useApp } from '#web/lib/app-context.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { useContractForm } from '#web/ui/form.ts'
import { TextField } from '#web/ui/text-field.tsx'
import { useStaffAction } from '../use-staff-action.ts'

interface NewPlantDialogProps {
  product: ReviewedProduct
  open: boolean
  onClose: () => void
}

const title = 'В справочник и опубликовать'

/** Publishes a product and adds its plant to the directory in the same step. */
export function NewPlantDialog({ product, open, onClose }: NewPlantDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={title}>
      {open && <NewPlantForm product={product} onClose={onClose} />}
    </Dialog>
  )
}

function NewPlantForm({ product, onClose }: Omit<NewPlantDialogProps, 'open'>) {
  const { api } = useApp()
  const action = useStaffAction()
  const { id, updated_at, state, genus, species, known_genus, category } = product
  const { form, field, submit, busy } = useContractForm({
    schema: newPlantForm,
    defaults: { genus: known_genus?.name ?? genus, species, latin_name: '', family: '' },
    onSubmit: async plant => {
      await action(
        () =>
          api.call('POST /staff/listings/:id/publish-new/', {
            params: { id: String(id) },
            body: { updated_at, state, ...plant },
          }),
        'Растение добавлено в справочник, объявление опубликовано',
      )
      onClose()
    },
  })
  const named = useWatch({ control: form.control, name: 'genus' }).trim()
  const isKnown = named === known_genus?.name
  return (
    <form noValidate aria-label={title} onSubmit={event => void submit(event)} className="grid gap-4">
      <p>
        Растение будет предлагаться в категории «{category.name}», и следующее объявление с ним опубликуется сразу. Как
        оно названо здесь, так будет называться и объявление.
      </p>
      <TextField
        {...field('genus')}
        label="Род"
        hint={isKnown ? 'Уже есть в справочнике' : named === genus ? 'Новый для справочника' : undefined}
        required
      />
      <TextField
        {...field('species')}
        label="Вид, сорт"
        hint="Сорт в одинарных кавычках: западная 'Smaragd'"
        required
      />
      <TextField
        {...field('latin_name')}
        label="Латинское название"
        lang="la"
        hint="Целиком: Thuja occidentalis 'Smaragd'"
        required
      />
      {!isKnown && <TextField {...field('family')} label="Семейство" hint="Если рода ещё нет в справочнике" />}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="quiet" onClick={onClose}>
          Отмена
        </Button>
        <Button type="submit" busy={busy}>
          Добавить и опубликовать
        </Button>
      </div>
    </form>
  )
}
