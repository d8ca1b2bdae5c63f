import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { LiveEvent } from '#contract/events.ts'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import { uuidv7 } from '#server/platform/database/ids.ts'
import { liveChannel } from '#server/platform/live/live.queries.ts'
import { readNotice } from '#server/platform/live/live.ts'
import { closeAfterTest, staffEmail, type TestAnswer, type TestServer, testServer } from '#server/test/app.ts'
import { makeFriends, makePerson } from '#server/test/factories.ts'
import { patiently } from '#server/test/patiently.ts'
import { conversationSides, conversations, messages } from './chat.tables.ts'

let server: TestServer
let db: TestServer['database']['db']
let staff: Person
beforeAll(async () => {
  server = await testServer()
  db = server.database.db
  staff = await makePerson(db, { email: staffEmail })
})
afterAll(() => server.close())

type Person = Awaited<ReturnType<typeof makePerson>>
interface Sent {
  id: string
  body: string
  created_at: string
}

const pair = async () => [await makePerson(db), await makePerson(db)] as [Person, Person]
const openWith = (who: Person, other: { id: string }) => server.get(`/api/chat/${other.id}/get-or-create/`, who.id)
const open = (who: Person, id: string, query = '') => server.get(`/api/chat/${id}/${query}`, who.id)
const list = async (who: Person) => (await server.get('/api/chat/', who.id)).body
const send = (who: Person, id: string, body: unknown) => server.send('POST', `/api/chat/${id}/send/`, body, who.id)
const idOf = async (who: Person, other: Person): Promise<string> => (await openWith(who, other)).body.id
const bodies = (messages: Sent[]) => messages.map(({ body }) => body)
const unread = async (who: Person) => (await list(who)).map((row: { unread_count: number }) => row.unread_count)

describe('opening a conversation', () => {
  it('creates one for both; without messages only the person who opened it sees it in the list', async () => {
    const [anna, boris] = await pair()
    const { status, body } = await openWith(anna, boris)
    expect(status).toBe(200)
    expect(body).toEqual({
      id: expect.any(String),
      users: [
        expect.objectContaining({ id: anna.id, name: anna.name, email: anna.email }),
        expect.objectContaining({ id: boris.id, name: boris.name, email: '' }),
      ],
      modified_at: expect.stringMatching(/^\d{4}-.*Z$/),
      modified_at_formatted: '0 minutes',
      unread_count: 0,
      last_message: null,
      messages: [],
      company: null,
      subject: null,
      has_earlier: false,
      read_until: null,
    })
    const { messages: _, has_earlier: __, read_until: ___, ...conversation } = body
    expect(await list(anna)).toEqual([conversation])
    expect(await list(boris)).toEqual([])
    expect((await openWith(boris, anna)).body.id).toBe(body.id)
    expect(await list(boris)).toHaveLength(1)
  })

  it('creates one when requested two hundred times at once from both sides', { timeout: 60_000 }, async () => {
    const [anna, boris] = await pair()
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) => patiently(() => (n % 2 ? openWith(anna, boris) : openWith(boris, anna)))),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(200).fill(200))
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect(await db.select().from(conversations).where(eq(conversations.id, answers[0]?.body.id))).toHaveLength(1)
  })

  it('returns 400 for oneself, 404 for an unknown or deleted person', async () => {
    const [anna] = await pair()
    const deleted = await makePerson(db, { deletedAt: new Date() })
    for (const id of [anna.id, anna.id.toUpperCase()]) expect((await openWith(anna, { id })).status).toBe(400)
    for (const id of [uuidv7(), deleted.id, '7', '%00']) expect((await openWith(anna, { id })).status).toBe(404)
  })

  it('counts towards the limit of changes a minute if it is new', async () => {
    const limited = await server.withSettings({ rateLimits: true })
    const before = await limited.database.db.$count(conversations)
    closeAfterTest(limited)
    const [anna, boris, vera] = await Promise.all([1, 2, 3].map(() => makePerson(limited.database.db)))
    const openWith = (other: Person | undefined) => limited.get(`/api/chat/${other?.id}/get-or-create/`, anna?.id)
    expect((await openWith(boris)).status).toBe(200)
    const changes: TestAnswer[] = []
    // The number of concurrent bodies from one network address is limited.
    for (let hundred = 0; hundred < 6; hundred++) {
      const some = Array.from({ length: 100 }, () => limited.send('POST', '/api/search/', {}, anna?.id))
      changes.push(...(await Promise.all(some)))
    }
    expect(changes.filter(({ status }) => status === 429)).toHaveLength(1)
    const refused = await openWith(vera)
    expect([refused.status, refused.body.code]).toEqual([429, 'TOO_MANY_REQUESTS'])
    expect((await openWith(boris)).status).toBe(200)
    expect(await limited.database.db.$count(conversations)).toBe(before + 1)
  })

  it('shows the e-mail of a friend', async () => {
    const [anna, boris] = await pair()
    await makeFriends(db, anna, boris)
    expect((await openWith(anna, boris)).body.users.map((user: Person) => user.email)).toEqual([
      anna.email,
      boris.email,
    ])
  })
})

