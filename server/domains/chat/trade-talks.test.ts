import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Deal } from '#contract/deals.ts'
import type { Quote, Request } from '#contract/requests.ts'
import { companies } from '#server/domains/companies/companies.tables.ts'
import { type TestServer, testServer } from '#server/test/app.ts'
import { makeCompany, makePerson } from '#server/test/factories.ts'
import { makeProject, trading } from '#server/test/trade.ts'
import { conversations } from './chat.tables.ts'

let server: TestServer
let db: TestServer['database']['db']
let act: ReturnType<typeof trading>
beforeAll(async () => {
  server = await testServer()
  db = server.database.db
  act = trading(server)
})
afterAll(() => server.close())

/** A request to two companies, each with a creator and an employee; both have quoted, the first got a deal. */
let buyer: string
let request: Request
let quotes: [Quote, Quote]
let deal: Deal
let alpha: { id: number; creatorId: string; employeeId: string }
let beta: typeof alpha
beforeEach(async () => {
  const nursery = async (name: string) => {
    const { id: employeeId } = await makePerson(db)
    const { id, creatorId } = await makeCompany(db, { name, employees: [employeeId] })
    return { id, creatorId, employeeId }
  }
  buyer = (await makePerson(db, { name: 'Покупатель' })).id
  ;[alpha, beta] = [await nursery('Альфа'), await nursery('Бета')]
  const project = await makeProject(db, buyer, ['Tilia cordata', 'Quercus robur'])
  request = await act.ask(buyer, project.id, [alpha.id, beta.id])
  quotes = [
    await act.quote(alpha.employeeId, request, { 0: 1000, 1: 2000 }),
    await act.quote(beta.creatorId, request, { 0: 900 }),
  ]
  ;[deal] = (await act.award(buyer, request, [[0, quotes[0]]])) as [Deal]
})

const openAbout = (who: string, kind: string, id: string, company?: number) =>
  server.send('POST', '/api/chat/about/', { kind, id, ...(company ? { company } : {}) }, who)
const send = (who: string, id: string, body: string) => server.send('POST', `/api/chat/${id}/send/`, { body }, who)
const open = (who: string, id: string) => server.get(`/api/chat/${id}/`, who)
const idOf = async (answer: ReturnType<typeof openAbout>): Promise<string> => (await answer).body.id

describe('a conversation about a request', () => {
  it('is between the buyer and one asked company, and rivals never meet in it', async () => {
    const ofAlpha = await openAbout(alpha.employeeId, 'request', request.id)
    expect(ofAlpha.status).toBe(200)
    expect(ofAlpha.body).toMatchObject({
      users: [{ id: buyer }, { id: alpha.employeeId }],
      company: { id: alpha.id },
      subject: {
        kind: 'request',
        id: request.id,
        title: 'Сквер',
        line: '2 строки, выбор сделан',
        get_absolute_url: `/incoming/${request.id}`,
        get_thumbnail: '',
        product: null,
      },
    })
    expect(await idOf(openAbout(alpha.creatorId, 'request', request.id))).toBe(ofAlpha.body.id)
    const ofBeta = await idOf(openAbout(beta.creatorId, 'request', request.id))
    expect(ofBeta).not.toBe(ofAlpha.body.id)
    await send(alpha.creatorId, ofAlpha.body.id, 'Нужна ли доставка?')
    for (const rival of [beta.creatorId, beta.employeeId]) {
      expect((await open(rival, ofAlpha.body.id)).status).toBe(404)
      expect((await send(rival, ofAlpha.body.id, 'и мы')).status).toBe(404)
      expect((await server.get('/api/chat/', rival)).text).not.toContain('Альфа')
    }
    const [seen] = (await server.get('/api/chat/', buyer)).body
    expect(seen).toMatchObject({
      id: ofAlpha.body.id,
      unread_count: 1,
      subject: { get_absolute_url: `/requests/${request.id}` },
    })
    expect((await send(buyer, ofAlpha.body.id, 'Да')).status).toBe(201)
    expect((await open(alpha.employeeId, ofAlpha.body.id)).body.messages).toHaveLength(2)
  })

  it('asks the buyer with which company, unless that is clear', async () => {
    const unclear = await openAbout(buyer, 'request', request.id)
    expect([unclear.status, Object.keys(unclear.body.fields)]).toEqual([400, ['company']])
    const withBeta = await openAbout(buyer, 'request', request.id, beta.id)
    expect(withBeta.body).toMatchObject({ company: { id: beta.id }, users: [{ id: buyer }, { id: beta.creatorId }] })
    // The only one that has begun.
    expect(await idOf(openAbout(buyer, 'request', request.id))).toBe(withBeta.body.id)
    expect(await idOf(openAbout(beta.employeeId, 'request', request.id))).toBe(withBeta.body.id)
    expect((await openAbout(buyer, 'request', request.id, 999_999)).status).toBe(404)
    // A company cannot name another one.
    expect((await openAbout(beta.creatorId, 'request', request.id, alpha.id)).status).toBe(404)
  })
})

