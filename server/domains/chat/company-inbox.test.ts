import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { LiveEvent } from '#contract/events.ts'
import { handOverOrClose } from '#server/domains/companies/members.service.ts'
import { products } from '#server/domains/products/products.tables.ts'
import { liveChannel } from '#server/platform/live/live.queries.ts'
import { readNotice } from '#server/platform/live/live.ts'
import { closeAfterTest, staffEmail, type TestServer, testServer } from '#server/test/app.ts'
import { makeCompany, makePerson, makeProduct } from '#server/test/factories.ts'
import { patiently } from '#server/test/patiently.ts'
import { conversationSides, conversations } from './chat.tables.ts'

let server: TestServer
let db: TestServer['database']['db']
beforeAll(async () => {
  server = await testServer()
  db = server.database.db
})
afterAll(() => server.close())

type Person = Awaited<ReturnType<typeof makePerson>>

const openAbout = (who: Person, id: unknown, kind = 'product', more = {}) =>
  server.send('POST', '/api/chat/about/', { kind, id, ...more }, who.id)
const open = (who: Person, id: string) => server.get(`/api/chat/${id}/`, who.id)
const list = async (who: Person) => (await server.get('/api/chat/', who.id)).body
const send = (who: Person, id: string, body: string) => server.send('POST', `/api/chat/${id}/send/`, { body }, who.id)
const unread = async (who: Person) => (await list(who)).map((row: { unread_count: number }) => row.unread_count)
const texts = async (who: Person, id: string) =>
  (await open(who, id)).body.messages.map(({ body }: { body: string }) => body)

/** A nursery with two people besides its creator, one of its products, and a buyer. */
async function nursery() {
  const [creator, assignee, colleague, buyer] = await Promise.all([1, 2, 3, 4].map(() => makePerson(db)))
  if (!creator || !assignee || !colleague || !buyer) throw new Error('no people')
  const company = await makeCompany(db, { creatorId: creator.id, employees: [assignee.id, colleague.id] })
  const product = await makeProduct(db, { companyId: company.id, assignedToId: assignee.id })
  return { creator, assignee, colleague, buyer, company, product }
}

const leave = (who: Person) => server.send('POST', '/api/teams/leave/', undefined, who.id)
const addMember = (creator: Person, { email }: Person) =>
  server.send('POST', '/api/teams/add_member/', { email }, creator.id)

async function hearing() {
  const heard: { people: string[]; event: LiveEvent }[] = []
  const stop = await server.database.listen(
    liveChannel,
    text => {
      const { audience, event } = readNotice(text)
      const people = typeof audience === 'object' && 'userIds' in audience ? audience.userIds : []
      heard.push({ people, event: JSON.parse(event) })
    },
    () => {},
  )
  closeAfterTest({ close: stop })
  return heard
}

