import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { personErased } from '#server/domains/accounts/accounts.events.ts'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import { companyMembers } from '#server/domains/companies/companies.tables.ts'
import { uuidv7 } from '#server/platform/database/ids.ts'
import { closeAfterTest, otherStaffEmail, staffEmail, type TestServer, testServer } from '#server/test/app.ts'
import { makeCompany, makePerson, makeProduct } from '#server/test/factories.ts'
import { pdf } from '#server/test/files.ts'
import { formOf } from '#server/test/pictures.ts'
import { decisions, reports } from './decisions.tables.ts'

type Person = Awaited<ReturnType<typeof makePerson>>

let server: TestServer
let db: TestServer['database']['db']
let staff: Person
let colleague: Person
let anna: Person
let boris: Person

beforeAll(async () => {
  server = await testServer()
  db = server.database.db
  staff = await makePerson(db, { email: staffEmail, name: 'Модератор' })
  colleague = await makePerson(db, { email: otherStaffEmail })
})
afterAll(() => server.close())
beforeEach(async () => {
  await db.delete(reports)
  await db.delete(decisions)
  anna = await makePerson(db, { name: 'Анна Лесная' })
  boris = await makePerson(db, { name: 'Борис Дубов' })
})

const send = (who: Person | undefined, path: string, body?: unknown, method: 'POST' | 'DELETE' = 'POST') =>
  server.send(method, `/api/${path}`, body, who?.id)
const get = async (path: string, who: Person) => (await server.get(`/api/${path}`, who.id)).body
/** What moderators say. */
const news = async (who: Person): Promise<string[][]> =>
  (await get('notifications/', who))
    .map(({ type_of_notification: type, body }: Record<string, string>) => [type, body])
    .filter(([type]: string[]) => !type?.startsWith('post_'))
const own = async (who: Person) => (await get('decisions/', who)).results
const queue = async (kind = '') => (await get(`staff/complaints/?kind=${kind}`, staff)).results

/** One of each kind of things, of Anna or of her company, as Boris finds it. */
async function things() {
  const { id: companyId } = await makeCompany(db, { creatorId: anna.id })
  const product = await makeProduct(db, { companyId, category: 'listvennye-derevya' })
  const { id: post } = (await send(boris, 'posts/create/', { body: 'Кто сажал липы?' })).body
  const { id: comment } = (await send(anna, `posts/${post}/comment/`, { body: 'Дурак, липы не сажают' })).body
  const { id: chat } = await get(`chat/${boris.id}/get-or-create/`, anna)
  const { id: message } = (await send(anna, `chat/${chat}/send/`, formOf({ body: 'Плати вперёд', files: pdf() }))).body
  const paths = {
    comment: `posts/${post}/comments/${comment}/`,
    person: `people/${anna.id}/`,
    message: `chat/${chat}/messages/${message}/`,
    product: `products/listvennye-derevya/${product.slug}/`,
    company: `teams/${companyId}/`,
  }
  return { companyId, product, post, comment, chat, message, paths }
}
const said = { reason: 'insult', text: 'Так нельзя' }

