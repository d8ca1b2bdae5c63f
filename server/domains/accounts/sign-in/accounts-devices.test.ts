import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as, emailsTo, keyTo, newEmail, newMember, password } from '#server/test/accounts.ts'
import { closeAfterTest, publicUrl, type TestServer, testServer } from '#server/test/app.ts'
import { knownDevices } from '../accounts.tables.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:120.0) Gecko/20100101 Firefox/120.0'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

interface SignIn {
  cookie?: string
  secret?: string
  ip?: string
  at?: TestServer
}

/** Signs in as a browser with this cookie; returns the cookie that it has to store. */
async function signIn(email: string, { cookie, secret = password, ip = '203.0.113.5', at = server }: SignIn = {}) {
  const response = await at.app.inject({
    method: 'POST',
    url: '/api/login/',
    headers: { 'user-agent': firefox, 'x-forwarded-for': ip, ...(cookie ? { cookie } : {}) },
    payload: { email, password: secret },
  })
  const header = response.headers['set-cookie']
  const kept = typeof header === 'string' ? (header.split(';')[0] ?? '') : ''
  return { status: response.statusCode, body: response.json(), header, cookie: kept }
}

const news = async (email: string, at = server) =>
  (await emailsTo(at, email)).filter(({ subject }) => subject === 'Новый вход в «Дендро»')

/** A server with rate limits, and a person with an account there. */
async function limited() {
  const at = await server.withSettings({ rateLimits: true })
  closeAfterTest(at)
  return { at, ...(await newMember(at)) }
}

describe('the device’s cookie', () => {
  it('is not accessible to scripts and other sites, and lasts a year', async () => {
    const { email } = await newMember(server)
    const { header } = await signIn(email)
    expect(header).toMatch(/^dendro_device=[\w-]{43}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Strict$/)
  })

  it('is bound to this host and to https if the site has it', async () => {
    const at = await server.withSettings({ publicUrl: 'https://dendro.test' })
    closeAfterTest(at)
    const { email } = await newMember(at)
    const { header, cookie } = await signIn(email, { at })
    expect(header).toMatch(/^__Host-dendro_device=[\w-]{43}; Max-Age=31536000; Path=\/; HttpOnly; .*; Secure$/)
    expect((await signIn(email, { at, cookie })).cookie).toBe(cookie)
    // What another host of the domain could have set is not taken.
    const foreign = cookie.replace('__Host-', '')
    expect((await signIn(email, { at, cookie: foreign })).cookie).not.toContain(foreign.split('=')[1])
  })

  it('stays the same while it is used, is stored as a hash and does not sign anybody in', async () => {
    const { email, id } = await newMember(server)
    const { cookie } = await signIn(email)
    expect((await signIn(email, { cookie: `theme=dark; ${cookie}; other=1` })).cookie).toBe(cookie)
    const rows = await server.database.db.select().from(knownDevices).where(eq(knownDevices.userId, id))
    expect(rows).toHaveLength(2)
    expect(JSON.stringify(rows)).not.toContain(cookie.split('=')[1])
    expect((await server.get('/api/me/', undefined, { cookie })).status).toBe(401)
    expect((await signIn(email, { cookie, secret: 'wrong' })).header).toBeUndefined()
  })

  it.each(['dendro_device=', 'dendro_device=short', `dendro_device=${'a'.repeat(44)}`, 'x', `a=${'b'.repeat(9000)}`])(
    'ignores a cookie of the form %j',
    async cookie => {
      const { email } = await newMember(server)
      const answer = await signIn(email, { cookie })
      expect(answer.status).toBe(200)
      expect(answer.cookie).toMatch(/^dendro_device=[\w-]{43}$/)
      expect(answer.cookie).not.toBe(cookie)
    },
  )

  it('is known for both of two people who share a browser', async () => {
    const [one, other] = [await newMember(server), await newMember(server)]
    const { cookie } = await signIn(one.email)
    expect((await signIn(other.email, { cookie })).cookie).toBe(cookie)
    await signIn(one.email, { cookie })
    await signIn(other.email, { cookie })
    expect([await news(one.email), await news(other.email)].map(emails => emails.length)).toEqual([1, 1])
  })

  it('keeps at most fifty per person', async () => {
    const { email, id } = await newMember(server)
    const { db } = server.database
    await db.execute(sql`insert into known_devices (user_id, key_hash, last_used_at)
      select ${id}::uuid, 'many ' || n, now() - n * interval '1 minute' from generate_series(1, 60) n`)
    const { cookie } = await signIn(email)
    expect(await db.select().from(knownDevices).where(eq(knownDevices.userId, id))).toHaveLength(50)
    await signIn(email, { cookie })
    expect(await news(email)).toHaveLength(1)
  })
})

