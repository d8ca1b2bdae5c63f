import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { AnswerOf } from '#contract/calls.ts'
import { useApp } from '#web/lib/app-context.ts'
import { readAgainIfReading } from '#web/lib/read-again.ts'
import { Button } from '#web/ui/button.tsx'
import { UserPlus } from '#web/ui/icons.ts'
import { showToast } from '#web/ui/toast.ts'

/** Requests a friendship; the button disappears at once and returns if the request fails. */
export function FriendshipButton({ personId }: { personId: string }) {
  const { api } = useApp()
  const queries = useQueryClient()
  const queryKey = ['member', 'profile', personId]
  const setAllowed = (can_send_friendship_request: boolean) =>
    queries.setQueriesData<AnswerOf<'GET /posts/profile/:id/'>>(
      { queryKey },
      profile => profile && { ...profile, can_send_friendship_request },
    )
  const { mutate } = useMutation({
    mutationFn: () => api.call('POST /friends/:id/request/', { params: { id: personId } }),
    onMutate: async () => {
      await queries.cancelQueries({ queryKey })
      setAllowed(false)
    },
    onSuccess: ({ message }) => {
      // A response to an earlier request may not include it.
      setAllowed(false)
      readAgainIfReading(queries, queryKey)
      if (message === 'friendship request created') showToast({ message: 'Запрос отправлен!' })
      else showToast({ message: 'Запрос уже отправлен!', tone: 'danger' })
      void queries.invalidateQueries({ queryKey: ['member', 'suggested-friends'] })
    },
    onError: error => {
      setAllowed(true)
      showToast({ message: error.message, tone: 'danger' })
    },
  })
  return (
    <Button variant="secondary" onClick={() => mutate()}>
      <UserPlus size={20} />
      Запрос на дружбу
    </Button>
  )
}