describe('a message', () => {
  it('arrives on the other side, unread until the conversation is opened', async () => {
    const [anna, boris] = await pair()
    const id = await idOf(anna, boris)
    const { status, body } = await send(anna, id, { body: '  Есть ли <b>туи</b>?\nДве.  ' })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.any(String),
      body: 'Есть ли <b>туи</b>?\nДве.',
      deleted_at: null,
      reply_to: null,
      answered: null,
      sent_to: expect.objectContaining({ id: boris.id }),
      created_by: expect.objectContaining({ id: anna.id }),
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
      created_at_formatted: '0 minutes',
      files: [],
    })
    await send(anna, id, { body: 'Жду' })
    const [row] = await list(boris)
    expect(row).toMatchObject({ id, unread_count: 2, last_message: { body: 'Жду', created_by: { id: anna.id } } })
    expect(row.modified_at).toBe(row.last_message.created_at)
    expect(await unread(anna)).toEqual([0])

    const opened = await open(boris, id)
    expect(opened.body).toMatchObject({ unread_count: 0, has_earlier: false, messages: [{ id: body.id }, {}] })
    expect(bodies(opened.body.messages)).toEqual([body.body, 'Жду'])
    expect(await unread(boris)).toEqual([0])
  })

  it('is marked as read by get-or-create and by reading the open conversation, not by loading earlier messages', async () => {
    const [anna, boris] = await pair()
    const id = await idOf(anna, boris)
    const { body: first } = await send(anna, id, { body: '1' })
    await openWith(boris, anna)
    expect(await unread(boris)).toEqual([0])
    await send(anna, id, { body: '2' })
    await open(boris, id, `?before=${first.id}`)
    expect(await unread(boris)).toEqual([1])
    for (let time = 0; time < 2; time++) {
      const answer = await server.send('POST', `/api/chat/${id}/read/`, undefined, boris.id)
      expect(answer).toMatchObject({ status: 200, body: { message: 'conversation read' } })
      expect(await unread(boris)).toEqual([0])
    }
  })

  it('moves its conversation to the top of both lists', async () => {
    const [anna, boris] = await pair()
    const vera = await makePerson(db)
    const [first, second] = [await idOf(anna, boris), await idOf(anna, vera)]
    expect((await list(anna)).map((row: Sent) => row.id)).toEqual([second, first])
    await send(boris, first, { body: 'Здравствуйте' })
    expect((await list(anna)).map((row: Sent) => row.id)).toEqual([first, second])
    expect((await list(boris)).map((row: Sent) => row.id)).toEqual([first])
  })

  it('sent again with the same id is the same message, not another one', async () => {
    const [anna, boris] = await pair()
    const conversation = await idOf(anna, boris)
    const id = uuidv7()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        send(anna, conversation, { id: n % 2 ? id : id.toUpperCase(), body: `раз ${n}` }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect((await open(anna, conversation)).body.messages).toEqual([answers[0]?.body])
    expect(await unread(boris)).toEqual([1])
  })

  it('returns 409 and changes nothing for the id of another person’s message, or of one in another conversation', async () => {
    const [anna, boris] = await pair()
    const vera = await makePerson(db)
    const [here, elsewhere] = [await idOf(anna, boris), await idOf(anna, vera)]
    const { body: message } = await send(anna, here, { body: 'моё' })
    expect((await send(boris, here, { id: message.id, body: 'не моё' })).status).toBe(409)
    expect((await send(anna, elsewhere, { id: message.id, body: 'не здесь' })).status).toBe(409)
    expect(bodies((await open(anna, here)).body.messages)).toEqual(['моё'])
    expect((await open(anna, elsewhere)).body.messages).toEqual([])
    expect(await unread(anna)).toEqual([0, 0])
  })

  it(
    'is numbered without gaps, in one order for both, when two hundred are sent at once from both sides',
    { timeout: 60_000 },
    async () => {
      const [anna, boris] = await pair()
      const id = await idOf(anna, boris)
      const answers = await Promise.all(
        Array.from({ length: 200 }, (_, n) =>
          patiently(() => send(n % 2 ? anna : boris, id, { body: `сообщение ${n}` })),
        ),
      )
      expect(answers.map(({ status }) => status)).toEqual(Array(200).fill(201))
      const rows = await db
        .select({ number: messages.number, createdAt: messages.createdAt })
        .from(messages)
        .where(eq(messages.conversationId, id))
        .orderBy(messages.number)
      expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 200 }, (_, n) => n + 1))
      const times = rows.map(({ createdAt }) => createdAt.getTime())
      expect(times).toEqual(times.toSorted((one, other) => one - other))
      expect([...(await unread(anna)), ...(await unread(boris))]).toEqual([100, 100])
      expect(bodies((await open(anna, id)).body.messages)).toEqual(bodies((await open(boris, id)).body.messages))
    },
  )

  it('reading and writing at once lose no message', async () => {
    const [anna, boris] = await pair()
    const id = await idOf(anna, boris)
    const seen = new Set<string>()
    await Promise.all(
      Array.from({ length: 60 }, async (_, n) => {
        if (n % 2) await send(anna, id, { body: `${n}` })
        else for (const body of bodies((await open(boris, id)).body.messages)) seen.add(body)
      }),
    )
    // Messages that he has not seen count as unread.
    const [count] = await unread(boris)
    expect(30 - seen.size).toBeLessThanOrEqual(count)
  })

  it.each([
    [{}, 'body'],
    [{ body: '' }, 'body'],
    [{ body: ' \n ' }, 'body'],
    [{ body: 5 }, 'body'],
    [{ body: null }, 'body'],
    [{ body: 'а'.repeat(5001) }, 'body'],
    [{ body: 'а\u0000б' }, 'body'],
    [{ body: 'а\u001bб' }, 'body'],
    [{ body: 'да', id: '7' }, 'id'],
  ])('%# with bad input is 400 and names the field', async (body, field) => {
    const [anna, boris] = await pair()
    const id = await idOf(anna, boris)
    const answer = await send(anna, id, body)
    expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, [field]])
    expect((await open(anna, id)).body.messages).toEqual([])
  })

  it('may have five thousand characters, also as a form and with an invalid surrogate', async () => {
    const [anna, boris] = await pair()
    const id = await idOf(anna, boris)
    expect((await send(anna, id, { body: 'ж'.repeat(5000) })).status).toBe(201)
    const form = new FormData()
    form.set('body', 'из формы')
    expect((await send(anna, id, form)).body.body).toBe('из формы')
    // A lone surrogate cannot be stored.
    expect((await send(anna, id, { body: 'а\ud800' })).body.body).toBe('а\ufffd')
  })
})

