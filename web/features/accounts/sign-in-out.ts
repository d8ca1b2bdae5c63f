import { type Api, createApi } from '#web/lib/api.ts'
import { clearSession, getSession, saveSession, saveTeam, saveUser } from '#web/lib/session.ts'
import { forgetDrafts } from '#web/ui/drafts.ts'

interface Tokens {
  access: string
  refresh: string
}

/** Where a person who signed out themselves goes from the current screen. */
let farewell: string | null = null

/** Asks who one is and for one's company. */
async function loadPerson(api: Api) {
  const [{ id, name, email, avatar }, team] = await Promise.all([
    api.call('GET /me/'),
    api.call('GET /teams/get_my_team/'),
  ])
  return { user: { id, name, email, avatar }, team: team && { id: team.id, company_name: team.company_name } }
}

/** Stores the tokens together with whom they belong to, all or nothing. Throws ApiError when that cannot be asked. */
export async function signIn({ access, refresh }: Tokens): Promise<void> {
  const asPerson = createApi((path, init) =>
    fetch(path, { ...init, headers: { ...init.headers, authorization: `Bearer ${access}` } }),
  )
  const person = await loadPerson(asPerson)
  farewell = null
  saveSession({ access, refresh, ...person })
}

/** Brings what is stored of the signed-in person and their company up to date. */
export async function updatePerson(api: Api): Promise<void> {
  const { id } = getSession().user
  const { user, team } = await loadPerson(api)
  // In another tab somebody may have signed out meanwhile.
  if (getSession().user.id !== id) return
  saveUser(user)
  saveTeam(team)
}

/** Ends the session on this browser, in all tabs; the screen for members that is open gives way to `to`. */
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

/** Where `leave` led to; `null` when the session ended by itself. */
export const whereTo = (): string | null => farewell
