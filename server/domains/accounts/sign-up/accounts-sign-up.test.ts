import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emailsTo, keyTo, login, newEmail, newMember, password, signUp } from '#server/test/accounts.ts'
import { type TestAnswer, type TestServer, testServer } from '#server/test/app.ts'
import { makePerson } from '#server/test/factories.ts'
import { confirmations, users } from '../accounts.tables.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const activate = (token: unknown) => server.send('POST', '/api/activation/', { token })
const renew = (token: unknown) => server.send('POST', '/api/activation/renew/', { token })
const personWith = async (email: string) =>
  (
    await server.database.db
      .select()
      .from(users)
      .where(eq(sql`lower(${users.email})`, email.toLowerCase()))
  )[0]

async function age(table: typeof confirmations, email: string, period: string): Promise<void> {
  await server.database.db
    .update(table)
    .set({ createdAt: sql`now() - ${period}::interval` })
    .where(eq(table.email, email))
}

/** The cookie of the browser that gets this answer. */
const cookieOf = ({ headers }: TestAnswer) => /^[^;]*/.exec(headers['set-cookie'] as string)?.[0] ?? ''
/** Opens the link's page in a browser with this cookie. */
async function openIn(cookie: string, token: string) {
  const payload = { token, sign_in: true }
  return (await server.app.inject({ method: 'POST', url: '/api/activation/', headers: { cookie }, payload })).json()
}

it('a link signs in nowhere but in the browser of its own sign-up', async () => {
  const email = newEmail()
  // Somebody signs up with the address of Anna, who does so too and then opens whichever email comes first.
  const others = await signUp(server, {
    email,
    name: 'Чужой',
    password1: 'slipped under 1',
    password2: 'slipped under 1',
  })
  const first = await keyTo(server, email)
  const own = await signUp(server, { email })
  expect(String(own.headers['set-cookie'])).toMatch(
    /^dendro_signup=\d+\.[\w-]{43}; Max-Age=259200; Path=\/; HttpOnly; SameSite=Lax$/,
  )
  expect(await openIn(cookieOf(own), first)).toMatchObject({ used: false, email, session: null })
  // Neither does the other one's browser learn of it, nor is it signed in without the link.
  expect((await openIn('', first)).session).toBeNull()
  expect(cookieOf(others)).not.toBe(cookieOf(own))

  // Anna is sent the link of somebody else's account.
  const mallory = newEmail()
  const foreign = await signUp(server, { email: mallory })
  const key = await keyTo(server, mallory)
  for (const cookie of ['', cookieOf(own), 'dendro_signup=', `${cookieOf(foreign).slice(0, -2)}xx`])
    expect((await openIn(cookie, key)).session).toBeNull()
  expect((await openIn(`a=b; ${cookieOf(foreign)}; c=d`, key)).session).not.toBeNull()
})

it('a form of another site leaves no cookie of a sign-up', async () => {
  const payload = { email: newEmail(), name: 'Анна', password1: password, password2: password }
  const headers = { 'sec-fetch-site': 'cross-site' }
  const answer = await server.app.inject({ method: 'POST', url: '/api/signup/', headers, payload })
  expect([answer.json(), answer.headers['set-cookie']]).toEqual([{ message: 'success' }, undefined])
})

it('the link of the email signs in until the person has signed in for the first time', async () => {
  const email = newEmail()
  const cookie = cookieOf(await signUp(server, { email }))
  const token = await keyTo(server, email)
  const enter = () => openIn(cookie, token)
  // Opened before by somebody who reads emails, without scripts.
  expect((await activate(token)).body).toMatchObject({ used: false, session: null })
  const body = await enter()
  expect(body).toMatchObject({ used: true, email })
  const headers = { authorization: `Bearer ${body.session.access}` }
  expect((await server.get('/api/me/', undefined, headers)).body).toMatchObject({ email })
  expect(await enter()).toMatchObject({ used: true, session: null })
})

