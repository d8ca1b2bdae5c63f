import { useQuery } from '@tanstack/react-query'
import type { Request } from '#contract/requests.ts'
import { comparisonQuery } from '#web/features/trade/api.ts'
import { CompareView } from '#web/features/trade/compare/compare-view.tsx'
import { useApp } from '#web/lib/app-context.ts'
import { useSession } from '#web/lib/session.ts'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { PageMeta, screenTitle } from '#web/ui/page-meta.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { OneRequest } from './one-request.tsx'

export function Component() {
  return (
    <OneRequest side="buyer">
      {request => (
        <>
          <PageMeta title={screenTitle(`Сравнить предложения: ${request.project_name}`)} />
          <Breadcrumbs
            crumbs={[
              { name: 'Запросы цен', to: '/requests' },
              { name: request.project_name, to: `/requests/${request.id}` },
              { name: 'Сравнение' },
            ]}
          />
          <h1 className="mt-1 mb-4 text-3xl">Сравнить предложения</h1>
          <Comparison request={request} />
        </>
      )}
    </OneRequest>
  )
}

function Comparison({ request }: { request: Request }) {
  const { api } = useApp()
  const { user } = useSession()
  const comparison = useQuery(comparisonQuery(api, request.id))
  return comparison.data ? (
    <CompareView request={request} comparison={comparison.data} userId={user.id} />
  ) : (
    <Pending queries={[comparison]}>
      <Skeleton className="mb-4 h-11 w-72" />
      <Skeleton className="h-128" />
    </Pending>
  )
}
