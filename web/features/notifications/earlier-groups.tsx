import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApp } from '#web/lib/app-context.ts'
import { ShowMore } from '#web/ui/show-more.tsx'
import { showToast } from '#web/ui/toast.ts'
import { groupsQuery } from './api.ts'

/** Loads the groups before the last one shown. */
export function EarlierGroups({ before }: { before: string }) {
  const { api } = useApp()
  const queries = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.call('GET /notifications/groups/', { query: { before } }),
    onSuccess: earlier =>
      queries.setQueryData(groupsQuery(api).queryKey, shown => {
        // The list may have been refetched meanwhile with another last entry.
        if (shown?.groups.at(-1)?.id !== before) return shown
        return { groups: [...shown.groups, ...earlier.groups], has_earlier: earlier.has_earlier }
      }),
    onError: error => showToast({ message: error.message, tone: 'danger' }),
  })
  return <ShowMore busy={isPending} onClick={() => mutate()} />
}
