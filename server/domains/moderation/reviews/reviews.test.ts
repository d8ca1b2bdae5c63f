import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Deal } from '#contract/deals.ts'
import type { ReviewPart } from '#contract/reviews.ts'
import { auditLog } from '#server/domains/audit/audit.tables.ts'
import { companies } from '#server/domains/companies/companies.tables.ts'
import { reviewReports } from '#server/domains/trade/trade.tables.ts'
import { staffEmail, type TestServer, testServer } from '#server/test/app.ts'
import { makeCompany, makePerson } from '#server/test/factories.ts'
import { makeProject, trading } from '#server/test/trade.ts'

type Person = Awaited<ReturnType<typeof makePerson>>

let server: TestServer
let db: TestServer['database']['db']
let act: ReturnType<typeof trading>
let staff: Person
let readers: Person[]
let buyer: Person
let creator: Person
let employee: Person
let company: { id: number }
let deal: Deal
let reviewId: string

beforeAll(async () => {
  server = await testServer()
  db = server.database.db
  act = trading(server)
  staff = await makePerson(db, { email: staffEmail, name: 'Модератор' })
  readers = [await makePerson(db, { name: 'Борис' }), await makePerson(db, { name: 'Вера' })]
})
afterAll(() => server.close())

const get = async (path: string, who?: Person) => (await server.get(`/api/${path}`, who?.id)).body
const send = (path: string, body: object, who: Person | undefined) => server.send('POST', `/api/${path}`, body, who?.id)
const report = async (part: ReviewPart, who: Person | undefined, id = reviewId) =>
  (await send(`reviews/${id}/report/`, { part }, who)).status
const judge = async (action: string, part: ReviewPart, reason?: string, who = staff) =>
  (await send(`staff/reviews/${reviewId}/${action}/`, { part, ...(reason === undefined ? {} : { reason }) }, who))
    .status
const queue = async () => (await get('staff/reviews/', staff)).results
const hidden = async () => (await get('staff/reviews/hidden/', staff)).results
const shown = () => get(`teams/${company.id}/reviews/`)
const rated = async () => {
  const { rating, reviews_count } = await get(`teams/get_current_team/${company.id}/`)
  return [rating, reviews_count]
}
const told = async (who: Person, type: string) => {
  const { groups } = await get('notifications/groups/', who)
  return groups.flatMap((group: any) => (group.type_of_notification === type ? [[group.body, group.link]] : []))
}

async function received(): Promise<Deal> {
  const project = await makeProject(db, buyer.id, ['Tilia cordata'])
  const request = await act.ask(buyer.id, project.id, [company.id])
  const quote = await act.quote(creator.id, request, { 0: 10 })
  const [awarded] = await act.award(buyer.id, request, [[0, quote]])
  await act.act(creator.id, awarded, 'confirm')
  await act.act(creator.id, awarded, 'hand_over')
  return act.act(buyer.id, awarded, 'receive')
}

beforeEach(async () => {
  await db.delete(reviewReports)
  buyer = await makePerson(db, { name: 'Анна' })
  creator = await makePerson(db)
  employee = await makePerson(db)
  company = await makeCompany(db, { name: 'Косогор', creatorId: creator.id, employees: [employee.id] })
  for (const rating of [5, 5]) await act.review(buyer.id, await received(), rating)
  deal = await received()
  await act.review(buyer.id, deal, 1, 'Жулики!')
  await send(`deals/${deal.id}/review/reply/`, { text: 'Сами вы такие' }, employee)
  reviewId = (await get(`deals/${deal.id}/`, buyer)).review.id
})

describe('a reported review', () => {
  it('waits with its reply apart, most reported first, by whom and when', async () => {
    for (const who of readers) expect(await report('reply', who)).toBe(200)
    expect(await report('reply', readers[0])).toBe(200)
    expect(await report('review', employee)).toBe(200)
    const judged = {
      id: reviewId,
      company: { id: company.id, company_name: 'Косогор', rating: 3.7, reviews_count: 3 },
      created_by: { id: buyer.id, name: 'Анна' },
      rating: 1,
      text: 'Жулики!',
      reply: 'Сами вы такие',
    }
    expect(await queue()).toMatchObject([
      {
        review: { ...judged, part: 'reply' },
        reports_count: 2,
        reports: [{ created_by: { name: 'Вера' } }, { created_by: { name: 'Борис' } }],
      },
      { review: { ...judged, part: 'review' }, reports_count: 1, reports: [{ created_by: { id: employee.id } }] },
    ])
    expect((await get('staff/overview/', staff)).reviews_reported).toBe(2)
  })

  it('can be reported by those who are signed in and see it', async () => {
    expect(await report('review', undefined)).toBe(401)
    expect(await report('review', readers[0], crypto.randomUUID())).toBe(404)
    expect((await send(`reviews/${reviewId}/report/`, { part: 'rating' }, readers[0])).status).toBe(400)
    const { results } = await shown()
    const silent = results.find((one: any) => one.reply === null)
    expect(await report('reply', readers[0], silent.id)).toBe(404)
    await db.update(companies).set({ blockedAt: new Date() }).where(eq(companies.id, company.id))
    expect(await report('review', readers[0])).toBe(404)
    expect(await queue()).toEqual([])
  })

  it('stays when moderators dismiss the reports', async () => {
    await report('review', employee)
    expect(await judge('dismiss', 'review')).toBe(200)
    expect([await queue(), await judge('dismiss', 'review')]).toEqual([[], 409])
    expect((await shown()).count).toBe(3)
    expect(await rated()).toEqual([3.7, 3])
  })
})

