import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { type Deal, type DealLine, dealLimits } from '#contract/deals.ts'
import type { Claim } from '#contract/deliveries.ts'
import type { Quote, Request } from '#contract/requests.ts'
import { variants } from '#server/domains/products/variants/variants.tables.ts'
import { uuidv7 } from '#server/platform/database/ids.ts'
import { staffEmail, type TestServer, testServer } from '#server/test/app.ts'
import { makeCompany, makePerson } from '#server/test/factories.ts'
import { formOf, pictureFile } from '#server/test/pictures.ts'
import { makeOffer, makeProject, quoteParts, trading } from '#server/test/trade.ts'
import { claims, dealDocuments, deals, deliveries } from '../trade.tables.ts'

const lime = 'Tilia cordata'

let server: TestServer
let act: ReturnType<typeof trading>
let buyer: string
let company: { id: number; creatorId: string }
let seller: string
let size: { id: number }

const db = () => server.database.db

beforeAll(async () => {
  server = await testServer()
  act = trading(server)
})
afterAll(() => server.close())
beforeEach(async () => {
  buyer = (await makePerson(db(), { name: 'Вера' })).id
  company = await makeCompany(db(), { name: 'Косогор' })
  seller = company.creatorId
  size = await makeOffer(db(), company.id, lime, { stockQuantity: 100 })
})

const get = async (path: string, who: string) => server.get(`/api/${path}`, who)
const post = async (path: string, body: unknown, who: string) => server.send('POST', `/api/${path}`, body, who)
const failed = async (answer: Promise<{ status: number; body: any }>) => {
  const { status, body } = await answer
  return [status, ...Object.keys(body.fields ?? {})]
}

/** A request and its quote with a line for each of these quantities. */
async function quoted(...quantities: number[]) {
  const project = await makeProject(
    db(),
    buyer,
    quantities.map(() => lime),
  )
  const request = await act.ask(buyer, project.id, [company.id])
  const lines = quantities.map((quantity, at) => ({
    line: request.lines[at]?.id,
    variant: size.id,
    price: 100,
    quantity,
  }))
  return { request, quote: await act.quote(seller, request, {}, { lines }) }
}

/** The confirmed deal that all of a quote comes to. */
async function confirmedOf(request: Request, quote: Quote): Promise<Deal & { ids: string[] }> {
  const [awarded] = await act.award(
    buyer,
    request,
    request.lines.map((_, at) => [at, quote]),
  )
  const deal = await act.act(seller, awarded, 'confirm')
  return { ...deal, ids: deal.lines.map(({ line }) => line) }
}

/** A confirmed deal with a line for each of these quantities. */
async function confirmed(...quantities: number[]) {
  const { request, quote } = await quoted(...quantities)
  return confirmedOf(request, quote)
}

const handOver = (deal: { id: string }, body?: unknown) => post(`deals/${deal.id}/hand_over/`, body, seller)
const receive = (deal: { id: string }, body?: unknown) => post(`deals/${deal.id}/receive/`, body, buyer)
const amounts = ({ lines }: Deal) =>
  lines.map((line: DealLine) => [
    line.handed_quantity,
    line.given_up_quantity,
    line.received_quantity,
    line.claimed_quantity,
  ])
const stock = async () => {
  const [row] = await db().select().from(variants).where(eq(variants.id, size.id))
  return [row?.stockQuantity, row?.heldQuantity]
}
const told = async (who: string) =>
  (await get('notifications/', who)).body.map((one: { type_of_notification: string }) => one.type_of_notification)

