import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError } from '#web/lib/api.ts'
import { ErrorView } from '#web/ui/error-view.tsx'
import { PageMeta, screenTitle } from '#web/ui/page-meta.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

interface OneThingProps<Thing> {
  query: UseQueryResult<Thing>
  /** False while something is loading without which parts of the screen would move. */
  isComplete?: boolean
  /** «Запрос не найден» */
  missing: string
  children: (thing: Thing) => ReactNode
}

/** One thing by its id, or why it is not there. */
export function OneThing<Thing>({ query, isComplete = true, missing, children }: OneThingProps<Thing>) {
  const { data, error } = query
  const status = error instanceof ApiError ? error.status : 0
  if (data === undefined && (status === 404 || status === 400 || status === 403))
    return (
      <>
        <PageMeta title={screenTitle(missing)} />
        <ErrorView
          status={404}
          title={missing}
          reason="Возможно, он не ваш: войдите под тем именем, которому о нём сообщили, или проверьте адрес."
        />
      </>
    )
  if (data === undefined || !isComplete)
    return (
      // An element of its own: as the screen's first one, it would be seen to move when that one is narrower.
      <div key="loading" className="mx-auto max-w-page px-4 pt-8 sm:px-6">
        <Pending queries={[query]}>
          <Skeleton className="mb-6 h-24" />
          <Skeleton className="h-96" />
        </Pending>
      </div>
    )
  return children(data)
}
