import { useQueryClient } from '@tanstack/react-query'
import { useLive } from '#web/features/live/use-live.ts'
import { answering } from './use-answer-request.ts'

/** Keeps what is shown of friendships up to date while others ask, accept and reject. */
export function useFriendshipNews(): void {
  const queries = useQueryClient()
  useLive('notification', ({ notification: { type_of_notification: type } }) => {
    // The server's page would undo answers that are on their way; it is read when they have arrived.
    if (!type.endsWith('_friendrequest') || queries.isMutating({ mutationKey: answering }) > 0) return
    void queries.invalidateQueries({ queryKey: ['member', 'friends'] })
    void queries.invalidateQueries({ queryKey: ['member', 'profile'] })
  })
}