describe('a report', () => {
  it('of every kind comes to the moderators with what was said and shown', async () => {
    const { paths, comment, product, companyId, message, post } = await things()
    for (const [kind, path] of Object.entries(paths)) {
      const { status, body } = await send(boris, `${path}report/`, said)
      expect([kind, status, body]).toEqual([kind, 200, { message: `${kind} reported` }])
      // Again: nothing changes.
      expect((await send(boris, `${path}report/`, { reason: 'spam', text: '' })).status).toBe(200)
      expect(await queue(kind)).toHaveLength(1)
    }
    expect(await queue()).toHaveLength(5)
    const by = { created_by: { id: boris.id, name: boris.name }, created_at: expect.any(String), ...said }
    const shown = { reports_count: 1, reasons: [{ reason: 'insult', count: 1 }], reports: [by] }
    const person = { id: anna.id, name: anna.name }
    const [ofComment] = await queue('comment')
    expect(ofComment).toMatchObject({
      ...shown,
      id: comment,
      text: 'Дурак, липы не сажают',
      link: `/post/${post}`,
      person,
    })
    expect((await queue('person'))[0]).toMatchObject({ ...shown, id: anna.id, name: anna.name, person })
    expect((await queue('message'))[0]).toMatchObject({
      ...shown,
      id: message,
      text: 'Плати вперёд\nсмета.pdf',
      person,
    })
    expect((await queue('product'))[0]).toMatchObject({ ...shown, id: String(product.id), team: { id: companyId } })
    expect((await queue('company'))[0]).toMatchObject({ ...shown, id: String(companyId), person: null })
    expect((await get('staff/overview/', staff)).complaints_waiting).toBe(5)
  })

  it('is 400 for one’s own things and without a reason, 404 for what one may not see', async () => {
    const { paths, post } = await things()
    for (const path of Object.values(paths)) {
      expect([path, (await send(anna, `${path}report/`, said)).status]).toEqual([path, 400])
      for (const body of [undefined, {}, { reason: 'because' }, { ...said, text: 'я'.repeat(1001) }])
        expect([path, (await send(boris, `${path}report/`, body)).status]).toEqual([path, 400])
      expect((await send(undefined, `${path}report/`, said)).status).toBe(401)
    }
    const stranger = await makePerson(db)
    const blocked = await makeCompany(db, { blockedAt: new Date(), blockReason: 'Обман' })
    expect((await send(stranger, `${paths.message}report/`, said)).status).toBe(404)
    for (const path of [
      `teams/${blocked.id}/`,
      `people/${uuidv7()}/`,
      `posts/${post}/comments/${uuidv7()}/`,
      'teams/999999/',
      'products/listvennye-derevya/nothing/',
      'products/hvoynye/nothing/',
    ])
      expect([path, (await send(stranger, `${path}report/`, said)).status]).toEqual([path, 404])
    await send(anna, `people/${stranger.id}/block/`)
    expect((await send(stranger, `${paths.comment}report/`, said)).status).toBe(404)
    expect(await queue()).toEqual([])
  })

  it('needs no text, and null is none', async () => {
    const { paths } = await things()
    for (const path of Object.values(paths))
      expect((await send(boris, `${path}report/`, { reason: 'spam', text: null })).status).toBe(200)
    const reported = await queue()
    expect(reported.map(({ reports: [one] }: { reports: { text: string }[] }) => one?.text)).toEqual([
      '',
      '',
      '',
      '',
      '',
    ])
    const { id } = (await send(anna, 'posts/create/', { body: 'Продам всё' })).body
    expect((await send(boris, `posts/${id}/report/`, { reason: 'spam', text: null })).status).toBe(200)
  })

  it('reaches the moderators through a block, whoever has blocked whom', async () => {
    const [vera, gleb] = [await makePerson(db), await makePerson(db)]
    const { id } = (await send(anna, 'posts/create/', { body: 'Продам всё' })).body
    await send(anna, `people/${vera.id}/block/`)
    await send(gleb, `people/${anna.id}/block/`)
    for (const who of [vera, gleb]) {
      expect((await send(who, `people/${anna.id}/report/`, said)).status).toBe(200)
      expect((await send(who, `posts/${id}/report/`, said)).status).toBe(200)
    }
    expect(await queue('person')).toMatchObject([{ id: anna.id, reports_count: 2 }])
    const { id: closed } = (await send(anna, 'posts/create/', { body: 'Своим', is_private: true })).body
    expect((await send(vera, `posts/${closed}/report/`, said)).status).toBe(404)
  })

  it('of a post that is hidden already is taken from those who still see it', async () => {
    const { id } = (await send(anna, 'posts/create/', { body: 'Продам всё' })).body
    await send(staff, `staff/reports/${id}/hide/`, { reason: 'Реклама' })
    const statuses = await Promise.all([anna, colleague, boris].map(who => send(who, `posts/${id}/report/`, said)))
    expect(statuses.map(({ status }) => status)).toEqual([200, 200, 404])
  })

  it('of a post needs no body, may have one, and one’s own counts for nothing', async () => {
    const { id } = (await send(anna, 'posts/create/', { body: 'Продам всё' })).body
    const reported = { status: 200, body: { message: 'post reported' } }
    expect(await send(anna, `posts/${id}/report/`)).toMatchObject(reported)
    const ofPost = async () =>
      (await get('staff/reports/', staff)).results.find((one: { post: { id: string } }) => one.post.id === id)
    expect(await ofPost()).toBeUndefined()
    const vera = await makePerson(db)
    expect(await send(boris, `posts/${id}/report/`)).toMatchObject(reported)
    expect(await send(vera, `posts/${id}/report/`, { reason: 'fraud', text: 'Обман' })).toMatchObject(reported)
    expect((await send(vera, `posts/${id}/report/`, { reason: 'x' })).status).toBe(400)
    expect(await ofPost()).toMatchObject({
      reports_count: 2,
      reports: [
        { created_by: { id: vera.id }, reason: 'fraud', text: 'Обман' },
        { created_by: { id: boris.id }, reason: 'other', text: '' },
      ],
    })
  })

  it('keeps what a message said for moderators alone, once its author has deleted it', async () => {
    const { paths } = await things()
    await send(boris, `${paths.message}report/`, said)
    expect((await send(anna, paths.message, undefined, 'DELETE')).status).toBe(200)
    expect((await queue('message'))[0].text).toBe('Плати вперёд\nсмета.pdf')
    expect((await send(boris, `${paths.message}report/`, said)).status).toBe(404)
  })

  it('is bounded in number', async () => {
    const limited = await server.withSettings({ rateLimits: true })
    closeAfterTest(limited)
    const statuses = new Set<number>()
    for (let n = 0; n < 61; n++)
      statuses.add((await limited.send('POST', `/api/people/${anna.id}/report/`, said, boris.id)).status)
    expect([...statuses]).toEqual([200, 429])
  })
})

