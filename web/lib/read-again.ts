import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Call after an action of the person: the response to a request already under way may be older than the action and
 * would undo it on screen, so it is discarded and requested again.
 */
export function readAgainIfReading(queries: QueryClient, queryKey: QueryKey): void {
  void queries.invalidateQueries({
    queryKey,
    predicate: ({ state }) => state.fetchStatus === 'fetching',
    refetchType: 'all',
  })
}
