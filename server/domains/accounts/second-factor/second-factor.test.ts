import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as, emailsTo, keyTo, login, newMember, password } from '#server/test/accounts.ts'
import { type TestServer, testServer } from '#server/test/app.ts'
import { appCode, freshCode, type Secured, secure } from '#server/test/second-factor.ts'
import { countStatementsWith } from '#server/test/statement-count.ts'
import { recoveryCodes, secondFactors } from './second-factor.tables.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const secured = async () => secure(server, await newMember(server))
const state = async ({ access }: { access: string }) => (await as(server, access, 'GET', '/api/second-factor/')).body
const call = ({ access }: { access: string }, path: string, body: object) =>
  as(server, access, 'POST', `/api/second-factor/${path}`, body)
const signIn = ({ email }: { email: string }, code?: string) =>
  server.send('POST', '/api/login/', { email, password, ...(code === undefined ? {} : { code }) })
const subjects = async (email: string) => (await emailsTo(server, email)).map(({ subject }) => subject)
const status = async (access: string) => (await as(server, access, 'GET', '/api/me/')).status

describe('setting the second factor up', () => {
  it('needs the password and a code, and shows the recovery codes once', async () => {
    const member = await newMember(server)
    const off = { is_on: false, turned_on_at: null, recovery_codes_left: 0, is_needed: false }
    expect(await state(member)).toEqual(off)
    expect((await call(member, '', { password: 'wrong' })).body.fields.password[0].code).toBe('wrong')
    const { body } = await call(member, '', { password })
    expect(body.secret).toMatch(/^[A-Z2-7]{32}$/)
    const uri = new URL(body.uri)
    expect([uri.protocol, uri.host, uri.searchParams.get('secret')]).toEqual(['otpauth:', 'totp', body.secret])
    expect([decodeURIComponent(uri.pathname), uri.searchParams.get('issuer')]).toEqual([
      `/Дендро:${member.email}`,
      'Дендро',
    ])
    // Not required before it is confirmed.
    expect(await state(member)).toEqual(off)
    expect((await login(server, member.email)).status).toBe(200)

    const wrong = await call(member, 'confirm/', { code: appCode(body.secret, 100) })
    expect([wrong.status, wrong.body.fields.code[0].code]).toEqual([400, 'wrong'])
    const right = await call(member, 'confirm/', { code: appCode(body.secret) })
    expect(right.body.recovery_codes).toHaveLength(10)
    expect(new Set(right.body.recovery_codes).size).toBe(10)
    for (const code of right.body.recovery_codes)
      expect(code).toMatch(/^([\da-hjkmnp-tv-z]{4}-){6}[\da-hjkmnp-tv-z]{4}$/)
    expect(await state(member)).toEqual({
      ...off,
      is_on: true,
      turned_on_at: expect.any(String),
      recovery_codes_left: 10,
    })
    expect((await subjects(member.email))[0]).toBe('Второй шаг входа в «Дендро» включён')
  })

  it('ends all other sessions, which were opened with only a password', async () => {
    const member = await newMember(server)
    const other = (await login(server, member.email)).body
    await secure(server, member)
    expect([await status(other.access), await status(member.access)]).toEqual([401, 200])
  })

  it('can be restarted with another secret, expires after an hour, and works once', async () => {
    const member = await newMember(server)
    const first = (await call(member, '', { password })).body.secret
    const second = (await call(member, '', { password })).body.secret
    expect((await call(member, 'confirm/', { code: appCode(first) })).status).toBe(400)
    const old = sql`now() - interval '61 minutes'`
    await server.database.db.update(secondFactors).set({ createdAt: old }).where(eq(secondFactors.userId, member.id))
    expect((await call(member, 'confirm/', { code: appCode(second) })).status).toBe(410)
    const { secret } = await secure(server, member)
    expect((await call(member, '', { password })).status).toBe(409)
    expect((await call(member, 'confirm/', { code: appCode(secret, 1) })).status).toBe(409)
  })

  it('is required before confirming, turning off and new recovery codes', async () => {
    const member = await newMember(server)
    expect((await call(member, 'confirm/', { code: '000000' })).status).toBe(410)
    expect((await call(member, 'remove/', { password, code: '000000' })).status).toBe(409)
    expect((await call(member, 'recovery-codes/', { password, code: '000000' })).status).toBe(409)
  })

  it('keeps neither secret nor codes in a readable form, nor in the export', async () => {
    const { id, access, secret, recoveryCodes: codes } = await secured()
    const { db } = server.database
    const [row] = await db.select().from(secondFactors).where(eq(secondFactors.userId, id))
    const hashes = await db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, id))
    const kept = JSON.stringify([row, hashes])
    const { body, text } = await as(server, access, 'GET', '/api/me/data/')
    expect(body.secondFactor).toEqual({ isOn: true, turnedOnAt: expect.any(String), recoveryCodesLeft: 10 })
    for (const hidden of [secret, row?.secret ?? '', ...codes, ...hashes.map(({ codeHash }) => codeHash)]) {
      expect(text).not.toContain(hidden)
    }
    for (const hidden of [secret, ...codes, ...codes.map(code => code.replaceAll('-', ''))]) {
      expect(kept).not.toContain(hidden)
    }
  })
})

