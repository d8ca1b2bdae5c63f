import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApp } from '#web/lib/app-context.ts'
import { showToast } from '#web/ui/toast.ts'

/** What can be silenced, or heard again. */
export type Silence =
  | { what: 'block' | 'unblock' | 'mute' | 'unmute' | 'unfriend'; id: string }
  | { what: 'mute-hashtag' | 'unmute-hashtag'; tag: string }
  | { what: 'hide-post'; id: string }

const said: Record<Silence['what'], string> = {
  block: 'Человек заблокирован',
  unblock: 'Человек разблокирован',
  mute: 'Записи человека больше не показываем',
  unmute: 'Записи человека снова в лентах',
  unfriend: 'Дружба прекращена',
  'mute-hashtag': 'Записи с хештегом больше не показываем',
  'unmute-hashtag': 'Записи с хештегом снова в лентах',
  'hide-post': 'Запись скрыта',
}

/** Silences something, or hears it again; then everything that is shown is read anew. */
export function useSilence(): { silence: (silence: Silence) => void; busy: boolean } {
  const { api } = useApp()
  const queries = useQueryClient()
  const call = (silence: Silence): Promise<unknown> => {
    switch (silence.what) {
      case 'block':
        return api.call('POST /people/:id/block/', { params: { id: silence.id } })
      case 'unblock':
        return api.call('DELETE /people/:id/block/', { params: { id: silence.id } })
      case 'mute':
        return api.call('POST /people/:id/mute/', { params: { id: silence.id } })
      case 'unmute':
        return api.call('DELETE /people/:id/mute/', { params: { id: silence.id } })
      case 'unfriend':
        return api.call('DELETE /friends/:id/', { params: { id: silence.id } })
      case 'mute-hashtag':
        return api.call('POST /hashtags/:tag/mute/', { params: { tag: silence.tag } })
      case 'unmute-hashtag':
        return api.call('DELETE /hashtags/:tag/mute/', { params: { tag: silence.tag } })
      case 'hide-post':
        return api.call('POST /posts/:id/hide/', { params: { id: silence.id } })
    }
  }
  const { mutate, isPending } = useMutation({
    mutationFn: call,
    onSuccess: (_, silence) => {
      showToast({ message: said[silence.what] })
      // The page of somebody who is blocked is gone, and is being left.
      const gone = silence.what === 'block' ? silence.id : null
      void queries.invalidateQueries({
        queryKey: ['member'],
        predicate: ({ queryKey: [, what, id] }) => what !== 'profile' || id !== gone,
      })
    },
    onError: error => showToast({ message: error.message, tone: 'danger' }),
  })
  return { silence: mutate, busy: isPending }
}
