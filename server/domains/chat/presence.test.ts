import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { LiveEvent } from '#contract/events.ts'
import { uuidv7 } from '#server/platform/database/ids.ts'
import { publish } from '#server/platform/live/live.ts'
import { media } from '#server/platform/media/media.tables.ts'
import { filesOfKey } from '#server/platform/media/media.ts'
import { closeAfterTest, type TestServer, testServer } from '#server/test/app.ts'
import { makeCompany, makePerson, makeProduct } from '#server/test/factories.ts'
import { pdf } from '#server/test/files.ts'
import { formOf, pictureFile } from '#server/test/pictures.ts'
import { openStream } from '#server/test/streams.ts'
import { messageFiles, messages } from './chat.tables.ts'

let server: TestServer
let db: TestServer['database']['db']
let address: string
beforeAll(async () => {
  server = await testServer()
  db = server.database.db
  address = await server.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => server.close())

type Person = Awaited<ReturnType<typeof makePerson>>
const send = (who: Person, id: string, body: unknown) => server.send('POST', `/api/chat/${id}/send/`, body, who.id)
const said = async (who: Person, id: string, body: string): Promise<string> => (await send(who, id, { body })).body.id
const open = async (who: Person, id: string) => (await server.get(`/api/chat/${id}/`, who.id)).body
const type = (who: Person, id: string) => server.send('POST', `/api/chat/${id}/typing/`, undefined, who.id)
const remove = (who: Person, id: string, message: string) =>
  server.send('DELETE', `/api/chat/${id}/messages/${message}/`, undefined, who.id)
const search = async (who: Person, q: string) =>
  (await server.get(`/api/chat/search/?q=${encodeURIComponent(q)}`, who.id)).body.results

async function talk() {
  const [anna, boris] = [await makePerson(db), await makePerson(db)]
  const { body } = await server.get(`/api/chat/${boris.id}/get-or-create/`, anna.id)
  return { anna, boris, id: body.id as string }
}

/** Waits until everything that was sent before has arrived; the answer is without the last event. */
async function heard(stream: { events: LiveEvent[] }, { id }: Person) {
  const last = { type: 'notifications_read' } as const
  await db.transaction(tx => publish(tx, last, { userIds: [id] }))
  await vi.waitUntil(() => stream.events.some(({ type }) => type === last.type), { timeout: 15_000 })
  return stream.events.filter(event => event.type !== last.type)
}

describe('typing', () => {
  it('is told to the other side alone', async () => {
    const { anna, boris, id } = await talk()
    const [to, from] = [await openStream(server, address, boris.id), await openStream(server, address, anna.id)]
    expect(await type(anna, id)).toMatchObject({ status: 200, body: { message: 'typing' } })
    expect(await heard(to, boris)).toEqual([{ type: 'typing', conversation_id: id, user_id: anna.id }])
    expect(await heard(from, anna)).toEqual([])
  })

  it('is told to everybody in a company by the buyer, and to the buyer by any of them', async () => {
    const [creator, employee, buyer] = [await makePerson(db), await makePerson(db), await makePerson(db)]
    const { id: companyId } = await makeCompany(db, { creatorId: creator.id, employees: [employee.id] })
    const { id: product } = await makeProduct(db, { companyId })
    const { id } = (await server.send('POST', '/api/chat/about/', { kind: 'product', id: product }, buyer.id)).body
    const streams = await Promise.all([creator, employee, buyer].map(({ id }) => openStream(server, address, id)))
    await type(buyer, id)
    await type(employee, id)
    const [toCreator, toEmployee, toBuyer] = streams
    if (!toCreator || !toEmployee || !toBuyer) throw new Error('no streams')
    const by = ({ id: user_id }: Person) => ({ type: 'typing', conversation_id: id, user_id })
    expect(await heard(toCreator, creator)).toEqual([by(buyer)])
    expect(await heard(toEmployee, employee)).toEqual([by(buyer)])
    expect(await heard(toBuyer, buyer)).toEqual([by(employee)])
  })

  it('is 404 for everybody else, and bounded', async () => {
    const limited = await server.withSettings({ rateLimits: true })
    closeAfterTest(limited)
    const { anna, id } = await talk()
    expect((await type(await makePerson(db), id)).status).toBe(404)
    expect((await type(anna, 'x')).status).toBe(404)
    const answers = []
    for (let n = 0; n < 61; n++)
      answers.push((await limited.send('POST', `/api/chat/${id}/typing/`, undefined, anna.id)).status)
    expect(answers).toEqual([...Array(60).fill(200), 429])
  })
})

describe('a deleted message', () => {
  it('keeps its place, and loses its text and files everywhere', async () => {
    const { anna, boris, id } = await talk()
    await said(boris, id, 'Почём сосна?')
    const form = formOf({ body: 'Секретная скидка', files: [pdf(), await pictureFile()] })
    const sent = (await send(anna, id, form)).body
    const answer = (await send(boris, id, { body: 'Спасибо', reply_to: sent.id })).body
    expect(answer.answered).toEqual({ name: anna.name, line: 'Секретная скидка', is_deleted: false })
    const keys = (await db.select().from(messageFiles)).filter(row => row.messageId === sent.id)
    expect(keys).toHaveLength(2)
    const stream = await openStream(server, address, boris.id)

    expect(await remove(anna, id, sent.id)).toMatchObject({ status: 200, body: { message: 'message deleted' } })
    const deleted_at = expect.stringMatching(/Z$/)
    expect(await heard(stream, boris)).toEqual([
      { type: 'message_deleted', conversation_id: id, message_id: sent.id, deleted_at },
    ])
    for (const who of [anna, boris]) {
      const { messages: shown } = await open(who, id)
      expect(shown).toMatchObject([
        { body: 'Почём сосна?', deleted_at: null },
        { id: sent.id, body: '', files: [], deleted_at },
        { reply_to: sent.id, answered: { line: '', is_deleted: true } },
      ])
      expect((await server.get('/api/chat/', who.id)).text).not.toContain('Секретная')
      expect(await search(who, 'секретная')).toEqual([])
      expect((await server.get('/api/me/data/', who.id)).text).not.toContain('Секретная')
    }
    for (const { url } of sent.files)
      expect((await server.app.inject({ url: new URL(url).pathname + new URL(url).search })).statusCode).toBe(404)
    const kept = new Set((await db.select().from(media)).map(({ key }) => key))
    for (const { mediaKey } of keys) {
      expect(kept.has(mediaKey)).toBe(false)
      for (const name of filesOfKey(mediaKey)) expect(await server.media.files.stat(name)).toBeNull()
    }
    // Again: nothing happens.
    expect((await remove(anna, id, sent.id)).status).toBe(200)
    expect((await heard(stream, boris)).filter(event => event.type === 'message_deleted')).toHaveLength(1)
  })

  it('is unread no more by those who had not read it, and no other is', async () => {
    const { anna, boris, id } = await talk()
    const unread = async (who: Person) => (await server.get('/api/chat/', who.id)).body[0].unread_count
    const read = await said(anna, id, 'Прочитано')
    await open(boris, id)
    const [first, second] = [await said(anna, id, 'Раз'), await said(anna, id, 'Два')]
    await remove(anna, id, read)
    expect(await unread(boris)).toBe(2)
    for (const times of [1, 2]) {
      await remove(anna, id, first)
      expect([times, await unread(boris)]).toEqual([times, 1])
    }
    const own = await said(boris, id, 'Своё')
    await remove(boris, id, own)
    expect([await unread(anna), await unread(boris)]).toEqual([0, 1])
    await remove(anna, id, second)
    expect(await unread(boris)).toBe(0)
  })

  it('is its author’s alone to delete', async () => {
    const { anna, boris, id } = await talk()
    const { id: elsewhere } = await talk()
    const message = await said(anna, id, 'Моё')
    expect((await remove(boris, id, message)).status).toBe(403)
    expect((await remove(await makePerson(db), id, message)).status).toBe(404)
    expect((await remove(anna, elsewhere, message)).status).toBe(404)
    for (const unknown of [uuidv7(), 'x']) expect((await remove(anna, id, unknown)).status).toBe(404)
    expect((await open(boris, id)).messages).toMatchObject([{ body: 'Моё', deleted_at: null }])
  })
})

describe('an answer', () => {
  it('names a message of the same conversation', async () => {
    const { anna, boris, id } = await talk()
    const other = await talk()
    const asked = await said(anna, id, `Есть\n  ли ${'липа '.repeat(60)}`)
    const { body } = await send(boris, id, { body: 'Есть', reply_to: asked })
    expect(body).toMatchObject({ reply_to: asked, answered: { name: anna.name, is_deleted: false } })
    expect(body.answered.line).toMatch(/^Есть ли липа липа .{100,130}…$/)
    expect((await open(anna, id)).messages[1]).toMatchObject({ reply_to: asked, answered: body.answered })
    const form = await send(boris, id, formOf({ body: 'И снимок', reply_to: asked, files: pdf() }))
    expect(form.body).toMatchObject({ reply_to: asked })
    const strange = await said(other.anna, other.id, 'Не ваше')
    for (const reply_to of [strange, uuidv7(), 'x', 7]) {
      const refused = await send(boris, id, { body: 'Да', reply_to })
      expect([reply_to, refused.status, Object.keys(refused.body.fields)]).toEqual([reply_to, 400, ['reply_to']])
    }
    for (const reply_to of [null, '', undefined])
      expect((await send(boris, id, { body: 'Да', reply_to })).body.reply_to).toBeNull()
  })
})

describe('the search of messages', () => {
  it('finds forms and beginnings of all words, in one’s own conversations alone, newest first', async () => {
    const { anna, boris, id } = await talk()
    const other = await talk()
    for (const body of ['Ёлки и липы мелколистные', 'Липа одна', 'Сосна']) await said(boris, id, body)
    await said(other.boris, other.id, 'Липа чужая')
    const found = async (who: Person, q: string) => (await search(who, q)).map((one: { body: string }) => one.body)
    expect(await found(anna, 'липа')).toEqual(['Липа одна', 'Ёлки и липы мелколистные'])
    expect(await found(boris, 'мелколист ЛИПУ')).toEqual(['Ёлки и липы мелколистные'])
    expect(await found(anna, 'елка')).toEqual(['Ёлки и липы мелколистные'])
    for (const nothing of ['', '  ', '&|!():*', "'", 'дуб', 'и', '\\']) expect(await found(anna, nothing)).toEqual([])
    expect((await search(anna, 'сосны'))[0]).toMatchObject({
      body: 'Сосна',
      created_by: { id: boris.id },
      conversation: { id, users: [{ id: anna.id }, { id: boris.id }] },
    })
    expect((await server.get(`/api/chat/search/?q=${'я'.repeat(256)}`, anna.id)).status).toBe(400)
    expect((await server.get('/api/chat/search/?q=липа')).status).toBe(401)
  })

  it('is paged, and uses the index among many messages', async () => {
    const { anna, id } = await talk()
    const rows = Array.from({ length: 20_000 }, (_, n) => ({
      ...{ id: uuidv7(), conversationId: id, authorId: anna.id, number: n + 1 },
      body: n % 200 === 0 ? `Редкая робиния ${n}` : `Обычное сообщение номер ${n}`,
    }))
    for (let start = 0; start < rows.length; start += 5000)
      await db.insert(messages).values(rows.slice(start, start + 5000))
    await db.execute('analyze messages')
    await send(anna, id, { body: 'Последнее' })
    expect((await server.get('/api/chat/search/?q=робинии&page=2&page_size=40', anna.id)).body).toMatchObject({
      count: 100,
      results: { length: 40 },
      next: expect.stringContaining('page=3'),
    })
    const plan = JSON.stringify(
      await db.execute(`explain select id from messages
        where to_tsvector('russian', translate(body, 'ёЁ', 'еЕ')) @@ to_tsquery('russian', 'робиния:*')`),
    )
    expect(plan).toContain('messages_words')
  })
})