describe('signing in with it', () => {
  it('asks for a code only after the right password', async () => {
    const member = await secured()
    const asked = await signIn(member)
    expect([asked.status, asked.body.code]).toEqual([401, 'SECOND_FACTOR_REQUIRED'])
    expect([asked.headers['set-cookie'], asked.body.fields]).toEqual([undefined, undefined])
    expect((await signIn(member, '')).body.code).toBe('SECOND_FACTOR_REQUIRED')
    const code = await freshCode(server, member)
    const stranger = { email: member.email, password: 'wrong', code }
    const refused = await server.send('POST', '/api/login/', stranger)
    expect([refused.status, refused.body.code]).toEqual([401, 'UNAUTHENTICATED'])
    // The wrong password has not used up the code.
    const { status: answered, body } = await signIn(member, code)
    expect(answered).toBe(200)
    expect(Object.keys(body).toSorted()).toEqual(['access', 'refresh'])
  })

  it('accepts a code once, and no earlier one after it', async () => {
    const member = await secured()
    const [before, now] = [appCode(member.secret, -1), await freshCode(server, member)]
    expect((await signIn(member, now)).status).toBe(200)
    for (const spent of [now, before]) {
      const { status: answered, body } = await signIn(member, spent)
      expect([answered, body.code, body.fields.code[0].code]).toEqual([401, 'SECOND_FACTOR_REQUIRED', 'wrong'])
    }
    expect((await signIn(member, appCode(member.secret, 1))).status).toBe(200)
  })

  it('does not accept the code by which it was turned on again', async () => {
    const member = await newMember(server)
    const { secret } = (await call(member, '', { password })).body
    const code = appCode(secret)
    await call(member, 'confirm/', { code })
    expect((await signIn(member, code)).status).toBe(401)
  })

  it('accepts one of many concurrent uses of the same code, in two processes', async () => {
    const member = await secured()
    const other = await server.another()
    for (const code of [await freshCode(server, member), member.recoveryCodes[0]]) {
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, n) =>
          (n % 2 ? other : server.app).inject({
            method: 'POST',
            url: '/api/login/',
            payload: { email: member.email, password, code },
          }),
        ),
      )
      expect(answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([
        200,
        ...Array(7).fill(401),
      ])
    }
    await other.close()
  })

  it('tolerates a clock that is half a minute wrong, not more', async () => {
    const member = await secured()
    for (const [steps, expected] of [
      [-2, 401],
      [3, 401],
      [-1, 200],
      [1, 200],
    ] as const) {
      await freshCode(server, member)
      // If a time step ended in between, the old code may have expired.
      const answers = [await signIn(member, appCode(member.secret, steps))]
      if (answers[0]?.status !== expected && expected === 200)
        answers.unshift(await signIn(member, appCode(member.secret, steps)))
      expect([steps, answers[0]?.status]).toEqual([steps, expected])
    }
  })

  it.each(['', ' ', '12345', '1234567', 'абвгде', '١٢٣٤٥٦', '0'.repeat(64), "' or 1=1 --"])(
    'does not accept %j',
    async code => {
      const member = await secured()
      expect((await signIn(member, code)).body.code).toBe('SECOND_FACTOR_REQUIRED')
    },
  )

  it('refuses a code that is not text or is very long as invalid input', async () => {
    const { email } = await secured()
    for (const code of [123_456, ['000000'], { length: 6 }, '0'.repeat(65)]) {
      expect((await server.send('POST', '/api/login/', { email, password, code })).status).toBe(400)
    }
  })

  it('ignores a code sent by somebody without a second factor', async () => {
    expect((await signIn(await newMember(server), '123456')).status).toBe(200)
  })

  it('does not accept the secret or the codes of another person', async () => {
    const [member, other] = [await secured(), await secured()]
    expect((await signIn(member, await freshCode(server, other))).status).toBe(401)
    expect((await signIn(member, other.recoveryCodes[0])).status).toBe(401)
    // Not even with the other person's row, because it is encrypted for them.
    const { db } = server.database
    const [row] = await db.select().from(secondFactors).where(eq(secondFactors.userId, other.id))
    await db
      .update(secondFactors)
      .set({ secret: row?.secret ?? '' })
      .where(eq(secondFactors.userId, member.id))
    expect((await signIn(member, await freshCode(server, other))).status).toBe(401)
  })
})

