import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as, login, type Member, newMember, password } from '#server/test/accounts.ts'
import { otherStaffEmail, staffEmail, type TestServer, testServer } from '#server/test/app.ts'
import { makePerson } from '#server/test/factories.ts'
import { freshCode, secure } from '#server/test/second-factor.ts'

const _staffEmails = [staffEmail, otherStaffEmail]
const room = '/api/staff/journal/'

async function start(staffSecondFactor: 'required' | 'optional'): Promise<TestServer> {
  const unset = await testServer()
  const server = await unset.withSettings({ staffSecondFactor })
  return {
    ...server,
    async close() {
      await server.close()
      await unset.close()
    },
  }
}

describe('where it is required', () => {
  let server: TestServer
  let plain: Member
  beforeAll(async () => {
    server = await start('required')
    plain = await newMember(server, staffEmail)
  })
  afterAll(() => server.close())

  const get = (access: string, url: string) => as(server, access, 'GET', url)

  it('a moderator without a second factor is asked for it in the admin, and only there', async () => {
    const { status, body } = await get(plain.access, room)
    expect([status, body.code]).toEqual([403, 'SECOND_FACTOR_NEEDED'])
    expect(body.detail).toContain('второй шаг входа')
    expect((await as(server, plain.access, 'POST', '/api/staff/lookups/', { name: 'x' })).body.code).toBe(
      'SECOND_FACTOR_NEEDED',
    )
    expect((await get(plain.access, '/api/me/')).body.is_staff).toBe(true)
    const author = await makePerson(server.database.db)
    const post = (await server.send('POST', '/api/posts/create/', { body: 'Закрытая', is_private: true }, author.id))
      .body
    expect((await get(plain.access, `/api/posts/${post.id}/`)).status).toBe(200)
    expect((await get(plain.access, '/api/second-factor/')).body).toMatchObject({ is_on: false, is_needed: true })
  })

  it('for other people the admin is 404, with or without a second factor', async () => {
    const member = await newMember(server)
    expect((await get(member.access, room)).status).toBe(404)
    await secure(server, member)
    expect((await get(member.access, room)).status).toBe(404)
    expect((await get(member.access, '/api/second-factor/')).body.is_needed).toBe(false)
    expect((await server.get(room)).status).toBe(404)
  })

  it('gives access to the session that sets it up and to sessions signed in with it, until it is turned off', async () => {
    const member = await newMember(server, otherStaffEmail)
    expect((await get(member.access, room)).status).toBe(403)
    const secured = await secure(server, member)
    expect((await get(member.access, room)).status).toBe(200)
    expect((await get(member.access, '/api/second-factor/')).body.is_needed).toBe(false)
    const code = await freshCode(server, secured)
    const later = (await server.send('POST', '/api/login/', { email: otherStaffEmail, password, code })).body
    expect((await get(later.access, room)).status).toBe(200)
    const renewed = (await server.send('POST', '/api/refresh/', { refresh: later.refresh })).body
    expect((await get(renewed.access, room)).status).toBe(200)
    const byRecovery = { email: otherStaffEmail, password, code: secured.recoveryCodes[0] }
    const recovered = (await server.send('POST', '/api/login/', byRecovery)).body
    expect((await get(recovered.access, room)).status).toBe(200)

    const removal = { password, code: secured.recoveryCodes[1] }
    await as(server, later.access, 'POST', '/api/second-factor/remove/', removal)
    for (const { access } of [member, later, recovered]) expect((await get(access, room)).status).toBe(403)
    // A session opened without it gets no access when it is turned on again from another session.
    expect((await get((await login(server, otherStaffEmail)).body.access, room)).status).toBe(403)
  })
})

describe('where it is optional', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await start('optional')
  })
  afterAll(() => server.close())

  it('a moderator without one has access, and one who has it must use it', async () => {
    const member = await newMember(server, staffEmail)
    expect((await as(server, member.access, 'GET', room)).status).toBe(200)
    expect((await as(server, member.access, 'GET', '/api/second-factor/')).body.is_needed).toBe(false)
    const other = (await login(server, staffEmail)).body
    const secured = await secure(server, member)
    // Sessions opened earlier with a password alone lose all access.
    expect([401, 404]).toContain((await as(server, other.access, 'GET', room)).status)
    expect((await login(server, staffEmail)).body.code).toBe('SECOND_FACTOR_REQUIRED')
    const code = await freshCode(server, secured)
    const { access } = (await server.send('POST', '/api/login/', { email: staffEmail, password, code })).body
    expect((await as(server, access, 'GET', room)).status).toBe(200)
  })
})
