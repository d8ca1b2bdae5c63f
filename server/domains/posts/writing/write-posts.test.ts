import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import { liveChannel } from '#server/platform/live/live.queries.ts'
import { readNotice } from '#server/platform/live/live.ts'
import { staffEmail, type TestAnswer, type TestServer, testServer } from '#server/test/app.ts'
import { databaseState } from '#server/test/database-state.ts'
import { makeFriends, makePerson } from '#server/test/factories.ts'
import { patiently } from '#server/test/patiently.ts'
import { formOf, isStored, mediaFiles, pictureFile, upload } from '#server/test/pictures.ts'
import { postReports } from '../posts.tables.ts'
import { hashtagsOf } from './hashtags.ts'

let server: TestServer
let db: TestServer['database']['db']
beforeAll(async () => {
  server = await testServer()
  db = server.database.db
})
afterAll(() => server.close())

type Person = Awaited<ReturnType<typeof makePerson>>

const create = (who: Person, body: unknown) => server.send('POST', '/api/posts/create/', body, who.id)
const act = (who: Person, id: string, action: string, body?: object) =>
  server.send(action === 'delete' ? 'DELETE' : 'POST', `/api/posts/${id}/${action}/`, body, who.id)
const read = async (who: Person, id: string) => (await server.get(`/api/posts/${id}/`, who.id)).body.post
const news = async (who: Person) => (await server.get('/api/notifications/', who.id)).body
const postsCount = async (who: Person) =>
  (await db.select({ count: users.postsCount }).from(users).where(eq(users.id, who.id)))[0]?.count
const people = (count: number) => Promise.all(Array.from({ length: count }, () => makePerson(db)))
const uuid = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/)

function expectFieldError({ status, body }: TestAnswer, field: string, code: string): void {
  expect([status, body.code]).toEqual([400, 'INVALID_INPUT'])
  expect(body.fields[field][0].code).toBe(code)
  expect(body.fields[field][0].message).toMatch(/[а-я]/)
}

