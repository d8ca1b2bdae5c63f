import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { loginForm } from '#contract/accounts.ts'
import { useApp } from '#web/lib/app-context.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { DecisionItem } from './decision-item.tsx'

interface BlockedDecisionsProps {
  /** With which the person has tried to sign in: there is no session, so each call proves it anew. */
  given: z.input<typeof loginForm>
}

/** What somebody who is blocked may do: read why, and appeal once. */
export function BlockedDecisions({ given }: BlockedDecisionsProps) {
  const { api } = useApp()
  const queries = useQueryClient()
  const queryKey = ['blocked-decisions', given.email]
  const { data: decisions, error } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.call('POST /blocked/decisions/', { body: given, signal }),
    retry: false,
    gcTime: 0,
  })
  if (error) return <p role="alert">{error.message}</p>
  if (!decisions) return <Skeleton className="h-40" />
  if (decisions.length === 0) return <p>Решение в журнале не найдено. Напишите в поддержку.</p>
  return (
    <ul>
      {decisions.map(decision => (
        <DecisionItem
          key={decision.id}
          decision={decision}
          onAppeal={async text => {
            await api.call('POST /blocked/appeal/', { body: { ...given, decision: decision.id, text } })
            await queries.invalidateQueries({ queryKey })
          }}
        />
      ))}
    </ul>
  )
}
