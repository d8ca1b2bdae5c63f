import type { ContactPerson } from '#contract/companies.ts'
import { SelectField } from '#web/ui/select-field.tsx'
import { byName } from '#web/ui/sort-names.ts'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import type { FieldOf } from './form-fields.tsx'
import { FormSection } from './form-section.tsx'

export function DescriptionSection({ field }: { field: FieldOf }) {
  return (
    <FormSection title="Описание">
      <TextArea
        label="О растении своими словами"
        hint="Чем хороши именно ваши растения: форма, уход, партия, сроки. Этот текст увидят на странице растения и в ленте."
        rows={6}
        {...field('description')}
        className="sm:col-span-2"
      />
      <TextField
        label="Ссылка на видео"
        type="url"
        inputMode="url"
        placeholder="Например, https://youtu.be/…"
        autoComplete="off"
        hint="Ролик с YouTube покажем прямо на странице"
        {...field('video_link')}
        className="sm:col-span-2"
      />
    </FormSection>
  )
}

export function PlaceSection({ field }: { field: FieldOf }) {
  return (
    <FormSection title="Где находится" hint="Откуда забирать растение, если не с адреса компании.">
      <TextField label="Страна" autoComplete="country-name" {...field('item_country')} />
      <TextField label="Город" autoComplete="address-level2" {...field('item_city')} />
      <TextField label="Адрес" autoComplete="street-address" {...field('item_address')} className="sm:col-span-2" />
    </FormSection>
  )
}

interface AssigneeSectionProps {
  field: FieldOf
  members: readonly ContactPerson[]
}

/** Only for the company's creator. */
export function AssigneeSection({ field, members }: AssigneeSectionProps) {
  return (
    <FormSection title="Ответственный">
      <SelectField
        label="Сотрудник"
        hint="Он тоже сможет изменять и удалять это растение"
        {...field('assigned_to')}
        className="sm:col-span-2 sm:max-w-md"
      >
        <option value="">Не назначен</option>
        {byName(members).map(({ id, name, email }) => (
          <option key={id} value={id}>
            {name} ({email})
          </option>
        ))}
      </SelectField>
    </FormSection>
  )
}
