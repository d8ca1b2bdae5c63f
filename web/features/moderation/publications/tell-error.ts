import { ApiError } from '#web/lib/api.ts'
import { showToast } from '#web/ui/toast.ts'

/** Shows an action's error in a toast. */
export function tellError(error: unknown): void {
  if (!(error instanceof ApiError)) throw error
  showToast({ message: error.message, tone: 'danger' })
}
