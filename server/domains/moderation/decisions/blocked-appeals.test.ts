import { afterAll, beforeAll, expect, it } from 'vitest'
import { login, newMember, password } from '#server/test/accounts.ts'
import { otherStaffEmail, staffEmail, type TestServer, testServer } from '#server/test/app.ts'
import { makeCompany, makePerson } from '#server/test/factories.ts'

let server: TestServer
let staff: { id: string }
let otherStaff: { id: string }
beforeAll(async () => {
  server = await testServer()
  staff = await makePerson(server.database.db, { email: staffEmail })
  otherStaff = await makePerson(server.database.db, { email: otherStaffEmail })
})
afterAll(() => server.close())

const block = (id: string) =>
  server.send('POST', `/api/staff/people/${id}/block/`, { reason: 'Обман', rule: 'fraud' }, staff.id)
const read = (email: string, secret = password) =>
  server.send('POST', '/api/blocked/decisions/', { email, password: secret })
const appeal = (email: string, decision: string, text = 'Это был не я', secret = password) =>
  server.send('POST', '/api/blocked/appeal/', { email, password: secret, decision, text })

it('somebody who is blocked reads why after the right password, and appeals once', async () => {
  const { email, id } = await newMember(server)
  await block(id)
  const refused = await login(server, email)
  expect([refused.status, refused.body.code, refused.body.fields.email[0].code]).toEqual([
    401,
    'UNAUTHENTICATED',
    'blocked',
  ])
  const { status, body } = await read(email)
  expect(status).toBe(200)
  expect(body).toMatchObject([
    { action: 'block', subject: 'person', reason: 'Обман', rule: 'fraud', appeal: null, can: { appeal: true } },
  ])
  expect((await appeal(email, body[0].id, '')).status).toBe(400)
  const appealed = await appeal(email, body[0].id)
  expect([appealed.status, appealed.body.appeal.text]).toEqual([200, 'Это был не я'])
  expect((await appeal(email, body[0].id)).status).toBe(409)

  const taken = { outcome: 'taken_back', reason: 'Разобрались' }
  const judged = await server.send('POST', `/api/staff/appeals/${body[0].id}/judge/`, taken, otherStaff.id)
  expect(judged.status).toBe(200)
  expect((await login(server, email)).status).toBe(200)
  // Who may sign in reads decisions there.
  expect((await read(email)).status).toBe(409)
})

it('gives nothing else: no session, no other decisions, nothing without the password', async () => {
  const { email, id, access } = await newMember(server)
  const company = await makeCompany(server.database.db, { creatorId: id })
  await server.send('POST', `/api/staff/companies/${company.id}/block/`, { reason: 'Обман', rule: 'fraud' }, staff.id)
  const other = await newMember(server)
  await block(id)
  await block(other.id)
  const [theirs] = (await read(other.email)).body
  const answer = await read(email)
  expect(answer.body).toHaveLength(1)
  expect(JSON.stringify(answer.body)).not.toMatch(/access|refresh|token/)
  expect(answer.headers['set-cookie']).toBeUndefined()
  expect((await appeal(email, theirs.id)).status).toBe(404)

  for (const secret of ['', 'wrong', `${password} `]) {
    expect([400, 401]).toContain((await read(email, secret)).status)
    expect([400, 401]).toContain((await appeal(email, answer.body[0].id, 'Нет', secret)).status)
  }
  expect((await read('nobody@mail.test')).body.code).toBe('UNAUTHENTICATED')
  const headers = { authorization: `Bearer ${access}` }
  for (const url of ['/api/decisions/', '/api/me/', '/api/posts/', '/api/chat/', '/api/me/data/']) {
    expect((await server.app.inject({ url, headers })).statusCode).toBe(401)
  }
  expect((await login(server, email)).status).toBe(401)
})