describe('POST posts/create', () => {
  it('returns the post', async () => {
    const author = await makePerson(db)
    const { status, body } = await create(author, { body: '  Первый снег\nв <b>питомнике</b> & саду  ' })
    expect(status).toBe(201)
    expect(body).toStrictEqual({
      id: uuid,
      body: 'Первый снег\nв <b>питомнике</b> & саду',
      created_by: {
        id: author.id,
        name: author.name,
        email: author.email,
        friends_count: 0,
        posts_count: 1,
        get_avatar: expect.stringContaining('/avatars/'),
        team: null,
      },
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
      created_at_formatted: '0 minutes',
      likes_count: 0,
      comments_count: 0,
      liked_by_me: false,
      edited_at: null,
      is_private: false,
      is_request: false,
      attachments: [],
      product: null,
      wanted: null,
      hidden_reason: null,
      can: { edit: true, remove: true, offer: false, quote: false },
    })
    expect(await read(author, body.id)).toStrictEqual({ ...body, comments: [] })
    expect(await postsCount(author)).toBe(1)
  })

  it.each([
    ['JSON', (fields: object) => fields],
    ['a form', (fields: object) => formOf({ ...fields })],
  ])('accepts %s', async (_, send) => {
    const author = await makePerson(db)
    const { status, body } = await create(author, send({ body: 'Куплю', is_private: true, is_request: 'true' }))
    expect(status).toBe(201)
    expect([body.is_private, body.is_request]).toEqual([true, true])
    expect(await postsCount(author)).toBe(0)
  })

  it('reads what a form can only say in words', async () => {
    const author = await makePerson(db)
    const { body } = await create(author, formOf({ body: 'True', is_private: 'True', is_request: 'False' }))
    expect([body.body, body.is_private, body.is_request]).toEqual(['True', true, false])
    const comment = formOf({ body: 'Никому', reply_to: '' })
    const answer = await server.send('POST', `/api/posts/${body.id}/comment/`, comment, author.id)
    expect([answer.status, answer.body.reply_to]).toEqual([201, null])
    const bad = await create(author, formOf({ body: 'а', is_private: 'maybe' }))
    expectFieldError(bad, 'is_private', 'invalid_type')
  })

  it('accepts pictures, uploaded ones first, and needs no text with them', async () => {
    const author = await makePerson(db)
    const photos = [await upload(server, author.id), await upload(server, author.id)]
    const image = [await pictureFile('1.png'), await pictureFile('2.png')]
    const { status, body } = await create(author, formOf({ image, photos }))
    expect(status).toBe(201)
    expect(body.attachments).toHaveLength(4)
    for (const { id, get_image, get_thumbnail } of body.attachments) {
      expect(id).toEqual(uuid)
      expect(isStored(server.dataDir, get_image)).toBe(true)
      expect(isStored(server.dataDir, get_thumbnail)).toBe(true)
    }
    expect((await read(author, body.id)).attachments).toEqual(body.attachments)
    expectFieldError(await create(author, { photos }), 'photos', 'unknown')
  })

  it('keeps the order of the pictures', async () => {
    const author = await makePerson(db)
    const sent = await Promise.all(
      [1, 2, 3].map(
        async () =>
          (await server.send('POST', '/api/uploads/', formOf({ image: await pictureFile() }), author.id)).body,
      ),
    )
    const order = [sent[2], sent[0], sent[1]]
    const { body } = await create(author, { is_private: true, photos: order.map(one => one.id) })
    // Those of a private post stay at their addresses.
    expect(body.attachments.map((one: { get_image: string }) => one.get_image)).toEqual(order.map(one => one.get_image))
  })

  it('refuses invalid input, and changes nothing', async () => {
    const [author, other] = [await makePerson(db), await makePerson(db)]
    const foreign = await upload(server, other.id)
    const own = await upload(server, author.id)
    const notPicture = new File(['not a picture'], 'a.png', { type: 'image/png' })
    const five = await Promise.all(Array.from({ length: 5 }, () => pictureFile()))
    const [state, files] = [await databaseState(db), mediaFiles(server.dataDir).length]
    for (const body of [{}, { body: '' }, { body: ' \n ' }, formOf({ body: '' })]) {
      expectFieldError(await create(author, body), 'body', 'required')
    }
    expectFieldError(await create(author, { body: 'я'.repeat(5001) }), 'body', 'too_big')
    expectFieldError(await create(author, { body: 'a\u0000b' }), 'body', 'invalid_format')
    expectFieldError(await create(author, { body: 'a\u0007b' }), 'body', 'invalid_format')
    expectFieldError(await create(author, { body: ['a'] }), 'body', 'invalid_type')
    expectFieldError(await create(author, { body: 'а', is_private: 'maybe' }), 'is_private', 'invalid_type')
    expectFieldError(await create(author, { body: 'а', photos: [foreign] }), 'photos', 'unknown')
    expectFieldError(await create(author, { body: 'а', photos: [own, own] }), 'photos', 'unknown')
    expectFieldError(await create(author, formOf({ image: five })), 'image', 'too_many')
    expectFieldError(await create(author, formOf({ image: five.slice(0, 4), photos: own })), 'image', 'too_many')
    expectFieldError(await create(author, formOf({ image: notPicture })), 'image', 'not_a_picture')
    expect(await databaseState(db)).toEqual(state)
    expect(mediaFiles(server.dataDir)).toHaveLength(files)
    expect((await create(author, { body: 'я'.repeat(5000) })).status).toBe(201)
  })

  it('counts only public posts of a person, also when written concurrently', async () => {
    const author = await makePerson(db)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => create(author, { body: `#общий #свой${n % 3}`, is_private: n % 2 === 0 })),
    )
    expect(answers.map(answer => answer.status)).toEqual(Array(20).fill(201))
    expect(await postsCount(author)).toBe(10)
    const listed = await server.get('/api/posts/?trend=общий', author.id)
    expect(listed.body.count).toBe(20)
  })

  it('recognises hashtags', () => {
    expect(hashtagsOf('#Сад, #сад #a_1#б ## # #日本語! C#')).toEqual(['Сад', 'a_1', 'б', '日本語'])
    expect(hashtagsOf('#и\u0306од и #йод')).toEqual(['йод'])
    expect(hashtagsOf(`#${'я'.repeat(256)} #${'я'.repeat(255)}`)).toEqual(['я'.repeat(255)])
  })

  it('accepts a post with only hashtags', async () => {
    const author = await makePerson(db)
    const { status } = await create(author, { body: Array.from({ length: 800 }, (_, n) => `#${n}х`).join('') })
    expect(status).toBe(201)
    expect((await create(author, { body: `#${'ы'.repeat(4999)}` })).status).toBe(201)
  })
})

