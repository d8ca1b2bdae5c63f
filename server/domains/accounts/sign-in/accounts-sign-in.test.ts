import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as, emailsTo, keyTo, login, newEmail, newMember, password, signUp } from '#server/test/accounts.ts'
import { closeAfterTest, staffEmail, type TestServer, testServer } from '#server/test/app.ts'
import { makePerson } from '#server/test/factories.ts'
import { cleanAccounts } from '../accounts.cleanup.ts'
import { confirmations, passwordResets, refreshTokens, users } from '../accounts.tables.ts'
import { hashPassword } from '../passwords/passwords.ts'

const refused = 'Email или пароль не верны! Возможно, что вы не подтвердили регистрацию по ссылке в email!'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const refresh = (key: unknown) => server.send('POST', '/api/refresh/', { refresh: key })
const logout = (key: unknown) => server.send('POST', '/api/logout/', { refresh: key })

async function age(userId: string, period: string): Promise<void> {
  await server.database.db
    .update(refreshTokens)
    .set({ lastUsedAt: sql`now() - ${period}::interval` })
    .where(eq(refreshTokens.userId, userId))
}

describe('login', () => {
  it('returns only access and refresh, in any letter case of the address', async () => {
    const { email } = await newMember(server)
    const { status, body } = await login(server, ` ${email.toUpperCase()} `)
    expect(status).toBe(200)
    expect(Object.keys(body).toSorted()).toEqual(['access', 'refresh'])
    expect((await as(server, body.access, 'GET', '/api/me/')).body.email).toBe(email)
  })

  it('refuses unknown, unconfirmed, blocked and deleted accounts and wrong passwords with the same response', async () => {
    const { db } = server.database
    const passwordHash = await hashPassword(password)
    const unconfirmed = newEmail()
    await signUp(server, { email: unconfirmed })
    const { email: wrong } = await makePerson(db, { passwordHash })
    const { email: blocked } = await makePerson(db, { passwordHash, blockedAt: new Date() })
    const { email: deleted } = await makePerson(db, { passwordHash, deletedAt: new Date() })
    const { email: without } = await makePerson(db)
    const never = await makePerson(db, { passwordHash, confirmedEmail: null })
    for (const [email, secret] of [
      [newEmail(), password],
      [unconfirmed, password],
      [blocked, `${password} `],
      [deleted, password],
      [without, password],
      [never.email, password],
      [wrong, `${password} `],
      [wrong, password.toUpperCase()],
    ] as const) {
      const { status, body, headers } = await login(server, email, secret)
      expect([email, status]).toEqual([email, 401])
      expect(body).toStrictEqual({
        type: 'about:blank',
        title: 'Unauthenticated',
        status: 401,
        code: 'UNAUTHENTICATED',
        detail: refused,
      })
      expect(headers['cache-control']).toBe('no-store')
    }
    expect((await login(server, wrong)).status).toBe(200)
  })

  it('gives the reason of a block only to those who know the password', async () => {
    const { email, id } = await newMember(server)
    const change = (blockedAt: Date | null) =>
      server.database.db.update(users).set({ blockedAt, blockReason: 'Обман покупателей' }).where(eq(users.id, id))
    await change(new Date())
    const told = await login(server, email)
    expect([told.status, told.body.code]).toEqual([401, 'UNAUTHENTICATED'])
    expect(told.body.detail).toBe('Модератор заблокировал вас, и войти нельзя. Причина: Обман покупателей')
    expect((await login(server, email, `${password} `)).body).toMatchObject({ status: 401, detail: refused })
    await change(null)
    expect((await login(server, email)).status).toBe(200)
  })

  it('takes as long for an unknown address as for a wrong password', async () => {
    const { email } = await newMember(server)
    const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
    for (let n = 0; n < 9; n++) {
      for (const [who, address] of [
        ['known', email],
        ['unknown', newEmail()],
      ] as const) {
        const start = performance.now()
        await login(server, address, 'not the password')
        times[who].push(performance.now() - start)
      }
    }
    const median = (values: number[]) => values.toSorted((a, b) => a - b)[4] ?? 0
    const ratio = median(times.known) / median(times.unknown)
    expect(ratio).toBeGreaterThan(0.6)
    expect(ratio).toBeLessThan(1.7)
  })

  it.each([
    [{ password }, { email: [{ message: 'Не заполнен email', code: 'required' }] }],
    [{ email: '', password }, { email: [{ message: 'Не заполнен email', code: 'required' }] }],
    [{ email: 'a@b.test' }, { password: [{ message: 'Не заполнен пароль', code: 'required' }] }],
    [{ email: 'a@b.test', password: 'a'.repeat(129) }, { password: [{ code: 'too_big' }] }],
    [{ email: 'a'.repeat(255), password }, { email: [{ code: 'too_big' }] }],
    [{ email: 'a\u0000@b.test', password }, { email: [{ code: 'invalid_format' }] }],
  ])('returns 400 for %j', async (body, fields) => {
    expect(await server.send('POST', '/api/login/', body)).toMatchObject({ status: 400, body: { fields } })
  })

  it('accepts any text as address and password without an error', async () => {
    for (const odd of ['İ@ı.test', '💐', "' or 1=1", 'a\ud800']) {
      expect((await login(server, odd, odd)).status).toBe(401)
    }
    const { email } = await newMember(server)
    expect((await login(server, email, 'a\u0000b')).status).toBe(401)
  })

  it('is not affected by a header that it does not use', async () => {
    const { email } = await newMember(server)
    const { statusCode } = await server.app.inject({
      method: 'POST',
      url: '/api/login/',
      headers: { authorization: 'Bearer garbage' },
      payload: { email, password },
    })
    expect(statusCode).toBe(200)
  })

  it('does not slow down other calls while many people sign in', async () => {
    const tries = Array.from({ length: 24 }, () => login(server, newEmail(), 'not the password'))
    const start = performance.now()
    expect((await server.get('/healthz')).status).toBe(200)
    const health = performance.now() - start
    await Promise.all(tries)
    expect(health).toBeLessThan((performance.now() - start) / 2)
  })
})

