import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from 'react-router'
import { myTeamQuery } from '#web/features/companies/api.ts'
import { listQuery } from '#web/features/price-lists/api.ts'
import { ListView } from '#web/features/price-lists/list-view.tsx'
import { ApiError } from '#web/lib/api.ts'
import { useApp } from '#web/lib/app-context.ts'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { ErrorView } from '#web/ui/error-view.tsx'
import { PageMeta, screenTitle } from '#web/ui/page-meta.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { memberFetch } from '../member-fetch.ts'

export function Component() {
  const { api } = useApp()
  const { id = '' } = useParams()
  const team = useQuery(myTeamQuery(api))
  const list = useQuery(listQuery(api, id))
  if (team.data === null) return <Navigate to="/price-list" replace />
  const status = list.error instanceof ApiError ? list.error.status : 0
  if (status === 404 || status === 400)
    return (
      <>
        <PageMeta title={screenTitle('Прайс-лист не найден')} />
        <ErrorView status={404} />
      </>
    )
  return (
    <div className="mx-auto max-w-page px-4 pt-6 sm:px-6">
      <PageMeta title={screenTitle(list.data ? `Прайс-лист: ${list.data.file_name}` : 'Прайс-лист')} />
      <Breadcrumbs
        crumbs={[
          { name: 'Мои растения', to: '/products/my_products' },
          { name: 'Прайс-лист', to: '/price-list' },
          ...(list.data ? [{ name: list.data.file_name }] : []),
        ]}
      />
      {team.data ? (
        <ListView key={id} id={id} teamId={team.data.id} fetch={memberFetch} />
      ) : (
        <Pending queries={[team]}>
          <Skeleton className="mb-6 h-20" />
          <Skeleton className="h-96" />
        </Pending>
      )}
    </div>
  )
}
