import { useQuery } from '@tanstack/react-query'
import { myTeamQuery } from '#web/features/companies/api.ts'
import { NoCompany } from '#web/features/companies/no-company.tsx'
import { OwnCompany } from '#web/features/companies/own-company.tsx'
import { useApp } from '#web/lib/app-context.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { PageMeta, screenTitle } from '#web/ui/page-meta.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { memberFetch } from '../member-fetch.ts'

export function Component() {
  const { api } = useApp()
  const team = useQuery(myTeamQuery(api))
  return (
    <div className="mx-auto max-w-page px-4 pt-8 sm:px-6">
      <PageMeta title={screenTitle('Моя компания')} />
      <div className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1 className="text-3xl">{team.data?.company_name ?? 'Моя компания'}</h1>
        {team.data && (
          <div className="flex flex-wrap gap-3">
            <ButtonLink to="/teams/statistics" variant="secondary">
              Статистика
            </ButtonLink>
            <ButtonLink to="/products/my_products" variant="secondary">
              Растения компании
            </ButtonLink>
          </div>
        )}
      </div>
      {team.data === undefined ? (
        <Pending queries={[team]}>
          <div className="grid gap-6 lg:grid-cols-2">
            <Skeleton className="h-64" />
            <Skeleton className="h-128" />
          </div>
        </Pending>
      ) : team.data ? (
        <OwnCompany team={team.data} fetch={memberFetch} />
      ) : (
        <NoCompany />
      )}
    </div>
  )
}
