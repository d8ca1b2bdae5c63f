import { updatePerson } from '#web/features/accounts/sign-in-out.ts'
import type { AppContext } from '#web/lib/app-context.ts'
import { refreshAccess } from './member-fetch.ts'

/** Refreshes a stored token once at every start (SPEC.md section 4). Without a connection the session stays. */
export async function startSession({ api }: AppContext): Promise<void> {
  try {
    if (await refreshAccess()) await updatePerson(api)
  } catch (error) {
    console.error('the session could not be refreshed', error)
  }
}
