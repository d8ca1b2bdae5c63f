import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * After an action of one's own: an answer that is still on its way may be older than the action and would undo what is
 * shown of it, so it is dropped and asked for again.
 */
export function readAgainIfReading(queries: QueryClient, queryKey: QueryKey): void {
  void queries.invalidateQueries({
    queryKey,
    predicate: ({ state }) => state.fetchStatus === 'fetching',
    refetchType: 'all',
  })
}
