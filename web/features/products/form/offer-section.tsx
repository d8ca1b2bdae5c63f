import { SelectField } from '#web/ui/select-field.tsx'
import type { Choices } from './api.ts'
import { ChoiceField, type FieldOf, NumberField, wished } from './form-fields.tsx'
import { FormSection } from './form-section.tsx'

interface OfferSectionProps {
  field: FieldOf
  choices: Choices
}

/** What is sold for how much: price, size, roots, age. */
export function OfferSection({ field, choices }: OfferSectionProps) {
  return (
    <FormSection title="Цена и размер">
      <div className="sm:col-span-2 sm:max-w-1/2 sm:pr-2.5">
        <NumberField
          wiring={field('price')}
          label={wished('Цена, ₽')}
          placeholder="Например, 12 500"
          hint="За одно растение. Пусто: «Цена по запросу»"
        />
      </div>
      <fieldset className="sm:col-span-2">
        <legend className="mb-1 font-semibold">Высота предлагаемого растения</legend>
        <div className="grid grid-cols-[1fr_1fr_6rem] gap-3 sm:max-w-md">
          <NumberField wiring={field('s_height_from')} label="от" />
          <NumberField wiring={field('s_height_to')} label="до" />
          <SelectField label="единица" {...field('height_measure')}>
            <option value="SM">см</option>
            <option value="M">м</option>
          </SelectField>
        </div>
      </fieldset>
      <ChoiceField
        wiring={field('rsp')}
        label={wished('Упаковка корневой системы')}
        choices={choices.rootPackagings}
        className="sm:col-span-2"
      />
      <div className="grid grid-cols-[1fr_6rem] gap-3 sm:col-span-2 sm:max-w-md">
        <NumberField wiring={field('rsp_metric')} label="Размер упаковки" hint="С3 — это 3 л, RB60 — ком 60 см" />
        <SelectField label="единица" {...field('rsp_measure')}>
          <option value="">—</option>
          <option value="LITR">л</option>
          <option value="SM">см</option>
          <option value="PIECE">шт.</option>
        </SelectField>
      </div>
      <ChoiceField wiring={field('age_group')} label={wished('Возрастная группа')} choices={choices.ageGroups} />
      <ChoiceField
        wiring={field('place_of_cultivation')}
        label={wished('Место выращивания')}
        choices={choices.places}
      />
    </FormSection>
  )
}