describe('likes', () => {
  it('are counted once per person, and the author is notified', async () => {
    const [author, reader] = [await makePerson(db), await makePerson(db, { name: 'Анна <i>' })]
    const { body: post } = await create(author, { body: 'Нравится?' })
    expect((await act(reader, post.id, 'like')).body).toEqual({ message: 'like created' })
    const again = await act(reader, post.id, 'like')
    expect([again.status, again.body]).toEqual([200, { message: 'post already liked' }])
    expect((await act(author, post.id, 'like')).body).toEqual({ message: 'like created' })
    expect((await read(reader, post.id)).likes_count).toBe(2)
    expect((await read(reader, post.id)).liked_by_me).toBe(true)
    expect((await read(await makePerson(db), post.id)).liked_by_me).toBe(false)
    expect(await news(author)).toEqual([
      expect.objectContaining({
        body: 'Анна <i> ставит «Нравится» вашей записи.',
        type_of_notification: 'post_like',
        post_id: post.id,
        created_for_id: author.id,
        is_read: false,
      }),
    ])
    expect(await news(reader)).toEqual([])
  })

  it('are all counted when two hundred people send each twice at once', { timeout: 120_000 }, async () => {
    const author = await makePerson(db)
    const { body: post } = await create(author, { body: 'Всем' })
    const readers = await people(200)
    const answers = await Promise.all(
      [...readers, ...readers].map(reader => patiently(() => act(reader, post.id, 'like'))),
    )
    expect(answers.filter(answer => answer.status !== 200)).toEqual([])
    expect(answers.filter(answer => answer.body.message === 'like created')).toHaveLength(200)
    expect((await read(author, post.id)).likes_count).toBe(200)
    expect(await news(author)).toHaveLength(100)
  })
})

