import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from 'react-router'
import { comparisonQuery, requestQuery } from '#web/features/trade/api.ts'
import { CompareView } from '#web/features/trade/compare/compare-view.tsx'
import { OneThing } from '#web/features/trade/one-thing.tsx'
import { useApp } from '#web/lib/app-context.ts'
import { useSession } from '#web/lib/session.ts'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { PageMeta, screenTitle } from '#web/ui/page-meta.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

export function Component() {
  const { api } = useApp()
  const { id = '' } = useParams()
  const { user } = useSession()
  const request = useQuery(requestQuery(api, id))
  const comparison = useQuery({ ...comparisonQuery(api, id), enabled: request.data?.side === 'buyer' })
  return (
    <OneThing query={request} missing="Запрос не найден">
      {found =>
        found.side === 'company' ? (
          <Navigate to={`/incoming/${id}`} replace />
        ) : (
          <div className="mx-auto max-w-page px-4 pt-4 sm:px-6">
            <PageMeta title={screenTitle(`Сравнить предложения: ${found.project_name}`)} />
            <Breadcrumbs
              crumbs={[
                { name: 'Запросы цен', to: '/requests' },
                { name: found.project_name, to: `/requests/${id}` },
                { name: 'Сравнение' },
              ]}
            />
            <h1 className="mt-1 mb-4 text-3xl">Сравнить предложения</h1>
            {comparison.data ? (
              <CompareView key={id} request={found} comparison={comparison.data} userId={user.id} />
            ) : (
              <Pending queries={[comparison]}>
                <Skeleton className="mb-4 h-11 w-72" />
                <Skeleton className="h-128" />
              </Pending>
            )}
          </div>
        )
      }
    </OneThing>
  )
}
