// Competitors never see each other's prices, nor who else was asked: every call, list, count, address, event,
// notification and e-mail, as everybody who must not know sees it.
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dealCalls } from '#contract/deals.ts'
import type { Quote, Request } from '#contract/requests.ts'
import { requestCalls } from '#contract/requests.ts'
import { emails } from '#server/platform/mail/mail.tables.ts'
import { publicUrl, staffEmail, type TestServer, testServer } from '#server/test/app.ts'
import { makeCompany, makePerson } from '#server/test/factories.ts'
import { workOff } from '#server/test/jobs.ts'
import { openStream } from '#server/test/streams.ts'
import { dayIn, makeOffer, makeProject, trading } from '#server/test/trade.ts'
import { tradeMailer } from './telling/trade-mailing.service.ts'

const [lime, oak] = ['Tilia cordata', 'Quercus robur'] as const
const nowhere = '0190a5c0-0000-7000-8000-000000000000'

let server: TestServer
let address: string
let act: ReturnType<typeof trading>
let staff: string
let number = 0

interface Company {
  id: number
  creatorId: string
}
/** Everybody of one story. */
let buyer: { id: string; email: string }
let otherBuyer: string
let alpha: Company & { former: string; employee: string }
let beta: Company
let gamma: Company
let project: Awaited<ReturnType<typeof makeProject>>

beforeAll(async () => {
  server = await testServer()
  act = trading(server)
  address = await server.app.listen({ port: 0, host: '127.0.0.1' })
  staff = (await makePerson(server.database.db, { email: staffEmail })).id
})
afterAll(() => server.close())

beforeEach(async () => {
  const { db } = server.database
  const n = ++number
  await db.delete(emails)
  buyer = await makePerson(db, { name: 'Заказчик', email: `secret-buyer-${n}@dendro.test` })
  otherBuyer = (await makePerson(db)).id
  const [former, employee] = [await makePerson(db), await makePerson(db)]
  const made = await makeCompany(db, { name: `Тайный питомник ${n}`, employees: [former.id, employee.id] })
  alpha = { id: made.id, creatorId: made.creatorId, former: former.id, employee: employee.id }
  beta = await makeCompany(db, { name: `Второй питомник ${n}` })
  gamma = await makeCompany(db, { name: `Третий питомник ${n}` })
  for (const company of [alpha, beta, gamma]) await makeOffer(db, company.id, lime)
  project = await makeProject(db, buyer.id, [lime, oak])
})

const mailer = () => tradeMailer({ db: server.database.db, publicUrl })

/** Everything that a person can get to see, errors too. */
async function worldOf(who: string, request: string, ids: { deals?: string[]; quotes?: string[] } = {}) {
  const paths = [
    'requests/',
    'requests/?status=sent',
    'requests/?status=awarded',
    'requests/incoming/',
    'requests/incoming/?waiting=1',
    'requests/incoming/?status=awarded',
    `requests/${request}/`,
    `requests/${request}/compare/`,
    `requests/${request}/options/`,
    'deals/',
    'deals/?side=company',
    `deals/?request=${request}`,
    'trade/attention/',
    'notifications/',
    'notifications/groups/',
    'me/data/',
    ...(ids.deals ?? []).map(id => `deals/${id}/`),
    ...(ids.quotes ?? []).map(id => `requests/${request}/quotes/${id}/offer.pdf`),
    ...[alpha, beta, gamma].flatMap(({ id }) => [`teams/${id}/reviews/`, `teams/get_current_team/${id}/`]),
    'teams/teams_list/',
  ]
  const seen: Record<string, unknown> = {}
  for (const path of paths) {
    const { status, body, text } = await server.get(`/api/${path}`, who)
    seen[path] = [status, body ?? text]
  }
  const { sessions: _, ...data } = (seen['me/data/'] as [number, Record<string, unknown>])[1]
  seen['me/data/'] = data
  return seen
}

async function mailOf(who: string): Promise<string[]> {
  await workOff(server.database, [mailer()])
  const { rows } = await server.database.db.execute<{ letter: string }>(
    sql`select e.subject || ' ' || e.text || ' ' || e.html as letter from emails e where person_id = ${who}`,
  )
  return rows.map(({ letter }) => letter)
}

const secretPrices = { 0: 7771.31, 1: 4443.17 }
const quoteOfAlpha = (request: Request, more = {}) =>
  act.quote(alpha.creatorId, request, secretPrices, { note: 'ТАЙНОЕ УСЛОВИЕ', delivery_price: 9191.91, ...more })

const uuids = /[0-9a-f]{8}-[0-9a-f-]{27}/g

