import type { ReactNode } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import type { Lookup } from '#contract/common.ts'
import { holdDays } from '#contract/companies.ts'
import { CheckboxField } from '../../ui/checkbox-field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'

export interface CompanyChoices {
  specifics: Lookup[]
  cities: Lookup[]
  deliveries: Lookup[]
}

type FieldName =
  | 'about_team'
  | 'team_phone'
  | 'website'
  | 'team_address'
  | 'team_country'
  | 'team_city'
  | 'coordinates'
  | 'team_specific'
  | 'delivery'
  | 'safekeeping'
  | 'unloading'
  | 'minimum_order'
  | 'hold_days'

interface CompanyFieldsProps {
  field: (name: FieldName) => UseFormRegisterReturn<string> & { error?: string }
  choices: CompanyChoices
  countryHint?: string
  /** The field for a place of the gazetteer, which stores more than its text. */
  place: ReactNode
  /** Fields of only one of the two forms; they come first. */
  children?: ReactNode
}

/** The fields about a company, shared by the forms for new and existing companies. */
export function CompanyFields({ field, choices, countryHint, place, children }: CompanyFieldsProps) {
  return (
    <div className="grid gap-8">
      <Group legend="Компания">
        {children}
        <SelectField label="Специфика" {...field('team_specific')}>
          <option value="">Не указана</option>
          <Options of={choices.specifics} />
        </SelectField>
      </Group>
      <Group legend="Как вас найти">
        <TextField label="Страна" autoComplete="country-name" hint={countryHint} {...field('team_country')} />
        <SelectField label="Регион" required {...field('team_city')}>
          <option value="">Выберите регион</option>
          <Options of={choices.cities} />
        </SelectField>
        {place}
        <TextField
          label="Координаты"
          autoComplete="off"
          inputClassName="tabular-nums"
          placeholder="Например, 56.8587, 35.9176"
          hint="Если поле в стороне: широта и долгота через запятую. Другим видно только расстояние"
          {...field('coordinates')}
        />
        <TextField
          label="Адрес"
          required
          className="sm:col-span-2"
          autoComplete="street-address"
          {...field('team_address')}
        />
        <TextField
          label="Телефон компании"
          required
          type="tel"
          autoComplete="tel"
          hint="Несколько номеров запишите через запятую"
          {...field('team_phone')}
        />
        <TextField
          label="Сайт"
          inputMode="url"
          autoComplete="url"
          autoCapitalize="none"
          placeholder="Например, pitomnik.ru"
          {...field('website')}
        />
      </Group>
      <Group legend="Условия">
        <SelectField label="Доставка" {...field('delivery')}>
          <option value="">Не указана</option>
          <Options of={choices.deliveries} />
        </SelectField>
        <TextField
          label="Минимальный заказ, ₽"
          inputMode="numeric"
          autoComplete="off"
          inputClassName="tabular-nums"
          placeholder="Например, 30000"
          hint="Сумма, меньше которой не отгружаете. Пустое поле: любой заказ"
          {...field('minimum_order')}
        />
        <TextField
          label="Подтверждаете сделку, дней"
          inputMode="numeric"
          autoComplete="off"
          inputClassName="tabular-nums"
          hint={`Столько растения ждут вашего подтверждения, от ${holdDays.least} до ${holdDays.most}. Потом сделка отменится сама`}
          {...field('hold_days')}
        />
        <div className="sm:col-span-2">
          <CheckboxField label="Разгрузка товара" hint="Можете разгрузить машину покупателя" {...field('unloading')} />
          <CheckboxField
            label="Хранение купленного товара"
            hint="Растения постоят у вас, пока их не заберут"
            {...field('safekeeping')}
          />
        </div>
      </Group>
      <Group legend="О компании">
        <TextArea
          label="Рассказ о компании"
          className="sm:col-span-2"
          rows={5}
          hint="Что вы выращиваете и чем хороши ваши растения. Пустая строка начинает новый абзац"
          {...field('about_team')}
        />
      </Group>
    </div>
  )
}

function Group({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset>
      <legend className="mb-3 font-serif text-xl">{legend}</legend>
      <div className="grid gap-5 sm:grid-cols-2">{children}</div>
    </fieldset>
  )
}

/** The calls take and return choices by name. */
function Options({ of }: { of: Lookup[] }) {
  return of.map(({ id, name }) => (
    <option key={id} value={name}>
      {name}
    </option>
  ))
}
