import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { NotificationGroup, NotificationType } from '#contract/notifications.ts'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import { posts } from '#server/domains/posts/posts.tables.ts'
import { uuidv7 } from '#server/platform/database/ids.ts'
import { type TestServer, testServer } from '#server/test/app.ts'
import { makeCompany, makePerson, makeProduct } from '#server/test/factories.ts'
import { openStream } from '#server/test/streams.ts'
import { sentenceOf } from './notifications.present.ts'
import type { GroupRow } from './notifications.queries.ts'
import { notify } from './notifications.service.ts'
import { notifications } from './notifications.tables.ts'

let server: TestServer
let db: TestServer['database']['db']
let base: string
beforeAll(async () => {
  server = await testServer()
  db = server.database.db
  base = await server.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => server.close())

type Person = Awaited<ReturnType<typeof makePerson>>

const send = async (who: Person, path: string, body?: object) => server.send('POST', `/api/${path}`, body, who.id)
const write = async (who: Person, body: string): Promise<string> => (await send(who, 'posts/create/', { body })).body.id
const like = (who: Person, post: string) => send(who, `posts/${post}/like/`)
const comment = (who: Person, post: string) => send(who, `posts/${post}/comment/`, { body: 'Да' })
const page = async (who: Person, before = ''): Promise<{ groups: NotificationGroup[]; has_earlier: boolean }> =>
  (await server.get(`/api/notifications/groups/?${new URLSearchParams({ before })}`, who.id)).body
const groups = async (who: Person) => (await page(who)).groups
const bodies = async (who: Person) => (await groups(who)).map(({ body }) => body)
const unread = async (who: Person): Promise<{ id: string; body: string }[]> =>
  (await server.get('/api/notifications/', who.id)).body
/** People with these names, in this order. */
async function named<Names extends string[]>(...names: Names) {
  const people = await Promise.all(names.map(name => makePerson(db, { name })))
  return people as { [Index in keyof Names]: Person }
}

describe('groups', () => {
  it('describe all people with the same action on the same subject in one sentence, with a line about the subject', async () => {
    const [author, igor, anna, boris, vera] = await named('Автор', 'Игорь', 'Анна', 'Борис', 'Вера')
    const first = await write(author, '  Первый снег\n\nв питомнике  ')
    const second = await write(author, 'Второй снег')
    await like(anna, first)
    await like(anna, second)
    expect(await bodies(author)).toEqual(Array(2).fill('Анна ставит «Нравится» вашей записи.'))
    await like(igor, first)
    expect(await bodies(author)).toEqual([
      'Игорь и Анна ставят «Нравится» вашей записи.',
      'Анна ставит «Нравится» вашей записи.',
    ])
    for (const who of [boris, vera]) await like(who, first)
    for (const who of [anna, anna, boris, anna]) await comment(who, first)
    const [commented, liked, other, ...more] = await groups(author)
    expect(more).toEqual([])
    expect(liked).toStrictEqual({
      id: expect.any(String),
      body: 'Вера и ещё трое ставят «Нравится» вашей записи.',
      type_of_notification: 'post_like',
      post_id: first,
      created_for_id: author.id,
      created_at: expect.stringMatching(/Z$/),
      created_at_formatted: '0 minutes',
      is_read: false,
      people_count: 4,
      subject_line: 'Первый снег в питомнике',
      link: null,
    })
    expect(commented).toMatchObject({ body: 'Анна и Борис комментируют вашу запись.', people_count: 2 })
    expect(other).toMatchObject({ post_id: second, people_count: 1, subject_line: 'Второй снег' })
    expect(await unread(author)).toHaveLength(9)
  })

  it('show the current names of people and plants, and are deleted with their subject', async () => {
    const [author, igor, anna] = await named('Автор', 'Игорь', 'Анна')
    const [post, gone] = [await write(author, 'Ель'), await write(author, 'Туя')]
    for (const who of [anna, igor]) for (const id of [post, gone]) await like(who, id)
    await db.update(users).set({ name: 'Игорь Новый' }).where(eq(users.id, igor.id))
    await db.update(users).set({ name: 'Анна Новая' }).where(eq(users.id, anna.id))
    expect(await bodies(author)).toEqual(Array(2).fill('Игорь Новый и Анна Новая ставят «Нравится» вашей записи.'))
    await server.send('DELETE', `/api/posts/${gone}/delete/`, undefined, author.id)
    expect((await groups(author)).map(({ post_id }) => post_id)).toEqual([post])
  })

  it('do not quote a post that its author may no longer see, and give the name of a plant', async () => {
    const author = await makePerson(db)
    const company = await makeCompany(db, { creatorId: author.id })
    const product = await makeProduct(db, {
      companyId: company.id,
      genus: 'Ель',
      species: 'сизая',
      createdById: author.id,
    })
    const id = uuidv7()
    await db.insert(posts).values({ id, authorId: author.id, productId: product.id, body: 'Растёт быстро' })
    const [reader] = await named('Игорь')
    await like(reader, id)
    expect(await groups(author)).toMatchObject([{ subject_line: 'Ель сизая' }])
    await db.update(posts).set({ isVisible: false }).where(eq(posts.id, id))
    expect(await groups(author)).toMatchObject([{ post_id: id, subject_line: null }])
  })

  it('quote a part of a long post, and nothing of a post without text', async () => {
    const [author, reader] = await named('Автор', 'Игорь')
    const long = await write(author, 'Ель '.repeat(300))
    const silent = uuidv7()
    await db.insert(posts).values({ id: silent, authorId: author.id, body: '' })
    for (const id of [long, silent]) await like(reader, id)
    expect((await groups(author)).map(group => group.subject_line)).toEqual([null, `${'Ель '.repeat(35).trim()}…`])
  })

  it('do not group friendship requests and deleted posts', async () => {
    const [author, igor, anna] = await named('Автор', 'Игорь', 'Анна')
    for (const who of [igor, anna]) await send(who, `friends/${author.id}/request/`)
    for (const details of ['Спам', 'Обман'])
      await db.transaction(tx =>
        notify(tx, { recipientId: author.id, actorId: igor.id, type: 'post_deleted', details }),
      )
    expect(await bodies(author)).toEqual([
      'Модератор удалил вашу запись. Причина: Обман',
      'Модератор удалил вашу запись. Причина: Спам',
      'Анна предлагает вам дружбу.',
      'Игорь предлагает вам дружбу.',
    ])
    await send(author, `friends/${igor.id}/rejected/`)
    await send(igor, `friends/${author.id}/request/`)
    expect((await bodies(author)).slice(0, 2)).toEqual([
      'Игорь предлагает вам дружбу.',
      'Модератор удалил вашу запись. Причина: Обман',
    ])
    expect(await unread(author)).toHaveLength(5)
  })

  it('are paged; one that grows meanwhile is listed once', async () => {
    const [author, igor, anna] = await named('Автор', 'Игорь', 'Анна')
    const ids: string[] = []
    for (let number = 0; number < 33; number++) {
      const id = uuidv7()
      ids.unshift(id)
      await db.insert(posts).values({ id, authorId: author.id, body: `${number}` })
      await like(igor, id)
    }
    const first = await page(author)
    expect(first.has_earlier).toBe(true)
    expect(first.groups.map(({ post_id }) => post_id)).toEqual(ids.slice(0, 30))
    await like(anna, ids[31] ?? '')
    const second = await page(author, first.groups.at(-1)?.id)
    expect(second.has_earlier).toBe(false)
    expect(second.groups.map(({ post_id }) => post_id)).toEqual([ids[30], ids[32]])
    expect((await groups(author))[0]).toMatchObject({ post_id: ids[31], people_count: 2 })
    expect((await server.get('/api/notifications/groups/?before=1', author.id)).status).toBe(400)
  })
})

describe('reading', () => {
  it('one leaves the others of its group unread, a group reads all, and both update other tabs', async () => {
    const [author, igor, anna, boris] = await named('Автор', 'Игорь', 'Анна', 'Борис')
    const [post, other] = [await write(author, 'Ель'), await write(author, 'Туя')]
    for (const who of [igor, anna]) for (const id of [other, post]) await like(who, id)
    const tab = await openStream(server, base, author.id)
    const stranger = await openStream(server, base, boris.id)
    const [newest] = await unread(author)
    expect(await send(author, `notifications/read/${newest?.id}/`)).toMatchObject({
      status: 200,
      body: { message: 'notification read' },
    })
    expect(await unread(author)).toHaveLength(3)
    expect((await groups(author)).map(({ is_read }) => is_read)).toEqual([false, false])
    await vi.waitFor(() => expect(tab.events.map(({ type }) => type)).toEqual(['notifications_read']), 5000)

    const [group] = await groups(author)
    expect((await send(author, `notifications/read_group/${group?.id}/`)).body).toEqual({
      message: 'notification read',
    })
    expect((await groups(author)).map(({ is_read }) => is_read)).toEqual([true, false])
    expect((await unread(author)).map(({ body }) => body)).toEqual([
      'Анна ставит «Нравится» вашей записи.',
      'Игорь ставит «Нравится» вашей записи.',
    ])
    await like(boris, post)
    expect((await groups(author))[0]).toMatchObject({
      post_id: post,
      is_read: false,
      body: 'Борис и ещё двое ставят «Нравится» вашей записи.',
    })
    await vi.waitFor(() => expect(tab.events).toHaveLength(3), 5000)
    expect(stranger.events).toEqual([])
  })

  it("marks only the person's own notifications when reading all", async () => {
    const [author, other, igor] = await named('Автор', 'Другой', 'Игорь')
    for (const who of [author, other]) {
      await like(igor, await write(who, 'Ель'))
      await send(igor, `friends/${who.id}/request/`)
    }
    const tab = await openStream(server, base, author.id)
    expect(await send(author, 'notifications/read_all/')).toMatchObject({
      status: 200,
      body: { message: 'notifications read' },
    })
    expect(await unread(author)).toEqual([])
    expect((await groups(author)).map(({ is_read }) => is_read)).toEqual([true, true])
    expect(await unread(other)).toHaveLength(2)
    await vi.waitFor(() => expect(tab.events.map(({ type }) => type)).toEqual(['notifications_read']), 5000)
    const readAt = () =>
      db.select({ at: notifications.readAt }).from(notifications).where(eq(notifications.recipientId, author.id))
    const before = await readAt()
    await send(author, 'notifications/read_all/')
    expect(await readAt()).toEqual(before)
  })

  it("returns 404 for another person's notification", async () => {
    const [author, other, igor] = await named('Автор', 'Другой', 'Игорь')
    await like(igor, await write(author, 'Ель'))
    const [one] = await unread(author)
    for (const call of ['read', 'read_group'])
      expect((await send(other, `notifications/${call}/${one?.id}/`)).status).toBe(404)
    expect(await unread(author)).toHaveLength(1)
  })

  it('does not deadlock when all are read twice at once, during a like and the deletion of the post', async () => {
    const author = await makePerson(db)
    const readers = await named('А', 'Б', 'В', 'Г')
    const post = await write(author, 'Ель')
    for (const who of readers.slice(0, 3)) await like(who, post)
    const answers = await Promise.all([
      send(author, 'notifications/read_all/'),
      send(author, 'notifications/read_all/'),
      like(readers[3] as Person, post),
      server.send('DELETE', `/api/posts/${post}/delete/`, undefined, author.id),
    ])
    for (const { status } of answers) expect([200, 404]).toContain(status)
  })
})

it.each<[number, string]>([
  [1, 'Игорь комментирует вашу запись.'],
  [2, 'Игорь и ещё один человек комментируют вашу запись.'],
  [3, 'Игорь и ещё двое комментируют вашу запись.'],
  [5, 'Игорь и ещё четверо комментируют вашу запись.'],
  [11, 'Игорь и ещё десятеро комментируют вашу запись.'],
  [12, 'Игорь и ещё 11 человек комментируют вашу запись.'],
  [22, 'Игорь и ещё 21 человек комментируют вашу запись.'],
  [23, 'Игорь и ещё 22 человека комментируют вашу запись.'],
  [113, 'Игорь и ещё 112 человек комментируют вашу запись.'],
])('of %i people: %s', (peopleCount, sentence) => {
  const type: NotificationType = 'post_comment'
  expect(sentenceOf({ type, actor: 'Игорь', peopleCount, otherActor: null } as GroupRow)).toBe(sentence)
})