describe('handing over', () => {
  it('gives all that is left without a body, as old clients do', async () => {
    const deal = await confirmed(10, 5)
    const { status, body } = await handOver(deal)
    expect([status, body.state, amounts(body), await stock()]).toEqual([
      200,
      'handed_over',
      [
        [10, 0, 0, 0],
        [5, 0, 0, 0],
      ],
      [85, 0],
    ])
    expect(body.deliveries).toMatchObject([
      {
        number: 1,
        by: { id: seller },
        note: '',
        received_at: null,
        receipt: [],
        lines: [{ quantity: 10 }, { quantity: 5 }],
      },
    ])
  })

  it('comes in parts, each of them told; the deal is handed over with the last one', async () => {
    const deal = await confirmed(10, 5)
    const first = await handOver(deal, { lines: [{ line: deal.ids[0], quantity: 4 }], note: 'Утром' })
    expect([first.status, first.body.state, amounts(first.body), await stock()]).toEqual([
      200,
      'confirmed',
      [
        [4, 0, 0, 0],
        [0, 0, 0, 0],
      ],
      [96, 11],
    ])
    expect(first.body.deliveries).toMatchObject([
      { number: 1, note: 'Утром', lines: [{ line: deal.ids[0], quantity: 4 }] },
    ])
    const last = await handOver(deal)
    expect([last.body.state, last.body.deliveries.length, await stock()]).toEqual(['handed_over', 2, [85, 0]])
    expect((await told(buyer)).slice(0, 2)).toEqual(['deal_handed_over', 'deal_delivered'])
    expect(await failed(handOver(deal))).toEqual([409])
  })

  it('with an id of the company’s own happens once, however often it is sent', async () => {
    const deal = await confirmed(10)
    const body = { id: uuidv7(), lines: [{ line: deal.ids[0], quantity: 4 }] }
    const answers = [...(await Promise.all([handOver(deal, body), handOver(deal, body)])), await handOver(deal, body)]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect([answers[2]?.body.deliveries.length, await stock()]).toEqual([1, [96, 6]])
    expect((await told(buyer)).filter((type: string) => type === 'deal_delivered')).toHaveLength(1)
    const other = await confirmed(10)
    const taken = await handOver(other, { ...body, lines: [{ line: other.ids[0], quantity: 4 }] })
    expect([taken.status, await stock()]).toEqual([409, [96, 16]])
  })

  it('refuses more than is left, lines of others, lines named twice, and the buyer', async () => {
    const deal = await confirmed(10)
    const [line] = deal.ids
    await handOver(deal, { lines: [{ line, quantity: 4 }] })
    expect(await failed(handOver(deal, { lines: [{ line, quantity: 7 }] }))).toEqual([400, 'lines.0.quantity'])
    const twice = [
      { line, quantity: 3 },
      { line, quantity: 3 },
    ]
    expect(await failed(handOver(deal, { lines: twice }))).toEqual([400, 'lines.1.line'])
    expect(await failed(handOver(deal, { lines: [{ line: buyer, quantity: 1 }] }))).toEqual([400, 'lines.0.line'])
    expect(await failed(handOver(deal, { lines: [{ line, quantity: 0 }] }))).toEqual([400, 'lines.0.quantity'])
    expect(await failed(handOver(deal, { lines: [] }))).toEqual([400, 'lines'])
    expect(await failed(handOver(deal, { rest: 'cancelled' }))).toEqual([400, 'reason'])
    expect(await failed(post(`deals/${deal.id}/hand_over/`, undefined, buyer))).toEqual([403])
    expect(await stock()).toEqual([96, 6])
  })

  it('cannot be undone: after the first delivery nobody cancels, but the rest can be given up', async () => {
    const deal = await confirmed(10, 5)
    await handOver(deal, { lines: [{ line: deal.ids[0], quantity: 4 }] })
    for (const who of [buyer, seller])
      expect(await failed(post(`deals/${deal.id}/cancel/`, { reason: 'Передумали' }, who))).toEqual([409])
    const { body } = await handOver(deal, { rest: 'cancelled', reason: 'Вымерзли' })
    expect([body.state, body.rest_reason, amounts(body), await stock()]).toEqual([
      'handed_over',
      'Вымерзли',
      [
        [4, 6, 0, 0],
        [0, 5, 0, 0],
      ],
      [96, 0],
    ])
    expect((await receive(deal)).body.state).toBe('received')
  })

  it('that ends with the rest given up is received where all of it was, and cancelled where there was none', async () => {
    const deal = await confirmed(10)
    await handOver(deal, { lines: [{ line: deal.ids[0], quantity: 4 }] })
    expect((await receive(deal)).body.state).toBe('confirmed')
    expect((await handOver(deal, { rest: 'cancelled', reason: 'Вымерзли' })).body.state).toBe('received')
    const none = await confirmed(10)
    const { body } = await handOver(none, { lines: [], rest: 'cancelled', reason: 'Вымерзли' })
    expect([body.state, body.cancel_reason, amounts(body), await stock()]).toEqual([
      'cancelled',
      'Вымерзли',
      [[0, 10, 0, 0]],
      [96, 0],
    ])
  })

  it('counts whole plants, however they were divided when parts of them could be quoted', async () => {
    const { request, quote } = await quoted(3)
    await quoteParts(db(), quote.id, 2.5)
    const deal = await confirmedOf(request, quote)
    expect(await stock()).toEqual([100, 3])
    await handOver(deal, { lines: [{ line: deal.ids[0], quantity: 1.2 }] })
    expect(await stock()).toEqual([98, 1])
    await handOver(deal)
    expect(await stock()).toEqual([97, 0])
  })

  it('is refused where the company states less than it hands over, until it puts that right', async () => {
    const deal = await confirmed(6, 4)
    const [first, second] = deal.ids
    const state = async (stock_quantity: number) =>
      post('variants/change/', { changes: [{ id: size.id, stock_quantity }] }, seller)
    await state(4)
    const said = 'Указано в наличии 4 шт., а передаёте 10. Сначала исправьте остаток.'
    const all = await handOver(deal)
    expect([all.status, all.body.fields]).toMatchObject([
      409,
      { 'lines.0.quantity': [{ message: said }], 'lines.1.quantity': [{ message: said }] },
    ])
    const part = (quantity: number) => handOver(deal, { lines: [{ line: second, quantity }] })
    expect((await part(4)).status).toBe(200)
    expect(await stock()).toEqual([0, 6])
    expect(await failed(handOver(deal, { lines: [{ line: first, quantity: 1 }] }))).toEqual([409, 'lines.0.quantity'])
    expect(await stock()).toEqual([0, 6])
    await state(6)
    expect((await handOver(deal)).body.state).toBe('handed_over')
    expect(await stock()).toEqual([0, 0])
  })

  it('names at least a hundredth, and whole plants', async () => {
    const deal = await confirmed(10)
    const [line] = deal.ids
    const given = (quantity: unknown) => failed(handOver(deal, { lines: [{ line, quantity }] }))
    for (const wrong of [0, 1e-9, 0.009, 2.5, '2,5']) expect(await given(wrong)).toEqual([400, 'lines.0.quantity'])
    await handOver(deal)
    const taken = (quantity: number, claimed: number) =>
      failed(receive(deal, { lines: [{ line, quantity, claim: { quantity: claimed, reason: 'short', text: '' } }] }))
    expect(await taken(9.5, 0.5)).toEqual([400, 'lines.0.quantity'])
    expect(await taken(1e-9, 10)).toEqual([400, 'lines.0.quantity'])
    expect(await taken(10, 1e-9)).toEqual([400, 'lines.0.claim.quantity'])
    expect(await taken(9, 1.5)).toEqual([400, 'lines.0.claim.quantity'])
    await receive(deal)
    for (const quantity of [1e-9, 1.5])
      expect(
        await failed(post(`deals/${deal.id}/claims/`, { line, quantity, reason: 'dead', text: '' }, buyer)),
      ).toEqual([400, 'quantity'])
  })

  it('is done once, however often it is asked at the same time', async () => {
    const deal = await confirmed(10)
    const part = { lines: [{ line: deal.ids[0], quantity: 6 }] }
    const answers = await Promise.all([handOver(deal, part), handOver(deal, part), handOver(deal, part)])
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 400, 400])
    expect(await stock()).toEqual([94, 4])
  })
})