describe('a hidden review', () => {
  it('is neither shown nor counted, but to its author, who is told why; restored it is as before', async () => {
    await report('review', employee)
    await report('reply', readers[0] as Person)
    expect(await rated()).toEqual([3.7, 3])
    expect(await judge('hide', 'review')).toBe(400)
    expect(await judge('hide', 'review', 'Оскорбления')).toBe(200)
    expect(await judge('hide', 'review', 'Ещё раз')).toBe(409)

    expect(await rated()).toEqual([null, 2])
    expect(await shown()).toMatchObject({ count: 2, rating: null, results: [{ rating: 5 }, { rating: 5 }] })
    const own = await get(`deals/${deal.id}/`, buyer)
    expect(own).toMatchObject({ review: { text: 'Жулики!', hidden_reason: 'Оскорбления' }, can: { review: false } })
    expect(own.next_step).toBeNull()
    const theirs = await get(`deals/${deal.id}/`, employee)
    expect([theirs.review, theirs.can.reply]).toEqual([null, false])
    expect((await send(`deals/${deal.id}/review/`, { rating: 5, text: '' }, buyer)).status).toBe(409)
    expect([await report('review', employee), await report('reply', employee)]).toEqual([404, 404])
    // What is reported of it waits for nobody any more.
    expect(await queue()).toEqual([])
    expect(await told(buyer, 'review_hidden')).toEqual([
      ['Модератор скрыл ваш отзыв: «Сквер». Причина: Оскорбления', `/deals/${deal.id}`],
    ])
    expect(await told(employee, 'review_hidden')).toEqual([])
    expect(await hidden()).toMatchObject([{ review: { id: reviewId, part: 'review' }, reason: 'Оскорбления' }])

    expect(await judge('restore', 'review', 'Договорились')).toBe(200)
    expect(await judge('restore', 'review', 'Ещё раз')).toBe(409)
    expect(await rated()).toEqual([3.7, 3])
    expect((await shown()).results[0]).toMatchObject({ text: 'Жулики!', reply: 'Сами вы такие', hidden_reason: null })
    expect(await told(buyer, 'review_restored')).toEqual([
      ['Модератор вернул ваш отзыв: «Сквер».', `/deals/${deal.id}`],
    ])
  })

  it('takes no reply', async () => {
    const silent = await received()
    await act.review(buyer.id, silent, 2)
    reviewId = (await get(`deals/${silent.id}/`, buyer)).review.id
    await judge('hide', 'review', 'Выдумка')
    expect((await send(`deals/${silent.id}/review/reply/`, { text: 'Да' }, creator)).status).toBe(409)
    expect(await judge('hide', 'reply', 'Его нет')).toBe(409)
  })
})

it('a hidden reply is seen by its company alone, which is told why; the review and the rating stay', async () => {
  await report('reply', buyer)
  expect(await judge('hide', 'reply', 'Грубость')).toBe(200)
  expect((await shown()).results[0]).toMatchObject({ text: 'Жулики!', reply: null, replied_at: null })
  expect(await rated()).toEqual([3.7, 3])
  expect((await get(`deals/${deal.id}/`, buyer)).review).toMatchObject({ reply: null, reply_hidden_reason: null })
  const kept = (await get('me/data/', buyer)).deals.find((one: any) => one.deal.id === deal.id)
  expect(kept.review).toMatchObject({ text: 'Жулики!', reply: null, replyHiddenReason: '' })
  expect(await get(`deals/${deal.id}/`, creator)).toMatchObject({
    review: { reply: 'Сами вы такие', reply_hidden_reason: 'Грубость' },
    can: { reply: false },
  })
  for (const who of [creator, employee])
    expect(await told(who, 'reply_hidden')).toEqual([
      ['Модератор скрыл ответ вашей компании на отзыв: «Сквер». Причина: Грубость', `/deals/${deal.id}`],
    ])
  expect(await told(buyer, 'reply_hidden')).toEqual([])
  expect(await judge('restore', 'reply', 'Извинились')).toBe(200)
  expect((await shown()).results[0].reply).toBe('Сами вы такие')
})

it('every decision is in the log, with the reason', async () => {
  await report('review', employee)
  await judge('dismiss', 'review')
  await judge('hide', 'reply', 'Грубость')
  await judge('hide', 'review', 'Оскорбления')
  await judge('restore', 'review', 'Договорились')
  const { results } = await get('staff/journal/?subject=review&page_size=4', staff)
  expect(results.map((one: any) => [one.action, one.subject_id, one.subject_name, one.reason])).toEqual([
    ['restore', reviewId, 'Анна: Жулики!', 'Договорились'],
    ['hide', reviewId, 'Анна: Жулики!', 'Оскорбления'],
    ['hide', reviewId, 'Косогор: Сами вы такие', 'Грубость'],
    ['dismiss', reviewId, 'Анна: Жулики!', ''],
  ])
  expect(await db.$count(auditLog, eq(auditLog.subjectId, reviewId))).toBe(4)
})

it('only moderators decide', async () => {
  for (const who of [undefined, buyer, employee]) {
    expect((await server.get('/api/staff/reviews/', who?.id)).status).toBe(404)
    for (const action of ['hide', 'dismiss', 'restore'])
      expect((await send(`staff/reviews/${reviewId}/${action}/`, { part: 'review', reason: 'Так' }, who)).status).toBe(
        404,
      )
  }
  expect(await rated()).toEqual([3.7, 3])
  expect(
    (await send(`staff/reviews/${crypto.randomUUID()}/hide/`, { part: 'review', reason: 'Нет' }, staff)).status,
  ).toBe(404)
})
