import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ContactPerson, OwnTeam } from '#contract/companies.ts'
import { useApp } from '#web/lib/app-context.ts'
import { saveTeam } from '#web/lib/session.ts'
import { UserMinus } from '#web/ui/icons.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Button } from '../../ui/button.tsx'
import { CheckboxField } from '../../ui/checkbox-field.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { showToast } from '../../ui/toast.ts'
import { apiKeysQuery } from './api-keys.tsx'
import { myTeamQuery } from './api.ts'
import { MembersTable } from './members-table.tsx'
import { useShowEmail } from './use-show-email.ts'

/** The members of the person's company: the creator adds and removes employees, who can also leave. */
export function OwnMembers({ team }: { team: OwnTeam }) {
  const { api } = useApp()
  const queries = useQueryClient()
  const [leaving, setLeaving] = useState<ContactPerson | null>(null)
  const [isGoing, setGoing] = useState(false)

  const changed = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ['member'] }),
      queries.invalidateQueries({ queryKey: ['companies', String(team.id)] }),
    ])
  const showEmail = useShowEmail(team.id)
  const onError = (error: Error) => showToast({ message: error.message, tone: 'danger' })

  const remove = useMutation({
    mutationFn: ({ email }: ContactPerson) => api.call('POST /teams/remove_member/', { body: { email } }),
    onSuccess: async (_, { name }) => {
      await changed()
      setLeaving(null)
      showToast({ message: `${name} больше не в компании` })
    },
    onError,
  })
  const leave = useMutation({
    mutationFn: () => api.call('POST /teams/leave/'),
    onSuccess: async () => {
      saveTeam(null)
      showToast({ message: `${team.company_name}: вы больше не сотрудник` })
      // The company's panels disappear first: its API keys must not be requested any more.
      await queries.invalidateQueries({ queryKey: myTeamQuery(api).queryKey })
      queries.removeQueries({ queryKey: apiKeysQuery(api).queryKey })
      await changed()
    },
    onError,
  })

  return (
    <>
      <MembersTable
        members={team.members}
        hiddenCaption="Имена и адреса"
        action={
          team.can.edit
            ? member =>
                member.id !== team.created_by.id && (
                  <IconButton
                    label={`Исключить: ${member.name}`}
                    title="Исключить"
                    icon={<UserMinus size={20} />}
                    onClick={() => setLeaving(member)}
                  />
                )
            : undefined
        }
      />
      <CheckboxField
        label="Показывать мой e-mail на странице компании"
        hint="Коллеги видят его в любом случае"
        className="mt-3"
        checked={showEmail.isPending ? showEmail.variables : team.shows_email === true}
        disabled={showEmail.isPending}
        onChange={event => showEmail.mutate(event.target.checked)}
      />
      <div className="mt-5 flex flex-wrap gap-3">
        {team.can.edit && (
          <ButtonLink to="/teams/add-member" variant="secondary">
            Добавить сотрудника
          </ButtonLink>
        )}
        {team.can.leave && (
          <Button variant="secondary" onClick={() => setGoing(true)}>
            Покинуть компанию
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={leaving !== null}
        onClose={() => setLeaving(null)}
        title="Исключить сотрудника?"
        label="Исключить"
        busy={remove.isPending}
        onConfirm={() => leaving && remove.mutate(leaving)}
      >
        <p>
          {leaving?.name} не сможет вести растения компании. Те, за которые {leaving?.name} отвечает, останутся без
          ответственного.
        </p>
      </ConfirmDialog>
      <ConfirmDialog
        open={isGoing}
        onClose={() => setGoing(false)}
        title="Покинуть компанию?"
        label="Покинуть"
        busy={leave.isPending}
        onConfirm={() => leave.mutate()}
      >
        <p>
          Растения, за которые вы отвечаете, останутся у неё без ответственного. Вернуться можно, если создатель
          компании добавит вас снова.
        </p>
      </ConfirmDialog>
    </>
  )
}
