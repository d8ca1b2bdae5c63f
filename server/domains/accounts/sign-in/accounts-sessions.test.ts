import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as, keyTo, login, type Member, newMember, password } from '#server/test/accounts.ts'
import { type TestServer, testServer } from '#server/test/app.ts'
import { cleanAccounts } from '../accounts.cleanup.ts'
import { knownDevices, refreshTokens } from '../accounts.tables.ts'

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36'
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

type Tokens = Pick<Member, 'access' | 'refresh'>

/** Signs in from this browser and address. */
async function signIn(email: string, userAgent = chrome, ip = '203.0.113.5'): Promise<Tokens> {
  const response = await server.app.inject({
    method: 'POST',
    url: '/api/login/',
    headers: { 'user-agent': userAgent, 'x-forwarded-for': ip },
    payload: { email, password },
  })
  return response.json()
}

const status = async ({ access }: Tokens) => (await as(server, access, 'GET', '/api/me/')).status
const refresh = ({ refresh: key }: Tokens) => server.send('POST', '/api/refresh/', { refresh: key })
const list = async ({ access }: Tokens) => (await as(server, access, 'GET', '/api/sessions/')).body

async function end({ access }: Tokens, id = '') {
  const headers = { authorization: `Bearer ${access}` }
  const response = await server.app.inject({ method: 'DELETE', url: `/api/sessions/${id}`, headers })
  return { status: response.statusCode, body: response.json() }
}

async function change({ access }: Tokens, set: Partial<Record<'lastUsedAt' | 'createdAt', ReturnType<typeof sql>>>) {
  const { sid } = JSON.parse(Buffer.from(access.split('.')[1] ?? '', 'base64url').toString())
  await server.database.db.update(refreshTokens).set(set).where(eq(refreshTokens.id, sid))
}

describe('the list of a person’s sessions', () => {
  it('has device, address and times of each, and marks the current one', async () => {
    const member = await newMember(server)
    const phone = await signIn(member.email, safari, '2001:0DB8:0000:0000:0000:0000:0000:0001')
    const computer = await signIn(member.email)
    const sessions = await list(computer)
    expect(sessions).toEqual([
      {
        id: expect.stringMatching(/^[\da-f-]{36}$/),
        device: 'Chrome, Windows',
        address: '203.0.113.5',
        created_at: expect.stringMatching(/Z$/),
        last_used_at: expect.stringMatching(/Z$/),
        is_current: true,
      },
      expect.objectContaining({ device: 'Safari, iOS', address: '2001:db8::1', is_current: false }),
      expect.objectContaining({ device: 'Неизвестное устройство', address: '127.0.0.1', is_current: false }),
    ])
    expect((await list(phone)).map((one: { is_current: boolean }) => one.is_current)).toEqual([false, true, false])
  })

  it('contains no sessions of others and no expired ones', async () => {
    const [member, stranger] = [await newMember(server), await newMember(server)]
    const [unused, old] = [await signIn(member.email), await signIn(member.email)]
    await change(unused, { lastUsedAt: sql`now() - interval '31 days'` })
    await change(old, { createdAt: sql`now() - interval '181 days'` })
    expect(await list(member)).toHaveLength(1)
    expect(await list(stranger)).toHaveLength(1)
  })

  it.each([
    ['Mozilla/5.0 (X11; Linux x86_64; rv:120.0) Gecko/20100101 Firefox/120.0', 'Firefox, Linux'],
    [chrome.replace('Safari/537.36', 'YaBrowser/24.1.0 Safari/537.36'), 'Яндекс Браузер, Windows'],
    [`${chrome} Edg/120.0.0.0`, 'Edge, Windows'],
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 'Windows'],
    // User-defined text is not repeated.
    ['Позвоните +7 900 000-00-00/1.0', 'Неизвестное устройство'],
    ['Call+7-900-000-00-00/1.0 (Windows NT 10.0)', 'Windows'],
    ['<script>alert(1)</script>', 'Неизвестное устройство'],
    [`${'('.repeat(8000)}`, 'Неизвестное устройство'],
    ['', 'Неизвестное устройство'],
  ])('names the device of %j', async (userAgent, device) => {
    const { email } = await newMember(server)
    const tokens = await signIn(email, userAgent)
    expect((await list(tokens))[0]).toMatchObject({ device, is_current: true })
  })

  it.each([
    ['::ffff:203.0.113.5', '203.0.113.5'],
    ['2001:db8:0:1:1:1:1:1', '2001:db8:0:1:1:1:1:1'],
    ['nowhere', ''],
  ])('shows the address %s as %j', async (ip, address) => {
    const { email } = await newMember(server)
    expect((await list(await signIn(email, chrome, ip)))[0].address).toBe(address)
  })
})

