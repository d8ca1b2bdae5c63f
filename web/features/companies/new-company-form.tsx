import { useState } from 'react'
import { defaultCountry, holdDays, newTeamForm, type Team } from '#contract/companies.ts'
import { innError, isRussia } from '#contract/inn.ts'
import { ApiError } from '#web/lib/api.ts'
import { useApp } from '#web/lib/app-context.ts'
import { Button } from '../../ui/button.tsx'
import { FormErrors } from '../../ui/form-errors.tsx'
import { useContractForm } from '../../ui/form.ts'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast.ts'
import { type CompanyChoices, CompanyFields } from './company-fields.tsx'
import { CompanyPlace } from './company-place.tsx'

/** The error of the tax number in the form; an empty one is missing, not wrong. */
function errorOf(typed: unknown): string | null {
  const { team_zipcode: inn, team_country: country } = (typed ?? {}) as Record<string, unknown>
  if (typeof inn !== 'string' || !inn.trim() || !isRussia(typeof country === 'string' ? country : '')) return null
  return innError(inn.trim())
}

/** Stricter than the call, which accepts any INN: afterwards only moderators can correct it. */
export const newCompanySchema = newTeamForm.refine(form => errorOf(form) === null, {
  path: ['team_zipcode'],
  error: ({ input }) => errorOf(input) ?? undefined,
  // Also checked when other fields have errors.
  when: () => true,
})

interface NewCompanyFormProps {
  choices: CompanyChoices
  onCreated: (team: Team) => Promise<void>
}

const sayIncomplete = () => showToast({ message: 'Не все поля заполнены', tone: 'danger', duration: 5000 })

export function NewCompanyForm({ choices, onCreated }: NewCompanyFormProps) {
  const { api } = useApp()
  const [isRefused, setRefused] = useState(false)
  const { form, field, submit, busy } = useContractForm({
    schema: newCompanySchema,
    defaults: {
      company_name: '',
      team_zipcode: '',
      about_team: '',
      team_phone: '',
      website: '',
      team_address: '',
      team_country: defaultCountry,
      team_city: '',
      place: '',
      coordinates: '',
      team_specific: '',
      delivery: '',
      safekeeping: false,
      unloading: false,
      minimum_order: '',
      hold_days: String(holdDays.usual),
    },
    onSubmit: async body => {
      setRefused(false)
      await onCreated(
        await api.call('POST /teams/', { body }).catch((error: unknown) => {
          if (error instanceof ApiError && error.status === 400) {
            setRefused(true)
            sayIncomplete()
          }
          throw error
        }),
      )
    },
    onStopped: errors => {
      if (hasEmpty(errors)) sayIncomplete()
    },
  })
  /** Whether an error is due to an empty field, not only to an impossible number. */
  function hasEmpty(errors: object): boolean {
    return Object.keys(errors).some(name => !String(form.getValues(name as 'company_name')).trim())
  }
  function suggestRegion(region: string) {
    if (!form.getValues('team_city')) form.setValue('team_city', region)
  }
  const hint = innHint(form.watch('team_zipcode'), form.watch('team_country') ?? '')

  return (
    <form noValidate onSubmit={event => void submit(event)} className="flex flex-col gap-8 *:empty:-mb-8">
      <FormErrors
        messages={hasEmpty(form.formState.errors) || isRefused ? ['Не все обязательные поля заполнены'] : []}
      />
      <CompanyFields
        field={field}
        choices={choices}
        place={<CompanyPlace control={form.control} initial={null} onChosen={suggestRegion} />}
      >
        <TextField
          label="Наименование компании"
          required
          className="sm:col-span-2"
          autoComplete="organization"
          {...field('company_name')}
        />
        <TextField
          label="ИНН"
          required
          inputMode="numeric"
          autoComplete="off"
          placeholder="12 цифр"
          inputClassName="tabular-nums"
          hint={
            // Once the form has refused the number, the error is shown instead.
            !(hint.isDoubtful && form.formState.errors.team_zipcode) && (
              <span className={hint.isDoubtful ? 'font-semibold text-accent-strong' : undefined}>{hint.text}</span>
            )
          }
          {...field('team_zipcode')}
        />
      </CompanyFields>
      <div>
        <Button type="submit" busy={busy} className="max-sm:w-full sm:min-w-40">
          Готово
        </Button>
        <p className="mt-3 text-sm text-muted">
          Название и ИНН потом меняет только поддержка, остальное вы всегда сможете поправить сами.
        </p>
      </div>
    </form>
  )
}

interface InnHint {
  text: string
  /** The number is impossible, and the form will refuse it. */
  isDoubtful: boolean
}

/** The hint for a tax number while it is being typed. */
export function innHint(typed: string, country: string): InnHint {
  if (!isRussia(country)) return { text: 'Налоговый номер вашей страны', isDoubtful: false }
  const inn = typed.trim()
  if (/^[0-9]{0,9}$/.test(inn)) return { text: '10 цифр у организации, 12 у предпринимателя', isDoubtful: false }
  const error = innError(inn)
  if (error !== null) return { text: error, isDoubtful: true }
  return { text: inn.length === 10 ? 'ИНН организации' : 'ИНН предпринимателя', isDoubtful: false }
}
