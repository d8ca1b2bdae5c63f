import type { QueryClient } from '@tanstack/react-query'
import { getSession, subscribeSession } from '#web/lib/session.ts'

/** Clears the cache when another person or nobody is signed in: even public lists may contain more for their owner. */
export function keepPeopleApart(queries: QueryClient): void {
  let { id } = getSession().user
  subscribeSession(() => {
    const { user } = getSession()
    if (user.id === id) return
    id = user.id
    queries.removeQueries({ queryKey: ['member'] })
    queries.removeQueries({ type: 'inactive' })
    void queries.invalidateQueries()
  })
}