describe('receiving', () => {
  it('takes everything in full without a body, as old clients do', async () => {
    const deal = await confirmed(10, 5)
    expect(await failed(receive(deal))).toEqual([409])
    await handOver(deal)
    const { status, body } = await receive(deal)
    expect([status, body.state, amounts(body)]).toEqual([
      200,
      'received',
      [
        [10, 0, 10, 0],
        [5, 0, 5, 0],
      ],
    ])
    expect(body.deliveries[0].receipt).toMatchObject([
      { quantity: 10, claim: null },
      { quantity: 5, claim: null },
    ])
    expect(await failed(receive(deal))).toEqual([409])
  })

  it('counts every unit: what is not received is claimed, with pictures', async () => {
    const deal = await confirmed(10, 5)
    const [first, second] = deal.ids
    await handOver(deal)
    const damaged = { quantity: 3, reason: 'damaged', text: 'Сломаны верхушки', files: [0] }
    const lines = [
      { line: first, quantity: 7, claim: damaged },
      { line: second, quantity: 0, claim: { quantity: 5, reason: 'short', text: '' } },
    ]
    const wrong = async (changed: unknown) => failed(receive(deal, { lines: changed }))
    expect(await wrong([lines[0]])).toEqual([400, 'lines'])
    expect(await wrong([{ ...lines[0], quantity: 6 }, lines[1]])).toEqual([400, 'lines.0.quantity'])
    expect(await wrong([{ ...lines[0], claim: null }, lines[1]])).toEqual([400, 'lines.0.quantity'])
    expect(await wrong([lines[0], lines[0]])).toEqual([400, 'lines.1.line'])
    const form = formOf({ lines: JSON.stringify(lines) })
    form.append('files', await pictureFile('верхушка.png'))
    const { status, body, text } = await post(`deals/${deal.id}/receive/`, form, buyer)
    expect([status, text]).toEqual([200, expect.any(String)])
    expect([body.state, amounts(body)]).toEqual([
      'received',
      [
        [10, 0, 7, 3],
        [5, 0, 0, 5],
      ],
    ])
    const made: Claim[] = body.claims
    expect(
      made.map(({ line, quantity, reason, state, files }) => [line, quantity, reason, state, files.length]),
    ).toEqual(
      expect.arrayContaining([
        [first, 3, 'damaged', 'open', 1],
        [second, 5, 'short', 'open', 1],
      ]),
    )
    expect(body.documents).toEqual([])
    const file = made[0]?.files[0]?.url ?? ''
    expect((await server.get(file.replace(/^https?:\/\/[^/]+/, ''))).status).toBe(200)
    expect((await told(seller)).slice(0, 2)).toEqual(['claim_made', 'deal_received'])
  })

  it('loses no pictures: without a claim they are refused, and nothing is received', async () => {
    const deal = await confirmed(10)
    await handOver(deal)
    const lines = JSON.stringify([{ line: deal.ids[0], quantity: 10 }])
    for (const fields of [{}, { lines }]) {
      const form = formOf({ ...fields, files: await pictureFile() })
      expect(await failed(post(`deals/${deal.id}/receive/`, form, buyer))).toEqual([400, 'files'])
    }
    expect((await get(`deals/${deal.id}/`, buyer)).body).toMatchObject({ state: 'handed_over', claims: [] })
  })

  it('takes each delivery by itself; the deal is received with the last one', async () => {
    const deal = await confirmed(10)
    const [line] = deal.ids
    await handOver(deal, { lines: [{ line, quantity: 4 }] })
    const { body } = await handOver(deal)
    const [one, two] = body.deliveries
    expect(await failed(receive(deal, { lines: [{ line, quantity: 4 }] }))).toEqual([400, 'delivery'])
    expect((await receive(deal, { delivery: one.id })).body.state).toBe('handed_over')
    expect(await failed(receive(deal, { delivery: one.id }))).toEqual([409])
    expect(await failed(receive(deal, { delivery: buyer }))).toEqual([400, 'delivery'])
    const last = await receive(deal, { delivery: two.id, lines: [{ line, quantity: 6 }] })
    expect([last.body.state, amounts(last.body)]).toEqual(['received', [[10, 0, 10, 0]]])
    const again = await receive(deal, { delivery: two.id })
    expect([again.status, again.body.detail]).toEqual([409, 'Эта поставка уже принята.'])
  })
})

