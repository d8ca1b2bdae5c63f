import { useQueryClient } from '@tanstack/react-query'
import { ApiError } from '#web/lib/api.ts'
import { showToast } from '#web/ui/toast.ts'

/**
 * Performs an action in the admin, confirms it and refetches its lists. If another moderator was faster, this is shown,
 * and the lists are refetched too. Other errors are left to the caller.
 */
export function useStaffAction(): (action: () => Promise<unknown>, said: string) => Promise<void> {
  const queries = useQueryClient()
  return async (action, said) => {
    try {
      await action()
      showToast({ message: said })
    } catch (error) {
      if (!(error instanceof ApiError && (error.status === 409 || error.status === 404))) throw error
      showToast({ message: error.message, tone: 'danger' })
    }
    await queries.invalidateQueries({ queryKey: ['member', 'staff'] })
  }
}