describe('a conversation about a product', () => {
  it('is with its company, answered for by its assignee or else the creator, and keeps its subject for both sides', async () => {
    const { creator, assignee, colleague, buyer, company, product } = await nursery()
    const { status, body } = await openAbout(buyer, product.id)
    expect(status).toBe(200)
    expect(body.users.map(({ id }: Person) => id)).toEqual([buyer.id, assignee.id])
    expect(body.company).toEqual({ id: company.id, company_name: company.name, is_verified: false })
    expect(body.subject).toEqual({
      kind: 'product',
      id: product.id,
      title: product.name,
      line: expect.any(String),
      get_absolute_url: `/hvoynye/${product.slug}/`,
      get_thumbnail: expect.stringContaining('.webp'),
      product: expect.objectContaining({ id: product.id, name: product.name }),
    })
    for (const member of [creator, assignee, colleague]) {
      const seen = (await open(member, body.id)).body
      expect(seen.users.map(({ id }: Person) => id)).toEqual([buyer.id, member.id])
      expect([seen.subject, seen.company]).toEqual([body.subject, body.company])
    }
    expect((await openAbout(buyer, product.id)).body.id).toBe(body.id)
    const other = await makeProduct(db, { companyId: company.id })
    const second = (await openAbout(buyer, other.id)).body
    expect([second.users[1].id, second.subject.id]).toEqual([creator.id, other.id])
    expect(second.id).not.toBe(body.id)
    expect((await open(buyer, body.id)).body.subject.id).toBe(product.id)
    expect((await list(buyer)).map((row: any) => row.subject.id)).toEqual([other.id, product.id])
    // Their conversation as two people is another one.
    const personal = (await server.get(`/api/chat/${assignee.id}/get-or-create/`, buyer.id)).body
    expect([personal.company, personal.subject]).toEqual([null, null])
    expect(personal.id).not.toBe(body.id)
  })

  it('does not show a withdrawn product, and continues after a deletion', async () => {
    const { buyer, product, colleague } = await nursery()
    const { body } = await openAbout(buyer, product.id)
    await db.update(products).set({ isApproved: false }).where(eq(products.id, product.id))
    expect((await open(buyer, body.id)).body.subject).toBeNull()
    expect((await openAbout(buyer, product.id)).status).toBe(404)
    await db.delete(products).where(eq(products.id, product.id))
    expect((await open(buyer, body.id)).body).toMatchObject({ id: body.id, subject: null })
    expect((await send(colleague, body.id, 'Её больше нет')).status).toBe(201)
  })

  it('is refused to its own company, and about nothing', async () => {
    const { creator, colleague, buyer, product } = await nursery()
    for (const own of [creator, colleague]) expect((await openAbout(own, product.id)).status).toBe(400)
    expect((await openAbout(buyer, 2 ** 31 - 1)).status).toBe(404)
    for (const [id, kind] of [[product.id, 'nothing'], ['x'], [0], [2 ** 40], [7, 'deal'], ['x', 'quote']] as const)
      expect((await openAbout(buyer, id, kind)).status).toBe(400)
    expect((await server.send('POST', '/api/chat/about/', { kind: 'product', id: product.id })).status).toBe(401)
    for (const kind of ['request', 'quote', 'deal'])
      expect((await openAbout(buyer, '0199f2c0-0000-7000-8000-000000000000', kind)).status).toBe(404)
  })

  it('is one, when opened a hundred times at once', { timeout: 60_000 }, async () => {
    const { buyer, product } = await nursery()
    const answers = await Promise.all(Array.from({ length: 100 }, () => patiently(() => openAbout(buyer, product.id))))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect(await db.$count(conversationSides, eq(conversationSides.conversationId, answers[0]?.body.id))).toBe(4)
  })
})