describe('comments', () => {
  it('are shown below the post, oldest first, and its author is notified', async () => {
    const [author, reader] = [await makePerson(db), await makePerson(db, { name: 'Борис' })]
    const { body: post } = await create(author, { body: 'Вопрос' })
    const { status, body } = await act(reader, post.id, 'comment', { body: ' Ответ <script>\nдва ' })
    expect(status).toBe(201)
    expect(body).toStrictEqual({
      id: uuid,
      body: 'Ответ <script>\nдва',
      created_by: expect.objectContaining({ id: reader.id, email: reader.email }),
      created_at: expect.any(String),
      created_at_formatted: '0 minutes',
      edited_at: null,
      reply_to: null,
      likes_count: 0,
      liked_by_me: false,
      product: null,
      can: { edit: true, remove: true },
    })
    await act(author, post.id, 'comment', { body: 'Спасибо' })
    const { comments, comments_count } = await read(author, post.id)
    expect(comments.map((comment: { body: string }) => comment.body)).toEqual(['Ответ <script>\nдва', 'Спасибо'])
    expect(comments[0].created_by.email).toBe('')
    expect(comments_count).toBe(2)
    expect(await news(author)).toEqual([
      expect.objectContaining({
        body: 'Борис комментирует вашу запись.',
        type_of_notification: 'post_comment',
        post_id: post.id,
        created_for_id: author.id,
      }),
    ])
  })

  it('are shown in parts on request: so many of the latest, or of those before one', async () => {
    const [author, reader] = [await makePerson(db), await makePerson(db, { name: 'Борис' })]
    const { body: post } = await create(author, { body: 'Вопрос' })
    const ids: string[] = []
    for (let n = 0; n < 5; n++) {
      ids.push((await act(n % 2 ? author : reader, post.id, 'comment', { body: `№ ${n}` })).body.id)
    }
    const part = async (query: string) => {
      const { body } = await server.get(`/api/posts/${post.id}/${query}`, author.id)
      return body.post.comments.map((comment: { id: string }) => comment.id)
    }
    expect(await part('')).toEqual(ids)
    expect(await part('?comments=2')).toEqual(ids.slice(3))
    expect(await part(`?comments=2&before=${ids[3]}`)).toEqual(ids.slice(1, 3))
    expect(await part(`?before=${ids[3]}`)).toEqual(ids.slice(0, 3))
    expect(await part(`?comments=2&before=${ids[0]}`)).toEqual([])
    const { body } = await server.get(`/api/posts/${post.id}/?comments=2`, author.id)
    expect(body.post.comments_count).toBe(5)
    expect(body.post.comments.map((one: { created_by: { name: string } }) => one.created_by.name)).toEqual([
      author.name,
      'Борис',
    ])

    const { body: other } = await create(author, { body: 'Другое' })
    expect((await server.get(`/api/posts/${other.id}/?before=${ids[3]}`, author.id)).status).toBe(404)
    for (const query of ['?comments=0', '?comments=x', '?before=7'])
      expect((await server.get(`/api/posts/${post.id}/${query}`, author.id)).status).toBe(400)
  })

  it('are all stored when two hundred people send them at once', { timeout: 120_000 }, async () => {
    const author = await makePerson(db)
    const { body: post } = await create(author, { body: 'Обсудим' })
    const answers = await Promise.all(
      (await people(200)).map((reader, n) => patiently(() => act(reader, post.id, 'comment', { body: `№ ${n}` }))),
    )
    expect(answers.filter(answer => answer.status !== 201)).toEqual([])
    const { comments, comments_count } = await read(author, post.id)
    expect([comments.length, comments_count]).toEqual([200, 200])
  })

  it('are refused if invalid', async () => {
    const author = await makePerson(db)
    const { body: post } = await create(author, { body: 'Запись' })
    expectFieldError(await act(author, post.id, 'comment', {}), 'body', 'required')
    expectFieldError(await act(author, post.id, 'comment', { body: ' ' }), 'body', 'required')
    expectFieldError(await act(author, post.id, 'comment', { body: 'я'.repeat(2001) }), 'body', 'too_big')
    expectFieldError(await act(author, post.id, 'comment', { body: 'a\u0000' }), 'body', 'invalid_format')
    expectFieldError(await act(author, post.id, 'comment', { body: { a: 1 } }), 'body', 'invalid_type')
    expect((await read(author, post.id)).comments_count).toBe(0)
    expect((await act(author, post.id, 'comment', { body: 'я'.repeat(2000) })).status).toBe(201)
  })
})

describe('reports', () => {
  it('are stored once per person', async () => {
    const [author, reader] = [await makePerson(db), await makePerson(db)]
    const { body: post } = await create(author, { body: 'Сомнительное' })
    for (const _ of [1, 2]) {
      const { status, body } = await act(reader, post.id, 'report')
      expect([status, body]).toEqual([200, { message: 'post reported' }])
    }
    expect(await db.select().from(postReports).where(eq(postReports.postId, post.id))).toHaveLength(1)
    expect(await news(author)).toEqual([])
  })
})

