import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Navigate } from 'react-router'
import { ApiError } from '#web/lib/api.ts'
import { Pager } from './pager.tsx'
import { Pending } from './pending.tsx'
import { Skeleton } from './skeleton.tsx'

/** Entries per page of a list for members. */
export const entriesOnPage = 20

interface PagedProps<Entry> {
  query: UseQueryResult<{ results: Entry[]; count: number }>
  page: number
  href: (page: number) => string
  /** Shown if there are no entries. */
  empty: ReactNode
  children: (entries: Entry[]) => ReactNode
}

/** One page of a list, with placeholder and pager. */
export function Paged<Entry>({ query, page, href, empty, children }: PagedProps<Entry>) {
  const { data, error, isPlaceholderData } = query
  // The last entry of the last page has just been handled.
  if (page > 1 && error instanceof ApiError && error.status === 404) return <Navigate to={href(1)} replace />
  if (!data)
    return (
      <Pending queries={[query]}>
        <Skeleton className="mb-4 h-40" />
        <Skeleton className="h-40" />
      </Pending>
    )
  if (data.results.length === 0) return empty
  return (
    <div
      aria-busy={isPlaceholderData}
      className={isPlaceholderData ? 'opacity-55 transition-opacity delay-150' : undefined}
    >
      {children(data.results)}
      <Pager page={page} pages={Math.ceil(data.count / entriesOnPage)} href={href} />
    </div>
  )
}