describe('a conversation', () => {
  it('does not exist for a third person, staff or a visitor', async () => {
    const [anna, boris] = await pair()
    const id = await idOf(anna, boris)
    const { body: message } = await send(anna, id, { body: 'между нами' })
    const vera = await makePerson(db)
    for (const stranger of [vera, staff]) {
      const answers = [
        await open(stranger, id),
        await open(stranger, id, `?before=${message.id}`),
        await send(stranger, id, { body: 'и я' }),
        await send(stranger, id, { body: 'и я', id: message.id }),
        await server.send('POST', `/api/chat/${id}/read/`, undefined, stranger.id),
      ]
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
      expect(answers.map(({ text }) => text).join()).not.toContain('между')
      expect(await list(stranger)).toEqual([])
    }
    expect((await server.get('/api/chat/')).status).toBe(401)
    expect((await server.get(`/api/chat/${id}/`)).status).toBe(401)
    expect((await server.get(`/api/chat/${boris.id}/get-or-create/`)).status).toBe(401)
    expect((await server.send('POST', `/api/chat/${id}/send/`, { body: 'я' })).status).toBe(401)
    expect(await unread(boris)).toEqual([1])
  })

  it('is read backwards, a hundred messages at a time, each once', async () => {
    const [anna, boris] = await pair()
    const id = await idOf(anna, boris)
    await db.insert(messages).values(
      Array.from({ length: 250 }, (_, n) => ({
        id: uuidv7(),
        conversationId: id,
        authorId: n % 3 ? anna.id : boris.id,
        body: `${n + 1}`,
        number: n + 1,
      })),
    )
    const pages: { messages: Sent[]; has_earlier: boolean }[] = [(await open(anna, id)).body]
    // New messages do not shift the pages.
    await send(boris, id, { body: '251' })
    while (pages[0]?.has_earlier) pages.unshift((await open(anna, id, `?before=${pages[0].messages[0]?.id}`)).body)
    expect(pages.map(page => page.messages.length)).toEqual([50, 100, 100])
    const read = pages.flatMap(page => bodies(page.messages))
    expect(read).toEqual(Array.from({ length: 250 }, (_, n) => `${n + 1}`))
    const oldest = await open(anna, id, `?before=${pages[0]?.messages[0]?.id}`)
    expect(oldest.body).toMatchObject({ messages: [], has_earlier: false, last_message: { body: '251' } })
  })

  it('before a message that is not in it is 404, before an ill-formed id 400', async () => {
    const [anna, boris] = await pair()
    const vera = await makePerson(db)
    const [here, elsewhere] = [await idOf(anna, boris), await idOf(anna, vera)]
    const { body: other } = await send(anna, elsewhere, { body: 'там' })
    for (const id of [other.id, uuidv7()]) expect((await open(anna, here, `?before=${id}`)).status).toBe(404)
    const { status, body } = await open(anna, here, '?before=7')
    expect([status, Object.keys(body.fields)]).toEqual([400, ['before']])
    for (const id of [uuidv7(), '7', 'send']) expect((await open(anna, id)).status).toBe(404)
  })

  it('can be read but not continued after the other person has deleted their account', async () => {
    const [anna, boris] = await pair()
    const id = await idOf(anna, boris)
    await send(boris, id, { body: 'до свидания' })
    await db
      .update(users)
      .set({ deletedAt: new Date(), name: 'Удалённый пользователь', email: `deleted-${boris.id}@deleted.invalid` })
      .where(eq(users.id, boris.id))
    expect((await list(anna))[0]).toMatchObject({ id, users: [{ id: anna.id }, { name: 'Удалённый пользователь' }] })
    expect(bodies((await open(anna, id)).body.messages)).toEqual(['до свидания'])
    expect((await send(anna, id, { body: 'эй' })).status).toBe(404)
    expect((await openWith(anna, boris)).status).toBe(404)
  })

  it('is listed a hundred at a time, latest first', async () => {
    const anna = await makePerson(db)
    const strangers = Array.from({ length: 103 }, (_, n) => ({ id: uuidv7(), email: `${n}@chat.test`, name: 'Кто-то' }))
    await db.insert(users).values(strangers)
    const opened = strangers.map(({ id: otherId }) => ({ id: uuidv7(), openedById: anna.id, otherId }))
    await db.insert(conversations).values(opened)
    await db.insert(conversationSides).values(
      opened.flatMap(({ id, otherId }, n) => [
        // Some at the same time.
        { conversationId: id, userId: anna.id, modifiedAt: new Date(Date.UTC(2026, 0, 1) + Math.floor(n / 3)) },
        { conversationId: id, userId: otherId, modifiedAt: null },
      ]),
    )
    const page = async (number: number): Promise<string[]> =>
      (await server.get(`/api/chat/?page=${number}`, anna.id)).body.map((row: Sent) => row.id)
    const [first, second] = [await page(1), await page(2)]
    const newestFirst = opened.map(({ id }) => id).toReversed()
    expect(first[0]).toBe(newestFirst[0])
    expect([...first, ...second].toSorted()).toEqual(newestFirst.toSorted())
    expect(second.toSorted()).toEqual(newestFirst.slice(100).toSorted())
    expect(await page(3)).toEqual([])
  })
})