describe('refresh and logout', () => {
  it('gives an access token of the same session, again and again', async () => {
    const { id, refresh: key } = await newMember(server)
    for (let n = 0; n < 3; n++) {
      const { status, body } = await refresh(key)
      expect([status, Object.keys(body)]).toEqual([200, ['access']])
      expect((await as(server, body.access, 'GET', '/api/me/')).body.id).toBe(id)
    }
  })

  it('is possible for thirty days from the last use', async () => {
    const { id, refresh: key } = await newMember(server)
    await age(id, '29 days 23 hours')
    expect((await refresh(key)).status).toBe(200)
    await age(id, '29 days 23 hours')
    expect((await refresh(key)).status).toBe(200)
    await age(id, '30 days 1 minute')
    expect(await refresh(key)).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } })
  })

  it('refuses a token that is unknown, revoked, an access token, or of a blocked person', async () => {
    const { id, access, refresh: key } = await newMember(server)
    for (const odd of ['unknown', '', access, `${key}a`]) expect((await refresh(odd)).status).toBe(401)
    await server.database.db.update(users).set({ blockedAt: new Date() }).where(eq(users.id, id))
    expect((await refresh(key)).status).toBe(401)
    expect((await as(server, access, 'GET', '/api/me/')).status).toBe(401)
    await server.database.db.update(users).set({ blockedAt: null }).where(eq(users.id, id))
    expect((await refresh(key)).status).toBe(200)
    expect(await logout(key)).toMatchObject({ status: 200, body: { message: 'success' } })
    expect((await refresh(key)).status).toBe(401)
    expect((await logout(key)).status).toBe(200)
    expect((await logout('never seen')).status).toBe(200)
  })

  it('ends one session and leaves the others', async () => {
    const { email, refresh: first } = await newMember(server)
    const { refresh: second } = (await login(server, email)).body
    await logout(first)
    expect((await refresh(second)).status).toBe(200)
  })

  it.each([[{}], [{ refresh: 7 }], [{ refresh: 'a'.repeat(1001) }], [{ refresh: ['a'] }]])(
    'returns 400 for %j',
    async body => {
      for (const path of ['/api/refresh/', '/api/logout/']) {
        expect((await server.send('POST', path, body)).status).toBe(400)
      }
    },
  )

  it('tokens are stored as hashes', async () => {
    const { id, refresh: key } = await newMember(server)
    const [row] = await server.database.db.select().from(refreshTokens).where(eq(refreshTokens.userId, id))
    expect(JSON.stringify(row)).not.toContain(key)
  })
})

