import { afterEach, expect, test, vi } from 'vitest'

interface Sent {
  path: string
  bearer: string | null
}

let values: Map<string, string>
let sent: Sent[]

/** A server that accepts one access token; `refresh` answers the request for another. */
async function member(refresh: () => Response | Promise<Response>, good = 'new') {
  values = new Map([
    ['user.access', 'old'],
    ['user.refresh', 'r'],
    ['user.id', '7'],
  ])
  sent = []
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => values.set(key, value),
  })
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const bearer = new Headers(init.headers).get('authorization')
    sent.push({ path, bearer })
    if (path === '/api/refresh/') return refresh()
    if (path === '/api/public/' && bearer === null) return Response.json('for everybody')
    return bearer === `Bearer ${good}` ? Response.json(path) : new Response(null, { status: 401 })
  })
  vi.resetModules()
  const { getSession, clearSession, saveSession } = await import('#web/lib/session.ts')
  return { ...(await import('./member-fetch.ts')), getSession, clearSession, saveSession }
}

const renewed = () => Response.json({ access: 'new' })
const refreshes = () => sent.filter(({ path }) => path === '/api/refresh/').length

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('sends a valid token and nothing else', async () => {
  const { memberFetch } = await member(renewed, 'old')
  expect((await memberFetch('/api/me/', {})).status).toBe(200)
  expect(sent).toEqual([{ path: '/api/me/', bearer: 'Bearer old' }])
})

test('renews the token before using it in a page that has been open for a day', async () => {
  const { memberFetch } = await member(renewed)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 24 * 3_600_000 })
  // With an expired token a public call would silently be answered as for a visitor.
  const answers = await Promise.all(['/api/public/', '/api/me/'].map(path => memberFetch(path, {})))
  vi.useRealTimers()
  expect(await Promise.all(answers.map(answer => answer.json()))).toEqual(['/api/public/', '/api/me/'])
  expect(refreshes()).toBe(1)
  expect(sent.every(({ path, bearer }) => path === '/api/refresh/' || bearer === 'Bearer new')).toBe(true)
})

test('refreshes once and repeats the calls when several are answered 401', async () => {
  const { memberFetch, getSession } = await member(renewed)
  const answers = await Promise.all(['/api/me/', '/api/notifications/'].map(path => memberFetch(path, {})))
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(refreshes()).toBe(1)
  expect(getSession().access).toBe('new')
})

test('makes requests wait for a refresh under way', async () => {
  const { memberFetch, refreshAccess } = await member(renewed)
  const refreshed = refreshAccess()
  expect((await memberFetch('/api/me/', {})).status).toBe(200)
  expect(await refreshed).toBe(true)
  expect(sent).toEqual([
    { path: '/api/refresh/', bearer: null },
    { path: '/api/me/', bearer: 'Bearer new' },
  ])
})

test('repeats a call only once', async () => {
  const { memberFetch } = await member(renewed, 'another')
  expect((await memberFetch('/api/me/', {})).status).toBe(401)
  expect(sent).toHaveLength(3)
})

test('uses a new token even if it equals the old one', async () => {
  const { memberFetch } = await member(() => Response.json({ access: 'old' }))
  await memberFetch('/api/me/', {})
  expect(sent.map(({ path }) => path)).toEqual(['/api/me/', '/api/refresh/', '/api/me/'])
})

test('signs out and logs to the console when the refresh is refused; public data is still shown', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue()
  const { memberFetch, getSession } = await member(() => new Response(null, { status: 401 }))
  const answer = await memberFetch('/api/public/', {})
  expect(await answer.json()).toBe('for everybody')
  expect(getSession().isAuthenticated).toBe(false)
  expect(values.get('user.refresh')).toBe('')
  expect(log).toHaveBeenCalledWith('the session could not be refreshed', 401)
})

test.each([500, 503, 429])('does not sign out when the refresh is answered %d', async status => {
  vi.spyOn(console, 'error').mockReturnValue()
  const { memberFetch, getSession } = await member(() => new Response(null, { status }))
  expect((await memberFetch('/api/me/', {})).status).toBe(401)
  expect(getSession()).toMatchObject({ isAuthenticated: true, refresh: 'r' })
})

test('does not sign out without a connection', async () => {
  const { memberFetch, refreshAccess, getSession } = await member(() => Promise.reject(new TypeError('offline')))
  await expect(refreshAccess()).rejects.toThrow('offline')
  await expect(memberFetch('/api/me/', {})).rejects.toThrow('offline')
  expect(getSession().isAuthenticated).toBe(true)
})

test('stays signed out when a refresh completes after signing out', async () => {
  const { refreshAccess, getSession, clearSession } = await member(async () => {
    clearSession()
    return renewed()
  })
  expect(await refreshAccess()).toBe(false)
  expect(getSession().isAuthenticated).toBe(false)
})

test('repeats nothing for another person', async () => {
  const { memberFetch, saveSession } = await member(async () => {
    const boris = { id: '8', name: 'Борис', email: 'boris@example.ru', avatar: '' }
    saveSession({ access: 'new', refresh: 'other', user: boris, team: null })
    return renewed()
  })
  expect((await memberFetch('/api/me/', { method: 'POST' })).status).toBe(401)
  expect(sent.at(-1)?.path).toBe('/api/refresh/')
})
