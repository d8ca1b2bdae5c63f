import { useState } from 'react'
import { ApiError } from '#web/lib/api.ts'
import { showToast } from '#web/ui/toast.ts'
import { useDeed } from './use-staff-action.ts'

/** A deed behind one button, without a form: what goes wrong is said in a toast. */
export function useButtonDeed() {
  const deed = useDeed()
  const [isBusy, setBusy] = useState(false)
  async function run(act: () => Promise<unknown>, said: string): Promise<void> {
    setBusy(true)
    try {
      await deed(act, said)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      showToast({ message: error.message, tone: 'danger' })
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, run }
}
