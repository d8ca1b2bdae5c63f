import { useQuery, useQueryClient } from '@tanstack/react-query'
import { myTeamQuery } from '#web/features/companies/api.ts'
import { CreatorOnly } from '#web/features/companies/creator-only.tsx'
import { teamRequisitesQuery } from '#web/features/requisites/api.ts'
import { RequisitesForm } from '#web/features/requisites/requisites-form.tsx'
import { tradeKey } from '#web/features/trade/api.ts'
import { useApp } from '#web/lib/app-context.ts'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { PageMeta, screenTitle } from '#web/ui/page-meta.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { showToast } from '#web/ui/toast.ts'

export function Component() {
  const { api } = useApp()
  const queries = useQueryClient()
  const team = useQuery(myTeamQuery(api))
  const id = String(team.data?.id)
  const stated = useQuery({ ...teamRequisitesQuery(api, id), enabled: team.data?.can.edit === true })
  const isReady = team.data !== undefined && (team.data?.can.edit !== true || stated.data !== undefined)
  return (
    <div className="mx-auto min-h-dvh max-w-3xl px-4 pt-4 sm:px-6">
      <PageMeta title={screenTitle('Реквизиты компании')} />
      <Breadcrumbs crumbs={[{ name: 'Моя компания', to: '/teams/team' }, { name: 'Реквизиты' }]} />
      <h1 className="mt-2 text-3xl">Реквизиты компании</h1>
      <p className="mt-3 mb-8 max-w-prose text-muted">
        По ним составляются счета, спецификации, накладные и акты. Видят их ваши сотрудники и покупатели, с которыми
        есть сделка.
      </p>
      {!isReady || team.data === undefined ? (
        <Pending queries={[team, stated]}>
          <Skeleton className="h-[50rem]" />
        </Pending>
      ) : (
        <CreatorOnly team={team.data}>
          {own => (
            <RequisitesForm
              key={own.id}
              of="company"
              stated={stated.data ?? null}
              onSave={async body => {
                const saved = await api.call('PUT /teams/:id/requisites/', { params: { id }, body })
                queries.setQueryData(teamRequisitesQuery(api, id).queryKey, saved)
                void queries.invalidateQueries({ queryKey: tradeKey })
                showToast({ message: 'Реквизиты сохранены' })
              }}
            />
          )}
        </CreatorOnly>
      )}
    </div>
  )
}