describe('a sign-in from a new device', () => {
  it('is reported by email: device, place, time and what to do', async () => {
    const { email } = await newMember(server)
    expect(await news(email)).toEqual([])
    const { cookie } = await signIn(email)
    const [sent] = await news(email)
    expect(sent?.text).toContain('Устройство: Firefox, Linux. Сетевой адрес: 203.0.113.5. Время: ')
    expect(sent?.text).toContain(`${new Date().getFullYear()}`)
    expect(sent?.text).toContain(`${publicUrl}/password-reset`)
    expect(sent?.link).toBe(`${publicUrl}/profile/edit`)
    await signIn(email, { cookie })
    expect(await news(email)).toHaveLength(1)
    await signIn(email)
    expect(await news(email)).toHaveLength(2)
  })

  it('is reported even if no device is known, and again after a year without a sign-in there', async () => {
    const { email, id } = await newMember(server)
    const { cookie } = await signIn(email)
    const { db } = server.database
    await db
      .update(knownDevices)
      .set({ lastUsedAt: sql`now() - interval '366 days'` })
      .where(eq(knownDevices.userId, id))
    await signIn(email, { cookie })
    expect(await news(email)).toHaveLength(2)
    await db.delete(knownDevices).where(eq(knownDevices.userId, id))
    await signIn(email, { cookie })
    expect(await news(email)).toHaveLength(3)
  })

  it('is reported to the confirmed address, even if it has been changed since', async () => {
    const { email, access } = await newMember(server)
    const wanted = newEmail()
    await as(server, access, 'POST', '/api/editprofile/', { name: 'Анна', email: wanted })
    await signIn(wanted)
    expect([await news(email), await news(wanted)].map(emails => emails.length)).toEqual([1, 0])
  })

  it('is reported at most five times an hour', async () => {
    const { at, email } = await limited()
    for (let n = 0; n < 8; n++) expect((await signIn(email, { at })).status).toBe(200)
    expect(await news(email, at)).toHaveLength(5)
    // Requested emails are counted separately.
    await at.send('POST', '/api/password-reset/', { email })
    expect(await keyTo(at, email)).toBeTruthy()
  })

  it('is not reported if it fails or its session is not stored', async () => {
    const { email } = await newMember(server)
    await signIn(email, { secret: 'wrong' })
    const { db } = server.database
    await db.execute(
      sql`create function refuse() returns trigger language plpgsql as 'begin raise exception ''no''; end'`,
    )
    await db.execute(sql`create trigger refuse before insert on known_devices for each row execute function refuse()`)
    expect((await signIn(email)).status).toBe(500)
    await db.execute(sql`drop trigger refuse on known_devices`)
    expect(await news(email)).toEqual([])
  })
})

describe('wrong passwords from elsewhere', { timeout: 60_000 }, () => {
  const wrong = { secret: 'wrong' }

  it('do not lock the owner out of a known device', async () => {
    const { at, email } = await limited()
    const { cookie } = await signIn(email, { at })
    for (let n = 0; n < 12; n++) await signIn(email, { ...wrong, at, ip: `10.0.0.${n}` })
    expect((await signIn(email, { at })).status).toBe(429)
    const home = await signIn(email.toUpperCase(), { at, cookie })
    expect([home.status, Object.keys(home.body).toSorted()]).toEqual([200, ['access', 'refresh']])
    // The owner's sign-in does not unlock other devices.
    expect((await signIn(email, { at })).status).toBe(429)
    // A key that was never issued, or belongs to another person, is not a known device.
    const other = await newMember(at)
    const { cookie: foreign } = await signIn(other.email, { at })
    for (const odd of [`dendro_device=${'a'.repeat(43)}`, foreign]) {
      expect((await signIn(email, { at, cookie: odd })).status).toBe(429)
    }
  })

  it('from a known device lock only that device, with the same message', async () => {
    const { at, email } = await limited()
    const { cookie } = await signIn(email, { at })
    const elsewhere = await signIn(email, { at, ...wrong })
    for (let n = 0; n < 10; n++) {
      const { status, body } = await signIn(email, { at, cookie, ...wrong })
      expect([status, body]).toEqual([401, elsewhere.body])
    }
    expect((await signIn(email, { at, cookie })).status).toBe(429)
    const { cookie: second, status } = await signIn(email, { at })
    expect(status).toBe(200)
    expect((await signIn(email, { at, cookie: second })).status).toBe(200)
    // A new password by email unlocks it.
    await at.send('POST', '/api/password-reset/', { email })
    const pair = { new_password1: 'another kedr 5', new_password2: 'another kedr 5' }
    await at.send('POST', '/api/password-reset/confirm/', { token: await keyTo(at, email), ...pair })
    expect((await signIn(email, { at, cookie, secret: 'another kedr 5' })).status).toBe(200)
  })
})

describe('a changed password', () => {
  const fresh = 'another kedr 5'
  const told = async (email: string, at = server) =>
    (await emailsTo(at, email)).filter(({ subject }) => subject === 'Пароль в «Дендро» изменён')

  it('is reported, whether it was changed or reset, and a refused change is not', async () => {
    const { email, access } = await newMember(server)
    const pair = { new_password1: fresh, new_password2: fresh }
    await as(server, access, 'POST', '/api/editpassword/', { old_password: 'wrong', ...pair })
    expect(await told(email)).toEqual([])
    await as(server, access, 'POST', '/api/editpassword/', { old_password: password, ...pair })
    expect((await told(email))[0]?.link).toBe(`${publicUrl}/password-reset`)
    await server.send('POST', '/api/password-reset/', { email })
    await server.send('POST', '/api/password-reset/confirm/', { token: await keyTo(server, email), ...pair })
    expect(await told(email)).toHaveLength(2)
  })

  it('is reported at most five times an hour, and separately from new devices', { timeout: 60_000 }, async () => {
    const { at, email, access } = await limited()
    for (let n = 0; n < 8; n++) {
      const [old, wanted] = n % 2 === 0 ? [password, fresh] : [fresh, password]
      const body = { old_password: old, new_password1: wanted, new_password2: wanted }
      expect((await as(at, access, 'POST', '/api/editpassword/', body)).body.message).toBe('success')
    }
    expect(await told(email, at)).toHaveLength(5)
    await signIn(email, { at })
    expect(await news(email, at)).toHaveLength(1)
  })
})
