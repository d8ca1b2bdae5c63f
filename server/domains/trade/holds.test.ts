import { read as readWorkbook } from '@e965/xlsx'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Deal } from '#contract/deals.ts'
import type { Hold } from '#contract/variants.ts'
import { companies } from '#server/domains/companies/companies.tables.ts'
import { namedPlants } from '#server/domains/plants/named-plants.ts'
import { listApplying, listReading } from '#server/domains/price-lists/price-lists.jobs.ts'
import { stockHolds } from '#server/domains/products/holds/holds.tables.ts'
import { variants } from '#server/domains/products/variants/variants.tables.ts'
import { priceListJobs } from '#server/jobs.ts'
import { uuidv7 } from '#server/platform/database/ids.ts'
import { contentChanges } from '#server/platform/http/cache/content-changes.ts'
import { as, newMember, password } from '#server/test/accounts.ts'
import { type TestServer, testServer } from '#server/test/app.ts'
import { makeCompany, makePerson, placeId } from '#server/test/factories.ts'
import { jobsOf, workOff } from '#server/test/jobs.ts'
import { formOf } from '#server/test/pictures.ts'
import { readyToSearch } from '#server/test/ready-to-search.ts'
import { makeOffer, makeProject, plantOf, quoteParts, trading } from '#server/test/trade.ts'
import { dealExpiry } from './deals/deals.jobs.ts'
import { dealExpirer, sendIfDealsAreDue } from './deals/expiry.service.ts'
import { deals } from './trade.tables.ts'

const [lime, oak] = ['Tilia cordata', 'Quercus robur'] as const

let server: TestServer
let act: ReturnType<typeof trading>
let buyer: string
let company: { id: number; creatorId: string }

const db = () => server.database.db

beforeAll(async () => {
  server = await testServer()
  act = trading(server)
  await readyToSearch(server)
})
afterAll(() => server.close())
beforeEach(async () => {
  buyer = (await makePerson(db(), { name: 'Вера' })).id
  company = await makeCompany(db(), { name: 'Косогор' })
})

const get = async (path: string, who?: string) => server.get(`/api/${path}`, who)
const post = async (path: string, body: unknown, who: string) => server.send('POST', `/api/${path}`, body, who)

interface Offer {
  variant: { id: number }
}

interface Ordered {
  variant: number | null
  quantity: number
}

/** Asks for lines and quotes them, without awarding anything. */
async function quoted(lines: Ordered[], { unit = 'шт' }: { unit?: string } = {}) {
  const project = await makeProject(
    db(),
    buyer,
    lines.map(() => lime),
  )
  if (unit !== 'шт') await db().execute(sql`update project_lines set unit = ${unit} where project_id = ${project.id}`)
  const request = await act.ask(buyer, project.id, [company.id])
  const quote = await act.quote(
    company.creatorId,
    request,
    {},
    {
      lines: lines.map(({ variant, quantity }, at) => ({
        line: request.lines[at]?.id,
        variant,
        price: 100,
        quantity,
        is_substitute: true,
      })),
    },
  )
  const choices = request.lines.map(({ id }) => ({ line: id, quote: quote.id }))
  return { request, choices, award: () => post(`requests/${request.id}/award/`, { choices }, buyer) }
}

async function awarded(...lines: Ordered[]): Promise<Deal> {
  const { award } = await quoted(lines)
  const { status, body, text } = await award()
  expect(status, text).toBe(201)
  return body[0]
}

const makeStock = (stockQuantity: number | null, more: Record<string, unknown> = {}) =>
  makeOffer(db(), company.id, lime, { stockQuantity, ...more })

async function stockOf({ id, product }: Awaited<ReturnType<typeof makeStock>>) {
  const { body } = await get(`products/listvennye-derevya/${product.slug}/`)
  const found = body.variants.find((one: { id: number }) => one.id === id)
  return [found.stock_quantity, found.available_quantity]
}