describe('deleting', () => {
  it('deletes everything that belongs to the post', async () => {
    const [author, reader] = [await makePerson(db), await makePerson(db)]
    const { body: post } = await create(author, { body: 'Исчезнет #исчезнет' })
    for (const action of ['like', 'report']) await act(reader, post.id, action)
    await act(reader, post.id, 'comment', { body: 'Жаль' })
    expect((await act(author, post.id, 'delete')).body).toEqual({ message: 'post deleted' })
    expect((await act(author, post.id, 'delete')).status).toBe(404)
    expect(await news(author)).toEqual([])
    expect(await postsCount(author)).toBe(0)
    for (const table of ['post_likes', 'post_reports', 'comments', 'post_hashtags', 'notifications']) {
      const rows = await db
        .select({ one: sql`1` })
        .from(sql.raw(table))
        .where(sql`post_id = ${post.id}`)
      expect(rows).toEqual([])
    }
  })

  it('is counted once, even if repeated or concurrent', async () => {
    const author = await makePerson(db)
    const staff = await makePerson(db, { email: staffEmail })
    const { body: post } = await create(author, { body: 'Удалят' })
    const readers = await people(20)
    const answers = await Promise.all([
      ...readers.slice(0, 10).map(reader => act(reader, post.id, 'like')),
      ...[1, 2, 3].map(() => act(author, post.id, 'delete')),
      ...[1, 2, 3].map(() => act(staff, post.id, 'delete')),
      ...readers.slice(10).map(reader => act(reader, post.id, 'comment', { body: 'Да' })),
      ...[1, 2, 3].map(n => create(author, { body: `Другая ${n}` })),
    ])
    expect(answers.filter(({ status }) => ![200, 201, 404].includes(status))).toEqual([])
    expect(answers.filter(({ body }) => body.message === 'post deleted')).toHaveLength(1)
    expect(await postsCount(author)).toBe(3)
  })
})

it('does not fail when a friend has been deleted', async () => {
  const [gone, reader] = [await makePerson(db), await makePerson(db)]
  const { body: post } = await create(gone, { body: 'Закрытое', is_private: true })
  await makeFriends(db, gone, reader)
  await db.update(users).set({ deletedAt: new Date(), name: 'Удалённый пользователь' }).where(eq(users.id, gone.id))
  expect((await act(reader, post.id, 'like')).status).toBe(200)
  expect((await read(reader, post.id)).created_by.name).toBe('Удалённый пользователь')
  expect((await act(gone, post.id, 'like')).status).toBe(401)
})

describe('open pages', () => {
  it('receive new posts and changes of a post after they are committed', async () => {
    const [author, friend] = [await makePerson(db), await makePerson(db)]
    await makeFriends(db, author, friend)
    const heard: [audience: unknown, event: { type: string }][] = []
    const stop = await server.database.listen(
      liveChannel,
      text => {
        const { audience, event } = readNotice(text)
        heard.push([audience, JSON.parse(event)])
      },
      () => {},
    )
    const { body: open } = await create(author, { body: 'Открытая' })
    const { body: closed } = await create(author, { body: 'Закрытая', is_private: true })
    await act(friend, closed.id, 'like')
    await act(friend, closed.id, 'like')
    const { body: comment } = await act(friend, open.id, 'comment', { body: 'Вижу' })
    await act(friend, open.id, 'comment', { body: '' })
    const expected = [
      [{ everyoneBut: [author.id] }, { type: 'new_post', count: 1 }],
      [{ userIds: [friend.id] }, { type: 'new_post', count: 1 }],
      [
        { watching: closed.id },
        { type: 'post_changed', post_id: closed.id, likes_count: 1, comments_count: 0, comment: null },
      ],
      [
        { watching: open.id },
        {
          type: 'post_changed',
          post_id: open.id,
          likes_count: 0,
          comments_count: 1,
          comment: {
            ...comment,
            can: { edit: false, remove: false },
            created_by: { ...comment.created_by, email: '' },
          },
        },
      ],
    ]
    const aboutPosts = () => heard.filter(([, { type }]) => type === 'new_post' || type === 'post_changed')
    await expect.poll(() => aboutPosts().length).toBeGreaterThanOrEqual(expected.length)
    expect(aboutPosts()).toEqual(expected)
    await stop()
  })
})