describe('recovery codes', () => {
  it('work once each, however they are typed, and their use is reported by email', async () => {
    const member = await secured()
    const [first = '', second = ''] = member.recoveryCodes
    expect((await signIn(member, ` ${first.toUpperCase().replaceAll('-', ' ')}`)).status).toBe(200)
    expect((await signIn(member, first)).status).toBe(401)
    expect((await signIn(member, second.replaceAll('0', 'O').replaceAll('1', 'l'))).status).toBe(200)
    expect((await state(member)).recovery_codes_left).toBe(8)
    const told = (await emailsTo(server, member.email)).filter(({ subject }) => subject.includes('восстановления'))
    expect(told.map(({ text }) => /Осталось кодов: \d+/.exec(text)?.[0])).toEqual([
      'Осталось кодов: 8',
      'Осталось кодов: 9',
    ])
  })

  it('can be replaced, which invalidates the old ones', async () => {
    const member = await secured()
    const { access } = (await signIn(member, member.recoveryCodes[0])).body
    expect(
      (await call({ access }, 'recovery-codes/', { password: 'wrong', code: member.recoveryCodes[1] })).status,
    ).toBe(400)
    expect((await call({ access }, 'recovery-codes/', { password, code: '000000' })).body.fields.code[0].code).toBe(
      'wrong',
    )
    const { body } = await call({ access }, 'recovery-codes/', { password, code: await freshCode(server, member) })
    expect(body.recovery_codes).toHaveLength(10)
    expect((await signIn(member, member.recoveryCodes[1])).status).toBe(401)
    expect((await signIn(member, body.recovery_codes[9])).status).toBe(200)
  })
})

describe('what needs a password and a code', () => {
  it('looks the second factor up once', async () => {
    const member = await secured()
    const code = await freshCode(server, member)
    const counted = countStatementsWith('from "second_factors" where')
    try {
      const { status: answered } = await call(member, 'recovery-codes/', { password, code })
      expect([answered, counted.sofar()]).toEqual([200, 1])
    } finally {
      counted.stop()
    }
  })

  it('is a conflict, however often it is tried, while there is none', async () => {
    const member = await newMember(server)
    for (let times = 0; times < 20; times++)
      expect((await call(member, 'remove/', { password, code: '000000' })).status).toBe(409)
  })
})

describe('turning it off', () => {
  it.each(['app', 'recovery'])('needs the password and a code (%s), and is reported by email', async kind => {
    const member = await secured()
    const code = kind === 'app' ? await freshCode(server, member) : (member.recoveryCodes[0] ?? '')
    expect((await call(member, 'remove/', { password: 'wrong', code })).status).toBe(400)
    expect((await call(member, 'remove/', { password, code: '000000' })).status).toBe(400)
    expect((await call(member, 'remove/', { password })).status).toBe(400)
    expect((await call(member, 'remove/', { password, code })).body).toEqual({ message: 'success' })
    expect(await state(member)).toMatchObject({ is_on: false, recovery_codes_left: 0 })
    expect((await subjects(member.email))[0]).toBe('Второй шаг входа в «Дендро» выключен')
    expect((await signIn(member)).status).toBe(200)
    // It can be turned on again with another secret.
    expect((await secure(server, member)).secret).not.toBe(member.secret)
  })
})

