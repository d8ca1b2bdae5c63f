import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { invitationDays, openInvitationsMax } from '#contract/invitations.ts'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import { as, emailsTo, keyTo, newEmail, newMember, signUp } from '#server/test/accounts.ts'
import { type TestServer, testServer } from '#server/test/app.ts'
import { makeCompany, makePerson } from '#server/test/factories.ts'
import { deleteExpiredInvitations } from './invitations.queries.ts'
import { companyInvitations } from './invitations.tables.ts'

let server: TestServer
let db: TestServer['database']['db']
beforeAll(async () => {
  server = await testServer()
  db = server.database.db
})
afterAll(() => server.close())

type Company = Awaited<ReturnType<typeof makeCompany>>
const invite = ({ creatorId }: Company, email: string) =>
  server.send('POST', '/api/teams/invitations/', { email }, creatorId)
const open = async ({ creatorId }: Company) => (await server.get('/api/teams/invitations/', creatorId)).body
const view = (token: string) => server.send('POST', '/api/teams/invitations/view/', { token })
const accept = (token: string, userId: string) =>
  server.send('POST', '/api/teams/invitations/accept/', { token }, userId)
const membersOf = async ({ id }: Company) =>
  (await server.get(`/api/teams/get_current_team/${id}/`)).body.members.map((member: { id: string }) => member.id)
/** A link of the last week and a minute. */
const grow = (email: string) =>
  db
    .update(companyInvitations)
    .set({ createdAt: new Date(Date.now() - invitationDays * 24 * 60 * 60 * 1000 - 60_000) })
    .where(eq(companyInvitations.email, email))