/** Fails when something of alpha's is there, in whatever form; random ids may have the digits of a price by chance. */
function expectNoSecrets(everything: string, quote: Quote, ...more: string[]): void {
  const texts = everything.replaceAll(uuids, '')
  for (const digits of ['7771', '4443', '9191', String(quote.totals.total), 'ТАЙНОЕ'])
    expect(texts).not.toContain(digits)
  for (const secret of [quote.id, ...more]) expect(everything).not.toContain(secret)
}

/** Answers with everything that may differ between two requests taken out. */
const alike = (seen: unknown, request: Request) =>
  JSON.stringify(seen)
    .replaceAll(request.id, 'REQUEST')
    .replaceAll(uuids, 'ID')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    // Letters say when a request ends to the minute, and a slow machine asks twice in two of them.
    .replaceAll(/\b\d\d:\d\d\b/g, 'TIME')

describe('another company that was asked', () => {
  it('sees, hears and is written the same, whatever the first one does', async () => {
    const stream = await openStream(server, address, beta.creatorId)
    const request = await act.ask(buyer.id, project.id, [alpha.id, beta.id])
    await act.quote(beta.creatorId, request, { 0: 100 })
    const before = await worldOf(beta.creatorId, request.id)
    const letters = await mailOf(beta.creatorId)
    const heard = stream.events.length
    const first = await quoteOfAlpha(request)
    const second = await quoteOfAlpha(request, { note: 'ТАЙНОЕ ВТОРОЕ' })
    expect(await worldOf(beta.creatorId, request.id)).toEqual(before)
    expect(await mailOf(beta.creatorId)).toEqual(letters)
    expect(stream.events.length).toBe(heard)
    expect(await worldOf(beta.creatorId, request.id, { quotes: [first.id, second.id] })).toEqual({
      ...before,
      ...(await worldOf(beta.creatorId, request.id, { quotes: [nowhere] })),
      [`requests/${request.id}/quotes/${nowhere}/offer.pdf`]: undefined,
      [`requests/${request.id}/quotes/${first.id}/offer.pdf`]: [404, expect.anything()],
      [`requests/${request.id}/quotes/${second.id}/offer.pdf`]: [404, expect.anything()],
    })
  })

  it.each([
    ['while it may answer', false],
    ['after the deadline', true],
  ])('cannot tell %s whether it was asked alone', async (_, isLate) => {
    const { db } = server.database
    const end = () => isLate && db.execute(sql`update requests set deadline = now() - interval '1 hour'`)
    const alone = await act.ask(buyer.id, project.id, [beta.id])
    await end()
    const heardAlone = await worldOf(beta.creatorId, alone.id)
    const lettersAlone = await mailOf(beta.creatorId)
    await server.send('POST', `/api/requests/${alone.id}/cancel/`, undefined, buyer.id)
    // The same story in the same world, but for the others.
    await db.execute(sql`delete from requests where buyer_id = ${buyer.id}`)
    await db.delete(emails)
    const among = await act.ask(buyer.id, project.id, [alpha.id, gamma.id, beta.id])
    await quoteOfAlpha(among)
    await act.quote(gamma.creatorId, among, { 0: 1, 1: 2 })
    await end()
    const heardAmong = await worldOf(beta.creatorId, among.id)
    expect(alike(heardAmong, among)).toBe(alike(heardAlone, alone))
    expect(alike(await mailOf(beta.creatorId), among)).toBe(alike(lettersAlone, alone))
    const own = heardAmong[`requests/${among.id}/`] as [number, Request]
    expect(own[1]).not.toHaveProperty('companies')
    expect(own[1]).toMatchObject({ is_late: isLate })
    expect(own[1].project).toBeNull()
  })

  it('learns of the award that another was chosen, and nothing more; what it cannot do any more fails as after a cancelling', async () => {
    const request = await act.ask(buyer.id, project.id, [alpha.id, beta.id])
    const quote = await quoteOfAlpha(request)
    await act.quote(beta.creatorId, request, { 0: 100 })
    const stream = await openStream(server, address, beta.creatorId)
    const [deal] = await act.award(buyer.id, request, [
      [0, quote],
      [1, quote],
    ])
    const cancelled = await act.ask(buyer.id, project.id, [beta.id])
    await server.send('POST', `/api/requests/${cancelled.id}/cancel/`, undefined, buyer.id)
    const body = { lines: [{ line: request.lines[0]?.id, price: 1 }], valid_until: dayIn(3) }
    const refusals = await Promise.all(
      [request, cancelled].map(({ id }) => server.send('POST', `/api/requests/${id}/quote/`, body, beta.creatorId)),
    )
    expect(refusals.map(({ status }) => status)).toEqual([409, 409])
    expect(refusals[0]?.body.detail).toBe(refusals[1]?.body.detail)

    const world = await worldOf(beta.creatorId, request.id, { deals: [deal?.id ?? ''], quotes: [quote.id] })
    // Values alone: the addresses have ids that beta would have to guess.
    const everything = JSON.stringify([Object.values(world), await mailOf(beta.creatorId), stream.events])
    expect(everything).toContain('выбрано другое предложение')
    expectNoSecrets(everything, quote, buyer.email)
    const trade = JSON.stringify(
      Object.entries(world).filter(([path]) => /^(requests|deals|trade|notif|me)/.test(path)),
    )
    expect(trade).not.toContain('Тайный питомник')
    expect((world[`requests/${request.id}/`] as [number, Request])[1]).toMatchObject({
      status: 'awarded',
      deals: [],
      quotes: [{ revision: 1 }],
    })
    // The deal goes on: none of it is heard.
    const heard = stream.events.length
    const seen = await worldOf(beta.creatorId, request.id)
    await act.act(alpha.creatorId, deal, 'confirm')
    await act.act(alpha.creatorId, deal, 'hand_over')
    await act.act(buyer.id, deal, 'receive')
    expect(await worldOf(beta.creatorId, request.id)).toEqual(seen)
    expect(stream.events.length).toBe(heard)
  })

  it('is told nothing of the award when it has not answered', async () => {
    const request = await act.ask(buyer.id, project.id, [alpha.id, beta.id])
    const quote = await quoteOfAlpha(request)
    const letters = await mailOf(beta.creatorId)
    const told = (await server.get('/api/notifications/', beta.creatorId)).body
    await act.award(buyer.id, request, [[0, quote]])
    expect((await server.get('/api/notifications/', beta.creatorId)).body).toEqual(told)
    expect(await mailOf(beta.creatorId)).toEqual(letters)
  })

  it('that is chosen for one line sees its own alone', async () => {
    const request = await act.ask(buyer.id, project.id, [alpha.id, beta.id])
    const quote = await quoteOfAlpha(request)
    const own = await act.quote(beta.creatorId, request, { 0: 100 })
    const deals = await act.award(buyer.id, request, [
      [0, own],
      [1, quote],
    ])
    const mine = deals.find(({ company }) => company.id === beta.id)
    const theirs = deals.find(({ company }) => company.id === alpha.id)
    const world = await worldOf(beta.creatorId, request.id, { deals: deals.map(({ id }) => id) })
    const everything = JSON.stringify([Object.values(world), await mailOf(beta.creatorId)])
    expectNoSecrets(everything, quote)
    expect(world[`deals/${theirs?.id}/`]).toEqual([
      404,
      (await server.get(`/api/deals/${nowhere}/`, beta.creatorId)).body,
    ])
    expect((world[`requests/${request.id}/`] as [number, Request])[1]).toMatchObject({
      deals: [mine?.id],
      buyer: { email: buyer.email },
    })
  })
})

