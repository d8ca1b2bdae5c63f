import { useSyncExternalStore } from 'react'

/** The person signed in in this browser, stored in localStorage (SPEC.md section 3). */
export interface Session {
  isAuthenticated: boolean
  access: string
  refresh: string
  user: { id: string; name: string; email: string; avatar: string }
  /** `null` without a company. */
  team: { id: number; company_name: string } | null
}

const storageKeys = {
  access: 'user.access',
  refresh: 'user.refresh',
  id: 'user.id',
  name: 'user.name',
  email: 'user.email',
  avatar: 'user.avatar',
  teamId: 'team.id',
  teamName: 'team.company_name',
} as const

type StoredKey = keyof typeof storageKeys

const signedOut: Session = {
  isAuthenticated: false,
  access: '',
  refresh: '',
  user: { id: '', name: '', email: '', avatar: '' },
  team: null,
}

let current: Session | null = null
const listeners = new Set<() => void>()

function stored(key: StoredKey): string {
  // Storage throws when it is forbidden; such a visitor is never signed in.
  try {
    return localStorage.getItem(storageKeys[key]) ?? ''
  } catch {
    return ''
  }
}

function readSession(): Session {
  const access = stored('access')
  if (!access) return signedOut
  const teamId = Number(stored('teamId'))
  return {
    isAuthenticated: true,
    access,
    refresh: stored('refresh'),
    user: { id: stored('id'), name: stored('name'), email: stored('email'), avatar: stored('avatar') },
    team: teamId > 0 ? { id: teamId, company_name: stored('teamName') } : null,
  }
}

/** The same object until something changes, so that React can compare by identity. */
export function getSession(): Session {
  current ??= typeof localStorage === 'undefined' ? signedOut : readSession()
  return current
}

/** Reads the storage again: another tab may have written to it without its event having arrived yet. */
export function reread(): void {
  current = null
  for (const listener of listeners) listener()
}

function onStorage(event: StorageEvent) {
  // Another tab signed in or out; `key` is null when it cleared everything.
  if (event.key === null || event.key.startsWith('user.') || event.key.startsWith('team.')) reread()
}

export function subscribeSession(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', onStorage)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('storage', onStorage)
  }
}

function store(values: Partial<Record<StoredKey, string>>) {
  try {
    for (const [key, value] of Object.entries(values)) localStorage.setItem(storageKeys[key as StoredKey], value)
  } catch {
    // Full or forbidden storage: nothing can be stored, so there is no session.
  }
  reread()
}

export function saveAccess(access: string): void {
  store({ access })
}

/** Signs in. The token is written last, so that other tabs never see an incomplete session. */
export function saveSession({ access, refresh, user, team }: Omit<Session, 'isAuthenticated'>): void {
  saveUser(user)
  saveTeam(team)
  store({ refresh, access })
}

export function saveUser(user: Session['user']): void {
  store(user)
}

export function saveTeam(team: { id: number; company_name: string } | null): void {
  store({ teamId: team ? String(team.id) : '', teamName: team?.company_name ?? '' })
}

/** Signs out: every value is blanked, not removed (SPEC.md section 4). */
export function clearSession(): void {
  store({ access: '', refresh: '', id: '', name: '', email: '', avatar: '', teamId: '', teamName: '' })
}

/** The server and the first render in the browser have no session, so both render the visitor's page. */
export function useSession(): Session {
  return useSyncExternalStore(subscribeSession, getSession, () => signedOut)
}