describe('the award', () => {
  it('holds the plants of each line, which the stock still counts', async () => {
    const [limes, oaks] = [await makeStock(50), await makeStock(8)]
    await awarded({ variant: limes.id, quantity: 12 }, { variant: oaks.id, quantity: 8 })
    expect([await stockOf(limes), await stockOf(oaks)]).toEqual([
      [50, 38],
      [8, 0],
    ])
  })

  it('holds nothing of what is not counted', async () => {
    const [unknown, minimum] = [await makeStock(null), await makeStock(5, { stockIsMinimum: true })]
    await awarded(
      { variant: unknown.id, quantity: 12 },
      { variant: minimum.id, quantity: 12 },
      { variant: null, quantity: 1 },
    )
    expect([await stockOf(unknown), await stockOf(minimum)]).toEqual([
      [null, null],
      [5, null],
    ])
    expect(await db().$count(stockHolds, sql`${stockHolds.variantId} in (${unknown.id}, ${minimum.id})`)).toBe(0)
  })

  it('is of whole plants where a size is named: parts of one are refused before', async () => {
    const limes = await makeStock(10)
    await awarded({ variant: null, quantity: 2.5 })
    const project = await makeProject(db(), buyer, [lime], 2.5)
    const request = await act.ask(buyer, project.id, [company.id])
    for (const more of [{ quantity: 2.5 }, { quantity: '2,5' }, {}]) {
      const lines = [{ line: request.lines[0]?.id, variant: limes.id, price: 100, ...more }]
      const { status, body } = await post(`requests/${request.id}/quote/`, { lines }, company.creatorId)
      const said = [{ message: 'Растения считают целыми', code: 'not_whole' }]
      expect([status, body.fields]).toEqual([400, { 'lines.0.quantity': said }])
    }
  })

  it('is refused whole where too few are left, and names the lines with what is left', async () => {
    const [limes, oaks] = [await makeStock(10), await makeStock(100)]
    await awarded({ variant: limes.id, quantity: 4 })
    const { award, request } = await quoted([
      { variant: oaks.id, quantity: 5 },
      { variant: limes.id, quantity: 5 },
      { variant: limes.id, quantity: 2 },
    ])
    const { status, body } = await award()
    expect([status, body.fields]).toEqual([
      409,
      { 'choices.2.line': [{ message: 'Осталось 1 шт.', code: 'not_enough' }] },
    ])
    expect([await stockOf(limes), await stockOf(oaks)]).toEqual([
      [10, 6],
      [100, 100],
    ])
    expect((await get(`requests/${request.id}/`, buyer)).body).toMatchObject({ status: 'sent', deals: [] })
  })

  it('is never refused for what is best by lines: that counts what is left, and what earlier lines take', async () => {
    const limes = await makeStock(10)
    await awarded({ variant: limes.id, quantity: 4 })
    const { request, award } = await quoted([
      { variant: limes.id, quantity: 5 },
      { variant: limes.id, quantity: 2 },
      { variant: limes.id, quantity: 1 },
    ])
    const { body } = await get(`requests/${request.id}/compare/`, buyer)
    expect(body.cells.map((cell: { left_quantity: number | null }) => cell.left_quantity)).toEqual([null, 1, null])
    expect(body.best.map(({ line }: { line: string }) => line)).toEqual([request.lines[0]?.id, request.lines[2]?.id])
    expect(body.cells[1].difference).toBeNull()
    expect((await award()).status).toBe(409)
    expect((await post(`requests/${request.id}/award/`, { choices: body.best }, buyer)).status).toBe(201)
    const closed = (await get(`requests/${request.id}/compare/`, buyer)).body
    expect(closed.cells.map((cell: { left_quantity: number | null }) => cell.left_quantity)).toEqual([null, null, null])
  })

  it('holds whole plants, and none for lines in metres', async () => {
    const limes = await makeStock(50)
    const whole = await quoted([{ variant: limes.id, quantity: 3 }])
    const [choice] = whole.choices
    await quoteParts(db(), choice?.quote ?? '', 2.5)
    expect((await whole.award()).status).toBe(201)
    expect(await stockOf(limes)).toEqual([50, 47])
    const { award } = await quoted([{ variant: limes.id, quantity: 30.5 }], { unit: 'п.м.' })
    expect((await award()).status).toBe(201)
    expect(await stockOf(limes)).toEqual([50, 47])
  })

  it(
    'holds exactly the last ten when a thousand are awarded, two hundred at any time',
    { timeout: 300_000 },
    async () => {
      const limes = await makeStock(10)
      const plant = (await plantOf(db(), lime)).id
      const buyers = (await Promise.all(Array.from({ length: 10 }, () => makePerson(db())))).map(({ id }) => id)
      const { rows } = await db().execute<{ who: string; request: string; line: string; quote: string }>(sql`
      with made as (
        select gen_random_uuid() as request, gen_random_uuid() as line, gen_random_uuid() as quote,
          (${sql.param(buyers)}::uuid[])[number % 10 + 1] as who
        from generate_series(1, 1000) number),
      sent as (insert into requests (id, buyer_id, project_name, deadline, note, substitutes_allowed)
        select request, who, 'Сквер', now() + interval '7 days', '', true from made),
      listed as (insert into request_lines (request_id, id, position, text, name, quantity, unit, wish, plant_id)
        select request, line, 1, 'Липа', 'Липа', 1, 'шт', '{}', ${plant}::int from made),
      asked as (insert into request_companies (request_id, company_id, last_revision)
        select request, ${company.id}::int, 1 from made),
      quoted as (insert into quotes (id, request_id, company_id, revision, lines_count, lines_kopecks, total_kopecks, note,
          valid_until, created_by_id)
        select quote, request, ${company.id}::int, 1, 1, 100, 100, '', current_date + 30, ${company.creatorId}::uuid from made),
      priced as (insert into quote_lines (quote_id, request_id, line_id, variant_id, plant_id, name, label, price_kopecks,
          quantity, unit, note, is_substitute, total_kopecks)
        select quote, request, line, ${limes.id}::int, ${plant}::int, 'Липа', '', 100, 1, 'шт', '', false, 100 from made)
      select * from made`)
      const bearers = new Map(await Promise.all(buyers.map(async who => [who, await server.bearer(who)] as const)))
      const award = async ({ who, request, line, quote }: (typeof rows)[number]) => {
        const { statusCode } = await server.app.inject({
          method: 'POST',
          url: `/api/requests/${request}/award/`,
          headers: { authorization: bearers.get(who) ?? '' },
          payload: { choices: [{ line, quote }] },
        })
        return statusCode
      }
      const left = [...rows]
      /** Again where the server had no time, though it may have done it. */
      const awardSeveral = async () => {
        for (let row = left.pop(); row; row = left.pop()) {
          const status = await award(row)
          if (status === 503) left.unshift(row)
          else expect([201, 409]).toContain(status)
        }
      }
      await Promise.all(Array.from({ length: 200 }, awardSeveral))
      const made = await db().execute<{ status: string; count: number }>(sql`
      select status, count(*)::int as count from requests where buyer_id = any(${sql.param(buyers)}::uuid[])
      group by status order by status`)
      expect(made.rows).toEqual([
        { status: 'awarded', count: 10 },
        { status: 'sent', count: 990 },
      ])
      expect(await stockOf(limes)).toEqual([10, 0])
      expect(await db().$count(stockHolds, eq(stockHolds.variantId, limes.id))).toBe(10)
    },
  )
})

