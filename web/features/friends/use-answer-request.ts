import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FriendshipRequest } from '#contract/friends.ts'
import { useApp } from '#web/lib/app-context.ts'
import { showToast } from '#web/ui/toast.ts'
import { type FriendshipAnswer, withAnswer, withoutAnswer } from './answer-request.ts'
import { friendsQuery } from './api.ts'

/** The key of answers that the server has not confirmed yet; the pages are refetched when there are none. */
export const answering = ['answer friendship request']

interface Answering {
  request: FriendshipRequest
  answer: FriendshipAnswer
}

/** Accepts or rejects a request: page and counts change at once, and back if the server refuses. */
export function useAnswerRequest(id: string, page: number): (answering: Answering) => void {
  const { api } = useApp()
  const queries = useQueryClient()
  const { queryKey } = friendsQuery(api, id, page)
  const { mutate } = useMutation({
    mutationKey: answering,
    mutationFn: ({ request, answer }: Answering) => {
      const params = { id: request.created_by.id }
      return answer === 'accepted'
        ? api.call('POST /friends/:id/accepted/', { params })
        : api.call('POST /friends/:id/rejected/', { params })
    },
    onMutate: async ({ request, answer }) => {
      // A page that is being loaded would restore the request.
      await queries.cancelQueries({ queryKey })
      const before = queries.getQueryData(queryKey)?.requests ?? []
      queries.setQueryData(queryKey, shown => shown && withAnswer(shown, request, answer))
      return before
    },
    onSuccess: async (_, { request, answer }) => {
      // So would a page requested meanwhile.
      await queries.cancelQueries({ queryKey })
      queries.setQueryData(queryKey, shown => shown && withAnswer(shown, request, answer))
      const { name } = request.created_by
      showToast({ message: answer === 'accepted' ? `${name} теперь у вас в друзьях` : 'Запрос отклонён' })
    },
    onError: (error, { request }, before = []) => {
      queries.setQueryData(queryKey, shown => shown && withoutAnswer(shown, request, before))
      showToast({ message: error.message, tone: 'danger' })
    },
    onSettled: () => {
      // While other answers are under way, refetching would undo them on screen.
      if (queries.isMutating({ mutationKey: answering }) > 1) return
      void queries.invalidateQueries({ queryKey: ['member', 'friends'] })
      void queries.invalidateQueries({ queryKey: ['member', 'profile'] })
    },
  })
  return mutate
}
