import { useState } from 'react'
import { ApiError } from '#web/lib/api.ts'
import { showToast } from '#web/ui/toast.ts'
import { useStaffAction } from './use-staff-action.ts'

/** An action of a button without a form: errors are shown in a toast. */
export function useButtonAction() {
  const action = useStaffAction()
  const [isBusy, setBusy] = useState(false)
  async function run(act: () => Promise<unknown>, said: string): Promise<void> {
    setBusy(true)
    try {
      await action(act, said)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      showToast({ message: error.message, tone: 'danger' })
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, run }
}