describe('what is available', () => {
  const found = async (query: string) => {
    const { body } = await get(`offers/?company=${company.id}&${query}`)
    return body.results.map((offer: Offer) => offer.variant.id)
  }

  it('is what searches, saved searches and schedules go by, and follows every hold at once', async () => {
    const limes = await makeStock(50)
    expect(await found('quantity=50')).toEqual([limes.id])
    const deal = await awarded({ variant: limes.id, quantity: 41 })
    expect([await found('quantity=10'), await found('quantity=9')]).toEqual([[], [limes.id]])
    expect((await get(`offers/?company=${company.id}`)).body.results[0].variant).toMatchObject({
      stock_quantity: 50,
      available_quantity: 9,
    })
    const search = await server.send(
      'POST',
      '/api/saved-searches/',
      { name: 'Липы', query: `company=${company.id}&quantity=10`, every: 'never' },
      buyer,
    )
    expect(search.body.offers_count).toBe(0)
    await act.act(buyer, deal, 'cancel', { reason: 'Передумали' })
    expect(await found('quantity=50')).toEqual([limes.id])
  })

  it('decides what a schedule can choose', async () => {
    const other = await makeCompany(db(), { name: 'Соседи' })
    const cheap = await makeOffer(db(), company.id, oak, { stockQuantity: 30, priceKopecks: 100 })
    const dear = await makeOffer(db(), other.id, oak, { stockQuantity: 30, priceKopecks: 200 })
    const project = await makeProject(db(), buyer, [oak], 20)
    const choose = async () => {
      const { body } = await post(`projects/${project.id}/choose/`, { strategy: 'cheapest' }, buyer)
      const line = body.lines.find((one: { id: string }) => one.id === project.lines[0]?.id)
      return [line.chosen, line.options.map((option: Offer) => option.variant.id)]
    }
    expect(await choose()).toEqual([cheap.id, [cheap.id, dear.id]])
    await awarded({ variant: cheap.id, quantity: 15 })
    expect(await choose()).toEqual([dear.id, [cheap.id, dear.id]])
    await awarded({ variant: cheap.id, quantity: 15 })
    expect(await choose()).toEqual([dear.id, [dear.id]])
    const chosen = await server.send(
      'PATCH',
      `/api/projects/${project.id}/lines/${project.lines[0]?.id}/`,
      { chosen: cheap.id },
      buyer,
    )
    expect(chosen.status).toBe(400)
  })

  it('is shared by the lines of a project, in every way of choosing; what is chosen by hand says what is left', async () => {
    const pine = 'Pinus nigra'
    const place = await placeId(db(), 'Москва')
    const other = await makeCompany(db(), { name: 'Соседи', placeId: await placeId(db(), 'Тула') })
    await db().update(companies).set({ placeId: place }).where(eq(companies.id, company.id))
    const load = { weightGrams: 10_000, volumeMl: 20_000 }
    const few = await makeOffer(db(), company.id, pine, { stockQuantity: 5, priceKopecks: 100_00, ...load })
    const many = await makeOffer(db(), other.id, pine, { stockQuantity: 30, priceKopecks: 900_00, ...load })
    const project = await makeProject(db(), buyer, [pine, pine], 3)
    const path = `/api/projects/${project.id}/`
    await server.send('PATCH', path, { place }, buyer)
    const { strategies } = (await server.get(`${path}strategies/`, buyer)).body
    for (const strategy of ['cheapest', 'nearest', 'fewest_companies', 'cheapest_delivered']) {
      const { body } = await server.send('POST', `${path}choose/`, { strategy }, buyer)
      const chosen = body.lines.flatMap((line: { chosen: number | null }) => line.chosen ?? [])
      const isOne = strategy === 'fewest_companies'
      expect([strategy, chosen.toSorted((a: number, b: number) => a - b)]).toEqual([
        strategy,
        isOne ? [many.id, many.id] : [few.id, many.id],
      ])
      const plants = isOne ? 5400 : 3000
      expect(body.totals.price).toBe(plants)
      expect(strategies).toContainEqual(expect.objectContaining({ strategy, plants, companies: isOne ? 1 : 2 }))
    }
    const [first, second] = project.lines
    const choose = (line: { id: string } | undefined, chosen: number) =>
      server.send('PATCH', `${path}lines/${line?.id}/`, { chosen }, buyer)
    await choose(first, few.id)
    const { body } = await choose(second, few.id)
    const left = body.lines.flatMap(({ options }: { options: { variant: { id: number }; left_quantity: number }[] }) =>
      options.map(option => [option.variant.id, option.left_quantity]),
    )
    expect(left).toEqual([
      [few.id, 2],
      [many.id, null],
      [few.id, 2],
      [many.id, null],
    ])
    const file = await server.app.inject({
      url: `${path}export.xlsx?prices=1`,
      headers: { authorization: await server.bearer(buyer) },
    })
    const [sheet = {}] = Object.values(readWorkbook(file.rawPayload).Sheets)
    expect(Object.values(sheet).map((cell: { v?: unknown }) => cell.v)).toContain('Не хватает: осталось 2 шт.')
  })

  it('is what a company sees when it quotes', async () => {
    const limes = await makeStock(50)
    await awarded({ variant: limes.id, quantity: 41 })
    const { request } = await quoted([{ variant: limes.id, quantity: 1 }])
    const { body } = await get(`requests/${request.id}/options/`, company.creatorId)
    expect(body[0].options[0].variant).toMatchObject({ id: limes.id, available_quantity: 9 })
  })
})

