import { useQueryClient } from '@tanstack/react-query'
import { ApiError } from '#web/lib/api.ts'
import { showToast } from '#web/ui/toast.ts'

/**
 * Does something in the admin, says so, and reads its lists anew. Somebody else may have been quicker: then that is
 * said, and the lists show it. Anything else that goes wrong is the caller's to show.
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