describe('a company’s inbox', () => {
  it('belongs to all its people: each sees and answers, with unread counts of their own', async () => {
    const { creator, assignee, colleague, buyer, product } = await nursery()
    const { id } = (await openAbout(buyer, product.id)).body
    const people = [creator, assignee, colleague]
    for (const member of people) expect(await list(member)).toEqual([])
    const first = await send(buyer, id, 'Сколько стоит?')
    expect([first.status, first.body.sent_to.id]).toEqual([201, assignee.id])
    for (const member of people) expect(await unread(member)).toEqual([1])
    await open(colleague, id)
    expect([await unread(colleague), await unread(creator), await unread(assignee)]).toEqual([[0], [1], [1]])

    const answer = await send(colleague, id, 'Две тысячи')
    expect(answer.body).toMatchObject({ created_by: { id: colleague.id }, sent_to: { id: buyer.id } })
    expect(await unread(buyer)).toEqual([1])
    // A colleague's answer is no news.
    expect([await unread(colleague), await unread(creator)]).toEqual([[0], [1]])
    for (const one of [...people, buyer]) expect(await texts(one, id)).toEqual(['Сколько стоит?', 'Две тысячи'])
  })

  it('does not exist for others: strangers, staff, other companies, also one whose people asked about the same', async () => {
    const { assignee, buyer, product } = await nursery()
    const rivals = await nursery()
    const { id } = (await openAbout(buyer, product.id)).body
    const sent = await send(buyer, id, 'между нами')
    const theirs = (await openAbout(rivals.creator, product.id)).body
    expect(theirs.id).not.toBe(id)
    await send(rivals.creator, theirs.id, 'а у вас почём?')
    // Whoever asks does it for themselves: their colleagues do not see it.
    expect((await open(rivals.assignee, theirs.id)).status).toBe(404)
    const staff = await makePerson(db, { email: staffEmail })
    for (const stranger of [rivals.creator, rivals.assignee, staff, await makePerson(db)]) {
      const answers = [
        await open(stranger, id),
        await server.get(`/api/chat/${id}/?before=${sent.body.id}`, stranger.id),
        await send(stranger, id, 'и я'),
        await server.send('POST', `/api/chat/${id}/read/`, undefined, stranger.id),
      ]
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
      expect(answers.map(({ text }) => text).join()).not.toContain('между')
    }
    expect((await list(assignee)).map((row: any) => row.last_message.body)).toEqual(['а у вас почём?', 'между нами'])
    const unknown = await open(buyer, '0199f2c0-0000-7000-8000-000000000000')
    const foreign = await open(await makePerson(db), id)
    expect({ ...foreign.body, request_id: '' }).toEqual({ ...unknown.body, request_id: '' })
  })

  it('is lost at once by a member who leaves, and seen by one who joins', async () => {
    const { creator, assignee, colleague, buyer, product } = await nursery()
    const { id } = (await openAbout(buyer, product.id)).body
    const said = await send(buyer, id, 'Есть ли доставка?')
    await send(assignee, id, 'Есть')
    const heard = await hearing()
    for (const gone of [assignee, colleague]) expect((await leave(gone)).status).toBe(200)
    await send(buyer, id, 'А в субботу?')
    for (const gone of [assignee, colleague]) {
      expect(await list(gone)).toEqual([])
      const answers = [
        await open(gone, id),
        await send(gone, id, 'и я'),
        await server.get(`/api/chat/${id}/?before=${said.body.id}`, gone.id),
        await server.send('POST', `/api/chat/${id}/read/`, undefined, gone.id),
      ]
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    }
    await vi.waitFor(() => expect(heard.some(({ event }) => event.type === 'message')).toBe(true))
    const told = heard.filter(({ event }) => event.type === 'message').flatMap(({ people }) => people)
    expect(told.toSorted()).toEqual([buyer.id, creator.id].toSorted())
    expect(heard).toContainEqual({ people: [assignee.id], event: { type: 'conversations_changed' } })
    // The creator answers for it now; what a former member has said stays.
    const seen = (await open(buyer, id)).body
    expect(seen.users[1].id).toBe(creator.id)
    expect(seen.messages[1].created_by.id).toBe(assignee.id)

    const newcomer = await makePerson(db)
    expect((await addMember(creator, newcomer)).status).toBe(200)
    expect(await unread(newcomer)).toEqual([0])
    expect(await texts(newcomer, id)).toEqual(['Есть ли доставка?', 'Есть', 'А в субботу?'])
    await send(buyer, id, 'Жду')
    expect(await unread(newcomer)).toEqual([1])
    expect((await send(newcomer, id, 'Везём')).status).toBe(201)
    expect((await server.send('POST', '/api/teams/remove_member/', { email: newcomer.email }, creator.id)).status).toBe(
      200,
    )
    expect((await open(newcomer, id)).status).toBe(404)
    // Coming back shows it again.
    await addMember(creator, assignee)
    expect((await open(assignee, id)).status).toBe(200)
  })

  it('shows a buyer who comes to work there no conversation twice, and leaves them their own', async () => {
    const { creator, buyer, product } = await nursery()
    const { id } = (await openAbout(buyer, product.id)).body
    await send(buyer, id, 'Возьмёте на работу?')
    await addMember(creator, buyer)
    expect(await list(buyer)).toHaveLength(1)
    expect((await send(creator, id, 'Уже взяли')).status).toBe(201)
    await leave(buyer)
    expect(await texts(buyer, id)).toEqual(['Возьмёте на работу?', 'Уже взяли'])
  })

  it(
    'loses nobody and keeps nobody when people come and go while they are written to',
    { timeout: 60_000 },
    async () => {
      const { creator, assignee, colleague, company } = await nursery()
      const buyers = await Promise.all(Array.from({ length: 12 }, () => makePerson(db)))
      const newcomer = await makePerson(db)
      const asked = buyers.map(async buyer => {
        const product = await makeProduct(db, { companyId: company.id })
        const { body } = await patiently(() => openAbout(buyer, product.id))
        await patiently(() => send(buyer, body.id, 'Вопрос'))
        return body.id as string
      })
      const [ids] = await Promise.all([
        Promise.all(asked),
        patiently(() => leave(assignee)),
        patiently(() => addMember(creator, newcomer)),
      ])
      const rows = await db
        .select({ id: conversationSides.conversationId, userId: conversationSides.userId })
        .from(conversationSides)
        .where(eq(conversationSides.companyId, company.id))
      for (const id of ids) {
        const people = rows.flatMap(row => (row.id === id ? row.userId : []))
        expect(people.toSorted()).toEqual([creator.id, colleague.id, newcomer.id].toSorted())
      }
      expect(await unread(creator)).toEqual(ids.map(() => 1))
      expect(await list(newcomer)).toHaveLength(12)
    },
  )

  it('ends with the company: the buyer can read what was said, and write no more', async () => {
    const { creator, assignee, colleague, buyer, product } = await nursery()
    const { id } = (await openAbout(buyer, product.id)).body
    await send(assignee, id, 'Закрываемся')
    for (const employee of [assignee, colleague]) await leave(employee)
    await db.transaction(tx => handOverOrClose(tx, { userId: creator.id }))
    expect((await open(creator, id)).status).toBe(404)
    const seen = await open(buyer, id)
    expect(seen.body).toMatchObject({ company: null, messages: [{ body: 'Закрываемся' }] })
    expect((await send(buyer, id, 'Жаль')).status).toBe(404)
    expect(await db.$count(conversationSides, eq(conversationSides.conversationId, id))).toBe(1)
    const [row] = await db.select().from(conversations).where(eq(conversations.id, id))
    expect(row).toMatchObject({ isWithCompany: true, companyId: null })
  })
})