describe('who reported', () => {
  it('is told that something was done, without names', async () => {
    const { paths, comment, message } = await things()
    for (const path of [paths.comment, paths.message]) await send(boris, `${path}report/`, said)
    const grounds = { reason: 'Оскорбление', rule: 'insult' }
    for (const [kind, id] of [
      ['comment', comment],
      ['message', message],
    ])
      expect((await send(staff, `staff/complaints/${kind}/${id}/remove/`, grounds)).body).toEqual({
        message: 'removed',
      })
    expect(await queue()).toEqual([])
    expect(await news(boris)).toEqual([
      ['report_accepted', 'Мы рассмотрели вашу жалобу на сообщение: модератор принял меры. Спасибо.'],
      ['report_accepted', 'Мы рассмотрели вашу жалобу на комментарий: модератор принял меры. Спасибо.'],
    ])
    expect((await news(anna)).map(([type]: string[]) => type)).toEqual(['message_removed', 'comment_removed'])
    expect((await news(anna))[0]?.[1]).toBe('Модератор удалил ваше сообщение. Причина: Оскорбление')
    expect((await get(`chat/${(await get('chat/', boris))[0].id}/`, boris)).messages).toMatchObject([
      { body: '', files: [] },
    ])
    expect((await send(staff, `staff/complaints/message/${message}/remove/`, grounds)).status).toBe(409)
    expect((await send(staff, `staff/complaints/comment/${comment}/remove/`, grounds)).status).toBe(404)
    expect((await send(staff, `staff/complaints/person/${anna.id}/remove/`, grounds)).status).toBe(404)
  })

  it('is told that nothing was wrong, once', async () => {
    const { paths } = await things()
    await send(boris, `${paths.person}report/`, said)
    const dismiss = () => send(staff, `staff/complaints/person/${anna.id}/dismiss/`)
    expect((await dismiss()).status).toBe(200)
    expect((await dismiss()).status).toBe(409)
    const told = 'Мы рассмотрели вашу жалобу на человека: нарушения модератор не нашёл.'
    expect(await news(boris)).toEqual([['report_dismissed', told]])
    expect(await news(anna)).toEqual([])
    expect(await own(anna)).toEqual([])
    // A later one counts anew.
    await send(boris, `${paths.person}report/`, said)
    expect(await queue('person')).toHaveLength(1)
  })

  it('is told of what became of a product and a company by the calls that there are', async () => {
    const { paths, product, companyId } = await things()
    for (const path of [paths.product, paths.company]) await send(boris, `${path}report/`, said)
    await send(staff, `staff/listings/${product.id}/hide/`, { reason: 'Не то растение', rule: 'wrong_plant' })
    await send(staff, `staff/companies/${companyId}/block/`, { reason: 'Обман', rule: 'fraud' })
    expect((await news(boris)).map(([type]: string[]) => type)).toEqual(['report_accepted', 'report_accepted'])
    expect(await queue()).toEqual([])
  })
})

