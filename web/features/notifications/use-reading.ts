import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { NotificationGroup } from '#contract/notifications.ts'
import { useApp } from '#web/lib/app-context.ts'
import { showToast } from '#web/ui/toast.ts'
import { groupsQuery, notificationsQuery } from './api.ts'
import { destination } from './destination.ts'

interface Reading {
  group: NotificationGroup
  /** Whether to open the subject afterwards. */
  leads: boolean
}

/** Marks groups as read, on screen at once and then on the server; if it refuses, they return. */
export function useReading() {
  const { api } = useApp()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { queryKey } = notificationsQuery(api)

  async function showRead(isMeant: (group: NotificationGroup) => boolean): Promise<void> {
    // A response to an earlier request would restore them.
    await queries.cancelQueries({ queryKey })
    queries.setQueryData(
      groupsQuery(api).queryKey,
      shown =>
        shown && {
          ...shown,
          groups: shown.groups.map(group => (isMeant(group) ? { ...group, is_read: true } : group)),
        },
    )
  }

  const usual = {
    onError: (error: Error) => showToast({ message: error.message, tone: 'danger' }),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  }
  const one = useMutation({
    mutationFn: ({ group: { id } }: Reading) => api.call('POST /notifications/read_group/:id/', { params: { id } }),
    onMutate: ({ group }) => showRead(({ id }) => id === group.id),
    onSuccess: (_, { group, leads }) => (leads ? navigate(group.link ?? destination(group)) : undefined),
    ...usual,
  })
  const all = useMutation({
    mutationFn: () => api.call('POST /notifications/read_all/'),
    onMutate: () => showRead(() => true),
    ...usual,
  })
  return { read: one.mutate, readAll: all.mutate, isReadingAll: all.isPending }
}
