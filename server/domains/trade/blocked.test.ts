import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Deal } from '#contract/deals.ts'
import type { Quote, Request } from '#contract/requests.ts'
import { companies } from '#server/domains/companies/companies.tables.ts'
import { staffEmail, type TestServer, testServer } from '#server/test/app.ts'
import { lookupId, makeCompany, makePerson } from '#server/test/factories.ts'
import { dayIn, makeOffer, makeProject, trading } from '#server/test/trade.ts'

let server: TestServer
let act: ReturnType<typeof trading>
let staff: string
let buyer: string
let alpha: { id: number; creatorId: string }
let beta: { id: number; creatorId: string }
let project: { id: string }

beforeAll(async () => {
  server = await testServer()
  act = trading(server)
  staff = (await makePerson(server.database.db, { email: staffEmail })).id
})
afterAll(() => server.close())
beforeEach(async () => {
  const { db } = server.database
  buyer = (await makePerson(db, { name: 'Вера' })).id
  alpha = await makeCompany(db, { name: 'Альфа' })
  beta = await makeCompany(db, { name: 'Бета' })
  project = await makeProject(db, buyer, ['Tilia cordata', 'Quercus robur'])
})

const get = async (path: string, who: string) => (await server.get(`/api/${path}`, who)).body
const post = (path: string, body: unknown, who: string) => server.send('POST', `/api/${path}`, body, who)
const judge = async (action: 'block' | 'unblock', what: string) =>
  expect((await post(`staff/${what}/${action}/`, { reason: 'Обман' }, staff)).status).toBe(200)
const sendQuote = async (who: string, { id, lines }: Request) => {
  const { status, body } = await post(`requests/${id}/quote/`, { lines: [{ line: lines[0]?.id, price: 5 }] }, who)
  return [status, body.detail]
}
const award = async ({ id, lines }: Request, quote: Quote) =>
  (await post(`requests/${id}/award/`, { choices: [{ line: lines[0]?.id, quote: quote.id }] }, buyer)).status
const waits = async (who: string) => [
  (await get('trade/attention/', who)).incoming,
  (await get('requests/incoming/?waiting=1', who)).count,
]

describe('while a buyer is blocked', () => {
  it('their open requests wait for nobody, and take no quotes; unblocking opens them again', async () => {
    const request = await act.ask(buyer, project.id, [alpha.id, beta.id])
    await act.quote(beta.creatorId, request, { 0: 10 })
    expect(await waits(alpha.creatorId)).toEqual([1, 1])
    await judge('block', `people/${buyer}`)
    expect(await sendQuote(alpha.creatorId, request)).toEqual([
      409,
      'Запрос приостановлен: покупатель сейчас не может пользоваться сайтом.',
    ])
    expect(await waits(alpha.creatorId)).toEqual([0, 0])
    for (const { creatorId } of [alpha, beta])
      expect(await get(`requests/${request.id}/`, creatorId)).toMatchObject({
        status: 'sent',
        paused_by: 'buyer',
        can: { quote: false },
      })
    expect((await get('requests/incoming/', beta.creatorId)).results).toMatchObject([
      { id: request.id, paused_by: 'buyer', next_step: null },
    ])
    expect((await server.get(`/api/requests/${request.id}/`, buyer)).status).toBe(401)

    await judge('unblock', `people/${buyer}`)
    expect(await waits(alpha.creatorId)).toEqual([1, 1])
    expect(await sendQuote(alpha.creatorId, request)).toEqual([201, undefined])
    expect(await get(`requests/${request.id}/`, alpha.creatorId)).toMatchObject({
      paused_by: null,
      can: { quote: true },
    })
  })

  it('companies go on with their deals or cancel them, and know why nobody answers', async () => {
    const request = await act.ask(buyer, project.id, [alpha.id, beta.id])
    const quotes = [
      await act.quote(alpha.creatorId, request, { 0: 10 }),
      await act.quote(beta.creatorId, request, { 1: 9 }),
    ]
    const [first, second] = (await act.award(buyer, request, [
      [0, quotes[0] as Quote],
      [1, quotes[1] as Quote],
    ])) as [Deal, Deal]
    const [ofAlpha, ofBeta] = first.company.id === alpha.id ? [first, second] : [second, first]
    await judge('block', `people/${buyer}`)
    expect(await get(`deals/${ofAlpha.id}/`, alpha.creatorId)).toMatchObject({
      paused_by: 'buyer',
      can: { confirm: true },
    })
    await act.act(alpha.creatorId, ofAlpha, 'confirm')
    const closed = await act.act(beta.creatorId, ofBeta, 'cancel', { reason: 'Покупатель пропал' })
    expect(closed.paused_by).toBeNull()
    await judge('unblock', `people/${buyer}`)
    expect(await get(`deals/${ofAlpha.id}/`, buyer)).toMatchObject({ state: 'confirmed', paused_by: null })
  })
})