describe('a decision', () => {
  it('against somebody can be read by them, with its reason and rule; an old client names no rule', async () => {
    const { companyId, product, paths } = await things()
    const { id: post } = (await send(anna, 'posts/create/', { body: 'Куплю всё' })).body
    const { id: other } = (await send(anna, 'posts/create/', { body: 'Продам всё' })).body
    await send(staff, `staff/reports/${post}/hide/`, { reason: 'Реклама', rule: 'spam' })
    await send(staff, `posts/${other}/delete/`, { reason: 'Обман', rule: 'fraud' }, 'DELETE')
    await send(staff, paths.comment, undefined, 'DELETE')
    await send(staff, `staff/listings/${product.id}/hide/`, { reason: 'Не липа' })
    await send(staff, `staff/companies/${companyId}/block/`, { reason: 'Обман', rule: 'fraud' })
    const summary = (await own(anna)).map(({ action, subject, reason, rule }: Record<string, string>) => [
      ...[action, subject, reason, rule],
    ])
    expect(summary).toEqual([
      ['block', 'company', 'Обман', 'fraud'],
      ['hide', 'product', 'Не липа', 'other'],
      ['delete', 'comment', '', 'other'],
      ['delete', 'post', 'Обман', 'fraud'],
      ['hide', 'post', 'Реклама', 'spam'],
    ])
    expect(await own(boris)).toEqual([])
    expect((await own(anna))[4]).toEqual({
      id: expect.any(String),
      ...{ action: 'hide', subject: 'post', subject_name: 'Куплю всё', reason: 'Реклама', rule: 'spam' },
      created_at: expect.stringMatching(/Z$/),
      created_at_formatted: '0 minutes',
      appeal: null,
      can: { appeal: true },
    })
    expect(JSON.stringify(await own(anna))).not.toContain(staff.id)
    expect((await send(staff, `staff/reports/${post}/hide/`, { reason: 'Реклама', rule: 'x' })).status).toBe(400)
    const data = JSON.parse((await server.get('/api/me/data/', anna.id)).text)
    expect(data.decisions.map(({ rule }: { rule: string }) => rule)).toEqual(['spam', 'fraud', 'other'])
  })

  it('of one’s own things is none', async () => {
    const { id: post } = (await send(staff, 'posts/create/', { body: 'Моё' })).body
    const { id: comment } = (await send(staff, `posts/${post}/comment/`, { body: 'Моё' })).body
    await send(staff, `posts/${post}/comments/${comment}/`, undefined, 'DELETE')
    await send(staff, `posts/${post}/delete/`, undefined, 'DELETE')
    // The author of a post removes what others say there: that is no moderator's decision.
    const { id: boriss } = (await send(boris, 'posts/create/', { body: 'Чьё' })).body
    const { id: annas } = (await send(anna, `posts/${boriss}/comment/`, { body: 'Моё' })).body
    await send(boris, `posts/${boriss}/comments/${annas}/`, undefined, 'DELETE')
    for (const who of [staff, anna]) expect(await own(who)).toEqual([])
  })
})

