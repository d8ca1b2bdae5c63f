import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { myTeamQuery } from '#web/features/companies/api.ts'
import { CreatorOnly } from '#web/features/companies/creator-only.tsx'
import { InviteForm, OpenInvitations } from '#web/features/companies/invitations/invite-form.tsx'
import { NewMemberForm } from '#web/features/companies/new-member-form.tsx'
import { useApp } from '#web/lib/app-context.ts'
import { PageMeta, screenTitle } from '#web/ui/page-meta.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

export function Component() {
  const { api } = useApp()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const team = useQuery(myTeamQuery(api))

  async function onAdded() {
    await Promise.all([
      queries.invalidateQueries({ queryKey: myTeamQuery(api).queryKey }),
      queries.invalidateQueries({ queryKey: ['companies', String(team.data?.id)] }),
    ])
    await navigate('/teams/team')
  }

  return (
    <div className="mx-auto max-w-xl px-4 pt-8 sm:px-6">
      <PageMeta title={screenTitle('Новый сотрудник')} />
      <h1 className="text-3xl">Новый сотрудник</h1>
      <p className="mt-2 mb-8 text-muted">
        Сотрудник сможет добавлять растения компании и вести те, за которые отвечает сам.
      </p>
      {team.data === undefined ? (
        <Pending queries={[team]}>
          <Skeleton className="h-96" />
        </Pending>
      ) : (
        <CreatorOnly team={team.data}>
          {() => (
            <>
              <InviteForm />
              <OpenInvitations />
              <section aria-labelledby="own-password" className="mt-12 border-t border-line pt-8">
                <h2 id="own-password" className="text-xl">
                  Или завести учётную запись за сотрудника
                </h2>
                <p className="mt-1 mb-6 text-muted">Пароль при этом придумаете вы. Надёжнее пригласить письмом.</p>
                <NewMemberForm onAdded={onAdded} />
              </section>
            </>
          )}
        </CreatorOnly>
      )}
    </div>
  )
}