describe('the time of the last use', () => {
  const usedAt = async (tokens: Tokens) => (await list(tokens)).find((one: { is_current: boolean }) => one.is_current)

  it('is updated by a request if it is some minutes old, together with the address', async () => {
    const member = await newMember(server)
    await change(member, { lastUsedAt: sql`now() - interval '6 minutes'` })
    const headers = { authorization: `Bearer ${member.access}`, 'x-forwarded-for': '203.0.113.77' }
    await server.app.inject({ url: '/api/me/', headers })
    const { last_used_at: at, address } = await usedAt(member)
    expect(Date.now() - Date.parse(at)).toBeLessThan(5 * 60_000)
    expect(address).toBe('203.0.113.77')
  })

  it('is not updated by the requests in between', async () => {
    const member = await newMember(server)
    const { last_used_at: before } = await usedAt(member)
    for (let n = 0; n < 3; n++) await status(member)
    expect((await usedAt(member)).last_used_at).toBe(before)
  })

  it('extends a session to thirty days from then, and to 180 in all', async () => {
    const member = await newMember(server)
    await change(member, { createdAt: sql`now() - interval '179 days'`, lastUsedAt: sql`now() - interval '29 days'` })
    expect(await status(member)).toBe(200)
    await change(member, { createdAt: sql`now() - interval '180 days 1 minute'` })
    expect([await status(member), (await refresh(member)).status]).toEqual([401, 401])
    await change(member, { createdAt: sql`now() - interval '40 days'`, lastUsedAt: sql`now() - interval '31 days'` })
    expect([await status(member), (await refresh(member)).status]).toEqual([401, 401])
  })
})

