import { updatePerson } from '#web/features/accounts/sign-in-out.ts'
import type { AppContext } from '#web/lib/app-context.ts'
import { getSession, subscribeSession } from '#web/lib/session.ts'
import { refreshAccess } from './member-fetch.ts'

/** At every start with a stored token: refreshes it once (SPEC.md section 4). Without a connection the session stays. */
export async function startSession({ api }: AppContext): Promise<void> {
  // before-paint.ts has hidden what is for visitors alone; when the session ends, they see it again.
  subscribeSession(() => document.documentElement.toggleAttribute('data-member', getSession().isAuthenticated))
  try {
    if (await refreshAccess()) await updatePerson(api)
  } catch (error) {
    console.error('the session could not be refreshed', error)
  }
}
