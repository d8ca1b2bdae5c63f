import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  as,
  emailsTo,
  keyTo,
  login,
  type Member,
  newEmail,
  newMember,
  password,
  signUp,
} from '#server/test/accounts.ts'
import { staffEmail, type TestServer, testServer } from '#server/test/app.ts'
import { makeCompany, makePerson } from '#server/test/factories.ts'
import { emailChanges, users } from '../accounts.tables.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const fresh = 'another kedr 5'
const change = (member: Member, email: string) =>
  as(server, member.access, 'POST', '/api/editprofile/', { name: 'Анна', email })
const undo = (token: unknown) => server.send('POST', '/api/email-change/undo/', { token })
const activate = (token: string) => server.send('POST', '/api/activation/', { token })
const ask = (email: string) => server.send('POST', '/api/password-reset/', { email })
const reset = (token: unknown, one = fresh) =>
  server.send('POST', '/api/password-reset/confirm/', { token, new_password1: one, new_password2: one })
const refresh = (key: string) => server.send('POST', '/api/refresh/', { refresh: key })
const stored = async (id: string) => (await server.database.db.select().from(users).where(eq(users.id, id)))[0]

/** The keys of the links to this address that revert a change, the first one first. */
async function undoKeys(email: string): Promise<string[]> {
  const links = (await emailsTo(server, email)).map(({ link }) => link ?? '').filter(link => link.includes('/undo'))
  return links.map(link => new URL(link).searchParams.get('token') ?? '').toReversed()
}

/** Somebody with a stolen token changes the e-mail and confirms the new one from their own mailbox. */
async function steal(member: Member, email = newEmail()): Promise<string> {
  await change(member, email)
  await activate(await keyTo(server, email))
  return email
}

