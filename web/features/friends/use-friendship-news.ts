import { useQueryClient } from '@tanstack/react-query'
import { useLive } from '#web/features/live/use-live.ts'
import { answering } from './use-answer-request.ts'

/** Updates friendships on screen when others request, accept and reject. */
export function useFriendshipNews(): void {
  const queries = useQueryClient()
  useLive('notification', ({ notification: { type_of_notification: type } }) => {
    // Refetching would undo answers under way; it happens when they are confirmed.
    if (!type.endsWith('_friendrequest') || queries.isMutating({ mutationKey: answering }) > 0) return
    void queries.invalidateQueries({ queryKey: ['member', 'friends'] })
    void queries.invalidateQueries({ queryKey: ['member', 'profile'] })
  })
}
