import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TradeNews, tradeNews } from '#contract/notifications.ts'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import { emails } from '#server/platform/mail/mail.tables.ts'
import { publicUrl, type TestServer, testServer } from '#server/test/app.ts'
import { makeCompany, makePerson } from '#server/test/factories.ts'
import { pdf } from '#server/test/files.ts'
import { jobsOf, workOff } from '#server/test/jobs.ts'
import { formOf } from '#server/test/pictures.ts'
import { countStatements } from '#server/test/statement-count.ts'
import { makeProject, trading } from '#server/test/trade.ts'
import { dealExpirer, sendIfDealsAreDue } from '../deals/expiry.service.ts'
import { deals } from '../trade.tables.ts'
import { tradeMailer } from './trade-mailing.service.ts'
import { tradeMailing } from './trade.jobs.ts'

let server: TestServer
let act: ReturnType<typeof trading>
let buyer: { id: string; email: string }
let employee: { id: string; email: string }
let creator: { id: string; email: string }
let company: { id: number }
let project: { id: string }

beforeAll(async () => {
  server = await testServer()
  act = trading(server)
})
afterAll(() => server.close())
beforeEach(async () => {
  const { db } = server.database
  await db.delete(emails)
  buyer = await makePerson(db, { name: 'Вера' })
  employee = await makePerson(db)
  creator = await makePerson(db)
  company = await makeCompany(db, { name: 'Косогор', creatorId: creator.id, employees: [employee.id] })
  project = await makeProject(db, buyer.id, ['Tilia cordata'])
})

const mail = async () => {
  await workOff(server.database, [tradeMailer({ db: server.database.db, publicUrl })])
  return (await server.database.db.delete(emails).returning()).map(({ recipient, subject, text, link }) => ({
    recipient,
    subject,
    text,
    link,
  }))
}
const groupsOf = async (who: string) => (await server.get('/api/notifications/groups/', who)).body.groups
const told = async (who: string, type: TradeNews) => {
  const [group] = (await groupsOf(who)).filter((one: any) => one.type_of_notification === type)
  return [group?.body, group?.link]
}

/** One action: what the other side is told on the site, and who gets which e-mail. */
async function expectTold(
  type: TradeNews,
  [reader, sentence, link]: [string, string, string],
  recipients: string[],
  subject: string,
) {
  expect(await told(reader, type)).toEqual([sentence, link])
  const sent = await mail()
  expect([type, sent.map(letter => letter.recipient).toSorted()]).toEqual([type, recipients.toSorted()])
  for (const letter of sent) expect([letter.subject, letter.link]).toEqual([subject, publicUrl + link])
}

