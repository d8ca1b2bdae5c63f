import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Fragment } from 'react'
import type { OwnTeam } from '#contract/companies.ts'
import { companyChoicesQuery, myTeamQuery } from '#web/features/companies/api.ts'
import { CreatorOnly } from '#web/features/companies/creator-only.tsx'
import { DeliveryTermsSection } from '#web/features/companies/delivery-terms-form.tsx'
import { EditCompanyForm } from '#web/features/companies/edit-company-form.tsx'
import { FaceForm } from '#web/features/companies/face/face-form.tsx'
import { useGoBack } from '#web/features/companies/use-go-back.ts'
import { useApp } from '#web/lib/app-context.ts'
import { useSession } from '#web/lib/session.ts'
import { PageMeta, screenTitle } from '#web/ui/page-meta.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { showToast } from '#web/ui/toast.ts'
import { refreshAccess } from '../member-fetch.ts'

const faceOf = ({ logo, cover, photos }: OwnTeam) => [logo, cover, ...photos.map(({ id }) => id)].join(' ')

export function Component() {
  const { api } = useApp()
  const session = useSession()
  const queries = useQueryClient()
  const goBack = useGoBack('/teams/team')
  const team = useQuery(myTeamQuery(api))
  const choices = useQuery(companyChoicesQuery(api))

  async function onSaved() {
    await Promise.all([
      queries.invalidateQueries({ queryKey: myTeamQuery(api).queryKey }),
      queries.invalidateQueries({ queryKey: ['companies', String(team.data?.id)] }),
    ])
    showToast({ message: 'Информация сохранена' })
    goBack()
  }

  return (
    <div className="mx-auto max-w-3xl px-4 pt-8 sm:px-6">
      <PageMeta title={screenTitle('Изменить компанию')} />
      <h1 className="text-3xl">{team.data?.company_name ?? session.team?.company_name ?? 'Изменить компанию'}</h1>
      <p className="mt-2 mb-8 text-muted tabular-nums">{team.data ? `ИНН ${team.data.team_zipcode}` : '\u00a0'}</p>
      {team.data === undefined || !choices.data ? (
        <Pending queries={[team, choices]}>
          <Skeleton className="h-[50rem]" />
        </Pending>
      ) : (
        <CreatorOnly team={team.data}>
          {own => (
            // Another company's values must not stay in the fields.
            <Fragment key={own.id}>
              <EditCompanyForm team={own} choices={choices.data} onSaved={onSaved} onCancel={goBack} />
              <section aria-labelledby="face" className="mt-14 border-t border-line pt-8">
                <h2 id="face" className="text-2xl">
                  Лицо питомника
                </h2>
                <p className="mt-1 mb-6 max-w-prose text-muted">Так вас увидят покупатели на вашей странице.</p>
                {/* Saved pictures have ids of their own: the form begins anew with them. */}
                <FaceForm key={faceOf(own)} team={own} refreshAccess={refreshAccess} />
              </section>
              <DeliveryTermsSection companyId={own.id} />
            </Fragment>
          )}
        </CreatorOnly>
      )}
    </div>
  )
}
