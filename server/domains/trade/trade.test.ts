import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Deal } from '#contract/deals.ts'
import type { Quote, Request } from '#contract/requests.ts'
import { companies } from '#server/domains/companies/companies.tables.ts'
import { projectLines } from '#server/domains/projects/projects.tables.ts'
import { closeAfterTest, type TestServer, testServer } from '#server/test/app.ts'
import { lookupId, makeCompany, makePerson, placeId } from '#server/test/factories.ts'
import { dayIn, makeOffer, makeProject, noWish, plantOf, trading } from '#server/test/trade.ts'
import { quoteLines, quotes, requests } from './trade.tables.ts'

const [lime, oak, birch] = ['Tilia cordata', 'Quercus robur', 'Betula pendula'] as const

let server: TestServer
let buyer: string
let alpha: { id: number; creatorId: string }
let beta: { id: number; creatorId: string }
let project: Awaited<ReturnType<typeof makeProject>>
let act: ReturnType<typeof trading>

beforeAll(async () => {
  server = await testServer()
  act = trading(server)
})
afterAll(() => server.close())
beforeEach(async () => {
  const { db } = server.database
  buyer = (await makePerson(db, { name: 'Покупатель' })).id
  alpha = await makeCompany(db, { name: 'Альфа' })
  beta = await makeCompany(db, { name: 'Бета' })
  project = await makeProject(db, buyer, [lime, oak, null])
})

const get = async (path: string, who: string) => server.get(`/api/${path}`, who)
const post = async (path: string, body: unknown, who: string) => server.send('POST', `/api/${path}`, body, who)
const sent = (request: Request, more: Record<string, unknown> = {}) => ({
  lines: [{ line: request.lines[0]?.id, price: 100 }],
  valid_until: dayIn(10),
  ...more,
})
const status = async (answer: Promise<{ status: number }>) => (await answer).status

