import { useQuery } from '@tanstack/react-query'
import { myTeamQuery } from '#web/features/companies/api.ts'
import { NoCompany } from '#web/features/companies/no-company.tsx'
import { statisticsQuery } from '#web/features/statistics/api.ts'
import { NotFoundTable } from '#web/features/statistics/not-found-table.tsx'
import { StatisticsView } from '#web/features/statistics/statistics-view.tsx'
import { recordQuery } from '#web/features/trade/api.ts'
import { DealRecord } from '#web/features/trade/reviews/deal-record.tsx'
import { useApp } from '#web/lib/app-context.ts'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { PageMeta, screenTitle } from '#web/ui/page-meta.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

export function Component() {
  const { api } = useApp()
  const team = useQuery(myTeamQuery(api))
  const statistics = useQuery({ ...statisticsQuery(api), enabled: Boolean(team.data) })
  const record = useQuery({ ...recordQuery(api, String(team.data?.id)), enabled: Boolean(team.data) })
  return (
    <div className="mx-auto max-w-page px-4 pt-6 sm:px-6">
      <PageMeta title={screenTitle('Статистика')} />
      <Breadcrumbs crumbs={[{ name: 'Моя компания', to: '/teams/team' }, { name: 'Статистика' }]} />
      <h1 className="mt-1 mb-2 text-3xl">Статистика</h1>
      {team.data === null ? (
        <NoCompany />
      ) : (
        <>
          <p className="mb-6 max-w-prose text-muted">
            Последние двенадцать недель, с понедельника по воскресенье. Один и тот же посетитель считается у растения
            раз в день, ваши сотрудники не считаются.
          </p>
          {statistics.data ? (
            <div className="grid gap-6">
              <StatisticsView statistics={statistics.data} />
              <DealRecord record={record.data ?? null} />
              <NotFoundTable found={statistics.data.not_found} hasRegion={Boolean(team.data?.team_city)} />
            </div>
          ) : (
            <Pending queries={[team, statistics]}>
              <div className="grid gap-6">
                <Skeleton className="h-96" />
                <Skeleton className="h-96" />
              </div>
            </Pending>
          )}
        </>
      )}
    </div>
  )
}