describe('ending sessions', () => {
  it('ends access and refreshing at once for the person’s own, and leaves the others', async () => {
    const member = await newMember(server)
    const [phone, computer] = [await signIn(member.email, safari), await signIn(member.email)]
    const found = (await list(computer)).find(({ device }: { device: string }) => device === 'Safari, iOS')
    expect(await end(computer, `${found.id}/`)).toEqual({ status: 200, body: { message: 'session ended' } })
    expect([await status(phone), (await refresh(phone)).status]).toEqual([401, 401])
    expect([await status(computer), await status(member)]).toEqual([200, 200])
    expect((await end(computer, `${found.id}/`)).status).toBe(404)
  })

  it('returns 404 for another person’s session, an unknown or an ill-formed id, and ends nothing', async () => {
    const [member, stranger] = [await newMember(server), await newMember(server)]
    const [{ id }] = await list(member)
    for (const odd of [id, '0190a5c0-0000-7000-8000-000000000000', '7', 'x']) {
      expect((await end(stranger, odd)).status).toBe(404)
    }
    expect(await status(member)).toBe(200)
  })

  it('ends all except the current one', async () => {
    const [member, stranger] = [await newMember(server), await newMember(server)]
    const [phone, computer] = [await signIn(member.email, safari), await signIn(member.email)]
    expect(await end(computer)).toEqual({ status: 200, body: { message: 'sessions ended' } })
    expect([await status(member), await status(phone), await status(computer)]).toEqual([401, 401, 200])
    expect(await status(stranger)).toBe(200)
    expect(await list(computer)).toHaveLength(1)
  })

  it('needs no access token at sign-out, and accepts an unknown refresh token', async () => {
    const member = await newMember(server)
    const logout = (key: string) => server.send('POST', '/api/logout/', { refresh: key })
    expect(await logout('unknown')).toMatchObject({ status: 200, body: { message: 'success' } })
    expect(await status(member)).toBe(200)
    expect((await logout(member.refresh)).status).toBe(200)
    expect(await status(member)).toBe(401)
  })

  it('leaves only the current one after a new password', async () => {
    const member = await newMember(server)
    const other = await signIn(member.email)
    const fresh = 'another kedr 5'
    const pair = { new_password1: fresh, new_password2: fresh }
    await as(server, member.access, 'POST', '/api/editpassword/', { old_password: password, ...pair })
    expect([await status(other), await status(member)]).toEqual([401, 200])
    await server.send('POST', '/api/password-reset/', { email: member.email })
    const token = await keyTo(server, member.email)
    const again = { new_password1: password, new_password2: password }
    await server.send('POST', '/api/password-reset/confirm/', { token, ...again })
    expect(await status(member)).toBe(401)
    expect((await login(server, member.email)).status).toBe(200)
  })

  it('ends all when the account is deleted', async () => {
    const member = await newMember(server)
    const other = await signIn(member.email)
    await as(server, member.access, 'POST', '/api/me/delete/', { password })
    expect([await status(member), await status(other)]).toEqual([401, 401])
    const { db } = server.database
    expect(await db.select().from(knownDevices).where(eq(knownDevices.userId, member.id))).toEqual([])
  })
})

it('ends the least recently used one of more than a hundred', async () => {
  const member = await newMember(server)
  const { db } = server.database
  await db.execute(sql`insert into refresh_tokens (id, token_hash, user_id, last_used_at)
    select gen_random_uuid(), 'many ' || n || ${member.id}::text, ${member.id}::uuid, now() - n * interval '1 minute'
    from generate_series(1, 99) n`)
  await change(member, { lastUsedAt: sql`now() - interval '3 days'` })
  expect(await list(member)).toHaveLength(100)
  await change(member, { lastUsedAt: sql`now() - interval '3 days'` })
  const latest = await signIn(member.email)
  expect([await status(member), await status(latest)]).toEqual([401, 200])
  expect(await list(latest)).toHaveLength(100)
})

it('the export of personal data has sessions and devices, but not their tokens', async () => {
  const member = await newMember(server)
  const tokens = await signIn(member.email)
  const { body, text } = await as(server, tokens.access, 'GET', '/api/me/data/')
  expect(body.sessions[0]).toEqual({
    device: 'Chrome, Windows',
    address: '203.0.113.5',
    createdAt: expect.stringMatching(/Z$/),
    lastUsedAt: expect.stringMatching(/Z$/),
  })
  expect(body.devices).toHaveLength(2)
  const { db } = server.database
  for (const { keyHash } of await db.select().from(knownDevices)) expect(text).not.toContain(keyHash)
})

it('expired sessions and devices are deleted', async () => {
  const member = await newMember(server)
  const old = await signIn(member.email)
  await change(old, { createdAt: sql`now() - interval '181 days'` })
  const { db } = server.database
  const ofMember = () => db.select().from(knownDevices).where(eq(knownDevices.userId, member.id))
  const [device] = await ofMember()
  await db
    .update(knownDevices)
    .set({ lastUsedAt: sql`now() - interval '366 days'` })
    .where(eq(knownDevices.keyHash, device?.keyHash ?? ''))
  await cleanAccounts(db)
  expect(await db.select().from(refreshTokens).where(eq(refreshTokens.userId, member.id))).toHaveLength(1)
  expect(await ofMember()).toHaveLength(1)
})