describe('a conversation about a quote or a deal', () => {
  it('is of the buyer and the company that it is from', async () => {
    const [quote] = quotes
    const { body } = await openAbout(buyer, 'quote', quote.id)
    expect(body).toMatchObject({
      company: { id: alpha.id },
      // Who has sent it answers for it.
      users: [{ id: buyer }, { id: alpha.employeeId }],
      subject: { kind: 'quote', id: quote.id, title: 'Сквер', get_absolute_url: `/requests/${request.id}` },
    })
    expect(body.subject.line).toMatch(/^30\s000\s₽$/)
    const fromCompany = await openAbout(alpha.creatorId, 'quote', quote.id)
    expect(fromCompany.body).toMatchObject({ id: body.id, subject: { get_absolute_url: `/incoming/${request.id}` } })
    const about = await openAbout(alpha.creatorId, 'deal', deal.id)
    expect(about.body.subject).toMatchObject({ kind: 'deal', id: deal.id, get_absolute_url: `/deals/${deal.id}` })
    expect(about.body.subject.line).toMatch(/^10\s000\s₽, ждёт подтверждения$/)
    expect(await idOf(openAbout(buyer, 'deal', deal.id))).toBe(about.body.id)
    await act.act(alpha.employeeId, deal, 'confirm')
    expect((await open(buyer, about.body.id)).body.subject.line).toMatch(/подтверждена$/)
    // Each stays about its own.
    expect((await open(buyer, body.id)).body.subject.kind).toBe('quote')
  })

  it('does not exist for anybody else, as if there were no such thing', async () => {
    const stranger = (await makePerson(db)).id
    const other = await makeCompany(db)
    const things: [string, string, string[]][] = [
      ['request', request.id, [stranger, other.creatorId]],
      ['quote', quotes[0].id, [stranger, other.creatorId, beta.creatorId, beta.employeeId]],
      ['quote', quotes[1].id, [alpha.creatorId, alpha.employeeId]],
      ['deal', deal.id, [stranger, other.creatorId, beta.creatorId, beta.employeeId]],
    ]
    for (const [kind, id, people] of things) {
      const unknown = await openAbout(stranger, kind, '0199f2c0-0000-7000-8000-000000000000')
      for (const who of people) {
        const answer = await openAbout(who, kind, id)
        expect([kind, answer.status]).toEqual([kind, 404])
        expect({ ...answer.body, request_id: '' }).toEqual({ ...unknown.body, request_id: '' })
      }
      // Nor is it another thing.
      const wrong = kind === 'deal' ? 'quote' : 'deal'
      expect((await openAbout(buyer, wrong, id)).status).toBe(404)
    }
    expect(await db.$count(conversations, eq(conversations.openedById, buyer))).toBe(0)
  })

  it('is lost with the membership, and stays with the buyer when the company is closed', async () => {
    const id = await idOf(openAbout(alpha.employeeId, 'deal', deal.id))
    await send(alpha.employeeId, id, 'Готовим')
    await server.send('POST', '/api/teams/leave/', undefined, alpha.employeeId)
    expect((await open(alpha.employeeId, id)).status).toBe(404)
    expect((await openAbout(alpha.employeeId, 'deal', deal.id)).status).toBe(404)
    await db.delete(companies).where(eq(companies.id, alpha.id))
    expect((await open(buyer, id)).body).toMatchObject({ company: null, messages: [{ body: 'Готовим' }] })
    expect((await send(buyer, id, 'Алло')).status).toBe(404)
    expect((await openAbout(buyer, 'deal', deal.id)).status).toBe(404)
  })
})