describe('the link that reverts a changed e-mail', () => {
  it('restores the address, ends all sessions, invalidates links sent to the new one, and lets the person set a password', async () => {
    const member = await newMember(server)
    const thiefs = newEmail()
    await change(member, thiefs)
    const confirmation = await keyTo(server, thiefs)
    const [key] = await undoKeys(member.email)
    const { status, body } = await undo(key)
    expect([status, body]).toEqual([
      200,
      { message: 'success', email: member.email, is_password_kept: true, reset_token: expect.any(String) },
    ])
    expect(await stored(member.id)).toMatchObject({ email: member.email, confirmedEmail: member.email })
    expect((await refresh(member.refresh)).status).toBe(401)
    expect((await login(server, thiefs)).status).toBe(401)
    expect((await login(server, member.email)).status).toBe(200)
    expect((await activate(confirmation)).status).toBe(404)
    expect((await reset(body.reset_token)).status).toBe(200)
    expect((await login(server, member.email, fresh)).status).toBe(200)
  })

  it('does nothing when it is only opened', async () => {
    const member = await newMember(server)
    const thiefs = newEmail()
    await change(member, thiefs)
    const [key] = await undoKeys(member.email)
    for (const method of ['GET', 'HEAD'] as const) {
      expect((await server.app.inject({ method, url: `/api/email-change/undo/?token=${key}` })).statusCode).toBe(404)
    }
    expect((await stored(member.id))?.email).toBe(thiefs)
    expect((await undo(key)).status).toBe(200)
  })

  it('works after the new address is confirmed, and invalidates a password that was reset through it', async () => {
    const member = await newMember(server)
    const thiefs = await steal(member)
    await ask(thiefs)
    expect((await reset(await keyTo(server, thiefs))).status).toBe(200)
    const thief = (await login(server, thiefs, fresh)).body
    await ask(thiefs)
    const spare = await keyTo(server, thiefs)

    const [key] = await undoKeys(member.email)
    const { body } = await undo(key)
    expect(body.is_password_kept).toBe(false)
    expect((await refresh(thief.refresh)).status).toBe(401)
    expect((await reset(spare)).status).toBe(410)
    for (const email of [member.email, thiefs]) {
      for (const secret of [password, fresh]) expect((await login(server, email, secret)).status).toBe(401)
    }
    const own = 'granitnaya tuya 3'
    expect((await reset(body.reset_token, own)).status).toBe(200)
    expect((await login(server, member.email, own)).status).toBe(200)
  })

  it('keeps a password that the owner of the old address has set since', async () => {
    const member = await newMember(server)
    await change(member, newEmail())
    await ask(member.email)
    expect((await reset(await keyTo(server, member.email))).status).toBe(200)
    const [key] = await undoKeys(member.email)
    expect((await undo(key)).body.is_password_kept).toBe(true)
    expect((await login(server, member.email, fresh)).status).toBe(200)
  })

  it('does not trust a password that was changed between two changes of the e-mail', async () => {
    const member = await newMember(server)
    await change(member, newEmail())
    const pair = { new_password1: fresh, new_password2: fresh }
    await as(server, member.access, 'POST', '/api/editpassword/', { old_password: password, ...pair })
    await change(member, newEmail())
    const [, second] = await undoKeys(member.email)
    expect((await undo(second)).body.is_password_kept).toBe(false)
  })

  it('works once, also concurrently', async () => {
    const member = await newMember(server)
    await change(member, newEmail())
    const [key] = await undoKeys(member.email)
    const answers = await Promise.all([undo(key), undo(key), undo(key)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 410, 410])
    expect((await undo(key)).body.detail).toContain('уже вернули')
  })

  it('expires after seven days and not before', async () => {
    const member = await newMember(server)
    await change(member, newEmail())
    const [key] = await undoKeys(member.email)
    const age = (period: string) =>
      server.database.db
        .update(emailChanges)
        .set({ createdAt: sql`now() - ${period}::interval` })
        .where(eq(emailChanges.userId, member.id))
    await age('7 days 1 minute')
    const late = await undo(key)
    expect([late.status, late.body.detail]).toEqual([410, 'Срок ссылки истёк: она действует 7 дней.'])
    await age('6 days 23 hours')
    expect((await undo(key)).status).toBe(200)
  })

  it('returns 404 for a key that was never sent, 400 for an ill-formed one', async () => {
    expect(await undo('never-sent')).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    for (const token of ['', 7, null, 'x'.repeat(201)]) expect((await undo(token)).status).toBe(400)
  })

  it('of the first email reverts a whole chain of changes; those of later ones are outdated', async () => {
    const member = await newMember(server)
    const second = await steal(member)
    const third = await steal(member)
    await change(member, newEmail())
    const [first] = await undoKeys(member.email)
    const [later] = await undoKeys(second)
    const [last] = await undoKeys(third)
    expect((await undo(later)).body.email).toBe(second)
    expect((await undo(last)).body.detail).toContain('по другому письму')
    expect((await undo(first)).body.email).toBe(member.email)
    expect((await undo(later)).status).toBe(410)
    expect(await stored(member.id)).toMatchObject({ email: member.email, confirmedEmail: member.email })
  })

  it('goes to the last confirmed address, however often an unconfirmed one is changed', async () => {
    const member = await newMember(server)
    const [second, third] = [newEmail(), newEmail()]
    await change(member, second)
    await change(member, third)
    expect(await undoKeys(second)).toEqual([])
    const [first, again] = await undoKeys(member.email)
    expect((await undo(again)).body.email).toBe(member.email)
    expect((await undo(first)).status).toBe(410)
  })

  it('is not sent for a change back to the old address', async () => {
    const member = await newMember(server)
    const second = newEmail()
    await change(member, second)
    expect((await change(member, member.email)).body.message).toBe('information updated')
    expect(await undoKeys(member.email)).toHaveLength(1)
    expect(await undoKeys(second)).toEqual([])
    expect((await activate(await keyTo(server, second))).status).toBe(410)
  })

  it('is not blocked by an unconfirmed sign-up or change to the address', async () => {
    const { db } = server.database
    const member = await newMember(server)
    await steal(member)
    await signUp(server, { email: member.email })
    const [ghost] = await db.select().from(users).where(eq(users.email, member.email))
    await makeCompany(db, { employees: [ghost?.id ?? ''] })
    const [key] = await undoKeys(member.email)
    const ghosts = await keyTo(server, member.email)
    expect((await undo(key)).status).toBe(200)
    expect((await stored(ghost?.id ?? ''))?.deletedAt).not.toBeNull()
    expect((await activate(ghosts)).status).toBe(404)

    const accomplice = await newMember(server)
    const victim = await newMember(server)
    await steal(victim)
    expect((await change(accomplice, victim.email)).body.message).toBe('information updated')
    const [own] = await undoKeys(victim.email)
    const confirmation = await keyTo(server, victim.email)
    expect((await undo(own)).status).toBe(200)
    expect(await stored(accomplice.id)).toMatchObject({ email: accomplice.email, confirmedEmail: accomplice.email })
    expect((await activate(confirmation)).status).not.toBe(200)
    expect(await stored(victim.id)).toMatchObject({ email: victim.email, confirmedEmail: victim.email })
  })

  it('changes nothing and says so if somebody else has confirmed the address since', async () => {
    const member = await newMember(server)
    const second = await steal(member)
    const [key] = await undoKeys(member.email)
    await newMember(server, member.email)
    const refusal = await undo(key)
    expect([refusal.status, refusal.body.code]).toEqual([409, 'CONFLICT'])
    expect(refusal.body.detail).toContain('другой учётной записи')
    expect((await stored(member.id))?.email).toBe(second)
    expect((await refresh(member.refresh)).status).toBe(200)
  })

  it('is unknown and not stored any more after the account is deleted', async () => {
    const member = await newMember(server)
    await change(member, newEmail())
    const [key] = await undoKeys(member.email)
    expect((await as(server, member.access, 'POST', '/api/me/delete/', { password })).status).toBe(200)
    expect((await undo(key)).status).toBe(404)
    expect(await emailsTo(server, member.email)).toEqual([])
    expect(await server.database.db.select().from(emailChanges).where(eq(emailChanges.userId, member.id))).toEqual([])
    expect((await signUp(server, { email: member.email })).body.message).toBe('success')
  })

  it('restores a blocked person’s address, but sets no password', async () => {
    const member = await newMember(server)
    await change(member, newEmail())
    await server.database.db.update(users).set({ blockedAt: new Date() }).where(eq(users.id, member.id))
    const [key] = await undoKeys(member.email)
    expect((await undo(key)).body).toMatchObject({ email: member.email, reset_token: null })
  })

  it('restores a moderator’s rights with the address', async () => {
    const { id } = await makePerson(server.database.db, { email: staffEmail })
    const member = { id, email: staffEmail, access: (await server.bearer(id)).slice('Bearer '.length), refresh: '' }
    await change(member, newEmail())
    const isStaff = async () => (await server.get('/api/me/', id)).body.is_staff
    expect(await isStaff()).toBe(false)
    const [key] = await undoKeys(staffEmail)
    await undo(key)
    expect(await isStaff()).toBe(true)
  })

  it('is in the person’s data without its secret', async () => {
    const member = await newMember(server)
    await change(member, newEmail())
    const { body } = await as(server, member.access, 'GET', '/api/me/data/')
    expect(body.emailChanges).toEqual([{ email: member.email, createdAt: expect.any(String), usedAt: null }])
  })
})