/** Calls with the addresses and bodies that would be right for alpha or its buyer. */
function everyCall(request: Request, quote: Quote, deal: string) {
  const bodies: Record<string, unknown> = {
    'POST /requests/:id/quote/': { lines: [{ line: request.lines[0]?.id, price: 5 }], valid_until: dayIn(3) },
    'POST /requests/:id/award/': { choices: [{ line: request.lines[0]?.id, quote: quote.id }] },
    'POST /deals/:id/cancel/': { reason: 'Просто так' },
    'POST /deals/:id/review/': { rating: 1, text: 'Плохо' },
    'POST /deals/:id/review/reply/': { text: 'Сами такие' },
  }
  const names = [
    ...Object.keys({ ...requestCalls, ...dealCalls }).filter(name => name.includes(':id')),
    'POST /deals/:id/review/',
    'POST /deals/:id/review/reply/',
    'GET /requests/:id/quotes/:quote/offer.pdf',
  ]
  return names.map(name => {
    const [method = '', path = ''] = name.split(' ')
    const isDeal = path.startsWith('/deals')
    const at = (id: string, quoteId: string) =>
      `/api${path.replace(':id', id).replace(':quote', quoteId).replace(':document', nowhere)}`
    return {
      name,
      method: method as 'GET' | 'POST' | 'DELETE',
      there: at(isDeal ? deal : request.id, quote.id),
      nowhere: at(nowhere, nowhere),
      body: bodies[name],
    }
  })
}