describe('other changes of the account', () => {
  it('a password reset by email leaves it on', async () => {
    const member = await secured()
    await server.send('POST', '/api/password-reset/', { email: member.email })
    const pair = { new_password1: 'another kedr 5', new_password2: 'another kedr 5' }
    await server.send('POST', '/api/password-reset/confirm/', { token: await keyTo(server, member.email), ...pair })
    const form = { email: member.email, password: 'another kedr 5' }
    expect((await server.send('POST', '/api/login/', form)).body.code).toBe('SECOND_FACTOR_REQUIRED')
    const code = await freshCode(server, member)
    expect((await server.send('POST', '/api/login/', { ...form, code })).status).toBe(200)
  })

  it('deleting the account deletes it completely', async () => {
    const member = await secured()
    await as(server, member.access, 'POST', '/api/me/delete/', { password })
    const { db } = server.database
    for (const table of [secondFactors, recoveryCodes]) {
      expect(await db.select().from(table).where(eq(table.userId, member.id))).toEqual([])
    }
  })

  async function takeBack({ email, access }: Secured, earlier: string) {
    expect(email).toBe(earlier)
    await as(server, access, 'POST', '/api/editprofile/', { name: 'Анна', email: `new-${email}` })
    return async () => {
      const token = await keyTo(server, email)
      return server.send('POST', '/api/email-change/undo/', { token })
    }
  }

  it('reverting an e-mail removes one that was turned on since, and keeps an older one', async () => {
    const older = await secured()
    const undoOlder = await takeBack(older, older.email)
    expect((await undoOlder()).status).toBe(200)
    expect((await signIn(older)).body.code).toBe('SECOND_FACTOR_REQUIRED')

    const robbed = await newMember(server)
    const undo = await takeBack({ ...robbed, secret: '', recoveryCodes: [] }, robbed.email)
    await secure(server, robbed)
    expect((await undo()).status).toBe(200)
    expect((await signIn(robbed)).status).toBe(200)
  })
})

describe('with limits', () => {
  it('wrong codes lock out unknown devices, not the person on a known device or in their session', async () => {
    const limited = await server.withSettings({ rateLimits: true })
    try {
      const member = await secure(limited, await newMember(limited))
      const from = async (ip: string, code: string, cookie = '') => {
        const headers = { 'x-forwarded-for': ip, ...(cookie ? { cookie } : {}) }
        const payload = { email: member.email, password, code }
        return limited.app.inject({ method: 'POST', url: '/api/login/', headers, payload })
      }
      const known = await from('203.0.113.1', member.recoveryCodes[0] ?? '')
      const cookie = String(known.headers['set-cookie']).split(';')[0]
      // Many at once, each with the right password, which resets the count of wrong passwords but not of wrong codes.
      const many = await Promise.all(Array.from({ length: 14 }, (_, n) => from(`203.0.113.${n + 10}`, '000000')))
      expect(many.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([
        ...Array(10).fill(401),
        ...Array(4).fill(429),
      ])
      const right = await freshCode(limited, member)
      const shut = await from('203.0.113.50', right)
      expect([shut.statusCode, Number(shut.headers['retry-after']) > 0]).toEqual([429, true])
      expect((await from('203.0.113.51', right, cookie)).statusCode).toBe(200)
      const { access } = known.json()
      const code = await freshCode(limited, member)
      expect((await as(limited, access, 'POST', '/api/second-factor/remove/', { password, code })).status).toBe(200)
    } finally {
      await limited.close()
    }
  })

  it('wrong codes of a stolen session are counted, when setting up and when turning off', async () => {
    const limited = await server.withSettings({ rateLimits: true })
    try {
      const member = await newMember(limited)
      const post = (path: string, body: object) =>
        as(limited, member.access, 'POST', `/api/second-factor/${path}`, body)
      const { secret } = (await post('', { password })).body
      for (let n = 0; n < 10; n++) expect((await post('confirm/', { code: appCode(secret, 50 + n) })).status).toBe(400)
      expect((await post('confirm/', { code: appCode(secret) })).status).toBe(429)
    } finally {
      await limited.close()
    }
  })
})
