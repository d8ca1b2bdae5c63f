import { afterAll, beforeAll, expect, it } from 'vitest'
import { as, keyTo, login, newEmail, password, signUp } from '#server/test/accounts.ts'
import { staffEmail, type TestServer, testServer } from '#server/test/app.ts'
import { makeCompany, makePerson, makeProduct } from '#server/test/factories.ts'
import { handOverOrClose } from './members.service.ts'

let server: TestServer
let db: TestServer['database']['db']
let staff: { id: string }
beforeAll(async () => {
  server = await testServer()
  db = server.database.db
  staff = await makePerson(db, { email: staffEmail })
})
afterAll(() => server.close())

const add = (creatorId: string, email: string) => server.send('POST', '/api/teams/add_member/', { email }, creatorId)
const decide = (userId: string, shows_email: unknown) =>
  server.send('PATCH', '/api/teams/membership/', { shows_email }, userId)
const asked = async (userId: string) => (await server.get('/api/teams/get_my_team/', userId)).body.shows_email

/** The e-mails of the company's newest member, and of the contact for its plant, as shown to this reader. */
async function emails(companyId: number, plant: { slug: string }, viewerId?: string) {
  const { body: team } = await server.get(`/api/teams/get_current_team/${companyId}/`, viewerId)
  const { body: product } = await server.get(`/api/products/hvoynye/${plant.slug}/`, viewerId)
  return [team.members.at(-1).email, product.assigned_to.email]
}

async function scene() {
  const colleague = await makePerson(db)
  const person = await makePerson(db)
  const company = await makeCompany(db, { employees: [colleague.id] })
  const answer = await add(company.creatorId, person.email)
  const plant = await makeProduct(db, { companyId: company.id, assignedToId: person.id })
  return { colleague, person, company, plant, answer }
}

it('visitors see the e-mail of an added person only while the person agrees', async () => {
  const { colleague, person, company, plant, answer } = await scene()
  const stranger = await makePerson(db)
  const otherCreator = (await makeCompany(db)).creatorId
  expect(answer.body.team.members.at(-1)).toEqual({ id: person.id, name: person.name, email: person.email })
  const all = [person.email, person.email]
  const seenBy = async (...viewers: (string | undefined)[]) =>
    Promise.all(viewers.map(viewer => emails(company.id, plant, viewer)))
  const outside = [undefined, stranger.id, otherCreator]
  const inside = [company.creatorId, colleague.id, person.id, staff.id]

  expect(await asked(person.id)).toBeNull()
  expect(await seenBy(...outside)).toEqual(outside.map(() => ['', '']))
  expect(await seenBy(...inside)).toEqual(inside.map(() => all))
  expect((await server.get('/api/products/my_products/', colleague.id)).body[0].assigned_to.email).toBe(person.email)

  // Visitors' cached responses are invalidated at once, both times.
  expect((await decide(person.id, true)).body).toEqual({ message: 'success', shows_email: true })
  expect(await seenBy(...outside, ...inside)).toEqual([...outside, ...inside].map(() => all))
  expect(await asked(person.id)).toBe(true)
  await decide(person.id, 'false')
  expect(await asked(person.id)).toBe(false)
  expect(await seenBy(...outside)).toEqual(outside.map(() => ['', '']))
  expect(await seenBy(...inside)).toEqual(inside.map(() => all))
  const mine = (await server.get('/api/me/data/', person.id)).body.company
  expect(mine.members.at(-1).email).toBe(person.email)
})

it('it is only the person’s decision, and every company asks again', async () => {
  const { person, company, plant, colleague } = await scene()
  for (const who of [company.creatorId, colleague.id, staff.id])
    await server.send('PATCH', '/api/teams/membership/', { shows_email: true, user_id: person.id, id: person.id }, who)
  expect(await emails(company.id, plant)).toEqual(['', ''])
  for (const wrong of [undefined, null, 'да', 7]) expect((await decide(person.id, wrong)).status).toBe(400)
  expect((await decide((await makePerson(db)).id, true)).status).toBe(409)

  await decide(person.id, true)
  await server.send('POST', '/api/teams/leave/', undefined, person.id)
  await add(company.creatorId, person.email)
  expect(await asked(person.id)).toBeNull()
  expect((await emails(company.id, await makeProduct(db, { companyId: company.id, assignedToId: person.id })))[0]).toBe(
    '',
  )
})

it('a creator is a contact from the start; a successor who has not agreed is not', async () => {
  const { body: me } = await server.get('/api/me/', (await makePerson(db)).id)
  const team = {
    company_name: 'Новая',
    team_zipcode: '7707083893',
    team_phone: '+7 000 000-00-00',
    team_address: 'Поле',
    team_city: 'Московская область',
  }
  const { body } = await server.send('POST', '/api/teams/', team, me.id)
  const page = async () => (await server.get(`/api/teams/get_current_team/${body.id}/`)).body
  expect((await page()).created_by.email).toBe(me.email)
  const heir = await makePerson(db)
  await add(me.id, heir.email)
  await db.transaction(tx => handOverOrClose(tx, { userId: me.id }))
  expect((await page()).created_by).toEqual({ id: heir.id, name: heir.name, email: '' })
  const [news] = (await server.get('/api/notifications/', heir.id)).body
  expect(news.type_of_notification).toBe('company_handed_over')
})

it('activating an account that the company has created gives consent', async () => {
  const { company } = await scene()
  const page = async () => (await server.get(`/api/teams/get_current_team/${company.id}/`)).body.members.at(-1)
  const email = newEmail()
  await signUp(server, { email, name: 'Пётр Клёнов' })
  await add(company.creatorId, email)
  expect(await page()).toMatchObject({ name: 'Пётр Клёнов', email: '' })
  await server.send('POST', '/api/activation/', { token: await keyTo(server, email) })
  expect(await page()).toMatchObject({ email })
  const { access } = (await login(server, email)).body
  expect((await as(server, access, 'GET', '/api/teams/get_my_team/')).body.shows_email).toBe(true)

  // The same if the account becomes active by an email for a new password.
  const other = newEmail()
  await signUp(server, { email: other })
  await add(company.creatorId, other)
  await server.send('POST', '/api/password-reset/', { email: other })
  const token = await keyTo(server, other)
  const form = { token, new_password1: password, new_password2: password }
  expect((await server.send('POST', '/api/password-reset/confirm/', form)).status).toBe(200)
  expect(await page()).toMatchObject({ email: other })
})

it('confirming a changed address gives no consent, nor does confirming before being added', async () => {
  const { person, company, plant } = await scene()
  const email = newEmail()
  await server.send('POST', '/api/editprofile/', { name: person.name, email }, person.id)
  await server.send('POST', '/api/activation/', { token: await keyTo(server, email) })
  expect(await asked(person.id)).toBeNull()
  expect(await emails(company.id, plant)).toEqual(['', ''])

  const refused = await scene()
  await decide(refused.person.id, false)
  const another = newEmail()
  await server.send('POST', '/api/editprofile/', { name: 'Пётр', email: another }, refused.person.id)
  await server.send('POST', '/api/activation/', { token: await keyTo(server, another) })
  expect(await asked(refused.person.id)).toBe(false)
})