describe('too many attempts', { timeout: 60_000 }, () => {
  async function limited(): Promise<TestServer> {
    const limitedServer = await server.withSettings({ rateLimits: true })
    closeAfterTest(limitedServer)
    return limitedServer
  }

  const from = (target: TestServer, ip: string, email: string, secret: string) =>
    target.app.inject({
      method: 'POST',
      url: '/api/login/',
      headers: { 'x-forwarded-for': ip },
      payload: { email, password: secret },
    })

  it('ten wrong passwords for an e-mail lock it for everybody, even with the right one, also when sent at once', async () => {
    const target = await limited()
    const { email } = await newMember(target)
    const answers = await Promise.all(Array.from({ length: 14 }, (_, n) => from(target, `10.0.0.${n}`, email, 'wrong')))
    const statuses = answers.map(answer => answer.statusCode)
    // Hashes already running concurrently may exceed the limit.
    expect(statuses.filter(status => status === 401).length).toBeGreaterThanOrEqual(10)
    expect(statuses.filter(status => status === 401).length).toBeLessThanOrEqual(12)
    const shut = await from(target, '10.0.1.1', email.toUpperCase(), password)
    expect([shut.statusCode, shut.json().code]).toEqual([429, 'TOO_MANY_REQUESTS'])
    expect(Number(shut.headers['retry-after'])).toBeGreaterThan(800)
    expect(Number(shut.headers['retry-after'])).toBeLessThanOrEqual(900)
    const { email: other } = await newMember(target)
    expect((await from(target, '10.0.0.1', other, password)).statusCode).toBe(200)
  })

  it('a success resets the count, and successes are not counted', async () => {
    const target = await limited()
    const { email } = await newMember(target)
    for (let round = 0; round < 2; round++) {
      for (let n = 0; n < 9; n++) expect((await from(target, '10.0.0.1', email, 'wrong')).statusCode).toBe(401)
      expect((await from(target, '10.0.0.1', email, password)).statusCode).toBe(200)
    }
    for (let n = 0; n < 12; n++) expect((await from(target, '10.0.0.1', email, password)).statusCode).toBe(200)
  })

  it('a hundred wrong passwords from one network address lock only that address', async () => {
    const target = await limited()
    const { email } = await newMember(target)
    for (let n = 0; n < 100; n++) await from(target, '10.0.0.1', newEmail(), 'wrong')
    expect((await from(target, '10.0.0.1', email, password)).statusCode).toBe(429)
    expect((await from(target, '10.0.0.2', email, password)).statusCode).toBe(200)
  })

  it('a password reset by email unlocks an e-mail', async () => {
    const target = await limited()
    const { email } = await newMember(target)
    for (let n = 0; n < 10; n++) await from(target, '10.0.0.1', email, 'wrong')
    await target.send('POST', '/api/password-reset/', { email })
    const fresh = 'another kedr 5'
    const pair = { new_password1: fresh, new_password2: fresh }
    await target.send('POST', '/api/password-reset/confirm/', { token: await keyTo(target, email), ...pair })
    expect((await from(target, '10.0.0.1', email, fresh)).statusCode).toBe(200)
  })

  it('five emails an hour are sent to one address: then sign-up is 429 and other emails are silently dropped', async () => {
    const target = await limited()
    const email = newEmail()
    for (let n = 0; n < 5; n++) expect((await signUp(target, { email })).body).toEqual({ message: 'success' })
    const sixth = await signUp(target, { email: email.toUpperCase() })
    expect([sixth.status, sixth.body.code]).toEqual([429, 'TOO_MANY_REQUESTS'])
    expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(3000)
    const token = await keyTo(target, email)
    expect((await target.send('POST', '/api/password-reset/', { email })).body).toEqual({ message: 'success' })
    expect((await target.send('POST', '/api/activation/renew/', { token })).body).toEqual({ message: 'success' })
    expect(await emailsTo(target, email)).toHaveLength(5)
  })

  it('three hundred sign-ups an hour from one network address, including invalid ones', async () => {
    const target = await limited()
    const body = { email: 'x' }
    const from = (ip: string) =>
      target.app.inject({ method: 'POST', url: '/api/signup/', headers: { 'x-forwarded-for': ip }, payload: body })
    for (let n = 0; n < 300; n++) expect((await from('10.0.0.1')).statusCode).toBe(200)
    expect((await from('10.0.0.1')).statusCode).toBe(429)
    expect((await from('10.0.0.2')).statusCode).toBe(200)
  })

  it('wrong old passwords of a stolen session are counted too', async () => {
    const target = await limited()
    const { access } = await newMember(target)
    const pair = { new_password1: 'another kedr 5', new_password2: 'another kedr 5' }
    const change = (old: string) => as(target, access, 'POST', '/api/editpassword/', { old_password: old, ...pair })
    for (let n = 0; n < 10; n++) expect((await change('wrong')).status).toBe(200)
    expect((await change(password)).status).toBe(429)
    expect((await as(target, access, 'POST', '/api/me/delete/', { password })).status).toBe(429)
  })
})

