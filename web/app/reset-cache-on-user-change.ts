import type { QueryClient } from '@tanstack/react-query'
import { getSession, subscribeSession } from '#web/lib/session.ts'

/**
 * Nothing that one person was shown is kept for the next person or a visitor: public lists, too, may show more to their
 * owner.
 */
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