describe('a hold', () => {
  const holdsOf = async (variant: number, who = company.creatorId): Promise<Hold[]> =>
    (await get(`variants/${variant}/holds/`, who)).body

  it('is listed for its company alone, with its time until the deal is confirmed', async () => {
    const limes = await makeStock(50)
    const deal = await awarded({ variant: limes.id, quantity: 12 })
    expect(await holdsOf(limes.id)).toEqual([{ deal: deal.id, quantity: 12, until: deal.confirm_by }])
    await act.act(company.creatorId, deal, 'confirm')
    expect(await holdsOf(limes.id)).toEqual([{ deal: deal.id, quantity: 12, until: null }])
    const stranger = (await makeCompany(db())).creatorId
    const answers = [buyer, stranger].map(who => get(`variants/${limes.id}/holds/`, who))
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([403, 403])
    expect((await get('variants/2000000000/holds/', stranger)).status).toBe(404)
  })

  it('is listed in parts of two hundred deals, those first that end first', async () => {
    const limes = await makeStock(1000)
    await db()
      .insert(stockHolds)
      .values(
        Array.from({ length: 201 }, (_, at) => ({
          ...{ dealId: uuidv7(), lineId: uuidv7(), variantId: limes.id, quantity: 2 },
          until: at === 0 ? null : new Date(Date.now() + at * 60_000),
        })),
      )
    const path = `variants/${limes.id}/holds/`
    const first: Hold[] = (await get(path, company.creatorId)).body
    const second: Hold[] = (await get(`${path}?page=2`, company.creatorId)).body
    expect([first.length, second.map(({ until }) => until)]).toEqual([200, [null]])
    const ends = first.map(({ until }) => Date.parse(until ?? ''))
    expect(ends).toEqual(ends.toSorted((one, other) => one - other))
  })

  it('is one of a deal, however many of its lines are of the size, and is what they have left', async () => {
    const limes = await makeStock(50)
    const deal = await awarded({ variant: limes.id, quantity: 12 }, { variant: limes.id, quantity: 5 })
    expect(await holdsOf(limes.id)).toEqual([{ deal: deal.id, quantity: 17, until: deal.confirm_by }])
    await act.act(company.creatorId, deal, 'confirm')
    const lines = [{ line: deal.lines[1]?.line, quantity: 4 }]
    await act.act(company.creatorId, deal, 'hand_over', { lines })
    expect(await holdsOf(limes.id)).toEqual([{ deal: deal.id, quantity: 13, until: null }])
  })

  it('ends when its line is handed over: the stock goes down by as much', async () => {
    const limes = await makeStock(50)
    const deal = await awarded({ variant: limes.id, quantity: 12 })
    await act.act(company.creatorId, deal, 'confirm')
    await act.act(company.creatorId, deal, 'hand_over')
    expect([await stockOf(limes), await holdsOf(limes.id)]).toEqual([[38, 38], []])
  })

  it('of all that there is makes the size unavailable in the feed for other sites, until it ends', async () => {
    const limes = await makeStock(12, { priceKopecks: 10_000 })
    const inFeed = async () => {
      const { text } = await server.get(`/feeds/yml/${company.id}.xml`)
      return new RegExp(`<offer id="${limes.id}"[^>]* available="(\\w+)"`).exec(text)?.[1]
    }
    expect(await inFeed()).toBe('true')
    const deal = await awarded({ variant: limes.id, quantity: 12 })
    expect(await inFeed()).toBe('false')
    await act.act(buyer, deal, 'cancel', { reason: 'Передумали' })
    expect(await inFeed()).toBe('true')
  })

  it('ends when the deal is cancelled', async () => {
    const limes = await makeStock(50)
    const deal = await awarded({ variant: limes.id, quantity: 12 })
    await act.act(company.creatorId, deal, 'confirm')
    await act.act(company.creatorId, deal, 'cancel', { reason: 'Вымерзли' })
    expect([await stockOf(limes), await holdsOf(limes.id)]).toEqual([[50, 50], []])
  })

  it('stays where the company states another stock, by hand or by editing', async () => {
    const limes = await makeStock(50)
    await awarded({ variant: limes.id, quantity: 12 })
    const { creatorId } = company
    await post('variants/change/', { changes: [{ id: limes.id, stock_quantity: 30 }] }, creatorId)
    expect(await stockOf(limes)).toEqual([30, 18])
    await post(
      `products/listvennye-derevya/${limes.product.slug}/edit/`,
      { variants: [{ id: limes.id, stock_quantity: 5, price: 1 }] },
      creatorId,
    )
    expect(await stockOf(limes)).toEqual([5, 0])
  })

  it('does not let its size be deleted, by any way; taking it off sale is possible', async () => {
    const limes = await makeStock(50)
    const deal = await awarded({ variant: limes.id, quantity: 12 })
    const { creatorId } = company
    const path = `products/listvennye-derevya/${limes.product.slug}`
    const refusals = [
      await server.send('DELETE', `/api/${path}/delete/`, undefined, creatorId),
      await post(`${path}/edit/`, { variants: [{ price: 100, height_from: 200 }] }, creatorId),
      await post('products/delete/', { ids: [limes.product.id] }, creatorId),
    ]
    expect(refusals.map(({ status, body }) => [status, body.detail.includes(deal.id)])).toEqual([
      [409, true],
      [409, true],
      [409, true],
    ])
    const off = await post('variants/change/', { changes: [{ id: limes.id, stock: 'sold_out' }] }, creatorId)
    expect(off.body).toEqual({ changed: 1 })
    expect(await holdsOf(limes.id)).toHaveLength(1)
    await act.act(buyer, deal, 'cancel', { reason: 'Передумали' })
    expect((await server.send('DELETE', `/api/${path}/delete/`, undefined, creatorId)).status).toBe(200)
  })

  it('goes with a company that is closed', async () => {
    const owner = await newMember(server, 'closing@dendro.test', 'Пётр')
    company = await makeCompany(db(), { creatorId: owner.id })
    const limes = await makeStock(50)
    const deal = await awarded({ variant: limes.id, quantity: 12 })
    const { access } = (await server.send('POST', '/api/login/', { email: owner.email, password })).body
    expect((await as(server, access, 'POST', '/api/me/delete/', { password })).status).toBe(200)
    expect((await get(`deals/${deal.id}/`, buyer)).body).toMatchObject({ state: 'cancelled' })
    expect(await db().$count(stockHolds, eq(stockHolds.dealId, deal.id))).toBe(0)
  })
})