describe('a claim', () => {
  async function received(quantity = 10) {
    const deal = await confirmed(quantity)
    await handOver(deal)
    await receive(deal)
    return deal
  }
  const claim = (deal: Deal & { ids: string[] }, quantity: number, more: object = {}) =>
    post(
      `deals/${deal.id}/claims/`,
      { line: deal.ids[0], quantity, reason: 'dead', text: 'Не перезимовали', ...more },
      buyer,
    )
  const amountsNow = async (deal: { id: string }) => amounts((await get(`deals/${deal.id}/`, buyer)).body)

  it('comes within two weeks of a receipt, of no more than was received', async () => {
    const deal = await received()
    const { status, body } = await claim(deal, 4)
    expect([status, body.state, await amountsNow(deal)]).toEqual([200, 'open', [[10, 0, 6, 4]]])
    expect(await failed(claim(deal, 7))).toEqual([400, 'quantity'])
    await db()
      .update(deliveries)
      .set({ receivedAt: sql`now() - interval '15 days'` })
      .where(eq(deliveries.dealId, deal.id))
    expect(await failed(claim(deal, 1))).toEqual([409])
    expect((await get(`deals/${deal.id}/`, buyer)).body.can.claim).toBe(false)
    const unreceived = await confirmed(10)
    await handOver(unreceived)
    expect(await failed(claim(unreceived, 1))).toEqual([409])
    expect(await failed(post(`deals/${deal.id}/claims/`, {}, buyer))).toEqual([400, 'line', 'quantity', 'reason'])
  })

  it('is answered, disputed three times at most, and settled; each is told to the other side', async () => {
    const deal = await received()
    const { body } = await claim(deal, 4)
    const step = async (action: string, sent: unknown, who: string) => {
      const answer = await post(`claims/${body.id}/${action}/`, sent, who)
      return answer.status === 200 ? answer.body.state : answer.status
    }
    expect(await step('accept', undefined, buyer)).toBe(409)
    expect(await step('answer', { kind: 'reject', text: '' }, seller)).toBe(400)
    for (let round = 0; round < 3; round++) {
      expect(await step('answer', { kind: 'refund', amount: 100.5, text: 'Вернём' }, seller)).toBe('offered')
      expect(await step('answer', { kind: 'replace' }, seller)).toBe(409)
      expect(await step('dispute', { text: 'Мало' }, buyer)).toBe('open')
    }
    expect(await step('answer', { kind: 'replace', text: 'Привезём новые' }, seller)).toBe('offered')
    expect(await step('dispute', { text: 'Мало' }, buyer)).toBe(409)
    expect(await step('accept', undefined, seller)).toBe(403)
    expect(await step('accept', undefined, buyer)).toBe('settled')
    expect(await step('withdraw', undefined, buyer)).toBe(409)
    expect((await get(`claims/${body.id}/`, seller)).body).toMatchObject({
      answer: { kind: 'replace', amount: null, text: 'Привезём новые' },
      disputes: [{ text: 'Мало' }, { text: 'Мало' }, { text: 'Мало' }],
    })
    expect((await told(buyer)).filter((type: string) => type === 'claim_answered')).toHaveLength(4)
    expect((await told(seller)).slice(0, 2)).toEqual(['claim_accepted', 'claim_disputed'])
  })

  it('is answered with a sum that it can be: of money alone, and no more than its plants cost', async () => {
    const deal = await received()
    const { body } = await claim(deal, 4)
    const answer = (sent: object) => post(`claims/${body.id}/answer/`, { text: 'Так', ...sent }, seller)
    for (const kind of ['refund', 'discount'])
      for (const amount of [undefined, null, '', 0, -1, 400.01, 1_000_000])
        expect([amount, await failed(answer({ kind, amount }))]).toEqual([amount, [400, 'amount']])
    for (const kind of ['replace', 'reject']) expect(await failed(answer({ kind, amount: 5 }))).toEqual([400, 'amount'])
    const { status, body: answered } = await answer({ kind: 'refund', amount: '400' })
    expect([status, answered.state, answered.answer.amount]).toEqual([200, 'offered', 400])
    expect(await failed(answer({ kind: 'refund', amount: 1_000_000 }))).toEqual([409])
    await post(`claims/${body.id}/dispute/`, { text: 'Лучше новые' }, buyer)
    expect((await answer({ kind: 'replace', amount: 0 })).body.answer).toMatchObject({ kind: 'replace', amount: null })
  })

  it('has pictures of its own, beside the fifty documents of the deal', async () => {
    const deal = await received()
    const form = async (fields: Record<string, string>) => {
      const made = formOf(fields)
      made.append('files', await pictureFile('лист.png'))
      return made
    }
    const attach = async () => (await post(`deals/${deal.id}/documents/`, await form({}), buyer)).status
    expect(await attach()).toBe(201)
    const [row] = await db().select().from(dealDocuments).where(eq(dealDocuments.dealId, deal.id))
    if (!row) throw new Error('no document')
    await db()
      .insert(dealDocuments)
      .values(Array.from({ length: dealLimits.documents - 2 }, (_, at) => ({ ...row, id: uuidv7(), position: at + 1 })))
    const complain = await form({ line: deal.ids[0] ?? '', quantity: '1', reason: 'dead', text: '' })
    complain.append('files', await pictureFile('корни.png'))
    const made = await post(`deals/${deal.id}/claims/`, complain, buyer)
    expect([made.status, made.body.files?.length]).toEqual([200, 2])
    expect([await attach(), await attach()]).toEqual([201, 400])
  })

  it('that is withdrawn counts for nothing', async () => {
    const deal = await received()
    const { body } = await claim(deal, 4)
    expect((await post(`claims/${body.id}/withdraw/`, undefined, buyer)).body.state).toBe('withdrawn')
    expect(await amountsNow(deal)).toEqual([[10, 0, 10, 0]])
    expect((await claim(deal, 10)).status).toBe(200)
  })

  it('that was made with a receipt and withdrawn can be made again', async () => {
    const deal = await confirmed(10)
    await handOver(deal)
    const [line] = deal.ids
    const lines = [{ line, quantity: 7, claim: { quantity: 3, reason: 'damaged', text: '' } }]
    const { body } = await receive(deal, { lines })
    expect(await failed(claim(deal, 8))).toEqual([400, 'quantity'])
    await post(`claims/${body.claims[0].id}/withdraw/`, undefined, buyer)
    expect((await claim(deal, 10)).status).toBe(200)
    expect(await amountsNow(deal)).toEqual([[10, 0, 0, 10]])
  })

  it('with an id of the buyer’s own is made once, however often it is sent', async () => {
    const deal = await received()
    const id = uuidv7()
    const pictured = async () => {
      const form = formOf({ id, line: deal.ids[0], quantity: '2', reason: 'dead', text: '' })
      form.append('files', await pictureFile('корни.png'))
      return post(`deals/${deal.id}/claims/`, form, buyer)
    }
    const answers = [...(await Promise.all([pictured(), pictured()])), await pictured()]
    expect(answers.map(({ status, body }) => [status, body.id, body.files?.length])).toEqual(
      answers.map(() => [200, id, 1]),
    )
    expect(await amountsNow(deal)).toEqual([[10, 0, 8, 2]])
    expect((await told(seller)).filter((type: string) => type === 'claim_made')).toHaveLength(1)
    const other = await received()
    expect(await failed(claim(other, 1, { id }))).toEqual([409])
    expect(await failed(claim(other, 1, { id: 'x' }))).toEqual([400, 'id'])
  })

  it('is seen by both sides and moderators alone', async () => {
    const deal = await received()
    const { id } = (await claim(deal, 4)).body
    const staff = (await makePerson(db(), { email: staffEmail })).id
    const stranger = (await makeCompany(db())).creatorId
    const seen = await Promise.all([buyer, seller, staff, stranger].map(who => get(`claims/${id}/`, who)))
    expect(seen.map(({ status }) => status)).toEqual([200, 200, 200, 404])
    expect(seen[2]?.body.can).toEqual({ answer: false, accept: false, withdraw: false, dispute: false })
    const acts = ['answer', 'accept', 'withdraw', 'dispute'].map(action =>
      post(`claims/${id}/${action}/`, { kind: 'replace', text: 'Так' }, stranger),
    )
    expect((await Promise.all(acts)).map(({ status }) => status)).toEqual([404, 404, 404, 404])
  })
})