describe('while a company is blocked', () => {
  it('it quotes nothing and is not chosen; unblocking it makes its quotes good again', async () => {
    const request = await act.ask(buyer, project.id, [alpha.id, beta.id])
    const other = await act.ask(buyer, project.id, [alpha.id])
    const cheap = await act.quote(alpha.creatorId, request, { 0: 5 })
    const dear = await act.quote(beta.creatorId, request, { 0: 10 })
    const best = async () => (await get(`requests/${request.id}/compare/`, buyer)).best.map(({ quote }: any) => quote)
    expect(await best()).toEqual([cheap.id])
    await judge('block', `companies/${alpha.id}`)
    expect((await sendQuote(alpha.creatorId, other))[0]).toBe(403)
    expect(await waits(alpha.creatorId)).toEqual([0, 0])
    expect(await get(`requests/${other.id}/`, alpha.creatorId)).toMatchObject({
      paused_by: 'company',
      can: { quote: false },
    })
    expect(await best()).toEqual([dear.id])
    const seen = await get(`requests/${request.id}/`, buyer)
    expect(seen.quotes.map(({ id, is_paused }: Quote) => [id, is_paused])).toEqual([
      [dear.id, false],
      [cheap.id, true],
    ])
    expect([seen.paused_by, seen.can.award]).toEqual([null, true])
    expect(await award(request, cheap)).toBe(409)
    // What others see says nothing of it.
    expect(JSON.stringify(await get(`requests/${request.id}/`, beta.creatorId))).not.toContain('Альфа')

    await judge('unblock', `companies/${alpha.id}`)
    expect(await best()).toEqual([cheap.id])
    expect(await award(request, cheap)).toBe(201)
  })

  it('it confirms no deal, but what is confirmed goes on', async () => {
    const awarded = async () => {
      const request = await act.ask(buyer, project.id, [alpha.id])
      const [deal] = await act.award(buyer, request, [[0, await act.quote(alpha.creatorId, request, { 0: 5 })]])
      return deal
    }
    const [one, other] = [await awarded(), await awarded()]
    await act.act(alpha.creatorId, other, 'confirm')
    await judge('block', `companies/${alpha.id}`)
    const confirm = () => post(`deals/${one.id}/confirm/`, undefined, alpha.creatorId)
    expect((await confirm()).status).toBe(403)
    expect(await get(`deals/${one.id}/`, alpha.creatorId)).toMatchObject({
      paused_by: 'company',
      can: { confirm: false, cancel: true },
    })
    expect(await get(`deals/${one.id}/`, buyer)).toMatchObject({ paused_by: 'company', can: { cancel: true } })
    await act.act(alpha.creatorId, other, 'hand_over')
    expect((await act.act(buyer, other, 'receive')).paused_by).toBeNull()
    await judge('unblock', `companies/${alpha.id}`)
    expect((await confirm()).status).toBe(200)
  })
})

describe.each(['the buyer', 'the company'])('after a block by %s', blocker => {
  const block = async () => {
    const [who, whom] = blocker === 'the buyer' ? [buyer, alpha.creatorId] : [alpha.creatorId, buyer]
    expect((await post(`people/${whom}/block/`, undefined, who)).status).toBe(200)
  }
  const refusal = (asked: number[]) =>
    post('requests/', { project: project.id, companies: asked, deadline: `${dayIn(5)}T10:00:00+03:00` }, buyer)

  it('the company is no candidate and is not asked, alone or among others', async () => {
    const { db } = server.database
    const region = await lookupId(db, 'region', 'TVE')
    for (const { id } of [alpha, beta]) {
      await makeOffer(db, id, 'Tilia cordata')
      await db.update(companies).set({ regionId: region }).where(eq(companies.id, id))
    }
    const candidates = async () => {
      const { body } = await post('requests/candidates/', { project: project.id, regions: [region] }, buyer)
      return body.map(({ id }: { id: number }) => id).filter((id: number) => [alpha.id, beta.id].includes(id))
    }
    expect(new Set(await candidates())).toEqual(new Set([alpha.id, beta.id]))
    await block()
    expect(await candidates()).toEqual([beta.id])
    for (const asked of [[alpha.id], [alpha.id, beta.id]])
      expect(await refusal(asked)).toMatchObject({
        status: 400,
        body: { fields: { companies: [{ code: 'not_in_list' }] } },
      })
    const ofRegion = await act.ask(buyer, project.id, [], { regions: [region] })
    expect(ofRegion.companies?.map(({ id }) => id)).not.toContain(alpha.id)
    expect(await get('requests/incoming/', alpha.creatorId)).toMatchObject({ count: 0 })
    expect(await get('notifications/', alpha.creatorId)).toEqual([])
  })

  it('what is under way goes on', async () => {
    const request = await act.ask(buyer, project.id, [alpha.id])
    await block()
    const quote = await act.quote(alpha.creatorId, request, { 0: 5 })
    const [deal] = await act.award(buyer, request, [[0, quote]])
    expect((await act.act(alpha.creatorId, deal, 'confirm')).state).toBe('confirmed')
  })
})
