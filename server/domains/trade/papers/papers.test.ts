import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import jsQR from 'jsqr'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Deal } from '#contract/deals.ts'
import { uuidv7 } from '#server/platform/database/ids.ts'
import { type TestServer, testServer } from '#server/test/app.ts'
import { makeCompany, makePerson } from '#server/test/factories.ts'
import { firm, makeProject, person, trading } from '#server/test/trade.ts'
import { hasPoppler } from '../../../../scripts/find-poppler.ts'
import { paperNumbers, papers } from './papers.tables.ts'

let server: TestServer
const folder = mkdtempSync(join(tmpdir(), 'dendro-papers-'))
beforeAll(async () => {
  server = await testServer()
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

const canRead = hasPoppler()

function textOf(pdf: Buffer): string {
  const file = join(folder, 'paper.pdf')
  writeFileSync(file, pdf)
  return execFileSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' }).replace(/[ \u00a0\u202f]+/g, ' ')
}

async function codeIn(pdf: Buffer): Promise<string | undefined> {
  const file = join(folder, 'code.pdf')
  writeFileSync(file, pdf)
  execFileSync('pdftoppm', ['-r', '150', '-png', '-f', '1', '-l', '1', '-singlefile', file, join(folder, 'code')])
  const picture = sharp(readFileSync(join(folder, 'code.png')))
    .ensureAlpha()
    .raw()
  const { data, info } = await picture.toBuffer({ resolveWithObject: true })
  // The package is CommonJS: what it exports is below its default.
  const read =
    (jsQR as unknown as { default?: typeof jsQR.default }).default ?? (jsQR as unknown as typeof jsQR.default)
  const found = read(new Uint8ClampedArray(data), info.width, info.height)
  return found ? Buffer.from(found.binaryData).toString('utf8') : undefined
}

interface Made {
  buyer: string
  creator: string
  companyId: number
}

async function parties(): Promise<Made> {
  const { db } = server.database
  const buyer = await makePerson(db, { name: 'Вера Ясенева' })
  const company = await makeCompany(db)
  return { buyer: buyer.id, creator: company.creatorId, companyId: company.id }
}

async function state({ buyer, creator, companyId }: Made, more: object = {}) {
  await server.send('PUT', '/api/me/requisites/', person, buyer)
  await server.send('PUT', `/api/teams/${companyId}/requisites/`, { ...firm, ...more }, creator)
}

/** A deal of three lines, 10 of each, with what is brought and unloaded. */
async function agree({ buyer, creator, companyId }: Made): Promise<Deal> {
  const act = trading(server)
  const project = await makeProject(server.database.db, buyer, ['Tilia cordata', 'Quercus robur', 'Betula pendula'])
  const request = await act.ask(buyer, project.id, [companyId])
  const services = { delivery_price: 5000.5, unloading_price: 100 }
  const quote = await act.quote(creator, request, { 0: 1234.56, 1: 52_000, 2: 0.01 }, services)
  const [deal] = await act.award(buyer, request, [
    [0, quote],
    [1, quote],
    [2, quote],
  ])
  return deal
}

async function ask(who: string, deal: { id: string }, rest: string) {
  const url = `/api/deals/${deal.id}/papers/${rest}`
  return server.app.inject({ url, headers: { authorization: await server.bearer(who) } })
}
const numberIn = (answer: { headers: Record<string, unknown> }) =>
  Number(/-(\d+)\.pdf/.exec(String(answer.headers['content-disposition']))?.[1])

describe('an invoice', () => {
  it('comes to what the deal does, with VAT, words and a code that pays it', async () => {
    const made = await parties()
    await state(made)
    const deal = await agree(made)
    const answer = await ask(made.buyer, deal, 'invoice.pdf')
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(deal.totals.total).toBe(537_446.2)
    if (!canRead) return
    const text = textOf(answer.rawPayload)
    for (const part of [
      'Счёт на оплату № 1 от',
      'ИНН 7707083893',
      'КПП 773601001',
      'ОГРН 1027700132195',
      'Вера Ясенева, Верея, Полевая, 1',
      '40702810638050013199',
      '12 345,60',
      '52 000,00',
      '520 000,00',
      'Доставка',
      '5 000,50',
      'Итого: 537 446,20 ₽',
      'В том числе НДС 20 %: 89 574,37 ₽',
      'Пятьсот тридцать семь тысяч четыреста сорок шесть рублей 20 копеек',
    ])
      expect(text).toContain(part)
    const code = await codeIn(answer.rawPayload)
    expect(code?.startsWith(`ST00012|Name=${firm.full_name}|PersonalAcc=${firm.account}|BankName=ПАО Сбербанк|`)).toBe(
      true,
    )
    expect(code).toContain('|BIC=044525225|CorrespAcc=30101810400000000225|PayeeINN=7707083893|KPP=773601001|')
    expect(code?.endsWith('|Sum=53744620')).toBe(true)
  })

  it('stays as it was; the same again is the same, a changed one has the next number', async () => {
    const made = await parties()
    await state(made)
    const deal = await agree(made)
    const first = await ask(made.buyer, deal, 'invoice.pdf')
    const again = await ask(made.creator, deal, 'invoice.pdf')
    expect([numberIn(first), numberIn(again)]).toEqual([1, 1])
    expect(again.rawPayload.equals(first.rawPayload)).toBe(true)
    await state(made, { signatory: 'Директор Соснов В. Г.' })
    const second = await ask(made.buyer, deal, 'invoice.pdf')
    expect(numberIn(second)).toBe(2)
    expect(second.rawPayload.equals(first.rawPayload)).toBe(false)
    const { body } = await server.get(`/api/deals/${deal.id}/`, made.buyer)
    expect(body.papers.map(({ number, kind }: { number: number; kind: string }) => [number, kind])).toEqual([
      [2, 'invoice'],
      [1, 'invoice'],
    ])
    const old = await ask(made.buyer, deal, `invoice.pdf?paper=${body.papers[1].id}`)
    expect(old.rawPayload.equals(first.rawPayload)).toBe(true)
    expect((await ask(made.buyer, deal, `act.pdf?paper=${body.papers[1].id}`)).statusCode).toBe(404)
    await state(made)
    expect(numberIn(await ask(made.buyer, deal, 'invoice.pdf'))).toBe(1)
  })

  it('is for what is left of the deal once the rest is given up', async () => {
    const made = await parties()
    await state(made, { vat: 'none' })
    const deal = await agree(made)
    const act = trading(server)
    await act.act(made.creator, deal, 'confirm')
    const before = await ask(made.buyer, deal, 'invoice.pdf')
    await act.act(made.creator, deal, 'hand_over', { lines: [{ line: deal.lines[0]?.line, quantity: 3 }] })
    expect(numberIn(await ask(made.buyer, deal, 'invoice.pdf'))).toBe(numberIn(before))
    await act.act(made.creator, deal, 'hand_over', { rest: 'cancelled', reason: 'Вымерзли' })
    const after = await ask(made.buyer, deal, 'invoice.pdf')
    expect(numberIn(after)).toBe(2)
    const { body } = await server.get(`/api/deals/${deal.id}/`, made.buyer)
    expect([deal.payable, body.totals.total, body.payable]).toEqual([deal.totals.total, deal.totals.total, 8804.18])
    if (!canRead) return
    expect(textOf(after.rawPayload)).toContain('Итого: 8 804,18 ₽')
    expect(textOf(after.rawPayload)).toContain('Без НДС')
  })
})

describe('what is missing', () => {
  it('is named, of each side', async () => {
    const made = await parties()
    const deal = await agree(made)
    const none = await ask(made.buyer, deal, 'invoice.pdf')
    expect(none.statusCode).toBe(409)
    const fields = Object.keys(none.json().fields)
    for (const name of ['company.full_name', 'company.account', 'company.bic', 'buyer.full_name'])
      expect(fields).toContain(name)
    expect(none.json().detail).toContain('расчётный счёт')
    await server.send('PUT', '/api/me/requisites/', person, made.buyer)
    const one = await ask(made.buyer, deal, 'specification.pdf')
    expect(Object.keys(one.json().fields).every(name => name.startsWith('company.'))).toBe(true)
    // Whatever paper is asked for, a waybill without a delivery too.
    for (const kind of ['invoice', 'specification', 'waybill', 'act']) {
      const answer = await ask(made.creator, deal, `${kind}.pdf`)
      expect([kind, answer.statusCode, Object.keys(answer.json().fields)]).toEqual([
        kind,
        409,
        expect.arrayContaining(['company.inn']),
      ])
    }
    expect((await server.get(`/api/deals/${deal.id}/`, made.buyer)).body.papers).toEqual([])
  })

  it('a waybill needs a delivery, an act claims, and a cancelled deal has no new papers', async () => {
    const made = await parties()
    await state(made)
    const deal = await agree(made)
    const none = (await ask(made.buyer, deal, 'waybill.pdf')).json().fields.delivery[0]
    expect([none.code, none.message]).toEqual(['required', expect.stringContaining('ещё не передавали')])
    expect((await ask(made.buyer, deal, `waybill.pdf?delivery=${deal.id}`)).statusCode).toBe(404)
    expect((await ask(made.buyer, deal, 'waybill.pdf?delivery=1')).statusCode).toBe(400)
    expect((await ask(made.buyer, deal, 'act.pdf')).statusCode).toBe(409)
    expect((await ask(made.buyer, deal, 'bill.pdf')).statusCode).toBe(404)
    await trading(server).act(made.buyer, deal, 'cancel', { reason: 'Передумали' })
    expect((await ask(made.buyer, deal, 'invoice.pdf')).statusCode).toBe(409)
    expect((await server.get(`/api/deals/${deal.id}/`, made.buyer)).body.requisites).toBeNull()
  })

  it('a cancelled deal keeps the last of each kind', async () => {
    const made = await parties()
    await state(made)
    const deal = await agree(made)
    await ask(made.buyer, deal, 'invoice.pdf')
    await state(made, { signatory: 'Директор Соснов В. Г.' })
    const last = await ask(made.creator, deal, 'invoice.pdf')
    await trading(server).act(made.buyer, deal, 'cancel', { reason: 'Передумали' })
    await state(made, { signatory: 'Директор Кедров Д. Е.' })
    const after = await ask(made.buyer, deal, 'invoice.pdf')
    expect([after.statusCode, numberIn(after), after.rawPayload.equals(last.rawPayload)]).toEqual([200, 2, true])
    for (const kind of ['specification', 'waybill', 'act'])
      expect((await ask(made.buyer, deal, `${kind}.pdf`)).statusCode).toBe(409)
  })

  it('a waybill is of the only delivery, if there is one alone', async () => {
    const made = await parties()
    await state(made)
    const deal = await agree(made)
    const { act } = trading(server)
    await act(made.creator, deal, 'confirm')
    await act(made.creator, deal, 'hand_over', { lines: [{ line: deal.lines[0]?.line, quantity: 4 }] })
    const only = await ask(made.buyer, deal, 'waybill.pdf')
    expect([only.statusCode, numberIn(only)]).toEqual([200, 1])
    await act(made.creator, deal, 'hand_over')
    expect((await ask(made.buyer, deal, 'waybill.pdf')).statusCode).toBe(400)
  })
})

describe('how many papers', () => {
  it('a buyer causes no more than ten new ones a day; those that were issued are free, and the company is not held', async () => {
    const made = await parties()
    await state(made)
    const deal = await agree(made)
    const limited = await server.withSettings({ rateLimits: true })
    const invoice = async (who: string) => {
      const headers = { authorization: await limited.bearer(who) }
      return (await limited.app.inject({ url: `/api/deals/${deal.id}/papers/invoice.pdf`, headers })).statusCode
    }
    const restate = async (at: number) =>
      server.send('PUT', '/api/me/requisites/', { ...person, legal_address: `Верея, Полевая, ${at}` }, made.buyer)
    for (let at = 1; at <= 10; at++) {
      await restate(at)
      expect([await invoice(made.buyer), await invoice(made.buyer)]).toEqual([200, 200])
    }
    await restate(11)
    expect(await invoice(made.buyer)).toBe(429)
    await restate(10)
    expect(await invoice(made.buyer)).toBe(200)
    await restate(12)
    expect([await invoice(made.creator), await invoice(made.buyer)]).toEqual([200, 200])
    const { body } = await server.get(`/api/deals/${deal.id}/`, made.buyer)
    expect(Math.max(...body.papers.map(({ number }: { number: number }) => number))).toBe(11)
    await limited.close()
  })

  it('of one kind, of one deal, are bounded: the others can still be issued', async () => {
    const made = await parties()
    await state(made)
    const deal = await agree(made)
    await ask(made.buyer, deal, 'invoice.pdf')
    const { db } = server.database
    const [first] = await db.select().from(papers).where(eq(papers.dealId, deal.id))
    if (!first) throw new Error('no paper')
    await db.insert(papers).values(
      Array.from({ length: 299 }, (_, at) => ({
        ...first,
        ...{ id: uuidv7(), number: at + 2, contentHash: String(at), pdf: null },
      })),
    )
    await db.update(paperNumbers).set({ last: 300 }).where(eq(paperNumbers.companyId, made.companyId))
    await state(made, { signatory: 'Директор Соснов В. Г.' })
    expect((await ask(made.creator, deal, 'invoice.pdf')).statusCode).toBe(409)
    expect(numberIn(await ask(made.creator, deal, 'specification.pdf'))).toBe(301)
  })
})

it('requisites and papers are the two sides’ alone', async () => {
  const made = await parties()
  await state(made)
  const deal = await agree(made)
  for (const who of [made.buyer, made.creator]) {
    const { body } = await server.get(`/api/deals/${deal.id}/`, who)
    expect(body.requisites).toMatchObject({ company: firm, buyer: person })
  }
  const other = await parties()
  for (const who of [other.buyer, other.creator]) expect((await ask(who, deal, 'invoice.pdf')).statusCode).toBe(404)
  expect((await server.app.inject({ url: `/api/deals/${deal.id}/papers/invoice.pdf` })).statusCode).toBe(401)
  expect((await server.get('/api/deals/', made.buyer)).text).not.toContain(firm.account)
  expect((await server.get(`/api/requests/${deal.request}/`, made.buyer)).text).not.toContain(firm.account)
})

it('waybills of all deliveries come to the lines, and an act lists what is complained of', async () => {
  const made = await parties()
  await state(made)
  const deal = await agree(made)
  const act = trading(server)
  await act.act(made.creator, deal, 'confirm')
  const line = deal.lines[0]?.line
  await act.act(made.creator, deal, 'hand_over', { lines: [{ line, quantity: 4 }], note: 'Машина 1' })
  const { deliveries } = await act.act(made.creator, deal, 'hand_over')
  const bills = await Promise.all(deliveries.map(({ id }) => ask(made.buyer, deal, `waybill.pdf?delivery=${id}`)))
  expect(bills.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect(bills.map(numberIn).toSorted((one, other) => one - other)).toEqual([1, 2])
  const receipt = [{ line, quantity: 3, claim: { quantity: 1, reason: 'damaged', text: 'Сломан штамб' } }]
  await act.act(made.buyer, deal, 'receive', { delivery: deliveries[0]?.id, lines: receipt })
  const found = await ask(made.creator, deal, 'act.pdf')
  expect([found.statusCode, numberIn(found)]).toEqual([200, 3])
  const { body } = await server.get(`/api/deals/${deal.id}/`, made.buyer)
  await server.send(
    'POST',
    `/api/claims/${body.claims[0].id}/answer/`,
    { kind: 'replace', text: 'Привезём' },
    made.creator,
  )
  expect(numberIn(await ask(made.creator, deal, 'act.pdf'))).toBe(4)
  if (!canRead) return
  const texts = bills.map(({ rawPayload }) => textOf(rawPayload))
  expect(texts[0]).toContain('Итого: 4 938,24 ₽')
  expect(texts[0]).toContain('Машина 1')
  expect(texts[0]).toMatch(/Поставка 1 от \d+ \S+ \d{4} г\. Сделка от/)
  expect(texts[1]).toContain('Итого: 527 407,46 ₽')
  expect(textOf(found.rawPayload)).toContain('повреждено: Сломан')
  expect(textOf(found.rawPayload)).toContain('Итого: 1 234,56 ₽')
})

it('numbers of a company run without gaps, however many are issued at once, and are nobody else’s', async () => {
  const made = await parties()
  await state(made)
  const deals: Deal[] = []
  for (let at = 0; at < 4; at++) deals.push(await agree(made))
  const asked = deals.flatMap(deal =>
    ['invoice.pdf', 'specification.pdf', 'invoice.pdf', 'act.pdf'].map(kind => ({ deal, kind })),
  )
  const answers = []
  // A person has some files written at a time.
  for (let at = 0; at < asked.length; at += 4)
    answers.push(...(await Promise.all(asked.slice(at, at + 4).map(({ deal, kind }) => ask(made.creator, deal, kind)))))
  const issued = answers.filter(({ statusCode }) => statusCode === 200)
  expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(4)
  const numbers = [...new Set(issued.map(numberIn))].toSorted((one, other) => one - other)
  expect(numbers).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  const other = await parties()
  await state(other)
  expect(numberIn(await ask(other.buyer, await agree(other), 'invoice.pdf'))).toBe(1)
})

it('an issued paper cannot be changed in the database', async () => {
  const made = await parties()
  await state(made)
  const deal = await agree(made)
  await ask(made.buyer, deal, 'invoice.pdf')
  const { db } = server.database
  for (const change of [{ number: 9 }, { pdf: Buffer.from('%PDF') }, { contentHash: '' }])
    await expect(db.update(papers).set(change).where(eq(papers.dealId, deal.id))).rejects.toThrow()
})
