import { eq, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { media } from '#server/platform/media/media.tables.ts'
import { as, emailsTo, keyTo, login, newEmail, newMember, password, signUp } from '#server/test/accounts.ts'
import { publicUrl, staffEmail, type TestServer, testServer } from '#server/test/app.ts'
import { makeCompany, makePerson } from '#server/test/factories.ts'
import { passwordResets, users } from '../accounts.tables.ts'
import { drawnAvatarPath } from './drawn-avatar.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const me = async (id: string) => (await server.get('/api/me/', id)).body
const edit = (id: string, body: unknown) => server.send('POST', '/api/editprofile/', body, id)
const activate = (token: string) => server.send('POST', '/api/activation/', { token })

async function form(fields: Record<string, string>, avatar?: Buffer, filename = 'я.png'): Promise<FormData> {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  if (avatar) data.set('avatar', new Blob([new Uint8Array(avatar)]), filename)
  return data
}

const picture = (width = 400, height = 300) =>
  sharp({ create: { width, height, channels: 3, background: '#1f5b3b' } })
    .png()
    .toBuffer()

describe('me', () => {
  it('is exactly Me of API.md section 2, with a drawn picture', async () => {
    const { id, email } = await makePerson(server.database.db, { name: 'Ольга' })
    const body = await me(id)
    expect(body).toStrictEqual({
      id,
      name: 'Ольга',
      email,
      avatar: expect.stringMatching(/^http:\/\/dendro\.test\/avatars\/\d+-%D0%9E\.svg$/),
      is_staff: false,
    })
    expect((await me(id)).avatar).toBe(body.avatar)
    const response = await server.app.inject(body.avatar.slice(publicUrl.length))
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-type']).toContain('image/svg+xml')
    expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect((await sharp(response.rawPayload).metadata()).format).toBe('svg')
  })

  it('shows the initials of who has no picture, and nothing else that an address may say', async () => {
    expect(drawnAvatarPath('01a2213f-85bf-7000-afb5-000000000007', 'Анна  Ветрова')).toBe(
      `/avatars/7-${encodeURIComponent('АВ')}.svg`,
    )
    expect(drawnAvatarPath('01a2213f-85bf-7000-afb5-000000000007', '42')).toBe('/avatars/7.svg')
    const { payload } = await server.app.inject(`/avatars/7-${encodeURIComponent('АВ')}.svg`)
    expect(payload).toContain('>АВ</text>')
    for (const odd of ['7-<b.svg', '7-АВГ.svg', '7-1.svg', '7-.svg'])
      expect([400, 404]).toContain((await server.app.inject(`/avatars/${encodeURIComponent(odd)}`)).statusCode)
  })

  it.each(['36.svg', '-1.svg', '1.5.svg', 'x.svg', '1', '1.png', '999.svg', '%00.svg'])(
    '/avatars/%s has no picture',
    async name => {
      expect([400, 404]).toContain((await server.app.inject(`/avatars/${name}`)).statusCode)
    },
  )

  it.each([
    'GET /api/me/',
    'GET /api/me/data/',
    'POST /api/editprofile/',
    'POST /api/me/delete/',
    'POST /api/editpassword/',
  ])('%s is for members', async call => {
    const [method = '', url = ''] = call.split(' ')
    const { statusCode } = await server.app.inject({
      method: method as 'GET',
      url,
      ...(method === 'POST' ? { payload: {} } : {}),
    })
    expect(statusCode).toBe(401)
  })
})

describe('editprofile', () => {
  it('changes name and picture and returns User; the address stays confirmed', async () => {
    const { id, email } = await makePerson(server.database.db)
    const { status, body } = await edit(id, await form({ name: ' Анна <i>Лесная</i> ', email }, await picture()))
    expect(status).toBe(200)
    expect(body).toStrictEqual({
      message: 'information updated',
      user: {
        id,
        name: 'Анна <i>Лесная</i>',
        email,
        friends_count: 0,
        posts_count: 0,
        get_avatar: expect.stringMatching(/^http:\/\/dendro\.test\/media\/[0-9a-f]{2}\/[0-9a-f]{32}-320\.webp$/),
      },
    })
    const file = await server.app.inject(body.user.get_avatar.slice(publicUrl.length))
    expect(await sharp(file.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 320, height: 240 })
    expect(await me(id)).toMatchObject({ name: 'Анна <i>Лесная</i>', avatar: body.user.get_avatar })
    expect(await emailsTo(server, email)).toEqual([])
    // Without a new picture the current one stays; JSON is accepted as well as a form.
    expect((await edit(id, { name: 'Анна', email })).body.user.get_avatar).toBe(body.user.get_avatar)
    // An empty file field counts as no file.
    const empty = await form({ name: 'Анна', email }, Buffer.alloc(0), '')
    expect((await edit(id, empty)).body.user.get_avatar).toBe(body.user.get_avatar)
  })

  it('two people may have the same picture', async () => {
    const { db } = server.database
    const image = await picture(33, 44)
    const avatars = await Promise.all(
      [1, 2, 3].map(async () => {
        const { id, email } = await makePerson(db)
        return (await edit(id, await form({ name: 'А', email }, image))).body.user.get_avatar
      }),
    )
    expect(new Set(avatars).size).toBe(1)
  })

  it('refuses an invalid picture or two pictures, and changes nothing', async () => {
    const { db } = server.database
    const { id, email, name } = await makePerson(db)
    const before = (await db.select().from(media)).length
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
    const bad = await edit(id, await form({ name: 'Другое', email }, svg))
    expect(bad).toMatchObject({ status: 400, body: { fields: { avatar: [{ code: 'not_a_picture' }] } } })
    const two = await form({ name: 'Другое', email }, await picture())
    two.append('avatar', new Blob([new Uint8Array(await picture())]), 'b.png')
    expect(await edit(id, two)).toMatchObject({ status: 400, body: { fields: { avatar: [{ code: 'too_many' }] } } })
    expect((await me(id)).name).toBe(name)
    expect(await db.select().from(media)).toHaveLength(before)
  })

  it.each([
    [{ name: '' }, { name: [{ message: 'Не заполнено имя', code: 'required' }] }],
    [{ name: undefined }, { name: [{ message: 'Не заполнено имя', code: 'required' }] }],
    [{ name: 'а'.repeat(256) }, { name: [{ code: 'too_big' }] }],
    [{ name: 'а\u0001' }, { name: [{ code: 'invalid_format' }] }],
    [{ name: ['а'] }, { name: [{ message: 'Не заполнено имя' }] }],
    [{ email: ' ' }, { email: [{ message: 'Не заполнен email', code: 'required' }] }],
    [{ email: 'kedr' }, { email: [{ message: 'Такого адреса e-mail не бывает' }] }],
    [
      { email: null, name: 7 },
      { email: [{ code: 'required' }], name: [expect.anything()] },
    ],
  ])('returns 400 for %j', async (changes, fields) => {
    const { id, email, name } = await makePerson(server.database.db)
    const { status, body } = await edit(id, { name, email, ...changes })
    expect(status).toBe(400)
    expect(body.fields).toMatchObject(fields)
  })

  it('a taken address gives 200 and changes nothing, in any letter case and concurrently', async () => {
    const { db } = server.database
    const { id, name, email } = await makePerson(db)
    const { email: taken } = await makePerson(db)
    const answer = await edit(id, await form({ name: 'Другое', email: taken.toUpperCase() }, await picture()))
    expect([answer.status, answer.body]).toEqual([200, { message: 'email already exists' }])
    expect(await me(id)).toMatchObject({ name, email, avatar: expect.stringContaining('/avatars/') })
    expect(await emailsTo(server, taken)).toEqual([])

    const wanted = newEmail()
    const people = await Promise.all(Array.from({ length: 6 }, () => makePerson(db)))
    const answers = await Promise.all(people.map(person => edit(person.id, { name: 'Ёж', email: wanted })))
    expect(answers.map(({ status }) => status)).toEqual(people.map(() => 200))
    expect(answers.filter(({ body }) => body.message === 'information updated')).toHaveLength(1)
    expect(await db.select().from(users).where(eq(users.name, 'Ёж'))).toHaveLength(1)
  })

  it('a new address takes effect at once, is confirmed by email, and the old one is notified', async () => {
    const { id, email: old } = await newMember(server)
    const email = newEmail()
    expect((await edit(id, { name: 'Анна', email })).body.user.email).toBe(email)
    expect((await login(server, email)).status).toBe(200)
    expect((await login(server, old)).status).toBe(401)
    const stored = async () => (await server.database.db.select().from(users).where(eq(users.id, id)))[0]
    expect((await stored())?.confirmedEmail).toBe(old)
    const notice = (await emailsTo(server, old)).find(({ subject }) => subject === 'Адрес в «Дендро» изменён')
    expect(notice?.text).toContain(email)
    expect(notice?.link).toMatch(/^http:\/\/dendro\.test\/email-change\/undo\?token=[\w-]{43}$/)
    const key = await keyTo(server, email)
    expect((await activate(key)).body).toMatchObject({ message: 'success', used: false })
    expect((await activate(key)).body).toMatchObject({ message: 'success', used: true })
    expect(await stored()).toMatchObject({ confirmedEmail: email, name: 'Анна' })
    expect((await login(server, email)).status).toBe(200)
  })

  it('another spelling of the same address sends no email', async () => {
    const { id, email } = await newMember(server)
    const before = await emailsTo(server, email)
    expect((await edit(id, { name: 'Анна', email: email.toUpperCase() })).body.user.email).toBe(email.toUpperCase())
    expect(await emailsTo(server, email)).toEqual(before)
  })

  it('the link of an address that was changed again is invalid', async () => {
    const { id } = await newMember(server)
    const [first, second] = [newEmail(), newEmail()]
    await edit(id, { name: 'Анна', email: first })
    await edit(id, { name: 'Анна', email: second })
    expect((await activate(await keyTo(server, first))).status).toBe(410)
    expect((await activate(await keyTo(server, second))).status).toBe(200)
  })

  it('gives no moderator’s rights for an unconfirmed address or with an older email', async () => {
    const { id, email } = await newMember(server)
    await server.send('POST', '/api/password-reset/', { email })
    const reset = await keyTo(server, email)
    expect((await edit(id, { name: 'Анна', email: staffEmail })).body.message).toBe('information updated')
    expect((await me(id)).is_staff).toBe(false)
    const pair = { new_password1: 'another kedr 5', new_password2: 'another kedr 5' }
    expect((await server.send('POST', '/api/password-reset/confirm/', { token: reset, ...pair })).status).toBe(410)
    expect((await me(id)).is_staff).toBe(false)
    await activate(await keyTo(server, staffEmail))
    expect((await me(id)).is_staff).toBe(true)
    await edit(id, { name: 'Анна', email: newEmail() })
    expect((await me(id)).is_staff).toBe(false)
  })

  it('an unconfirmed address of a sign-up counts as taken too', async () => {
    const email = newEmail()
    await signUp(server, { email })
    const { id } = await makePerson(server.database.db)
    expect((await edit(id, { name: 'А', email })).body).toEqual({ message: 'email already exists' })
  })

  it('visitors see the new name on the company’s page at once', async () => {
    const { db } = server.database
    const person = await makePerson(db, { name: 'Прежнее' })
    const company = await makeCompany(db, { creatorId: person.id })
    const path = `/api/teams/get_current_team/${company.id}/`
    expect((await server.get(path)).body.members[0].name).toBe('Прежнее')
    await edit(person.id, { name: 'Новое', email: person.email })
    expect((await server.get(path)).body.members[0].name).toBe('Новое')
  })
})

describe('editpassword', () => {
  const change = (access: string, body: unknown) => as(server, access, 'POST', '/api/editpassword/', body)
  const fresh = 'another kedr 5'
  const pair = { new_password1: fresh, new_password2: fresh }

  it('changes it, keeps this session and ends all others', async () => {
    const member = await newMember(server)
    const other = (await login(server, member.email)).body
    await server.send('POST', '/api/password-reset/', { email: member.email })
    expect((await change(member.access, { old_password: password, ...pair })).body).toEqual({ message: 'success' })
    const refresh = async (key: string) => (await server.send('POST', '/api/refresh/', { refresh: key })).status
    expect(await refresh(member.refresh)).toBe(200)
    expect(await refresh(other.refresh)).toBe(401)
    expect((await login(server, member.email)).status).toBe(401)
    expect((await login(server, member.email, fresh)).status).toBe(200)
    // A link requested before the change is invalid too.
    const token = await keyTo(server, member.email)
    expect((await server.send('POST', '/api/password-reset/confirm/', { token, ...pair })).status).toBe(410)
  })

  it.each([
    [{}, { old_password: 'required', new_password1: 'required', new_password2: 'required' }],
    [{ old_password: 'wrong', ...pair }, { old_password: 'wrong' }],
    [{ old_password: password, ...pair, new_password2: 'else' }, { new_password2: 'mismatch' }],
    [{ old_password: password, new_password1: 'kedr', new_password2: 'kedr' }, { new_password1: 'too_small' }],
    [{ old_password: password, new_password1: '87654321', new_password2: '87654321' }, { new_password1: 'all_digits' }],
    [{ old_password: password, new_password1: 'QWERTY123', new_password2: 'QWERTY123' }, { new_password1: 'common' }],
    [
      { old_password: 'wrong', new_password1: 'kedr', new_password2: 'k' },
      { old_password: 'wrong', new_password1: 'too_small', new_password2: 'mismatch' },
    ],
    [{ old_password: 'a'.repeat(129), ...pair }, { old_password: 'too_big' }],
    [{ old_password: 7, ...pair }, { old_password: 'invalid_type' }],
  ])('returns 200 with the errors as JSON for %j', async (body, codes) => {
    const { access, email } = await newMember(server)
    const answer = await change(access, body)
    expect(answer.status).toBe(200)
    const errors: Record<string, { code: string }[]> = JSON.parse(answer.body.message)
    expect(Object.fromEntries(Object.entries(errors).map(([field, [error]]) => [field, error?.code]))).toEqual(codes)
    expect((await login(server, email)).status).toBe(200)
  })

  it('refuses the address as a password, and gives the specified message for a mismatch', async () => {
    const { access, email } = await newMember(server)
    const like = { old_password: password, new_password1: email, new_password2: 'else' }
    expect(JSON.parse((await change(access, like)).body.message)).toMatchObject({
      new_password1: [{ code: 'like_email' }],
      new_password2: [{ message: 'Пароли не совпадают' }],
    })
  })

  it('succeeds once for two concurrent requests', async () => {
    const { access, email } = await newMember(server)
    const answers = await Promise.all(
      ['first kedr 1', 'second kedr 2'].map(one =>
        change(access, { old_password: password, new_password1: one, new_password2: one }),
      ),
    )
    expect(answers.filter(({ body }) => body.message === 'success')).toHaveLength(1)
    const worked = answers[0]?.body.message === 'success' ? 'first kedr 1' : 'second kedr 2'
    expect((await login(server, email, worked)).status).toBe(200)
  })
})

describe('password-reset', () => {
  const ask = (email: unknown) => server.send('POST', '/api/password-reset/', { email })
  const confirm = (token: unknown, one = 'another kedr 5', two = one) =>
    server.send('POST', '/api/password-reset/confirm/', { token, new_password1: one, new_password2: two })

  it('gives the same response for all addresses and sends emails to known ones', async () => {
    const { db } = server.database
    const { email } = await makePerson(db)
    const { email: blocked } = await makePerson(db, { blockedAt: new Date() })
    const unknown = newEmail()
    for (const address of [email.toUpperCase(), blocked, unknown]) {
      expect(await ask(address)).toMatchObject({ status: 200, body: { message: 'success' } })
    }
    expect(await emailsTo(server, email)).toHaveLength(1)
    expect(await emailsTo(server, blocked)).toHaveLength(0)
    expect(await emailsTo(server, unknown)).toHaveLength(0)
    expect((await ask('kedr')).status).toBe(400)
    expect((await ask(undefined)).body.fields.email[0].message).toBe('Не заполнен email')
  })

  it('works once, within the hour, and ends all sessions', async () => {
    const { email, refresh } = await newMember(server)
    await ask(email)
    const key = await keyTo(server, email)
    expect((await confirm(key)).body).toEqual({ message: 'success' })
    expect((await server.send('POST', '/api/refresh/', { refresh })).status).toBe(401)
    expect((await login(server, email)).status).toBe(401)
    expect((await login(server, email, 'another kedr 5')).status).toBe(200)
    expect(await confirm(key)).toMatchObject({
      status: 410,
      body: { code: 'GONE', detail: expect.stringMatching(/^Эта/) },
    })
  })

  it('opened twice at once works once; a second email’s link becomes invalid with the first', async () => {
    const { email } = await newMember(server)
    await ask(email)
    const first = await keyTo(server, email)
    await ask(email)
    const second = await keyTo(server, email)
    const answers = await Promise.all([confirm(first), confirm(second), confirm(first)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 410, 410])
  })

  it('expires after an hour and not before', async () => {
    const { email, id } = await newMember(server)
    await ask(email)
    const key = await keyTo(server, email)
    const age = (period: string) =>
      server.database.db
        .update(passwordResets)
        .set({ createdAt: sql`now() - ${period}::interval` })
        .where(eq(passwordResets.userId, id))
    await age('1 hour 1 minute')
    expect((await confirm(key)).status).toBe(410)
    await age('59 minutes')
    expect((await confirm(key)).status).toBe(200)
  })

  it('confirms an address, and the links of its sign-ups become invalid', async () => {
    const email = newEmail()
    await signUp(server, { email })
    const link = await keyTo(server, email)
    await ask(email)
    expect((await confirm(await keyTo(server, email))).status).toBe(200)
    expect((await activate(link)).status).toBe(410)
    expect((await login(server, email)).status).toBe(401)
    expect((await login(server, email, 'another kedr 5')).status).toBe(200)
  })

  it('the link stays valid after an error of the new password', async () => {
    const { email } = await newMember(server)
    await ask(email)
    const key = await keyTo(server, email)
    expect((await confirm(key, 'kedr')).body.fields.new_password1[0].code).toBe('too_small')
    expect((await confirm(key, 'qwerty123')).body.fields.new_password1[0].code).toBe('common')
    expect((await confirm(key, email)).body.fields.new_password1[0].code).toBe('like_email')
    expect((await confirm(key, 'another kedr 5', 'x')).body.fields.new_password2[0].message).toBe('Пароли не совпадают')
    expect((await confirm(key)).status).toBe(200)
    expect((await confirm('never sent')).status).toBe(410)
    expect((await confirm('')).status).toBe(400)
    expect((await confirm(7)).status).toBe(400)
  })
})