describe('open pages', () => {
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

  it('receive a new message on both sides once, and the reading on the reader’s side', async () => {
    const [anna, boris] = await pair()
    const conversation_id = await idOf(anna, boris)
    const heard = await hearing()
    const id = uuidv7()
    for (let time = 0; time < 2; time++) await send(anna, conversation_id, { id, body: 'слышно?' })
    for (let time = 0; time < 2; time++) await open(boris, conversation_id)
    await open(anna, conversation_id)
    await send(boris, conversation_id, { body: 'слышно' })
    const message = (body: string) => ({ type: 'message', conversation_id, message: expect.objectContaining({ body }) })
    const both = expect.arrayContaining([anna.id, boris.id])
    await vi.waitFor(() =>
      expect(heard).toEqual([
        { people: both, event: message('слышно?') },
        { people: [boris.id], event: { type: 'conversation_read', conversation_id } },
        {
          people: [anna.id],
          event: { type: 'messages_read', conversation_id, read_until: expect.stringMatching(/^\d{4}-.*Z$/) },
        },
        { people: both, event: message('слышно') },
      ]),
    )
  })

  it('receive a notification', async () => {
    const [anna, boris] = await pair()
    const heard = await hearing()
    await server.send('POST', `/api/friends/${boris.id}/request/`, undefined, anna.id)
    const [notification] = (await server.get('/api/notifications/', boris.id)).body
    await vi.waitFor(() =>
      expect(heard).toEqual([{ people: [boris.id], event: { type: 'notification', notification } }]),
    )
  })
})
