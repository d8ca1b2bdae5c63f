import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Deal } from '#contract/deals.ts'
import { companies } from '#server/domains/companies/companies.tables.ts'
import { as, type Member, newMember, password } from '#server/test/accounts.ts'
import { type TestServer, testServer } from '#server/test/app.ts'
import { makeCompany } from '#server/test/factories.ts'
import { dayIn, makeProject, trading } from '#server/test/trade.ts'
import { requests } from './trade.tables.ts'

let server: TestServer
let act: ReturnType<typeof trading>
beforeAll(async () => {
  server = await testServer()
  act = trading(server)
})
afterAll(() => server.close())

const lime = 'Tilia cordata'
let number = 0
const person = (name: string) => newMember(server, `leaving${++number}@dendro.test`, name)
const get = async (path: string, who: string) => server.get(`/api/${path}`, who)
async function erase(member: Member): Promise<void> {
  const { access } = (await server.send('POST', '/api/login/', { email: member.email, password })).body
  const answer = await as(server, access, 'POST', '/api/me/delete/', { password })
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)])
}

it('what a buyer asked for and bought is in the export of their data, and what somebody quoted while they work there', async () => {
  const buyer = await person('Вера')
  const employee = await person('Пётр')
  const company = await makeCompany(server.database.db, { employees: [employee.id] })
  const project = await makeProject(server.database.db, buyer.id, [lime])
  const request = await act.ask(buyer.id, project.id, [company.id], { note: 'Осенью' })
  const [deal] = await act.award(buyer.id, request, [[0, await act.quote(employee.id, request, { 0: 12.5 })]])
  const own = (await get('me/data/', buyer.id)).body
  expect(own).toMatchObject({
    requests: [{ request: { id: request.id, note: 'Осенью' }, lines: [{ name: lime }] }],
    quotes: [],
    deals: [{ deal: { id: deal?.id, totalKopecks: 12_500 }, review: null, lines: [{ price_kopecks: 1250 }] }],
  })
  expect((await get('me/data/', employee.id)).body).toMatchObject({
    requests: [],
    quotes: [{ lines: [{}] }],
    deals: [],
  })
  await server.send('POST', '/api/teams/leave/', undefined, employee.id)
  expect((await get('me/data/', employee.id)).body.quotes).toEqual([])
})

it('a buyer who deletes their account cancels open requests; deals stay for the company, without their name', async () => {
  const { db } = server.database
  const buyer = await person('Вера Ясенева')
  const company = await makeCompany(db)
  const project = await makeProject(db, buyer.id, [lime])
  const open = await act.ask(buyer.id, project.id, [company.id], { note: 'Вера Ясенева, Тверь' })
  const bought = await act.ask(buyer.id, project.id, [company.id])
  const [deal] = await act.award(buyer.id, bought, [[0, await act.quote(company.creatorId, bought, { 0: 1 })]])
  await erase(buyer)
  const seen = [
    await get(`requests/${open.id}/`, company.creatorId),
    await get(`deals/${deal?.id}/`, company.creatorId),
    await get('requests/incoming/', company.creatorId),
    await get('deals/', company.creatorId),
    await get('notifications/groups/', company.creatorId),
  ]
  expect(seen[0]?.body).toMatchObject({ status: 'cancelled', note: '', buyer: { name: 'Удалённый пользователь' } })
  expect(seen[1]?.body).toMatchObject({
    state: 'awarded',
    lines: [{ price: 1 }],
    buyer: { name: 'Удалённый пользователь' },
  })
  expect(seen[1]?.body.buyer).not.toHaveProperty('email')
  for (const { status, text } of seen) {
    expect(status).toBe(200)
    expect(text).not.toMatch(/Ясенев|leaving\d+@|deleted\.invalid/)
  }
  expect(seen[4]?.body.groups[0].body).toBe('Удалённый пользователь отменяет запрос «Без названия».')
  await act.act(company.creatorId, deal as Deal, 'confirm')
})

it('a company that is closed leaves deals to their buyers; those that were not handed over are cancelled', async () => {
  const { db } = server.database
  const creator = await person('Иван')
  const buyer = await person('Вера')
  const company = await makeCompany(db, { name: 'Закрытый питомник', creatorId: creator.id })
  const project = await makeProject(db, buyer.id, [lime])
  const dealOf = async () => {
    const request = await act.ask(buyer.id, project.id, [company.id])
    const [deal] = await act.award(buyer.id, request, [[0, await act.quote(creator.id, request, { 0: 7 })]])
    return deal as Deal
  }
  const [early, late] = [await dealOf(), await dealOf()]
  await act.act(creator.id, late, 'confirm')
  await act.act(creator.id, late, 'hand_over')
  const open = await act.ask(buyer.id, project.id, [company.id])
  await act.quote(creator.id, open, { 0: 3 })
  await erase(creator)
  expect(await db.select().from(companies).where(eq(companies.id, company.id))).toEqual([])

  expect((await get(`deals/${early.id}/`, buyer.id)).body).toMatchObject({
    state: 'cancelled',
    cancel_reason: 'компания закрыта',
    company: { id: null, company_name: 'Закрытый питомник' },
    quote: null,
    lines: [{ price: 7 }],
    history: [{ state: 'awarded' }, { state: 'cancelled', by: null, side: null }],
  })
  expect((await get('notifications/groups/', buyer.id)).body.groups[0]).toMatchObject({
    body: 'Сделка «Сквер» отменена: компания закрыта',
    link: `/deals/${early.id}`,
  })
  await act.act(buyer.id, late, 'receive')
  const review = await server.send('POST', `/api/deals/${late.id}/review/`, { rating: 5, text: '' }, buyer.id)
  expect(review.status).toBe(409)
  expect((await get(`requests/${open.id}/`, buyer.id)).body).toMatchObject({
    status: 'sent',
    companies: [],
    quotes: [],
  })
})

it('a person who deletes their account while their request is answered has it cancelled, answered or not', async () => {
  const { db } = server.database
  for (let n = 0; n < 3; n++) {
    const buyer = await person('Вера')
    const company = await makeCompany(db)
    const project = await makeProject(db, buyer.id, [lime])
    const request = await act.ask(buyer.id, project.id, [company.id])
    await act.quote(company.creatorId, request, { 0: 1 })
    const later = { lines: [{ line: request.lines[0]?.id, price: 2 }], valid_until: dayIn(3) }
    const [, answer] = await Promise.all([
      erase(buyer),
      server.send('POST', `/api/requests/${request.id}/quote/`, later, company.creatorId),
    ])
    expect([201, 409]).toContain(answer.status)
    const [row] = await db.select().from(requests).where(eq(requests.id, request.id))
    expect(row?.status).toBe('cancelled')
  }
})

it('a company that is closed while it answers does either', async () => {
  const { db } = server.database
  for (let n = 0; n < 3; n++) {
    const creator = await person('Иван')
    const buyer = await person('Вера')
    const company = await makeCompany(db, { creatorId: creator.id })
    const project = await makeProject(db, buyer.id, [lime])
    const request = await act.ask(buyer.id, project.id, [company.id])
    const quote = await act.quote(creator.id, request, { 0: 1 })
    const choices = [{ line: request.lines[0]?.id, quote: quote.id }]
    const [, award] = await Promise.all([
      erase(creator),
      server.send('POST', `/api/requests/${request.id}/award/`, { choices }, buyer.id),
    ])
    expect([201, 400]).toContain(award.status)
    const { body } = await get('deals/', buyer.id)
    for (const deal of body.results) expect(deal).toMatchObject({ state: 'cancelled', company: { id: null } })
  }
})