describe('an invitation', () => {
  it('is a letter whose link joins nobody, until the person of that address accepts it, once', async () => {
    const company = await makeCompany(db, { name: 'Питомник «Дубки»' })
    const person = await newMember(server)
    const { status, body } = await invite(company, person.email.toUpperCase())
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.any(String),
      email: person.email.toUpperCase(),
      created_at: expect.any(String),
      expires_at: expect.any(String),
    })
    expect(await open(company)).toEqual([body])
    const [letter] = await emailsTo(server, person.email)
    expect(letter?.subject).toContain('приглашают')
    expect(letter?.text).toContain('Питомник Дубки')
    const token = await keyTo(server, person.email)
    const seen = { company_name: 'Питомник «Дубки»', is_verified: false, email: person.email.toUpperCase() }
    for (let times = 0; times < 2; times++) expect((await view(token)).body).toEqual(seen)
    expect(await membersOf(company)).toEqual([company.creatorId])

    const stranger = await newMember(server)
    expect((await accept(token, stranger.id)).status).toBe(403)
    const accepted = await accept(token, person.id)
    expect([accepted.status, accepted.body.message]).toEqual([200, 'success'])
    expect(await membersOf(company)).toEqual([company.creatorId, person.id])
    expect((await as(server, person.access, 'GET', '/api/teams/get_my_team/')).body.id).toBe(company.id)
    expect([(await accept(token, person.id)).status, (await view(token)).status]).toEqual([410, 410])
    expect(await open(company)).toEqual([])
  })

  it('leads somebody new through the sign-up, and does not name the company in a letter to a stranger', async () => {
    const company = await makeCompany(db, { name: 'Купите тут http://evil.example' })
    const email = newEmail()
    expect((await invite(company, email)).status).toBe(201)
    const [letter] = await emailsTo(server, email)
    expect(letter?.text).not.toContain('evil')
    const token = await keyTo(server, email)
    await signUp(server, { email })
    const [{ id } = { id: '' }] = await db.select({ id: users.id }).from(users).where(eq(users.email, email))
    // Nobody has confirmed yet that the address is theirs.
    const early = await accept(token, id)
    expect([401, 403]).toContain(early.status)
    await server.send('POST', '/api/activation/', { token: await keyTo(server, email) })
    expect((await accept(token, id)).status).toBe(200)
    expect(await membersOf(company)).toContain(id)
  })

  it('is sent by the creator alone', async () => {
    const employee = await makePerson(db)
    const company = await makeCompany(db, { employees: [employee.id] })
    const { body } = await invite(company, newEmail())
    for (const { id } of [employee, await makePerson(db)]) {
      expect((await server.send('POST', '/api/teams/invitations/', { email: newEmail() }, id)).status).toBe(403)
      expect((await server.get('/api/teams/invitations/', id)).status).toBe(403)
      expect((await server.send('DELETE', `/api/teams/invitations/${body.id}/`, undefined, id)).status).toBe(403)
    }
    const other = await makeCompany(db)
    const path = `/api/teams/invitations/${body.id}/`
    expect((await server.send('DELETE', path, undefined, other.creatorId)).status).toBe(404)
  })

  it('can be taken back; a second one to the address replaces the first; it ends after a week', async () => {
    const company = await makeCompany(db)
    const email = newEmail()
    await invite(company, email)
    const first = await keyTo(server, email)
    await invite(company, email)
    const second = await keyTo(server, email)
    expect([(await view(first)).status, (await view(second)).status]).toEqual([410, 200])
    const [{ id }] = await open(company)
    expect((await server.send('DELETE', `/api/teams/invitations/${id}/`, undefined, company.creatorId)).status).toBe(
      200,
    )
    expect((await view(second)).status).toBe(410)

    await invite(company, email)
    const third = await keyTo(server, email)
    await grow(email)
    expect([(await view(third)).status, await open(company)]).toEqual([410, []])
    await deleteExpiredInvitations(db)
    expect(await db.select().from(companyInvitations).where(eq(companyInvitations.email, email))).toEqual([])
  })

  it('is refused as an employee is: blocked ones are nobody, those of a company 409', async () => {
    const company = await makeCompany(db)
    const blocked = await makePerson(db, { blockedAt: new Date(), blockReason: 'Спам' })
    const apart = await makePerson(db)
    await server.send('POST', `/api/people/${company.creatorId}/block/`, undefined, apart.id)
    const busy = await makeCompany(db)
    const [{ email } = { email: '' }] = await db.select().from(users).where(eq(users.id, busy.creatorId))
    const statuses = []
    for (const to of [blocked.email, apart.email, email]) statuses.push((await invite(company, to)).status)
    expect(statuses).toEqual([404, 404, 409])

    // What came between the letter and the answer.
    const person = await newMember(server)
    await invite(company, person.email)
    const token = await keyTo(server, person.email)
    await makeCompany(db, { creatorId: person.id })
    expect((await accept(token, person.id)).status).toBe(409)
    const other = await newMember(server)
    await invite(company, other.email)
    await server.send('POST', `/api/people/${company.creatorId}/block/`, undefined, other.id)
    expect((await accept(await keyTo(server, other.email), other.id)).status).toBe(410)
  })

  it('is not known by guesses, and its token is stored hashed', async () => {
    const company = await makeCompany(db)
    const email = newEmail()
    await invite(company, email)
    const token = await keyTo(server, email)
    const [row] = await db.select().from(companyInvitations).where(eq(companyInvitations.email, email))
    expect(JSON.stringify(row)).not.toContain(token)
    for (const wrong of ['', 'x', row?.tokenHash ?? '', token.slice(1)]) {
      expect([400, 410]).toContain((await view(wrong)).status)
    }
  })

  it(`waits with at most ${openInvitationsMax} others`, async () => {
    const company = await makeCompany(db)
    await db.insert(companyInvitations).values(
      Array.from({ length: openInvitationsMax }, (_, n) => ({
        id: crypto.randomUUID(),
        companyId: company.id,
        createdById: company.creatorId,
        email: `many${n}@mail.test`,
        tokenHash: `many ${n}`,
      })),
    )
    expect((await invite(company, newEmail())).status).toBe(409)
    // In place of one of them.
    expect((await invite(company, 'many0@mail.test')).status).toBe(201)
  })
})
