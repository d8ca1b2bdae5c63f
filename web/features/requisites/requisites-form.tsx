import { buyerRequisitesForm, companyRequisitesForm, type Requisites, vatRates } from '#contract/requisites.ts'
import { Button } from '#web/ui/button.tsx'
import { FormErrors } from '#web/ui/form-errors.tsx'
import { useContractForm } from '#web/ui/form.ts'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'

interface RequisitesFormProps {
  of: 'company' | 'buyer'
  stated: Requisites | null
  onSave: (form: Requisites) => Promise<void>
}

const blank: Requisites = {
  full_name: '',
  inn: '',
  kpp: '',
  ogrn: '',
  legal_address: '',
  bank_name: '',
  bic: '',
  account: '',
  correspondent_account: '',
  signatory: '',
  vat: 'none',
}

const legend = 'mb-3 font-serif text-xl font-medium'

/** What stands in the papers of a company, or of a buyer, who needs a name and an address alone. */
export function RequisitesForm({ of, stated, onSave }: RequisitesFormProps) {
  const isCompany = of === 'company'
  const { field, submit, messages, busy } = useContractForm({
    schema: isCompany ? companyRequisitesForm : buyerRequisitesForm,
    defaults: stated ?? blank,
    onSubmit: onSave,
  })
  const digits = { inputMode: 'numeric', autoComplete: 'off', inputClassName: 'tabular-nums' } as const
  return (
    <form noValidate onSubmit={event => void submit(event)} className="grid max-w-2xl gap-8">
      <FormErrors messages={messages} />
      <fieldset className="grid min-w-0 gap-5 sm:grid-cols-2">
        <legend className={legend}>{isCompany ? 'Организация или предприниматель' : 'Кто покупает'}</legend>
        <TextField
          label={isCompany ? 'Полное название' : 'ФИО или полное название'}
          required
          className="sm:col-span-2"
          hint={isCompany ? 'Как в уставе или свидетельстве: ООО «Косогор», ИП Пихтов А. Б.' : undefined}
          {...field('full_name')}
        />
        <TextField
          label="ИНН"
          required={isCompany}
          hint="10 цифр у организации, 12 у человека"
          {...digits}
          {...field('inn')}
        />
        <TextField label="КПП" hint="Только у организации" autoComplete="off" {...field('kpp')} />
        <TextField label="ОГРН или ОГРНИП" required={isCompany} {...digits} {...field('ogrn')} />
        {isCompany && (
          <SelectField label="НДС в ценах" required {...field('vat')}>
            {vatRates.map(rate => (
              <option key={rate} value={rate}>
                {rate === 'none' ? 'Без НДС' : `${rate} %`}
              </option>
            ))}
          </SelectField>
        )}
        <TextField
          label={isCompany ? 'Юридический адрес' : 'Адрес'}
          required
          className="sm:col-span-2"
          {...field('legal_address')}
        />
        <TextField
          label="Кто подписывает"
          required={isCompany}
          className="sm:col-span-2"
          hint="Должность и имя: директор Пихтов А. Б."
          {...field('signatory')}
        />
      </fieldset>
      <fieldset className="grid min-w-0 gap-5 sm:grid-cols-2">
        <legend className={legend}>Банк</legend>
        {!isCompany && <p className="text-sm text-muted sm:col-span-2">Нужен только фирме, для её бумаг.</p>}
        <TextField
          label="Название банка"
          required={isCompany}
          className="sm:col-span-2"
          autoComplete="off"
          {...field('bank_name')}
        />
        <TextField label="БИК" required={isCompany} hint="9 цифр" {...digits} {...field('bic')} />
        <TextField label="Расчётный счёт" required={isCompany} hint="20 цифр" {...digits} {...field('account')} />
        <TextField
          label="Корреспондентский счёт"
          required={isCompany}
          hint="20 цифр"
          {...digits}
          {...field('correspondent_account')}
        />
      </fieldset>
      <div>
        <Button type="submit" busy={busy} className="max-sm:w-full">
          Сохранить
        </Button>
      </div>
    </form>
  )
}
