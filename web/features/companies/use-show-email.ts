import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApp } from '#web/lib/app-context.ts'
import { showToast } from '../../ui/toast.ts'

/** Sets whether visitors see the person's e-mail, on the company's page and its products. */
export function useShowEmail(companyId: number) {
  const { api } = useApp()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (shows_email: boolean) => api.call('PATCH /teams/membership/', { body: { shows_email } }),
    onSuccess: async (_, shows) => {
      showToast({ message: shows ? 'Ваш e-mail виден на странице компании' : 'Посетители не видят ваш e-mail' })
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['member', 'my-team'] }),
        queries.invalidateQueries({ queryKey: ['companies', String(companyId)] }),
      ])
    },
    onError: error => showToast({ message: error.message, tone: 'danger' }),
  })
}