describe('a request', () => {
  it('has the lines of the project as they are then, without remarks, and is told of once to each company', async () => {
    const request = await act.ask(buyer, project.id, [beta.id, alpha.id, beta.id], {
      note: ' Нужны осенью ',
      wanted_from: dayIn(20),
      wanted_to: dayIn(30),
      place: await placeId(server.database.db, 'Тверь'),
    })
    expect(request).toMatchObject({
      status: 'sent',
      side: 'buyer',
      project: project.id,
      project_name: 'Сквер',
      note: 'Нужны осенью',
      place: { name: 'Тверь' },
      buyer: { id: buyer, name: 'Покупатель' },
      companies: [
        { id: alpha.id, company_name: 'Альфа', revision: null, rating: null, reviews_count: 0 },
        { id: beta.id },
      ],
      quotes: [],
      deals: [],
      can: { quote: false, award: false, cancel: true },
    })
    expect(
      request.lines.map(({ id, position, name, quantity, plant }) => [id, position, name, quantity, plant?.latin_name]),
    ).toEqual([
      [project.lines[0]?.id, 1, lime, 10, lime],
      [project.lines[1]?.id, 2, oak, 10, oak],
      [project.lines[2]?.id, 3, 'Щефблямка', 10, undefined],
    ])
    await server.database.db.update(projectLines).set({ name: 'Другое', quantity: 1 })
    expect((await get(`requests/${request.id}/`, buyer)).body.lines).toEqual(request.lines)
    expect((await server.send('DELETE', `/api/projects/${project.id}/`, undefined, buyer)).status).toBe(200)
    expect((await get(`requests/${request.id}/`, buyer)).body).toMatchObject({ project: null, lines: request.lines })
  })

  it('gives companies two weeks where nobody says how long, and takes a quote as valid for as long', async () => {
    const asked = await post('requests/', { project: project.id, companies: [alpha.id] }, buyer)
    expect(asked.status).toBe(201)
    expect(asked.body.deadline.slice(0, 10)).toBe(dayIn(14))
    const quoted = await post(
      `requests/${asked.body.id}/quote/`,
      { lines: [{ line: asked.body.lines[0].id, price: 100 }] },
      alpha.creatorId,
    )
    expect([quoted.status, quoted.body.is_expired]).toEqual([201, false])
    expect([dayIn(14), dayIn(15)]).toContain(quoted.body.valid_until)
  })

  it('may ask for some lines', async () => {
    const ids = [project.lines[2]?.id, project.lines[0]?.id]
    const { lines } = await act.ask(buyer, project.id, [alpha.id], { lines: ids })
    expect(lines.map(({ id, position }) => [id, position])).toEqual([
      [ids[1], 1],
      [ids[0], 2],
    ])
  })

  it('refuses what it cannot ask, and names the field', async () => {
    const { db } = server.database
    const blocked = await makeCompany(db, { blockedAt: new Date() })
    const empty = await makeCompany(db, { creatorId: (await makePerson(db, { blockedAt: new Date() })).id })
    const own = await makeCompany(db, { creatorId: buyer })
    const good = { project: project.id, companies: [alpha.id], deadline: `${dayIn(5)}T10:00:00Z` }
    const wrong: [string, Record<string, unknown>][] = [
      ['companies', { companies: [] }],
      ['companies', { companies: [999_999] }],
      ['companies', { companies: [alpha.id, blocked.id] }],
      ['companies', { companies: [empty.id] }],
      ['companies', { companies: [own.id] }],
      ['companies', { companies: Array.from({ length: 31 }, (_, n) => n + 1) }],
      ['regions', { regions: [1] }],
      ['regions', { companies: [], regions: [await lookupId(db, 'region', 'MOS')] }],
      ['lines', { lines: [crypto.randomUUID()] }],
      ['lines', { lines: [project.note.id] }],
      ['deadline', { deadline: '2020-01-01T00:00:00Z' }],
      ['deadline', { deadline: 'завтра' }],
      ['deadline', { deadline: `${dayIn(400)}T10:00:00Z` }],
      ['wanted_to', { wanted_from: dayIn(9), wanted_to: dayIn(8) }],
      ['wanted_to', { wanted_to: dayIn(-2) }],
      ['place', { place: 1 }],
      ['note', { note: 'я'.repeat(2001) }],
    ]
    for (const [field, change] of wrong) {
      const answer = await post('requests/', { ...good, ...change }, buyer)
      expect([field, change, answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([
        field,
        change,
        400,
        [field],
      ])
    }
    expect(await status(post('requests/', { ...good, project: crypto.randomUUID() }, buyer))).toBe(404)
    expect(await status(post('requests/', good, alpha.creatorId))).toBe(404)
    expect(await db.select().from(requests).where(eq(requests.buyerId, buyer))).toEqual([])
  })

  it('goes to the companies of regions that offer the plants or others of their genera', async () => {
    const { db } = server.database
    const [moscow, tver] = [await lookupId(db, 'region', 'MOS'), await lookupId(db, 'region', 'TVE')]
    const made = async (regionId: number, ...plants: string[]) => {
      const { id } = await makeCompany(db, { regionId })
      for (const plant of plants) await makeOffer(db, id, plant)
      return id
    }
    const both = await made(moscow, lime, oak)
    const other = await made(moscow, 'Tilia platyphyllos')
    const one = await made(moscow, oak)
    await made(moscow, birch)
    await made(tver, lime)
    await db.update(companies).set({ regionId: moscow }).where(eq(companies.id, alpha.id))
    const form = { project: project.id, regions: [moscow] }
    const candidates = (await post('requests/candidates/', form, buyer)).body
    expect(candidates.map(({ id, plants, genera }: any) => [id, plants, genera])).toEqual([
      [both, 2, 2],
      [one, 1, 1],
      [other, 0, 1],
    ])
    const answer = await post('requests/', { ...form, deadline: `${dayIn(5)}T10:00:00+03:00` }, buyer)
    expect(answer.status).toBe(201)
    expect(new Set(answer.body.companies.map(({ id }: any) => id))).toEqual(new Set([both, other, one]))
  })

  it('stands in the lists of its two sides, with what comes next', async () => {
    const request = await act.ask(buyer, project.id, [alpha.id, beta.id])
    const own = async (query = '') => (await get(`requests/${query}`, buyer)).body
    const incoming = async (query = '') => (await get(`requests/incoming/${query}`, alpha.creatorId)).body
    expect((await own()).results).toMatchObject([
      { id: request.id, lines_count: 3, companies_count: 2, quotes_count: 0, next_step: 'wait', project_name: 'Сквер' },
    ])
    expect((await incoming('?waiting=1')).results).toMatchObject([
      { id: request.id, lines_count: 3, quote: null, deal: null, next_step: 'quote', buyer: { name: 'Покупатель' } },
    ])
    expect((await get('trade/attention/', alpha.creatorId)).body).toEqual({
      incoming: 1,
      quotes: 0,
      deals: 0,
      total: 1,
    })
    const quote = await act.quote(alpha.creatorId, request, { 0: 100 })
    expect((await own()).results).toMatchObject([{ quotes_count: 1, next_step: 'choose' }])
    expect((await incoming('?waiting=1')).count).toBe(0)
    expect((await incoming()).results).toMatchObject([{ quote: { id: quote.id, total: 1000 }, next_step: 'wait' }])
    expect((await get('trade/attention/', buyer)).body).toEqual({ incoming: 0, quotes: 1, deals: 0, total: 1 })
    const [deal] = await act.award(buyer, request, [[0, quote]])
    expect((await incoming('?status=awarded')).results).toMatchObject([{ deal: deal?.id, next_step: null }])
    expect((await own('?status=sent')).count).toBe(0)
    expect((await get('trade/attention/', alpha.creatorId)).body).toMatchObject({ incoming: 0, deals: 1 })
  })

  it('is cancelled once, by its buyer alone', async () => {
    const request = await act.ask(buyer, project.id, [alpha.id])
    const cancel = (who: string) => status(post(`requests/${request.id}/cancel/`, undefined, who))
    // Who was asked sees it, and may not do this to it.
    expect([await cancel(alpha.creatorId), await cancel(beta.creatorId)]).toEqual([403, 404])
    const once = await Promise.all([cancel(buyer), cancel(buyer)])
    expect(once.toSorted()).toEqual([200, 409])
    expect((await get(`requests/${request.id}/`, alpha.creatorId)).body).toMatchObject({
      status: 'cancelled',
      can: { quote: false },
    })
    expect(await status(post(`requests/${request.id}/quote/`, sent(request), alpha.creatorId))).toBe(409)
  })
})

describe('a quote', () => {
  it('comes in revisions, and what was sent never changes', async () => {
    const { db } = server.database
    const variant = await makeOffer(db, alpha.id, lime, { girthFromMm: 180, girthToMm: 200, priceKopecks: 1_500_000 })
    const request = await act.ask(buyer, project.id, [alpha.id])
    const first = await act.quote(
      alpha.creatorId,
      request,
      {},
      {
        lines: [
          { line: request.lines[0]?.id, variant: variant.id, price: 15_000.5, quantity: 3, note: 'осенью' },
          { line: request.lines[2]?.id, variant: null, plant: null, label: 'C5', price: '99,99' },
        ],
        delivery_price: 5000,
        unloading_price: null,
        note: 'Работаем и в выходные',
      },
    )
    expect(first).toMatchObject({
      revision: 1,
      is_current: true,
      company: { id: alpha.id },
      totals: { lines: 46_001.4, total: 51_001.4, lines_count: 2 },
      delivery_price: 5000,
      unloading_price: null,
      created_by: { id: alpha.creatorId },
    })
    expect(first.lines).toMatchObject([
      {
        variant: variant.id,
        label: 'Обхват 18–20',
        price: 15_000.5,
        quantity: 3,
        total: 45_001.5,
        is_substitute: false,
      },
      { variant: null, plant: null, name: 'Щефблямка', label: 'C5', price: 99.99, quantity: 10, total: 999.9 },
    ])
    const second = await act.quote(alpha.creatorId, request, { 1: 7 })
    expect([second.revision, second.lines.length]).toEqual([2, 1])
    const { body } = await get(`requests/${request.id}/`, buyer)
    expect(body.quotes).toEqual([second, { ...first, is_current: false }])
    // Prices in the catalogue and the variant itself may go; the quote stays.
    await db.execute(sql`delete from products where company_id = ${alpha.id}`)
    expect((await get(`requests/${request.id}/`, alpha.creatorId)).body.quotes[1].lines[0]).toEqual({
      ...first.lines[0],
      variant: null,
    })
    for (const change of [
      db.update(quotes).set({ note: 'Другое' }).where(eq(quotes.id, first.id)),
      db.update(quoteLines).set({ priceKopecks: 1 }).where(eq(quoteLines.quoteId, first.id)),
    ])
      await expect(change).rejects.toThrow()
  })

  it('refuses what it cannot be, and names every line', async () => {
    const { db } = server.database
    const own = await makeOffer(db, alpha.id, oak)
    const foreign = await makeOffer(db, beta.id, lime)
    const hidden = await makeOffer(db, alpha.id, lime)
    await db.execute(sql`update products set is_approved = false where id = ${hidden.productId}`)
    const request = await act.ask(buyer, project.id, [alpha.id])
    const [first, second] = request.lines
    const other = (await plantOf(db, birch)).id
    const send = (body: Record<string, unknown>) =>
      post(`requests/${request.id}/quote/`, sent(request, body), alpha.creatorId)
    const wrong: [string[], Record<string, unknown>][] = [
      [['lines'], { lines: [] }],
      [['lines'], { lines: undefined }],
      [['lines.0.line'], { lines: [{ line: crypto.randomUUID(), price: 1 }] }],
      [
        ['lines.1.line'],
        {
          lines: [
            { line: first?.id, price: 1 },
            { line: first?.id, price: 2 },
          ],
        },
      ],
      [['lines.0.variant'], { lines: [{ line: first?.id, variant: foreign.id, price: 1 }] }],
      [['lines.0.variant'], { lines: [{ line: first?.id, variant: hidden.id, price: 1 }] }],
      [['lines.0.plant'], { lines: [{ line: first?.id, variant: own.id, price: 1 }] }],
      [['lines.0.plant'], { lines: [{ line: first?.id, plant: other, price: 1 }] }],
      [['lines.0.plant'], { lines: [{ line: first?.id, plant: 999_999_999, price: 1 }] }],
      [
        ['lines.1.plant'],
        {
          lines: [
            { line: first?.id, price: 1 },
            { line: second?.id, variant: own.id, plant: other, price: 1 },
          ],
        },
      ],
      [['lines.0.price'], { lines: [{ line: first?.id, price: -1 }] }],
      [['lines.0.price'], { lines: [{ line: first?.id, price: 0.001 }] }],
      [['lines.0.price'], { lines: [{ line: first?.id }] }],
      [['lines.0.quantity'], { lines: [{ line: first?.id, price: 1, quantity: 0 }] }],
      [['lines.0.quantity'], { lines: [{ line: first?.id, price: 1, quantity: 1e7 }] }],
      [['lines.0.quantity'], { lines: [{ line: second?.id, variant: own.id, price: 1, quantity: 2.5 }] }],
      [['lines'], { lines: [{ line: first?.id, price: 20_000_000, quantity: 1_000_000 }] }],
      [['delivery_price'], { delivery_price: -5 }],
      [['valid_until'], { valid_until: dayIn(-2) }],
      [['note'], { note: 'я'.repeat(2001) }],
    ]
    for (const [fields, body] of wrong) {
      const answer = await send(body)
      expect([fields, body, answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([fields, body, 400, fields])
    }
    const named = await send({ lines: [{ line: first?.id, plant: other, price: 1, is_substitute: true }] })
    expect(named.body.lines).toMatchObject([{ is_substitute: true, plant: { latin_name: birch } }])
    expect(named.body.revision).toBe(1)
    const open = await act.ask(buyer, project.id, [alpha.id], { substitutes_allowed: true })
    const substitute = await act.quote(
      alpha.creatorId,
      open,
      {},
      { lines: [{ line: first?.id, variant: own.id, price: 1 }] },
    )
    expect(substitute.lines).toMatchObject([{ is_substitute: true, plant: { latin_name: oak } }])
  })

  it('comes too late after the deadline', async () => {
    const request = await act.ask(buyer, project.id, [alpha.id])
    await server.database.db
      .update(requests)
      .set({ deadline: sql`now() - interval '1 second'` })
      .where(eq(requests.id, request.id))
    expect(await status(post(`requests/${request.id}/quote/`, sent(request), alpha.creatorId))).toBe(409)
    expect((await get(`requests/${request.id}/`, alpha.creatorId)).body).toMatchObject({
      is_late: true,
      can: { quote: false },
    })
  })

  it('is not for the buyer to send, nor for a company where they work, nor for one that is hidden', async () => {
    const { db } = server.database
    const request = await act.ask(buyer, project.id, [alpha.id, beta.id])
    const send = (who: string) => status(post(`requests/${request.id}/quote/`, sent(request), who))
    expect(await send(buyer)).toBe(403)
    await db.execute(sql`insert into company_members (user_id, company_id) values (${buyer}, ${alpha.id})`)
    expect([await send(alpha.creatorId), await send(buyer)]).toEqual([403, 403])
    await db.update(companies).set({ blockedAt: new Date() }).where(eq(companies.id, beta.id))
    expect(await send(beta.creatorId)).toBe(403)
  })

  it('has help: what the company has for each line', async () => {
    const { db } = server.database
    const own = await makeOffer(db, alpha.id, lime, { priceKopecks: 150_000 })
    await makeOffer(db, beta.id, lime, { priceKopecks: 100 })
    const request = await act.ask(buyer, project.id, [alpha.id])
    const { body } = await get(`requests/${request.id}/options/`, alpha.creatorId)
    expect(body.map(({ options }: any) => options.map(({ variant, total }: any) => [variant.id, total]))).toEqual([
      [[own.id, 15_000]],
      [],
      [],
    ])
    expect(await status(get(`requests/${request.id}/options/`, buyer))).toBe(403)
    expect(await status(get(`requests/${request.id}/options/`, beta.creatorId))).toBe(404)
  })
})

describe('comparing', () => {
  it('shows each last quote line by line, what is best of it, by how much, and what nobody has', async () => {
    const gamma = await makeCompany(server.database.db)
    const request = await act.ask(buyer, project.id, [alpha.id, beta.id, gamma.id])
    const [first, second, third] = request.lines.map(({ id }) => id)
    await act.quote(alpha.creatorId, request, { 0: 1 })
    const a = await act.quote(alpha.creatorId, request, { 0: 120.1, 1: 50 })
    const b = await act.quote(beta.creatorId, request, { 0: 100 })
    const c = await act.quote(gamma.creatorId, request, {}, { lines: [{ line: first, price: 90, quantity: 4 }] })
    const { body } = await get(`requests/${request.id}/compare/`, buyer)
    expect(body.quotes.map(({ id }: Quote) => id).toSorted()).toEqual([a.id, b.id, c.id].toSorted())
    expect(body.cells.toSorted((x: any, y: any) => x.total - y.total)).toEqual([
      {
        line: first,
        quote: c.id,
        price: 90,
        quantity: 4,
        total: 360,
        is_enough: false,
        fit: 'exact',
        left_quantity: null,
        difference: null,
      },
      {
        line: second,
        quote: a.id,
        price: 50,
        quantity: 10,
        total: 500,
        is_enough: true,
        fit: 'exact',
        left_quantity: null,
        difference: 0,
      },
      {
        line: first,
        quote: b.id,
        price: 100,
        quantity: 10,
        total: 1000,
        is_enough: true,
        fit: 'exact',
        left_quantity: null,
        difference: 0,
      },
      {
        line: first,
        quote: a.id,
        price: 120.1,
        quantity: 10,
        total: 1201,
        is_enough: true,
        fit: 'exact',
        left_quantity: null,
        difference: 201,
      },
    ])
    expect(body.best).toEqual([
      { line: first, quote: b.id },
      { line: second, quote: a.id },
    ])
    expect(body.missing).toEqual([third])
    for (const who of [alpha.creatorId, beta.creatorId, (await makePerson(server.database.db)).id])
      expect(await status(get(`requests/${request.id}/compare/`, who))).toBe(404)
  })
})

describe('the best quote of a line', () => {
  const asked = { ...noWish, girth_from: 14, girth_to: 16, form: 'standard' as const, root: 'wire_ball' as const }
  const right = 'штамб · обхват 14–16 · WRB 50'
  const smaller = 'штамб · обхват 12–14 · WRB 50'
  const larger = 'штамб · обхват 16–18 · WRB 60'
  const otherPacking = 'штамб · обхват 14–16 · C 50'
  const otherForm = 'многоствольное · обхват 14–16 · WRB 50'

  /** The labels and prices that companies quote for one line; answers which of them is best, and how its cells fit. */
  async function bestOf(quotes: { label: string; price: number; more?: Record<string, unknown> }[]) {
    const { db } = server.database
    const { id } = await makeProject(db, buyer, ['Tilia cordata'])
    await db.update(projectLines).set({ wish: asked }).where(eq(projectLines.projectId, id))
    const companies = await Promise.all(quotes.map(() => makeCompany(db)))
    const request = await act.ask(
      buyer,
      id,
      companies.map(company => company.id),
      { substitutes_allowed: true },
    )
    const sent: Quote[] = []
    for (const [at, { label, price, more }] of quotes.entries()) {
      const lines = [{ line: request.lines[0]?.id, label, price, ...more }]
      sent.push(await act.quote(companies[at]?.creatorId ?? '', request, {}, { lines }))
    }
    const { body } = await get(`requests/${request.id}/compare/`, buyer)
    const at = (quote: string) => sent.findIndex(one => one.id === quote)
    return {
      best: body.best.map((one: { quote: string }) => at(one.quote)),
      fits: body.cells.toSorted((x: any, y: any) => at(x.quote) - at(y.quote)).map(({ fit }: any) => fit),
      differences: body.cells
        .toSorted((x: any, y: any) => at(x.quote) - at(y.quote))
        .map(({ difference }: any) => difference),
    }
  }

  it.each([
    ['smaller', smaller, 'smaller'],
    ['of another packing', otherPacking, 'other'],
    ['of another form', otherForm, 'other'],
    ['of no stated size', 'саженцы', 'other'],
    ['smaller, without the word', '12-14, штамб, WRB 50', 'smaller'],
  ])('is never one that is cheaper but %s', async (_, label, fit) => {
    expect(
      await bestOf([
        { label, price: 100 },
        { label: right, price: 500 },
      ]),
    ).toEqual({
      best: [1],
      fits: [fit, 'exact'],
      differences: [-4000, 0],
    })
  })

  it('may be larger than asked for, and one that is priced as asked', async () => {
    expect(
      await bestOf([
        { label: larger, price: 400 },
        { label: right, price: 500 },
      ]),
    ).toMatchObject({ best: [0] })
    expect(
      await bestOf([
        { label: '', price: 400 },
        { label: right, price: 500 },
      ]),
    ).toMatchObject({
      best: [0],
      fits: ['exact', 'exact'],
    })
  })

  it('is as asked for even where that is not enough, and the plant itself before another', async () => {
    const few = { label: right, price: 500, more: { quantity: 4 } }
    expect(await bestOf([{ label: smaller, price: 100 }, few])).toMatchObject({ best: [1] })
    const { id: plant } = await plantOf(server.database.db, 'Acer platanoides')
    expect(
      await bestOf([
        { label: right, price: 50, more: { plant } },
        { label: smaller, price: 100 },
      ]),
    ).toMatchObject({
      best: [1],
    })
  })

  it('is what there is where nobody has it, and its cell says what it is', async () => {
    expect(
      await bestOf([
        { label: smaller, price: 500 },
        { label: otherPacking, price: 400 },
      ]),
    ).toEqual({
      best: [1],
      fits: ['smaller', 'other'],
      differences: [1000, 0],
    })
  })
})

describe('awarding', () => {
  it('makes a deal a company of the chosen lines, once', async () => {
    const { db } = server.database
    const gamma = await makeCompany(db)
    const request = await act.ask(buyer, project.id, [alpha.id, beta.id, gamma.id])
    const a = await act.quote(alpha.creatorId, request, { 0: 10, 1: 20 }, { delivery_price: 7, note: 'С утра' })
    const b = await act.quote(beta.creatorId, request, { 0: 11, 2: 30 })
    await act.quote(gamma.creatorId, request, { 0: 1 })
    const deals = await act.award(buyer, request, [
      [2, b],
      [1, a],
      [0, a],
    ])
    expect(deals.map(({ company, totals, lines, state }) => [company.id, totals.total, lines.length, state])).toEqual([
      [alpha.id, 307, 2, 'awarded'],
      [beta.id, 300, 1, 'awarded'],
    ])
    expect(deals[0]).toMatchObject({
      note: 'С утра',
      history: [{ state: 'awarded', by: { id: buyer }, side: 'buyer' }],
    })
    expect(deals[0]?.lines.map(({ line }) => line)).toEqual([request.lines[0]?.id, request.lines[1]?.id])
    expect((await get(`requests/${request.id}/`, buyer)).body).toMatchObject({
      status: 'awarded',
      deals: deals.map(({ id }) => id),
      can: { award: false, cancel: false },
    })
    const again = { choices: [{ line: request.lines[0]?.id, quote: a.id }] }
    expect(await status(post(`requests/${request.id}/award/`, again, buyer))).toBe(409)
    expect(await status(post(`requests/${request.id}/cancel/`, undefined, buyer))).toBe(409)
    expect(await status(post(`requests/${request.id}/quote/`, sent(request), gamma.creatorId))).toBe(409)
  })

  it('is refused whole if one choice is wrong', async () => {
    const { db } = server.database
    const request = await act.ask(buyer, project.id, [alpha.id, beta.id])
    const other = await act.ask(buyer, project.id, [alpha.id])
    const old = await act.quote(alpha.creatorId, request, { 0: 10, 1: 20 })
    const a = await act.quote(alpha.creatorId, request, { 0: 9, 1: 20 })
    const b = await act.quote(beta.creatorId, request, { 0: 11 })
    const foreign = await act.quote(alpha.creatorId, other, { 1: 1 })
    const [first, second, third] = request.lines.map(({ id }) => id)
    const good = { line: first, quote: a.id }
    const award = async (...choices: unknown[]) => {
      const answer = await post(`requests/${request.id}/award/`, { choices }, buyer)
      return [answer.status, ...Object.keys(answer.body.fields ?? {})]
    }
    expect(await award()).toEqual([400, 'choices'])
    expect(await award(good, { line: second, quote: crypto.randomUUID() })).toEqual([400, 'choices.1.quote'])
    expect(await award(good, { line: second, quote: foreign.id })).toEqual([400, 'choices.1.quote'])
    expect(await award(good, { line: second, quote: b.id })).toEqual([400, 'choices.1.quote'])
    expect(await award(good, { line: third, quote: a.id })).toEqual([400, 'choices.1.quote'])
    expect(await award(good, { line: crypto.randomUUID(), quote: a.id })).toEqual([400, 'choices.1.line'])
    expect(await award(good, { line: first, quote: b.id })).toEqual([400, 'choices.1.line'])
    expect(await award({ line: first, quote: b.id }, { line: second, quote: old.id })).toEqual([409])
    // A day that has passed, which no quote could have been sent with.
    const stale = { ...b, id: crypto.randomUUID() }
    await db.execute(sql`insert into quotes select ${stale.id}::uuid, request_id, company_id, 2, delivery_kopecks,
      unloading_kopecks, lines_count, lines_kopecks, total_kopecks, note, '2026-01-01', created_by_id, created_at
      from quotes where id = ${b.id}`)
    await db.execute(sql`insert into quote_lines select ${stale.id}::uuid, request_id, line_id, variant_id, plant_id, name,
      label, price_kopecks, quantity, unit, note, is_substitute, total_kopecks from quote_lines where quote_id = ${b.id}`)
    await db.execute(sql`update request_companies set last_revision = 2 where company_id = ${beta.id}`)
    expect(await award({ line: second, quote: a.id }, { line: first, quote: stale.id })).toEqual([409])
    expect((await get(`requests/${request.id}/compare/`, buyer)).body.best[0]).toEqual(good)
    expect((await get('deals/', buyer)).body.count).toBe(0)
    expect((await get(`requests/${request.id}/`, buyer)).body.status).toBe('sent')
    for (const who of [alpha.creatorId, (await makePerson(db)).id])
      expect(await status(post(`requests/${request.id}/award/`, { choices: [good] }, who))).toBe(404)
    expect((await act.award(buyer, request, [[0, a]])).length).toBe(1)
  })

  it('happens once, however often it is asked for at the same time', async () => {
    const request = await act.ask(buyer, project.id, [alpha.id, beta.id])
    const a = await act.quote(alpha.creatorId, request, { 0: 10 })
    const b = await act.quote(beta.creatorId, request, { 0: 11 })
    const award = (quote: Quote) =>
      status(
        post(`requests/${request.id}/award/`, { choices: [{ line: request.lines[0]?.id, quote: quote.id }] }, buyer),
      )
    const answers = await Promise.all([award(a), award(b), award(a), award(b)])
    expect(answers.toSorted()).toEqual([201, 409, 409, 409])
    expect((await get('deals/', buyer)).body.count).toBe(1)
  })

  it('and a new revision at the same moment: either the revision counts, or the award does', async () => {
    for (let n = 0; n < 5; n++) {
      const request = await act.ask(buyer, project.id, [alpha.id])
      const old = await act.quote(alpha.creatorId, request, { 0: 10 })
      const choices = [{ line: request.lines[0]?.id, quote: old.id }]
      const both = await Promise.all([
        status(post(`requests/${request.id}/award/`, { choices }, buyer)),
        status(post(`requests/${request.id}/quote/`, sent(request), alpha.creatorId)),
      ])
      expect([
        [201, 409],
        [409, 201],
      ]).toContainEqual(both)
    }
  })

  it('and cancelling at the same moment: one of them', async () => {
    const request = await act.ask(buyer, project.id, [alpha.id])
    const quote = await act.quote(alpha.creatorId, request, { 0: 10 })
    const choices = [{ line: request.lines[0]?.id, quote: quote.id }]
    const both = await Promise.all([
      status(post(`requests/${request.id}/award/`, { choices }, buyer)),
      status(post(`requests/${request.id}/cancel/`, undefined, buyer)),
    ])
    expect([
      [201, 409],
      [409, 200],
    ]).toContainEqual(both)
  })
})

describe('a deal', () => {
  let deal: Deal
  beforeEach(async () => {
    const request = await act.ask(buyer, project.id, [alpha.id, beta.id])
    await act.quote(beta.creatorId, request, { 0: 12 })
    const quote = await act.quote(alpha.creatorId, request, { 0: 10 })
    ;[deal] = (await act.award(buyer, request, [[0, quote]])) as [Deal]
  })
  const send = (who: string, action: string, body?: unknown) => status(post(`deals/${deal.id}/${action}/`, body, who))

  it('goes from state to state, each by its side, and remembers when and by whom', async () => {
    const company = alpha.creatorId
    const steps = ['confirm', 'hand_over', 'receive']
    const done: string[] = []
    for (const [at, [who, action, state]] of [
      [company, 'confirm', 'confirmed'],
      [company, 'hand_over', 'handed_over'],
      [buyer, 'receive', 'received'],
    ].entries() as Iterable<[number, [string, string, string]]>) {
      const other = who === buyer ? company : buyer
      expect((await get(`deals/${deal.id}/`, who)).body).toMatchObject({
        next_step: { step: action, by: who === buyer ? 'buyer' : 'company' },
        can: { [action]: true },
      })
      // Not by the other side, not another step, nobody else.
      expect([action, await send(other, action)]).toEqual([action, 403])
      for (const [step, later] of steps.entries()) {
        if (step === at) continue
        expect([later, await send(later === 'receive' ? buyer : company, later)]).toEqual([later, 409])
      }
      expect(await send(beta.creatorId, action)).toBe(404)
      const moved = await act.act(who, deal, action)
      done.push(moved.state)
      expect([moved.state, moved.history.at(-1)]).toMatchObject([state, { state, by: { id: who } }])
    }
    expect(done).toEqual(['confirmed', 'handed_over', 'received'])
    expect((await get(`deals/${deal.id}/`, buyer)).body).toMatchObject({
      next_step: { step: 'review' },
      can: { review: true },
    })
    expect([await send(buyer, 'cancel', { reason: 'Поздно' }), await send(company, 'confirm')]).toEqual([409, 409])
  })

  it('is cancelled by either side before it is handed over, with a reason', async () => {
    expect(await send(buyer, 'cancel', {})).toBe(400)
    expect(await send(buyer, 'cancel', { reason: ' ' })).toBe(400)
    await act.act(alpha.creatorId, deal, 'confirm')
    const cancelled = await act.act(alpha.creatorId, deal, 'cancel', { reason: 'Вымерзло' })
    expect(cancelled).toMatchObject({ state: 'cancelled', cancel_reason: 'Вымерзло', next_step: null })
    expect(Object.values(cancelled.can).some(Boolean)).toBe(false)
    expect(await send(buyer, 'cancel', { reason: 'Раздумал' })).toBe(409)
    expect(await send(buyer, 'review', { rating: 1, text: '' })).toBe(409)
  })

  it('is confirmed or cancelled when both happen at the same moment, and changes once when asked twice', async () => {
    const [confirmed, cancelled] = await Promise.all([
      send(alpha.creatorId, 'confirm'),
      send(buyer, 'cancel', { reason: 'Раздумал' }),
    ])
    // Cancelling a confirmed deal is possible, confirming a cancelled one is not.
    expect([
      [200, 200],
      [409, 200],
    ]).toContainEqual([confirmed, cancelled])
    expect((await get(`deals/${deal.id}/`, buyer)).body.state).toBe('cancelled')
  })

  it('cannot be handed over and cancelled', async () => {
    await act.act(alpha.creatorId, deal, 'confirm')
    const answers = await Promise.all([
      send(alpha.creatorId, 'hand_over'),
      send(buyer, 'cancel', { reason: 'Раздумал' }),
      send(alpha.creatorId, 'hand_over'),
    ])
    expect(answers.filter(code => code === 200)).toHaveLength(1)
    const { state, history } = (await get(`deals/${deal.id}/`, buyer)).body
    expect(history.map((entry: any) => entry.state)).toEqual(['awarded', 'confirmed', state])
  })

  it('is listed for both sides', async () => {
    const list = async (who: string, query = '') => (await get(`deals/${query}`, who)).body.results
    expect(await list(buyer)).toMatchObject([
      { id: deal.id, side: 'buyer', company: { id: alpha.id }, totals: { total: 100 } },
    ])
    expect(await list(alpha.creatorId, '?side=company&state=awarded')).toMatchObject([{ id: deal.id, side: 'company' }])
    expect(await list(alpha.creatorId, '?side=buyer')).toEqual([])
    expect(await list(buyer, `?request=${deal.request}`)).toHaveLength(1)
    expect(await list(beta.creatorId)).toEqual([])
  })
})

describe('reviews', () => {
  async function received(company: { id: number; creatorId: string } = alpha) {
    const request = await act.ask(buyer, project.id, [company.id])
    const quote = await act.quote(company.creatorId, request, { 0: 10 })
    const [deal] = (await act.award(buyer, request, [[0, quote]])) as [Deal]
    await act.act(company.creatorId, deal, 'confirm')
    await act.act(company.creatorId, deal, 'hand_over')
    return act.act(buyer, deal, 'receive')
  }
  const reviewsOf = async (query = '') => (await server.get(`/api/teams/${alpha.id}/reviews/${query}`)).body

  it('are written once after a deal, answered once, and make the rating from three on', async () => {
    const deal = await received()
    const review = (who: string, body: unknown) => status(post(`deals/${deal.id}/review/`, body, who))
    for (const body of [
      { text: 'Без оценки' },
      { rating: 0 },
      { rating: 6 },
      { rating: 4.5 },
      { rating: 5, text: 'я'.repeat(2001) },
    ])
      expect(await review(buyer, body)).toBe(400)
    const good = { rating: 4, text: ' Хорошие липы ' }
    expect([await review(alpha.creatorId, good), await review(beta.creatorId, good)]).toEqual([403, 404])
    const reply = (who: string) => status(post(`deals/${deal.id}/review/reply/`, { text: 'Спасибо' }, who))
    expect(await reply(alpha.creatorId)).toBe(409)
    const twice = await Promise.all([review(buyer, good), review(buyer, { ...good, rating: 1 })])
    expect(twice.toSorted()).toEqual([201, 409])
    expect([await reply(buyer), await reply(beta.creatorId)]).toEqual([403, 404])
    expect((await Promise.all([reply(alpha.creatorId), reply(alpha.creatorId)])).toSorted()).toEqual([200, 409])

    const { rating } = (await get(`deals/${deal.id}/`, buyer)).body.review
    const one = await reviewsOf()
    expect(one).toMatchObject({ count: 1, rating: null, results: [{ rating, text: 'Хорошие липы', reply: 'Спасибо' }] })
    const others = [5, 5]
    for (const stars of others) await act.review(buyer, await received(), stars)
    const mean = Math.round(((rating + 10) * 10) / 3) / 10
    expect(await reviewsOf('?page_size=2')).toMatchObject({
      count: 3,
      rating: mean,
      results: [{ rating: 5 }, { rating: 5 }],
    })
    expect((await server.get(`/api/teams/get_current_team/${alpha.id}/`)).body).toMatchObject({
      rating: mean,
      reviews_count: 3,
    })
    const listed = (await server.get('/api/teams/teams_list/')).body.find(({ id }: any) => id === alpha.id)
    expect(listed).toMatchObject({ rating: mean, reviews_count: 3 })
    expect(JSON.stringify(await reviewsOf())).not.toContain(buyer)
  })

  it('are those of a company that may be seen', async () => {
    expect(await status(server.get('/api/teams/999999/reviews/'))).toBe(404)
    await server.database.db.update(companies).set({ blockedAt: new Date() }).where(eq(companies.id, alpha.id))
    expect(await status(server.get(`/api/teams/${alpha.id}/reviews/`))).toBe(404)
  })
})

it('a person can send sixty requests and three hundred quotes an hour', async () => {
  const limited = await server.withSettings({ rateLimits: true })
  closeAfterTest(limited)
  const last = async (times: number, path: string, body: unknown, who: string) => {
    const codes = []
    for (let n = 0; n <= times; n++) codes.push((await limited.send('POST', `/api/${path}`, body, who)).status)
    return [codes.filter(code => code === 429).length, codes.at(-1)]
  }
  const nothing = crypto.randomUUID()
  const request = { project: nothing, companies: [alpha.id], deadline: `${dayIn(5)}T10:00:00Z` }
  expect(await last(60, 'requests/', request, buyer)).toEqual([1, 429])
  const quote = { lines: [{ line: nothing, price: 1 }], valid_until: dayIn(5) }
  expect(await last(300, `requests/${nothing}/quote/`, quote, alpha.creatorId)).toEqual([1, 429])
})