describe('a price list', () => {
  async function work(): Promise<void> {
    const { quick, jobs } = server.database
    const names = namedPlants({ db: db(), changes: contentChanges(quick) })
    const wanted = new Set([listReading.name, listApplying.name])
    const handlers = priceListJobs({ db: db(), slowly: jobs, media: server.media, names })
    await workOff(
      server.database,
      handlers.filter(({ queue }) => wanted.has(queue.name)),
    )
  }

  async function apply(rows: string, missing: 'keep' | 'sold_out' = 'keep'): Promise<string> {
    const file = new File([`Артикул;Растение;Размер;Цена;Остаток\n${rows}\n`], 'прайс.csv')
    const { body } = await post('price-lists/', formOf({ file }), company.creatorId)
    await work()
    const applied = await post(`price-lists/${body.id}/apply/`, { missing }, company.creatorId)
    expect(applied.status, applied.text).toBe(200)
    await work()
    return body.id
  }

  const sized = async (sku: string) => {
    const [row] = await db()
      .select()
      .from(variants)
      .where(sql`${variants.companyId} = ${company.id} and ${variants.sku} = ${sku}`)
    return row
  }

  it('states what is there, leaves holds alone, and is undone without them', async () => {
    await apply('Л1;Липа мелколистная;200-250;5000;50')
    const before = await sized('Л1')
    expect(before).toMatchObject({ stockQuantity: 50, heldQuantity: 0 })
    await awarded({ variant: before?.id ?? 0, quantity: 12 })
    const list = await apply('Л1;Липа мелколистная;200-250;5500;40')
    expect(await sized('Л1')).toMatchObject({ id: before?.id, stockQuantity: 40, heldQuantity: 12 })
    await awarded({ variant: before?.id ?? 0, quantity: 3 })
    const undone = await post(`price-lists/${list}/rollback/`, undefined, company.creatorId)
    expect([undone.status, await sized('Л1')]).toEqual([
      200,
      expect.objectContaining({ stockQuantity: 50, heldQuantity: 15, priceKopecks: 500_000 }),
    ])
    await apply('Л2;Дуб черешчатый;200-250;5500;40', 'sold_out')
    expect(await sized('Л1')).toMatchObject({ stock: 'sold_out', stockQuantity: null, heldQuantity: 15 })
  })

  it('is not undone where that would delete what a deal holds', async () => {
    const list = await apply('Л1;Липа мелколистная;200-250;5000;50')
    const deal = await awarded({ variant: (await sized('Л1'))?.id ?? 0, quantity: 12 })
    const refused = await post(`price-lists/${list}/rollback/`, undefined, company.creatorId)
    expect([refused.status, refused.body.detail.includes(deal.id)]).toEqual([409, true])
    expect(await sized('Л1')).toMatchObject({ heldQuantity: 12 })
  })
})

