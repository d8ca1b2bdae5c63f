import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { AuditList } from '#web/features/moderation/audit/action-list.tsx'
import { overviewQuery } from '#web/features/moderation/overview/api.ts'
import { JobCounts } from '#web/features/moderation/overview/job-counts.tsx'
import { WaitingList } from '#web/features/moderation/overview/waiting-list.tsx'
import { useApp } from '#web/lib/app-context.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

export function Component() {
  const { api } = useApp()
  const overview = useQuery(overviewQuery(api))
  return (
    <>
      <h1 className="mb-6 text-3xl">Обзор</h1>
      {overview.data ? (
        <>
          <WaitingList overview={overview.data} />
          <section aria-labelledby="latest" className="mt-10">
            <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-6">
              <h2 id="latest" className="text-2xl">
                Что сделано
              </h2>
              {overview.data.latest.length > 0 && (
                <Link to="/staff/journal" className="link inline-flex min-h-11 items-center">
                  Весь журнал
                </Link>
              )}
            </div>
            {overview.data.latest.length > 0 ? (
              <AuditList entries={overview.data.latest} />
            ) : (
              <EmptyState title="Пока ничего">Здесь появится, кто из модераторов что сделал и почему.</EmptyState>
            )}
          </section>
          <JobCounts overview={overview.data} />
        </>
      ) : (
        <Pending queries={[overview]}>
          <Skeleton className="mb-10 h-32" />
          <Skeleton className="h-64" />
        </Pending>
      )}
    </>
  )
}