it('a moderator dismisses no complaint about themselves, or what is theirs or their company’s', async () => {
  const { id: post } = (await send(staff, 'posts/create/', { body: 'Моё' })).body
  const { id: comment } = (await send(staff, `posts/${post}/comment/`, { body: 'Моё же' })).body
  const { id: companyId } = await makeCompany(db, { creatorId: staff.id })
  for (const [path, what] of [
    [`people/${staff.id}/`, `complaints/person/${staff.id}`],
    [`posts/${post}/comments/${comment}/`, `complaints/comment/${comment}`],
    [`teams/${companyId}/`, `complaints/company/${companyId}`],
    [`posts/${post}/`, `reports/${post}`],
  ]) {
    expect([path, (await send(boris, `${path}report/`, said)).status]).toEqual([path, 200])
    const dismiss = async (who: Person) => [what, (await send(who, `staff/${what}/dismiss/`)).status]
    expect([await dismiss(staff), await dismiss(colleague)]).toEqual([
      [what, 403],
      [what, 200],
    ])
  }
})

describe('an appeal', () => {
  async function hidden(by = staff) {
    const { id: post } = (await send(anna, 'posts/create/', { body: 'Спорное' })).body
    await send(by, `staff/reports/${post}/hide/`, { reason: 'Реклама', rule: 'spam' })
    const [{ id }] = await own(anna)
    return { post, id }
  }
  const appeal = (id: string, text: unknown = 'Это не реклама', who = anna) =>
    send(who, `decisions/${id}/appeal/`, { text })
  const judge = (who: Person, id: string, outcome = 'taken_back') =>
    send(who, `staff/appeals/${id}/judge/`, { outcome, reason: 'Посмотрели ещё раз' })

  it('is made once, with words, by the person concerned', async () => {
    const { id } = await hidden()
    for (const text of ['', '  ', 7, 'я'.repeat(1001)]) expect((await appeal(id, text)).status).toBe(400)
    expect((await appeal(id, 'Моё', boris)).status).toBe(404)
    expect((await appeal(uuidv7())).status).toBe(404)
    const { status, body } = await appeal(id)
    expect([status, body.appeal, body.can]).toEqual([
      200,
      {
        ...{ text: 'Это не реклама', created_at: expect.stringMatching(/Z$/) },
        ...{ outcome: null, answer: '', judged_at: null },
      },
      { appeal: false },
    ])
    expect((await appeal(id)).status).toBe(409)
    expect((await get('staff/overview/', staff)).appeals_waiting).toBe(1)
  })

  it('is judged by another moderator, and what was hidden comes back', async () => {
    const { id, post } = await hidden()
    expect((await judge(colleague, id)).status).toBe(404)
    await appeal(id)
    const waiting = async (who: Person) => (await get('staff/appeals/', who)).results
    expect(await waiting(staff)).toMatchObject([
      { decision: { id }, created_by: { id: anna.id }, can: { judge: false } },
    ])
    expect(await waiting(colleague)).toMatchObject([{ staff: { id: staff.id }, can: { judge: true } }])
    expect((await judge(staff, id)).status).toBe(403)
    expect((await judge(colleague, id)).status).toBe(200)
    expect((await judge(colleague, id)).status).toBe(409)
    expect(await waiting(colleague)).toEqual([])
    expect((await server.get(`/api/posts/${post}/`, boris.id)).status).toBe(200)
    expect((await own(anna))[0].appeal).toMatchObject({ outcome: 'taken_back', answer: 'Посмотрели ещё раз' })
    expect(await news(anna)).toContainEqual([
      'appeal_judged',
      'Ваше обжалование рассмотрено: решение отменено. Посмотрели ещё раз',
    ])
  })

  it('is not judged by the moderator whom the decision concerns, but then by the one who decided', async () => {
    const { id: post } = (await send(colleague, 'posts/create/', { body: 'Спорное' })).body
    await send(staff, `staff/reports/${post}/hide/`, { reason: 'Реклама', rule: 'spam' })
    const [{ id }] = await own(colleague)
    await appeal(id, 'Это не реклама', colleague)
    const mayJudge = async (who: Person) => (await get('staff/appeals/', who)).results[0].can.judge
    expect([await mayJudge(colleague), await mayJudge(staff)]).toEqual([false, true])
    expect((await judge(colleague, id)).status).toBe(403)
    expect((await judge(staff, id, 'kept')).status).toBe(200)
  })

  it('of a company is not judged by somebody who works there', async () => {
    const { companyId } = await things()
    await db.insert(companyMembers).values({ companyId, userId: colleague.id })
    try {
      await send(staff, `staff/companies/${companyId}/block/`, { reason: 'Обман' })
      const [{ id }] = await own(anna)
      await appeal(id)
      expect((await judge(colleague, id)).status).toBe(403)
      expect((await judge(staff, id)).status).toBe(200)
    } finally {
      await db.delete(companyMembers).where(eq(companyMembers.userId, colleague.id))
    }
  })

  it('that fails changes nothing but the answer', async () => {
    const { id, post } = await hidden()
    await appeal(id)
    await judge(colleague, id, 'kept')
    expect((await server.get(`/api/posts/${post}/`, boris.id)).status).toBe(404)
    expect((await own(anna))[0].appeal.outcome).toBe('kept')
  })

  it('against an old decision brings nothing back while a newer one stands', async () => {
    const { id: old, post } = await hidden()
    await appeal(old)
    await send(staff, `staff/reports/${post}/restore/`, { reason: 'Поправлено' })
    await send(staff, `staff/reports/${post}/hide/`, { reason: 'Опять', rule: 'fraud' })
    const answer = await judge(colleague, old)
    expect([answer.status, answer.body.detail]).toEqual([409, expect.stringContaining('более новое решение')])
    const isSeen = async () => (await server.get(`/api/posts/${post}/`, boris.id)).status
    expect(await isSeen()).toBe(404)
    expect((await own(anna))[1].appeal.outcome).toBeNull()
    const [{ id: newer }] = await own(anna)
    await appeal(newer)
    expect((await judge(colleague, newer)).status).toBe(200)
    expect(await isSeen()).toBe(200)
    // Now nothing stands in the way, and nothing is left to bring back.
    expect((await judge(colleague, old)).status).toBe(200)
    expect(await isSeen()).toBe(200)
  })

  it('is judged by the same moderator where there is no other', async () => {
    const { id } = await hidden(colleague)
    await appeal(id)
    await db.update(users).set({ blockedAt: new Date() }).where(eq(users.id, staff.id))
    try {
      expect((await judge(colleague, id)).status).toBe(200)
    } finally {
      await db.update(users).set({ blockedAt: null }).where(eq(users.id, staff.id))
    }
  })

  it('of a product, a company and a review brings them back', async () => {
    const { companyId, product, paths } = await things()
    await send(staff, `staff/listings/${product.id}/hide/`, { reason: 'Не липа' })
    await send(staff, `staff/companies/${companyId}/block/`, { reason: 'Обман' })
    expect((await server.get(`/api/${paths.product}`)).status).toBe(404)
    for (const { id } of await own(anna)) {
      expect((await appeal(id)).status).toBe(200)
      expect((await judge(colleague, id)).status).toBe(200)
    }
    expect((await server.get(`/api/${paths.product}`)).status).toBe(200)
  })

  it('and all reports and decisions of a person go with their account', async () => {
    const vera = await makePerson(db)
    await send(boris, `people/${vera.id}/report/`, said)
    const { id } = await hidden()
    await appeal(id)
    await db.transaction(async tx => {
      await personErased.emit(tx, { userId: anna.id })
      await personErased.emit(tx, { userId: boris.id })
    })
    expect(await db.$count(decisions)).toBe(0)
    expect(await db.$count(reports)).toBe(0)
  })
})