describe('sign-up', () => {
  it('creates a person who cannot sign in yet and an email with a link, and returns nothing else', async () => {
    const email = newEmail()
    const { status, body } = await signUp(server, { email, is_staff: true, id: 'mine' })
    expect([status, body]).toEqual([200, { message: 'success' }])
    expect(await personWith(email)).toMatchObject({ name: 'Анна Лесная', passwordHash: null, confirmedEmail: null })
    const sent = await emailsTo(server, email)
    expect(sent).toHaveLength(1)
    expect(sent[0]?.link).toMatch(/^http:\/\/dendro\.test\/activateemail\/\?token=[\w-]{43}$/)
    expect(sent[0]?.text).toContain(`\n${sent[0]?.link}\n`)
    expect(sent[0]?.html).toContain(`href="${sent[0]?.link}"`)
    expect(JSON.stringify(sent)).not.toContain('Анна')
    expect((await login(server, email)).status).toBe(401)
  })

  it('stores neither the password nor the token in clear text', async () => {
    const email = newEmail()
    await signUp(server, { email })
    const key = await keyTo(server, email)
    const [row] = await server.database.db.select().from(confirmations).where(eq(confirmations.email, email))
    expect(JSON.stringify(row)).not.toContain(password)
    expect(JSON.stringify(row)).not.toContain(key)
    expect(row?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  it('accepts a form as well as JSON, trims, and keeps HTML as text', async () => {
    const form = new FormData()
    const email = newEmail()
    const fields = { email: ` ${email} `, name: ' <b>Анна</b> & Ко ', password1: password, password2: password }
    for (const [field, value] of Object.entries(fields)) form.set(field, value)
    expect((await server.send('POST', '/api/signup/', form)).body).toEqual({ message: 'success' })
    expect((await personWith(email))?.name).toBe('<b>Анна</b> & Ко')
  })

  const long = 'a'.repeat(256)
  it.each([
    ['email', undefined, 'required', 'Не заполнен email'],
    ['email', '  ', 'required', 'Не заполнен email'],
    ['email', 7, 'required', 'Не заполнен email'],
    ['email', ['a@b.test'], 'required', 'Не заполнен email'],
    ['email', 'kedr', 'invalid_format', 'Такого адреса e-mail не бывает'],
    ['email', 'a b@mail.test', 'invalid_format', 'Такого адреса e-mail не бывает'],
    ['email', `${'a'.repeat(250)}@mail.test`, 'too_big', 'Не длиннее 254 знаков'],
    ['email', 'a\u0000@mail.test', 'invalid_format', 'Управляющие знаки недопустимы'],
    ['name', undefined, 'required', 'Не заполнено имя'],
    ['name', ' \n ', 'required', 'Не заполнено имя'],
    ['name', { first: 'Анна' }, 'required', 'Не заполнено имя'],
    ['name', long, 'too_big', 'Не длиннее 255 знаков'],
    ['name', 'Анна\u0000', 'invalid_format', 'Управляющие знаки недопустимы'],
    ['name', 'Анна\u001b[31m', 'invalid_format', 'Управляющие знаки недопустимы'],
    ['password1', undefined, 'required', 'Не заполнен пароль'],
    ['password1', '', 'required', 'Не заполнен пароль'],
    ['password1', 'kedr 12', 'too_small', 'Не короче 8 знаков'],
    ['password1', 'kedr '.repeat(26), 'too_big', 'Не длиннее 128 знаков'],
    ['password1', '82736455', 'all_digits', 'Пароль не может состоять из одних цифр'],
    ['password1', 'Password1', 'common', expect.stringContaining('распространён')],
    ['password1', 'ЙЦУКЕН123', 'common', expect.stringContaining('распространён')],
    ['password1', 'kedr\u0007 sibir', 'invalid_format', 'Управляющие знаки недопустимы'],
    ['password2', undefined, 'required', 'заполните "Повторите пароль"'],
    ['password2', 'kedr sibirskiy 8', 'mismatch', 'заполните "Повторите пароль"'],
  ])('returns 200 with the error of %s %j: %s', async (field, value, code, message) => {
    const twice = field === 'password1' && typeof value === 'string' ? { password2: value } : {}
    const { status, body } = await signUp(server, { [field]: value, ...twice })
    expect(status).toBe(200)
    const errors = JSON.parse(body.message)
    expect(errors[field][0].message).toEqual(message)
    if (typeof value === 'string' || value === undefined) expect(errors[field][0].code).toBe(code)
    expect(Object.keys(errors).filter(name => name !== field && name !== 'password2')).toEqual([])
  })

  it('reports all errors at once, in the order of the form’s fields', async () => {
    const { body } = await server.send('POST', '/api/signup/', { email: 'x', password1: 'qwerty123', password2: 'y' })
    expect(Object.keys(JSON.parse(body.message)).toSorted()).toEqual(['email', 'name', 'password1', 'password2'])
  })

  it('refuses the e-mail and its local part as a password, in any letter case', async () => {
    for (const password1 of ['Kedrovnik9@mail.test', 'KEDROVNIK9']) {
      const { body } = await signUp(server, { email: 'kedrovnik9@mail.test', password1, password2: password1 })
      expect(JSON.parse(body.message)).toMatchObject({ password1: [{ code: 'like_email' }] })
    }
    const fine = await signUp(server, { email: 'ked@mail.test', password1: 'ked sibir', password2: 'ked sibir' })
    expect(fine.body).toEqual({ message: 'success' })
  })

  it('an unreadable body is 400, not a server error', async () => {
    for (const payload of ['{', '[]', '"a"', 'null', '7', '']) {
      const headers = { 'content-type': 'application/json' }
      const { statusCode } = await server.app.inject({ method: 'POST', url: '/api/signup/', payload, headers })
      expect(statusCode, payload).toBe(400)
    }
    const proto = '{"__proto__": {"email": "a@b.test"}, "constructor": {"prototype": {}}}'
    const headers = { 'content-type': 'application/json' }
    const { statusCode } = await server.app.inject({ method: 'POST', url: '/api/signup/', payload: proto, headers })
    expect(statusCode).toBe(400)
  })

  it('refuses a confirmed address, in any letter case, and sends no email', async () => {
    const { email } = await makePerson(server.database.db)
    const { status, body } = await signUp(server, { email: email.toUpperCase() })
    expect(status).toBe(200)
    expect(JSON.parse(body.message)).toEqual({
      email: [{ message: 'Пользователь с таким email уже зарегистрирован', code: 'unique' }],
    })
    expect(await emailsTo(server, email)).toEqual([])
  })

  it('twenty at once with one address create one person, and all their links work until one is opened', async () => {
    const email = newEmail()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => signUp(server, { email: n % 2 ? email : email.toUpperCase() })),
    )
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.message}`))).toEqual(new Set(['200 success']))
    const { db } = server.database
    expect(
      await db
        .select()
        .from(users)
        .where(eq(sql`lower(${users.email})`, email)),
    ).toHaveLength(1)
    const sent = await emailsTo(server, email)
    expect(new Set(sent.map(email => email.link)).size).toBe(20)
    const keys = sent.slice(0, 6).map(email => email.link?.split('token=')[1])
    const opened = await Promise.all(keys.map(activate))
    expect(opened.map(answer => answer.status).toSorted((a, b) => a - b)).toEqual([200, 410, 410, 410, 410, 410])
  })
})

describe('the link of a sign-up', () => {
  it('allows sign-in with its name and password; the other links become invalid, and a second use is reported', async () => {
    const email = newEmail()
    await signUp(server, { email, name: 'Чужой', password1: 'slipped under 1', password2: 'slipped under 1' })
    const first = await keyTo(server, email)
    await signUp(server, { email: email.toUpperCase(), name: 'Анна' })
    const second = await keyTo(server, email)
    expect(await activate(second)).toMatchObject({ status: 200, body: { message: 'success', used: false } })
    expect(await personWith(email)).toMatchObject({ name: 'Анна', confirmedEmail: email.toUpperCase() })
    expect((await login(server, email, 'slipped under 1')).status).toBe(401)
    expect((await login(server, email)).status).toBe(200)
    expect(await activate(first)).toMatchObject({ status: 410, body: { code: 'GONE' } })
    expect((await login(server, email, 'slipped under 1')).status).toBe(401)
    expect(await activate(second)).toMatchObject({ status: 200, body: { used: true } })
    expect(JSON.parse((await signUp(server, { email })).body.message).email[0].code).toBe('unique')
  })

  it('opened twice at once takes effect once', async () => {
    const email = newEmail()
    await signUp(server, { email })
    const key = await keyTo(server, email)
    const answers = await Promise.all([activate(key), activate(key), activate(key)])
    expect(answers.map(answer => answer.status)).toEqual([200, 200, 200])
    expect(answers.filter(answer => answer.body.used === false)).toHaveLength(1)
  })

  it('expires after three days and not before', async () => {
    const email = newEmail()
    await signUp(server, { email })
    const key = await keyTo(server, email)
    await age(confirmations, email, '3 days 1 minute')
    const { status, body } = await activate(key)
    expect([status, body.code]).toEqual([410, 'GONE'])
    expect(body.detail).toContain('истёк')
    await age(confirmations, email, '2 days 23 hours 59 minutes')
    expect((await activate(key)).status).toBe(200)
    await age(confirmations, email, '20 days')
    expect(await activate(key)).toMatchObject({ status: 200, body: { used: true } })
  })

  it.each(['wrong', 'a'.repeat(200), "' or 1=1 --"])('returns 404 if it was never sent (%s)', async key => {
    expect(await activate(key)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  })

  it.each([[''], [undefined], [7], ['a'.repeat(201)], [['a']]])('returns 400 for the form %j', async key => {
    expect(await activate(key)).toMatchObject({ status: 400, body: { fields: { token: [expect.anything()] } } })
  })

  it('is renewed with the same name and password if it has expired', async () => {
    const email = newEmail()
    await signUp(server, { email, name: 'Борис' })
    const old = await keyTo(server, email)
    await age(confirmations, email, '4 days')
    expect(await renew(old)).toMatchObject({ status: 200, body: { message: 'success' } })
    const fresh = await keyTo(server, email)
    expect(fresh).not.toBe(old)
    expect((await activate(old)).status).toBe(410)
    expect((await activate(fresh)).status).toBe(200)
    expect((await login(server, email)).status).toBe(200)
    expect((await personWith(email))?.name).toBe('Борис')
  })

  it('is renewed as a link for a new password if the account was confirmed meanwhile', async () => {
    const email = newEmail()
    await signUp(server, { email })
    const overtaken = await keyTo(server, email)
    await newMember(server, email)
    expect((await renew(overtaken)).body).toEqual({ message: 'success' })
    const [sent] = await emailsTo(server, email)
    expect(sent?.link).toMatch(/^http:\/\/dendro\.test\/password-reset\/confirm\?token=[\w-]{43}$/)
  })

  it('gives the same response and no email if it is invalid', async () => {
    expect(await renew('wrong')).toMatchObject({ status: 200, body: { message: 'success' } })
  })
})