describe('every step is told to the other side, on the site and by e-mail', () => {
  it('from the request to the reply to its review', async () => {
    const seen: TradeNews[] = []
    const step = async (type: TradeNews, ...rest: [[string, string, string], string[], string]) => {
      seen.push(type)
      await expectTold(type, ...rest)
    }
    const other = await makeCompany(server.database.db, { name: 'Соседи' })
    const colleagues = [creator.email, employee.email]
    const request = await act.ask(buyer.id, project.id, [company.id])
    const incoming = `/incoming/${request.id}`
    await step(
      'quote_requested',
      [employee.id, 'Вера просит назвать цены: «Сквер», 1 строка.', incoming],
      colleagues,
      'Запрос цен: Сквер',
    )
    await act.quote(employee.id, request, { 0: 10 })
    await step(
      'quote_received',
      [buyer.id, 'Компания «Косогор» отвечает на запрос «Сквер».', `/requests/${request.id}`],
      [buyer.email],
      'Предложение: Сквер',
    )
    const quote = await act.quote(employee.id, request, { 0: 9 })
    await step(
      'quote_revised',
      [buyer.id, 'Компания «Косогор» меняет своё предложение по запросу «Сквер».', `/requests/${request.id}`],
      [buyer.email],
      'Новая редакция предложения: Сквер',
    )
    const [deal] = await act.award(buyer.id, request, [[0, quote]])
    const link = `/deals/${deal.id}`
    await step(
      'quote_chosen',
      [creator.id, 'Вера выбирает ваше предложение: «Сквер». Подтвердите сделку.', link],
      colleagues,
      'Вас выбрали: Сквер',
    )
    const { db } = server.database
    await db
      .update(deals)
      .set({ confirmBy: new Date(Date.now() + 3_600_000) })
      .where(eq(deals.id, deal.id))
    await sendIfDealsAreDue(db)
    await workOff(server.database, [dealExpirer(db)])
    await step(
      'deal_expiring',
      [employee.id, 'До отмены сделки «Сквер» меньше суток: компания её ещё не подтвердила.', link],
      [buyer.email, ...colleagues],
      'Сделка ждёт подтверждения: Сквер',
    )
    await act.act(creator.id, deal, 'confirm')
    await step(
      'deal_confirmed',
      [buyer.id, 'Компания «Косогор» подтверждает сделку «Сквер».', link],
      [buyer.email],
      'Сделка подтверждена: Сквер',
    )
    await server.send('POST', `/api/deals/${deal.id}/documents/`, formOf({ files: pdf() }), employee.id)
    await step(
      'deal_documents',
      [buyer.id, 'Компания «Косогор» прикладывает документы к сделке «Сквер».', link],
      [buyer.email],
      'Документы к сделке: Сквер',
    )
    const [line] = deal.lines
    await act.act(creator.id, deal, 'hand_over', { lines: [{ line: line?.line, quantity: 4 }] })
    await step(
      'deal_delivered',
      [buyer.id, 'Компания «Косогор» передаёт часть растений: «Сквер». Отметьте, когда получите их.', link],
      [buyer.email],
      'Часть растений передана: Сквер',
    )
    await act.act(buyer.id, deal, 'receive')
    await step(
      'deal_delivery_received',
      [employee.id, 'Вера принимает часть растений: «Сквер».', link],
      colleagues,
      'Часть растений принята: Сквер',
    )
    await act.act(creator.id, deal, 'hand_over')
    await step(
      'deal_handed_over',
      [buyer.id, 'Компания «Косогор» передаёт растения: «Сквер». Отметьте, когда получите их.', link],
      [buyer.email],
      'Растения переданы: Сквер',
    )
    await act.act(buyer.id, deal, 'receive')
    await step(
      'deal_received',
      [employee.id, 'Вера получает растения: «Сквер». Сделка закрыта.', link],
      colleagues,
      'Растения получены: Сквер',
    )
    const complain = () =>
      server.send(
        'POST',
        `/api/deals/${deal.id}/claims/`,
        { line: line?.line, quantity: 1, reason: 'dead', text: '' },
        buyer.id,
      )
    const { body: claim } = await complain()
    const did = async (what: string, body: unknown, who: string) => {
      expect((await server.send('POST', `/api/claims/${claim.id}/${what}/`, body, who)).status).toBe(200)
    }
    await step(
      'claim_made',
      [employee.id, 'Вера сообщает о недостатках: «Сквер». Ответьте на претензию.', link],
      colleagues,
      'Претензия: Сквер',
    )
    await did('answer', { kind: 'discount', amount: 9, text: '' }, creator.id)
    await step(
      'claim_answered',
      [buyer.id, 'Компания «Косогор» отвечает на вашу претензию: «Сквер».', link],
      [buyer.email],
      'Ответ на претензию: Сквер',
    )
    await did('dispute', { text: 'Мало' }, buyer.id)
    await step(
      'claim_disputed',
      [employee.id, 'Вера не соглашается с ответом на претензию: «Сквер».', link],
      colleagues,
      'С ответом не согласны: Сквер',
    )
    await did('answer', { kind: 'refund', amount: 9, text: '' }, creator.id)
    await mail()
    await did('accept', undefined, buyer.id)
    await step(
      'claim_accepted',
      [employee.id, 'Вера принимает ваш ответ на претензию: «Сквер».', link],
      colleagues,
      'Ответ на претензию принят: Сквер',
    )
    const { body: another } = await complain()
    await mail()
    await server.send('POST', `/api/claims/${another.id}/withdraw/`, undefined, buyer.id)
    await step(
      'claim_withdrawn',
      [employee.id, 'Вера отзывает претензию: «Сквер».', link],
      colleagues,
      'Претензия отозвана: Сквер',
    )
    await act.review(buyer.id, deal, 5)
    await step(
      'review_received',
      [employee.id, 'Вера оставляет отзыв о вашей компании: «Сквер».', link],
      colleagues,
      'Отзыв о вашей компании',
    )
    await server.send('POST', `/api/deals/${deal.id}/review/reply/`, { text: 'Спасибо' }, employee.id)
    await step(
      'review_replied',
      [buyer.id, 'Компания «Косогор» отвечает на ваш отзыв: «Сквер».', link],
      [buyer.email],
      'Ответ на ваш отзыв',
    )

    const second = await act.ask(buyer.id, project.id, [company.id, other.id])
    await act.quote(employee.id, second, { 0: 10 })
    const chosen = await act.quote(other.creatorId, second, { 0: 11 })
    const [theirs] = await act.award(buyer.id, second, [[0, chosen]])
    seen.push('quote_not_chosen')
    expect(await told(employee.id, 'quote_not_chosen')).toEqual([
      'По запросу «Сквер» в этот раз выбрано другое предложение. Спасибо, что ответили.',
      `/incoming/${second.id}`,
    ])
    await mail()
    await act.act(other.creatorId, theirs, 'cancel', { reason: 'Вымерзло' })
    await step(
      'deal_cancelled',
      [buyer.id, 'Компания «Соседи» отменяет сделку «Сквер»: Вымерзло', `/deals/${theirs.id}`],
      [buyer.email],
      'Сделка отменена: Сквер',
    )
    const partial = await act.ask(buyer.id, project.id, [company.id])
    const [shared] = await act.award(buyer.id, partial, [[0, await act.quote(employee.id, partial, { 0: 10 })]])
    await act.act(creator.id, shared, 'confirm')
    await act.act(creator.id, shared, 'hand_over', { lines: [{ line: shared.lines[0]?.line, quantity: 1 }] })
    await mail()
    await act.act(creator.id, shared, 'hand_over', { rest: 'cancelled', reason: 'Вымерзли' })
    await step(
      'deal_rest_cancelled',
      [buyer.id, 'Компания «Косогор» отменяет остаток по сделке «Сквер»: Вымерзли', `/deals/${shared.id}`],
      [buyer.email],
      'Остаток отменён: Сквер',
    )
    const third = await act.ask(buyer.id, project.id, [company.id])
    await mail()
    await server.send('POST', `/api/requests/${third.id}/cancel/`, undefined, buyer.id)
    await step(
      'request_cancelled',
      [creator.id, 'Вера отменяет запрос «Сквер».', `/incoming/${third.id}`],
      colleagues,
      'Запрос отменён: Сквер',
    )
    expect(seen.toSorted()).toEqual([...tradeNews].toSorted())
  })

  it('tells why the buyer cancels', async () => {
    const request = await act.ask(buyer.id, project.id, [company.id])
    const [deal] = await act.award(buyer.id, request, [[0, await act.quote(creator.id, request, { 0: 1 })]])
    await act.act(buyer.id, deal, 'cancel', { reason: 'Сквер не утвердили' })
    expect((await told(employee.id, 'deal_cancelled'))[0]).toBe('Вера отменяет сделку «Сквер»: Сквер не утвердили')
    expect((await mail()).filter(({ text }) => text.includes('Причина: Сквер не утвердили'))).toHaveLength(2)
  })

  it('costs no more statements for many people than for one', async () => {
    const { db } = server.database
    const team = async (size: number) => {
      const people = await Promise.all(Array.from({ length: size }, () => makePerson(db)))
      return makeCompany(db, { creatorId: people[0]?.id ?? '', employees: people.slice(1).map(({ id }) => id) })
    }
    const [small, large] = [await team(1), await team(12)]
    const mailer = tradeMailer({ db, publicUrl })
    /** Without what a process asks while it waits for jobs: that depends on how long it waits. */
    const cost = async (companyId: number) => {
      const asking = countStatements()
      await act.ask(buyer.id, project.id, [companyId])
      asking.stop()
      const [job, ...more] = await jobsOf(db, tradeMailing)
      expect(more).toEqual([])
      const writing = countStatements()
      await mailer.run(job?.data as never, { attempt: 1, signal: new AbortController().signal })
      writing.stop()
      await db.execute(sql`delete from pgboss.job where name = ${tradeMailing.name}`)
      return { asking: asking.sofar(), writing: writing.sofar() }
    }
    await cost(small.id)
    await db.delete(emails)
    expect(await cost(large.id)).toEqual(await cost(small.id))
    expect(await db.$count(emails)).toBe(13)
  })

  it('writes to confirmed addresses alone, and not to blocked people', async () => {
    const { db } = server.database
    await db.update(users).set({ confirmedEmail: 'other@dendro.test' }).where(eq(users.id, creator.id))
    await db.update(users).set({ blockedAt: new Date() }).where(eq(users.id, employee.id))
    await act.ask(buyer.id, project.id, [company.id])
    expect(await mail()).toEqual([])
    expect(await groupsOf(creator.id)).toHaveLength(1)
  })
})

it('a company whose name has quotation marks is called by it, on the site and in letters', async () => {
  const own = await makeCompany(server.database.db, { name: 'Питомник «Верейский косогор»' })
  const request = await act.ask(buyer.id, project.id, [own.id])
  const quote = await act.quote(own.creatorId, request, { 0: 10 })
  const said = 'Питомник «Верейский косогор» отвечает на'
  expect((await told(buyer.id, 'quote_received'))[0]).toBe(`${said} запрос «Сквер».`)
  const texts = (await mail()).map(({ text }) => text)
  expect(texts.find(text => text.includes('косогор'))).toContain(`Здравствуйте! ${said} ваш запрос «Сквер».`)
  const [deal] = await act.award(buyer.id, request, [[0, quote]])
  await act.act(own.creatorId, deal, 'confirm')
  expect((await told(buyer.id, 'deal_confirmed'))[0]).toBe('Питомник «Верейский косогор» подтверждает сделку «Сквер».')
  await mail()
})