describe('read marks', () => {
  const readUntil = async (who: Person, id: string) => (await open(who, id)).body.read_until

  it('tell until where anybody of the other side has read', async () => {
    const { assignee, colleague, buyer, product } = await nursery()
    const { id } = (await openAbout(buyer, product.id)).body
    const { body: first } = await send(buyer, id, 'Раз')
    expect(await readUntil(buyer, id)).toBeNull()
    const heard = await hearing()
    await open(colleague, id)
    expect(await readUntil(buyer, id)).toBe(first.created_at)
    await send(buyer, id, 'Два')
    expect(await readUntil(buyer, id)).toBe(first.created_at)
    const { body: answer } = await send(assignee, id, 'Ответ')
    expect(await readUntil(colleague, id)).toBeNull()
    await open(buyer, id)
    for (const member of [assignee, colleague]) expect(await readUntil(member, id)).toBe(answer.created_at)
    await vi.waitFor(() => {
      const marks = heard.filter(({ event }) => event.type === 'messages_read')
      expect(marks[0]).toEqual({
        people: [buyer.id],
        event: { type: 'messages_read', conversation_id: id, read_until: first.created_at },
      })
      expect(marks.some(({ people }) => people.includes(assignee.id) && people.includes(colleague.id))).toBe(true)
    })
  })

  it('stay when the one who has read leaves, and are set by a newcomer', async () => {
    const { creator, colleague, buyer, product } = await nursery()
    const { id } = (await openAbout(buyer, product.id)).body
    const { body: first } = await send(buyer, id, 'Раз')
    await open(colleague, id)
    await leave(colleague)
    expect(await readUntil(buyer, id)).toBe(first.created_at)
    const { body: second } = await send(buyer, id, 'Два')
    const newcomer = await makePerson(db)
    await addMember(creator, newcomer)
    expect(await unread(newcomer)).toEqual([0])
    await server.send('POST', `/api/chat/${id}/read/`, undefined, newcomer.id)
    expect(await readUntil(buyer, id)).toBe(second.created_at)
  })

  it('between two people are for the author alone', async () => {
    const [anna, boris] = [await makePerson(db), await makePerson(db)]
    const { id } = (await server.get(`/api/chat/${boris.id}/get-or-create/`, anna.id)).body
    const { body: message } = await send(anna, id, 'Привет')
    expect(await readUntil(boris, id)).toBeNull()
    expect(await readUntil(anna, id)).toBe(message.created_at)
  })
})