describe('everybody else', () => {
  it('gets from every call what an address that does not exist answers, before the award and after it', async () => {
    const request = await act.ask(buyer.id, project.id, [alpha.id, beta.id])
    const quote = await quoteOfAlpha(request)
    expect((await server.send('POST', '/api/teams/leave/', undefined, alpha.former)).status).toBe(200)
    const outsiders = { gamma: gamma.creatorId, former: alpha.former, otherBuyer, staff, visitor: undefined }
    const call = async (method: 'GET' | 'POST' | 'DELETE', path: string, body: unknown, who: string | undefined) => {
      const answer = method === 'GET' ? await server.get(path, who) : await server.send(method, path, body, who)
      return [answer.status, answer.body]
    }
    async function walk(deal: string) {
      for (const [name, who] of Object.entries(outsiders)) {
        for (const { name: which, method, there, nowhere: away, body } of everyCall(request, quote, deal)) {
          const answer = await call(method, there, body, who)
          expect([name, which, answer]).toEqual([name, which, await call(method, away, body, who)])
          expect([name, which, answer[0]]).toEqual([name, which, name === 'visitor' ? 401 : 404])
        }
      }
    }
    await walk(nowhere)
    const [deal] = await act.award(buyer.id, request, [[0, quote]])
    await walk(deal.id)
    // Beta was asked, but of the deal it knows no more than they do.
    for (const { name, method, there, nowhere: away, body } of everyCall(request, quote, deal.id)) {
      if (!name.includes('/deals/')) continue
      expect([name, await call(method, there, body, beta.creatorId)]).toEqual([
        name,
        await call(method, away, body, beta.creatorId),
      ])
    }
    for (const who of Object.values(outsiders)) {
      if (who === undefined) continue
      const everything = JSON.stringify([
        await Promise.all(
          ['requests/', 'requests/incoming/', 'deals/', 'trade/attention/', 'notifications/groups/', 'me/data/'].map(
            async path => (await server.get(`/api/${path}`, who)).body,
          ),
        ),
        await mailOf(who),
      ])
      // The former member was written to while they worked there.
      if (who !== alpha.former) expect(everything).not.toContain('Сквер')
      // The former member's e-mail led to the request.
      expectNoSecrets(everything, quote, deal.id, buyer.email, ...(who === alpha.former ? [] : [request.id]))
    }
  })

  it('who has left a company hears no more of it, and forgets what they were told', async () => {
    const request = await act.ask(buyer.id, project.id, [alpha.id])
    const stream = await openStream(server, address, alpha.former)
    const told = async (who: string) => (await server.get('/api/notifications/groups/', who)).body.groups
    expect((await told(alpha.former)).map((group: any) => group.link)).toEqual([`/incoming/${request.id}`])
    await server.send('POST', '/api/teams/leave/', undefined, alpha.former)
    expect(await told(alpha.former)).toEqual([])
    const quote = await quoteOfAlpha(request)
    const [deal] = await act.award(buyer.id, request, [[0, quote]])
    await act.act(buyer.id, deal, 'cancel', { reason: 'Раздумал' })
    expect(await told(alpha.former)).toEqual([])
    expect(stream.events.filter(({ type }) => type === 'notification')).toEqual([])
    // E-mails are written when they are sent, to those who work there then.
    expect(await mailOf(alpha.former)).toEqual([])
    expect(await mailOf(alpha.employee)).toHaveLength(3)
    expect((await told(alpha.employee)).map((group: any) => group.type_of_notification)).toEqual([
      'deal_cancelled',
      'quote_chosen',
      'quote_requested',
    ])
  })
})

describe('the buyer', () => {
  it('is known by name until the award, then by e-mail to the chosen companies alone', async () => {
    const request = await act.ask(buyer.id, project.id, [alpha.id, beta.id])
    const quote = await quoteOfAlpha(request)
    await act.quote(beta.creatorId, request, { 0: 100 })
    const everything = async (company: Company) =>
      JSON.stringify([await worldOf(company.creatorId, request.id), await mailOf(company.creatorId)])
    for (const company of [alpha, beta, gamma]) expect(await everything(company)).not.toContain(buyer.email)
    const [deal] = await act.award(buyer.id, request, [[0, quote]])
    for (const company of [beta, gamma]) expect(await everything(company)).not.toContain(buyer.email)
    for (const path of [`requests/${request.id}/`, `deals/${deal.id}/`])
      expect((await server.get(`/api/${path}`, alpha.employee)).body.buyer).toEqual({
        id: buyer.id,
        name: 'Заказчик',
        email: buyer.email,
      })
  })

  it('does not tell a company in which projects it stands, nor what else is in them', async () => {
    const request = await act.ask(buyer.id, project.id, [alpha.id], { lines: [project.lines[0]?.id] })
    const { text } = await server.get(`/api/requests/${request.id}/`, alpha.creatorId)
    for (const hidden of [project.id, oak, 'chosen', '"companies"']) expect(text).not.toContain(hidden)
  })
})
