import type { Deal } from '#contract/deals.ts'
import { type ClaimReason, claimForm, claimReasons } from '#contract/deliveries.ts'
import { useApp } from '#web/lib/app-context.ts'
import { Button } from '#web/ui/button.tsx'
import { useContractForm } from '#web/ui/form.ts'
import { scaleDown } from '#web/ui/photos/scale-down.ts'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { quantityText } from '../words.ts'
import { ClaimPictures } from './claim-pictures.tsx'
import { reasonNames } from './delivery-words.ts'
import { useIdOf } from './use-id-of.ts'
import { useStoredPictures } from './use-stored-pictures.ts'

/** Pictures of a claim belong to the claim, whichever line it is about. */
const ownPictures = 'claim'

interface ClaimFormProps {
  deal: Deal
  onMade: () => void
  onCancel: () => void
}

/** A claim to what was received before: plants that did not live, above all. */
export function ClaimForm({ deal, onMade, onCancel }: ClaimFormProps) {
  const { api } = useApp()
  const received = deal.lines.filter(({ received_quantity }) => received_quantity > 0)
  const pictures = useStoredPictures(`claim.${deal.id}`)
  const idOf = useIdOf()
  const { field, submit, busy } = useContractForm({
    schema: claimForm,
    defaults: { line: received[0]?.line ?? '', quantity: '', reason: 'dead' as ClaimReason, text: '' },
    async onSubmit({ line, quantity, reason, text }) {
      const files = pictures.of(ownPictures)
      const id = idOf([line, quantity, reason, text, files.map(({ name, size }) => [name, size])])
      const body = new FormData()
      for (const [name, value] of Object.entries({ id, line, quantity: String(quantity), reason, text }))
        body.append(name, value)
      for (const file of files)
        body.append('files', file.type.startsWith('image/') ? await scaleDown(file) : file, file.name)
      await api.call('POST /deals/:id/claims/', { params: { id: deal.id }, body })
      pictures.finish()
      onMade()
    },
  })
  return (
    <form
      noValidate
      aria-label="Новая претензия"
      className="mt-4 grid max-w-xl gap-3"
      onSubmit={event => void submit(event)}
    >
      <SelectField label="Растение" {...field('line')}>
        {received.map(({ line, name, label, received_quantity, unit }) => (
          <option key={line} value={line}>
            {[name, label, `принято ${quantityText(received_quantity, unit)}`].filter(Boolean).join(' · ')}
          </option>
        ))}
      </SelectField>
      <TextField label="Сколько" inputMode="decimal" autoComplete="off" required {...field('quantity')} />
      <SelectField label="Что не так" {...field('reason')}>
        {claimReasons.map(reason => (
          <option key={reason} value={reason}>
            {reasonNames[reason]}
          </option>
        ))}
      </SelectField>
      <TextArea label="Подробности" rows={3} {...field('text')} />
      <ClaimPictures
        of="претензия"
        files={pictures.of(ownPictures)}
        onChange={files => pictures.change(ownPictures, files)}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy} className="max-sm:grow">
          Отправить
        </Button>
        <Button variant="quiet" onClick={onCancel} className="max-sm:grow">
          Отмена
        </Button>
      </div>
    </form>
  )
}
