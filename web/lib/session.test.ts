import { afterEach, expect, test, vi } from 'vitest'

let values: Map<string, string>

/** The module reads storage once and caches it, so every test gets a new module with its own storage. */
async function freshSession(stored: Record<string, string> = {}) {
  values = new Map(Object.entries(stored))
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => values.set(key, value),
  })
  vi.stubGlobal('window', new EventTarget())
  vi.resetModules()
  return import('./session.ts')
}

afterEach(() => {
  vi.unstubAllGlobals()
})

test('is signed out without an access token, whatever else is stored', async () => {
  const { getSession } = await freshSession({ 'user.id': '7', 'user.name': 'Анна', 'user.access': '' })
  expect(getSession()).toMatchObject({ isAuthenticated: false, user: { id: '', name: '' }, team: null })
})

test('restores the person and the company from a stored token', async () => {
  const { getSession } = await freshSession({
    'user.access': 'a',
    'user.refresh': 'r',
    'user.id': '7',
    'user.name': 'Анна',
    'user.email': 'anna@example.ru',
    'user.avatar': '/a.webp',
    'team.id': '3',
    'team.company_name': 'Северный сад',
  })
  expect(getSession()).toEqual({
    isAuthenticated: true,
    access: 'a',
    refresh: 'r',
    user: { id: '7', name: 'Анна', email: 'anna@example.ru', avatar: '/a.webp' },
    team: { id: 3, company_name: 'Северный сад' },
  })
  expect(getSession()).toBe(getSession())
})

const anna = { id: '7', name: 'Анна', email: 'anna@example.ru', avatar: '' }

test('signing out blanks all keys and notifies listeners', async () => {
  const session = await freshSession()
  const listener = vi.fn()
  session.subscribeSession(listener)
  session.saveSession({ access: 'a', refresh: 'r', user: anna, team: { id: 3, company_name: 'Северный сад' } })
  expect(session.getSession()).toMatchObject({ isAuthenticated: true, user: anna, team: { id: 3 } })
  listener.mockClear()
  session.clearSession()
  expect(session.getSession().isAuthenticated).toBe(false)
  expect(listener).toHaveBeenCalledOnce()
  expect([...values.keys()].sort()).toEqual([
    'team.company_name',
    'team.id',
    'user.access',
    'user.avatar',
    'user.email',
    'user.id',
    'user.name',
    'user.refresh',
  ])
  expect([...values.values()].every(value => value === '')).toBe(true)
})

test('never shows listeners a session without its person', async () => {
  const session = await freshSession()
  const seen: string[] = []
  session.subscribeSession(() => {
    // As another tab would read it: from storage, at any moment.
    if (values.get('user.access')) seen.push(`${values.get('user.id')} ${values.get('user.refresh')}`)
  })
  session.saveSession({ access: 'a', refresh: 'r', user: anna, team: null })
  expect(seen).toEqual(['7 r'])
})

test('notices a sign-in in another tab', async () => {
  const { getSession, subscribeSession } = await freshSession()
  const listener = vi.fn()
  subscribeSession(listener)
  values.set('user.access', 'b')
  window.dispatchEvent(Object.assign(new Event('storage'), { key: 'user.access' }))
  expect(listener).toHaveBeenCalledOnce()
  expect(getSession().access).toBe('b')
})
