import type { StaffCompany } from '#contract/moderation/people.ts'
import { correctionForm, verificationForm } from '#contract/moderation/verification.ts'
import { useApp } from '#web/lib/app-context.ts'
import { useContractForm } from '#web/ui/form.ts'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { FormActions } from '../plants/form-actions.tsx'
import { useStaffAction } from '../use-staff-action.ts'

interface CompanyFormProps {
  company: StaffCompany
  title: string
  onClose: () => void
}

const seenOf = ({ company_name, team_zipcode, team_country }: StaffCompany) => ({
  was: { company_name, team_zipcode, team_country },
})

/** Asks what was compared before marking a company as verified. */
export function VerifyForm({ company, title, onClose }: CompanyFormProps) {
  const { api } = useApp()
  const action = useStaffAction()
  const { field, submit, busy } = useContractForm({
    schema: verificationForm,
    defaults: { note: '' },
    onSubmit: async ({ note }) => {
      const input = { params: { id: String(company.id) }, body: { note, ...seenOf(company) } }
      await action(() => api.call('POST /staff/companies/:id/verify/', input), `Проверено: ${company.company_name}`)
      onClose()
    },
  })
  return (
    <form noValidate aria-label={title} onSubmit={event => void submit(event)} className="grid gap-4">
      <p className="wrap-anywhere">
        Рядом с названием появится «Проверено». Сверьте название и ИНН{' '}
        <span className="font-semibold tabular-nums">{company.team_zipcode}</span>
        {company.team_country && ` (${company.team_country})`} с реестром.
      </p>
      <TextArea
        {...field('note')}
        label="Что проверено"
        hint="Например: выписка из ЕГРЮЛ от сегодня. Прочитают модераторы."
        rows={3}
        required
      />
      <FormActions label="Отметить" busy={busy} onClose={onClose} />
    </form>
  )
}

/** Corrects what a company cannot change itself. */
export function CorrectForm({ company, title, onClose }: CompanyFormProps) {
  const { api } = useApp()
  const action = useStaffAction()
  const { field, submit, busy } = useContractForm({
    schema: correctionForm,
    defaults: { company_name: company.company_name, team_zipcode: company.team_zipcode, reason: '' },
    onSubmit: async form => {
      const input = { params: { id: String(company.id) }, body: { ...form, ...seenOf(company) } }
      await action(() => api.call('POST /staff/companies/:id/correct/', input), `Исправлено: ${form.company_name}`)
      onClose()
    },
  })
  return (
    <form noValidate aria-label={title} onSubmit={event => void submit(event)} className="grid gap-4">
      <TextField {...field('company_name')} label="Название" required />
      <TextField
        {...field('team_zipcode')}
        label="ИНН"
        hint={company.is_verified ? 'Новый ИНН снимет отметку «Проверено».' : undefined}
        inputClassName="tabular-nums"
        required
      />
      <TextArea {...field('reason')} label="Причина" hint="Её прочитают сотрудники компании." rows={3} required />
      <FormActions label="Исправить" busy={busy} onClose={onClose} />
    </form>
  )
}