describe('moderators', () => {
  it('are people with a confirmed address in the list, only while it is theirs', async () => {
    const { db } = server.database
    const isStaff = async (id: string) => (await server.get('/api/me/', id)).body.is_staff
    const { id } = await makePerson(db, { email: staffEmail.toUpperCase() })
    expect(await isStaff(id)).toBe(true)
    await db.update(users).set({ confirmedEmail: null }).where(eq(users.id, id))
    expect(await isStaff(id)).toBe(false)
    await db.update(users).set({ confirmedEmail: 'other@dendro.test' }).where(eq(users.id, id))
    expect(await isStaff(id)).toBe(false)
    await db.update(users).set({ email: 'other@dendro.test', confirmedEmail: staffEmail }).where(eq(users.id, id))
    expect(await isStaff(id)).toBe(false)
  })
})

it('what expired a month ago is deleted, the rest stays', async () => {
  const { db } = server.database
  const [stale, fresh] = [await newMember(server), await newMember(server)]
  for (const { email } of [stale, fresh]) await server.send('POST', '/api/password-reset/', { email })
  await server.app.background.settle()
  const old = sql`now() - interval '31 days'`
  await db.update(refreshTokens).set({ lastUsedAt: old }).where(eq(refreshTokens.userId, stale.id))
  await db.update(confirmations).set({ createdAt: old }).where(eq(confirmations.userId, stale.id))
  await db.update(passwordResets).set({ createdAt: old }).where(eq(passwordResets.userId, stale.id))
  await cleanAccounts(db)
  for (const table of [refreshTokens, confirmations, passwordResets]) {
    expect(await db.select().from(table).where(eq(table.userId, stale.id))).toEqual([])
    expect(await db.select().from(table).where(eq(table.userId, fresh.id))).toHaveLength(1)
  }
})
