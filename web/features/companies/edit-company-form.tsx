import { editTeamForm, type OwnTeam } from '#contract/companies.ts'
import { useApp } from '#web/lib/app-context.ts'
import { Button } from '../../ui/button.tsx'
import { FormErrors } from '../../ui/form-errors.tsx'
import { useContractForm } from '../../ui/form.ts'
import { type CompanyChoices, CompanyFields } from './company-fields.tsx'
import { CompanyPlace } from './company-place.tsx'

interface EditCompanyFormProps {
  team: OwnTeam
  choices: CompanyChoices
  onSaved: () => Promise<void>
  onCancel: () => void
}

export function EditCompanyForm({ team, choices, onSaved, onCancel }: EditCompanyFormProps) {
  const { api } = useApp()
  const { form, field, submit, messages, busy } = useContractForm({
    schema: editTeamForm,
    defaults: {
      about_team: team.about_team,
      team_phone: team.team_phone,
      website: team.website,
      team_address: team.team_address,
      team_country: team.team_country,
      team_city: team.team_city?.name ?? '',
      place: team.place?.id ?? '',
      coordinates: team.coordinates ? `${team.coordinates.latitude}, ${team.coordinates.longitude}` : '',
      team_specific: team.team_specific?.name ?? '',
      delivery: team.delivery?.name ?? '',
      safekeeping: team.safekeeping,
      unloading: team.unloading,
      minimum_order: team.minimum_order === null ? '' : String(team.minimum_order),
      hold_days: String(team.hold_days),
    },
    onSubmit: async body => {
      await api.call('PATCH /teams/:id/', { params: { id: String(team.id) }, body })
      await onSaved()
    },
  })

  function suggestRegion(region: string) {
    if (!form.getValues('team_city')) form.setValue('team_city', region)
  }

  return (
    <form noValidate onSubmit={event => void submit(event)} className="flex flex-col gap-8 *:empty:-mb-8">
      <FormErrors messages={messages} />
      <CompanyFields
        field={field}
        choices={choices}
        place={<CompanyPlace control={form.control} initial={team.place} onChosen={suggestRegion} />}
        countryHint={team.is_verified ? 'Другая страна снимет с компании отметку «Проверено»' : undefined}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy} className="max-sm:grow">
          Сохранить
        </Button>
        <Button variant="quiet" onClick={onCancel} className="max-sm:grow">
          Отмена
        </Button>
      </div>
    </form>
  )
}