describe('the time to confirm', () => {
  const day = 86_400_000
  const work = () => workOff(server.database, [dealExpirer(db())])
  const hurry = async (deal: Deal, to: number) =>
    db()
      .update(deals)
      .set({ confirmBy: new Date(Date.now() + to) })
      .where(eq(deals.id, deal.id))
  const look = async () => {
    await sendIfDealsAreDue(db())
    await work()
  }
  const told = async (who: string, type: string) =>
    (await get('notifications/', who)).body.filter(
      (one: { type_of_notification: string }) => one.type_of_notification === type,
    ).length

  it('is a week, or as many days as the company says', async () => {
    const daysOf = (deal: Deal) => Math.round((Date.parse(deal.confirm_by ?? '') - Date.parse(deal.created_at)) / day)
    expect(daysOf(await awarded({ variant: null, quantity: 1 }))).toBe(7)
    const set = (days: unknown) =>
      server.send('PATCH', `/api/teams/${company.id}/`, { hold_days: days }, company.creatorId)
    expect((await set(3)).body).toMatchObject({ hold_days: 3 })
    const refused = await Promise.all([0, 31, 1.5, 'неделя', null].map(set))
    expect(refused.map(({ status, body }) => [status, Object.keys(body.fields ?? {})])).toEqual(
      refused.map(() => [400, ['hold_days']]),
    )
    expect((await get(`teams/get_current_team/${company.id}/`)).body).toMatchObject({ hold_days: 3 })
    expect(daysOf(await awarded({ variant: null, quantity: 1 }))).toBe(3)
  })

  it('ends the deal, which holds nothing any more; both sides are told', async () => {
    const limes = await makeStock(50)
    const deal = await awarded({ variant: limes.id, quantity: 12 })
    await hurry(deal, -1)
    expect((await post(`deals/${deal.id}/confirm/`, undefined, company.creatorId)).status).toBe(409)
    await look()
    expect((await get(`deals/${deal.id}/`, buyer)).body).toMatchObject({
      state: 'cancelled',
      cancel_reason: 'не подтвердили вовремя',
      confirm_by: null,
      history: [{ state: 'awarded' }, { state: 'cancelled', by: null, side: null }],
    })
    expect([
      await stockOf(limes),
      await told(buyer, 'deal_cancelled'),
      await told(company.creatorId, 'deal_cancelled'),
    ]).toEqual([[50, 50], 1, 1])
  })

  it('is told of once, a day before; a confirmed deal goes on', async () => {
    const [early, late, confirmed] = [
      await awarded({ variant: null, quantity: 1 }),
      await awarded({ variant: null, quantity: 1 }),
      await awarded({ variant: null, quantity: 1 }),
    ]
    await act.act(company.creatorId, confirmed, 'confirm')
    await hurry(early, day + 60_000)
    await hurry(confirmed, -day)
    await look()
    expect(await told(buyer, 'deal_expiring')).toBe(0)
    await hurry(late, day - 60_000)
    await look()
    await look()
    expect([await told(buyer, 'deal_expiring'), await told(company.creatorId, 'deal_expiring')]).toEqual([1, 1])
    const states = await Promise.all([early, late, confirmed].map(({ id }) => get(`deals/${id}/`, buyer)))
    expect(states.map(({ body }) => body.state)).toEqual(['awarded', 'awarded', 'confirmed'])
  })

  it('sends no job while nothing is due', async () => {
    await look()
    await awarded({ variant: null, quantity: 1 })
    await sendIfDealsAreDue(db())
    expect(await jobsOf(db(), dealExpiry)).toEqual([])
  })
})
