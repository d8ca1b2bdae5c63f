import { useQueryClient } from '@tanstack/react-query'
import { useLive } from '#web/features/live/use-live.ts'

/** Keeps what is shown of friendships up to date while others ask, accept and reject. */
export function useFriendshipNews(): void {
  const queries = useQueryClient()
  useLive('notification', ({ notification: { type_of_notification: type } }) => {
    if (!type.endsWith('_friendrequest')) return
    void queries.invalidateQueries({ queryKey: ['member', 'friends'] })
    void queries.invalidateQueries({ queryKey: ['member', 'profile'] })
  })
}
