import { type Api, createApi } from '#web/lib/api.ts'
import { clearSession, getSession, saveSession, saveTeam, saveUser } from '#web/lib/session.ts'
import { forgetDrafts } from '#web/ui/drafts.ts'

interface Tokens {
  access: string
  refresh: string
}

/** Target of a redirect from the current screen after the person's own sign-out. */
let farewell: string | null = null

/** Loads the person and their company. */
async function loadPerson(api: Api) {
  const [{ id, name, email, avatar }, team] = await Promise.all([
    api.call('GET /me/'),
    api.call('GET /teams/get_my_team/'),
  ])
  return { user: { id, name, email, avatar }, team: team && { id: team.id, company_name: team.company_name } }
}

/** Stores the tokens together with the person, or nothing. Throws ApiError if the person cannot be loaded. */
export async function signIn({ access, refresh }: Tokens): Promise<void> {
  const asPerson = createApi((path, init) =>
    fetch(path, { ...init, headers: { ...init.headers, authorization: `Bearer ${access}` } }),
  )
  const person = await loadPerson(asPerson)
  farewell = null
  saveSession({ access, refresh, ...person })
}

/** Updates the stored data of the signed-in person and their company. */
export async function updatePerson(api: Api): Promise<void> {
  const { id } = getSession().user
  const { user, team } = await loadPerson(api)
  // The person may have signed out in another tab meanwhile.
  if (getSession().user.id !== id) return
  saveUser(user)
  saveTeam(team)
}

/** Ends the session in this browser, in all tabs; a screen for members redirects to `to`. */
export function leave(to: string): void {
  farewell = to
  clearSession()
  forgetDrafts()
}

/** Signs out without waiting for the server's response. */
export function signOut(api: Api): void {
  const { refresh } = getSession()
  leave('/login')
  api.call('POST /logout/', { body: { refresh } }).catch((error: unknown) => {
    console.error('the server could not be told of the sign-out', error)
  })
}

/** The target of the last `leave`; `null` if the session ended otherwise. */
export const whereTo = (): string | null => farewell
