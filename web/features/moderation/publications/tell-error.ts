import { ApiError } from '#web/lib/api.ts'
import { showToast } from '#web/ui/toast.ts'

/** What the server said against an action, in passing. */
export function tellError(error: unknown): void {
  if (!(error instanceof ApiError)) throw error
  showToast({ message: error.message, tone: 'danger' })
}