it('a company has a record from five deals on', async () => {
  const record = async () => (await server.get(`/api/teams/${company.id}/record/`)).body
  const ended: (Deal & { ids: string[] })[] = []
  for (let count = 0; count < 5; count++) {
    expect(await record()).toBeNull()
    const deal = await confirmed(2)
    await handOver(deal)
    await receive(deal)
    ended.push(deal)
  }
  const [first, second] = ended
  const complain = (deal: typeof first) =>
    post(`deals/${deal?.id}/claims/`, { line: deal?.ids[0], quantity: 1, reason: 'dead', text: '' }, buyer)
  const { id } = (await complain(first)).body
  await complain(second)
  await db()
    .update(claims)
    .set({ createdAt: sql`now() - interval '3 days'` })
    .where(eq(claims.id, id))
  await post(`claims/${id}/answer/`, { kind: 'replace', text: '' }, seller)
  await post(`claims/${id}/accept/`, undefined, buyer)
  const expected = { deals: 5, confirmed_in_time: 1, received_in_full: 0.6, claims_settled: 0.5, settled_in_days: 3 }
  expect(await record()).toEqual(expected)
  expect((await get('teams/statistics/', seller)).body.record).toEqual(expected)
})

// The embedded database has one connection: there nothing is committed in the middle of a transaction that reads.
describe.runIf(inject('template'))('a deal that changes while it is read', () => {
  it('is answered as it was at one moment', async () => {
    const deal = await confirmed(2)
    const reading = await db().transaction(async tx => {
      await tx.execute(sql`lock table ${deliveries} in access exclusive mode`)
      // It has read the state, and waits for the deliveries.
      const answer = get(`deals/${deal.id}/`, buyer)
      await vi.waitFor(
        async () => {
          const { rows } = await tx.execute(sql`
          select 1 from pg_locks where not granted and database = (
            select oid from pg_database where datname = current_database()
          )`)
          expect(rows).not.toHaveLength(0)
        },
        { timeout: 60_000, interval: 10 },
      )
      await tx.insert(deliveries).values({ id: uuidv7(), dealId: deal.id, number: 1, byId: seller, note: '' })
      await tx.update(deals).set({ state: 'handed_over' }).where(eq(deals.id, deal.id))
      return { answer }
    })
    const { body } = await reading.answer
    expect([body.state, body.deliveries.length]).toEqual(['confirmed', 0])
    const { body: now } = await get(`deals/${deal.id}/`, buyer)
    expect([now.state, now.deliveries.length]).toEqual(['handed_over', 1])
  })
})