describe('an e-mail that is not confirmed yet', () => {
  it('gets no email for a password reset: the last confirmed address does, whichever of the two is typed', async () => {
    const member = await newMember(server)
    const thiefs = newEmail()
    await change(member, thiefs)
    const before = (await emailsTo(server, thiefs)).length
    await ask(thiefs)
    await ask(member.email.toUpperCase())
    expect(await emailsTo(server, thiefs)).toHaveLength(before)
    const emails = (await emailsTo(server, member.email)).filter(({ link }) => link?.includes('/password-reset/'))
    expect(emails).toHaveLength(2)
    for (const { text } of emails) expect(text).toContain(thiefs)
  })

  it('is not confirmed by a reset through the old address, which locks the thief out', async () => {
    const member = await newMember(server)
    const thiefs = newEmail()
    await change(member, thiefs)
    await ask(member.email)
    expect((await reset(await keyTo(server, member.email))).status).toBe(200)
    expect(await stored(member.id)).toMatchObject({ email: thiefs, confirmedEmail: member.email })
    expect((await refresh(member.refresh)).status).toBe(401)
    expect((await login(server, thiefs, fresh)).status).toBe(200)
    expect((await activate(await keyTo(server, thiefs))).status).toBe(404)
  })

  it('receives the emails once it is confirmed, and links sent to the old one become invalid', async () => {
    const member = await newMember(server)
    const second = newEmail()
    await change(member, second)
    await ask(second)
    const old = await keyTo(server, member.email)
    await activate(await keyTo(server, second))
    expect((await reset(old)).status).toBe(410)
    const before = await emailsTo(server, member.email)
    await ask(member.email)
    expect(await emailsTo(server, member.email)).toEqual(before)
    await ask(second)
    expect((await reset(await keyTo(server, second))).status).toBe(200)
    expect(await stored(member.id)).toMatchObject({ email: second, confirmedEmail: second })
  })

  it('prevents anybody else from taking the last confirmed one', async () => {
    const member = await newMember(server)
    const other = await newMember(server)
    const second = newEmail()
    await change(member, second)
    const taken = await signUp(server, { email: member.email.toUpperCase() })
    expect(JSON.parse(taken.body.message)).toMatchObject({ email: [{ code: 'unique' }] })
    expect((await change(other, member.email)).body).toEqual({ message: 'email already exists' })
    await activate(await keyTo(server, second))
    expect((await change(other, member.email)).body.message).toBe('information updated')
  })

  it('sends no email to the wrong person while somebody takes the old address', async () => {
    for (let round = 0; round < 5; round++) {
      const [member, other] = [await newMember(server), await newMember(server)]
      const email = newEmail()
      await Promise.all([
        change(member, email),
        change(other, member.email),
        signUp(server, { email: member.email }),
        change(other, member.email),
      ])
      const owners = await server.database.db
        .select({ id: users.id })
        .from(users)
        .where(sql`lower(${member.email}) in (lower(email), lower(confirmed_email))`)
      expect(owners).toEqual([{ id: member.id }])
    }
  })
})

it('allows only ten changes an hour, so that no mailbox is flooded', async () => {
  const limited = await server.withSettings({ rateLimits: true })
  try {
    const member = await newMember(limited)
    const to = () => as(limited, member.access, 'POST', '/api/editprofile/', { name: 'А', email: newEmail() })
    for (let n = 0; n < 10; n++) expect((await to()).status).toBe(200)
    expect((await to()).status).toBe(429)
  } finally {
    await limited.close()
  }
})
