import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { uuidv7 } from '#server/platform/database/ids.ts'
import { staffEmail, type TestServer, testServer } from '#server/test/app.ts'
import { makeCompany, makeFriends, makePerson, makeProduct } from '#server/test/factories.ts'
import { formOf, pictureFile } from '#server/test/pictures.ts'
import { openStream } from '#server/test/streams.ts'
import { postAttachments, posts } from '../posts.tables.ts'
import { upsertProductPosts } from './product-posts.service.ts'

type Person = Awaited<ReturnType<typeof makePerson>>

let server: TestServer
let db: TestServer['database']['db']
let address: string
let staff: Person
let anna: Person
let boris: Person
let vera: Person
beforeAll(async () => {
  server = await testServer()
  db = server.database.db
  address = await server.app.listen({ port: 0, host: '127.0.0.1' })
  staff = await makePerson(db, { email: staffEmail })
  anna = await makePerson(db)
  boris = await makePerson(db)
  vera = await makePerson(db)
  await makeFriends(db, anna, boris)
})
afterAll(() => server.close())

const send = (method: 'POST' | 'PATCH' | 'DELETE', path: string, who: Person, body?: object) =>
  server.send(method, `/api/${path}`, body, who.id)
const get = (path: string, who: Person) => server.get(`/api/${path}`, who.id)
const make = async (body: string, more = {}) =>
  (await send('POST', 'posts/create/', anna, { body, ...more })).body.id as string
const edit = (id: string, body: object, who = anna) => send('PATCH', `posts/${id}/`, who, body)
const isListed = async (id: string, query: string, who = vera) =>
  (await get(`posts/?page_size=100&${query}`, who)).text.includes(id)
const news = async (who: Person) => (await get('notifications/', who)).body.length
const postsCount = async () => (await get(`posts/profile/${anna.id}/`, anna)).body.user.posts_count as number

describe('a post', () => {
  it('changes in what is sent, with its hashtags and what is found', async () => {
    const id = await make('Продаю #тую недорого')
    const { body: before } = await get(`posts/${id}/`, anna)
    expect(before.post.edited_at).toBeNull()
    const { status, body } = await edit(id, { body: 'Отдаю #ель даром' })
    expect([status, body.body, body.is_private, body.is_request]).toEqual([200, 'Отдаю #ель даром', false, false])
    expect(Date.parse(body.edited_at)).toBeGreaterThanOrEqual(Date.parse(body.created_at))
    expect([await isListed(id, 'trend=ель'), await isListed(id, 'trend=тую')]).toEqual([true, false])
    expect([await isListed(id, 'search=даром'), await isListed(id, 'search=недорого')]).toEqual([true, false])
    expect((await edit(id, { is_request: true })).body).toMatchObject({ body: 'Отдаю #ель даром', is_request: true })
    expect(await isListed(id, 'is_request=1')).toBe(true)
    expect((await get('posts/', vera)).body.results[0]).toMatchObject({
      id,
      is_request: true,
      body: 'Отдаю #ель даром',
    })
  })

  it('that is saved as it was, is not edited', async () => {
    const id = await make('Липа')
    for (const body of [{}, { body: 'Липа', is_private: false, is_request: false }])
      expect((await edit(id, body)).body.edited_at).toBeNull()
  })

  it('for friends from now on leaves everybody else’s lists, counts and pages', async () => {
    const id = await make('Секрет #тайна')
    const count = await postsCount()
    const stream = await openStream(server, address, vera.id, [id])
    expect((await edit(id, { is_private: true })).body.is_private).toBe(true)
    await vi.waitUntil(() => stream.events.some(({ type }) => type === 'post_removed'), { timeout: 15_000 })
    expect((await get(`posts/${id}/`, vera)).status).toBe(404)
    expect([await isListed(id, ''), await isListed(id, 'trend=тайна'), await isListed(id, '', boris)]).toEqual([
      ...[false, false, true],
    ])
    expect(await postsCount()).toBe(count - 1)
    // Whoever was watching hears nothing of it any more.
    await send('POST', `posts/${id}/comment/`, boris, { body: 'Между нами' })
    await send('POST', `chat/${(await get(`chat/${vera.id}/get-or-create/`, boris)).body.id}/send/`, boris, {
      body: 'Всё',
    })
    await vi.waitUntil(() => stream.events.some(({ type }) => type === 'message'), { timeout: 15_000 })
    expect(stream.events.filter(({ type }) => type === 'post_changed')).toEqual([])
    await edit(id, { is_private: false })
    expect([await isListed(id, 'trend=тайна'), await postsCount()]).toEqual([true, count])
  })

  it('for friends from now on takes its pictures from their public addresses', async () => {
    const form = formOf({ body: 'Снимок', image: await pictureFile() })
    const { body: made } = await server.send('POST', '/api/posts/create/', form, anna.id)
    const before = made.attachments[0].get_image as string
    const { body } = await edit(made.id, { is_private: true })
    const after = body.attachments[0].get_image as string
    expect([before.includes('/private/'), after.includes('/private/')]).toEqual([false, true])
    expect((await server.app.inject(new URL(after).pathname)).statusCode).toBe(200)
    const [row] = await db.select().from(postAttachments).where(eq(postAttachments.postId, made.id))
    expect(row?.mediaKey).toMatch(/^private\//)
    expect((await edit(made.id, { is_private: false })).body.attachments).toHaveLength(1)
  })

  it('is changed by its author alone', async () => {
    const [open, closed] = [await make('Открыто'), await make('Закрыто', { is_private: true })]
    for (const who of [boris, vera, staff]) expect((await edit(open, { body: 'Чужое' }, who)).status).toBe(403)
    expect((await edit(closed, { body: 'Чужое' }, vera)).status).toBe(404)
    expect((await edit(uuidv7(), { body: 'Ничьё' })).status).toBe(404)
    expect((await server.send('PATCH', `/api/posts/${open}/`, { body: 'Чужое' })).status).toBe(401)
    await db.update(posts).set({ hiddenAt: new Date(), isVisible: false }).where(eq(posts.id, open))
    expect((await edit(open, { body: 'Скрытое' })).status).toBe(403)
    expect(
      (await get(`posts/profile/${anna.id}/`, anna)).body.posts.find(({ id }: { id: string }) => id === open).can,
    ).toMatchObject({
      edit: false,
    })
  })

  it('of a product follows the product', async () => {
    const company = await makeCompany(db, { creatorId: (await makePerson(db)).id })
    const product = await makeProduct(db, { companyId: company.id, createdById: company.creatorId })
    await db.transaction(tx => upsertProductPosts(tx, { productIds: [product.id] }))
    const [post] = await db.select().from(posts).where(eq(posts.productId, product.id))
    const answer = await server.send('PATCH', `/api/posts/${post?.id}/`, { body: 'Иначе' }, company.creatorId)
    expect(answer.status).toBe(403)
  })

  it('needs a text or a picture, of at most 5000 characters', async () => {
    const id = await make('Текст')
    for (const body of ['', '  ', 'а'.repeat(5001), 'а\u0000'])
      expect((await edit(id, { body })).body.fields).toHaveProperty('body')
    const form = formOf({ body: 'Снимок', image: await pictureFile() })
    const { body } = await server.send('POST', '/api/posts/create/', form, anna.id)
    expect((await edit(body.id, { body: '' })).body.body).toBe('')
  })

  it('keeps what it said before, for moderators alone, and tells nobody', async () => {
    const id = await make('Первое')
    await send('POST', `posts/${id}/like/`, boris)
    const told = await news(anna)
    const stream = await openStream(server, address, boris.id, [id])
    for (const body of ['Второе', 'Третье']) await edit(id, { body })
    const edits = () => stream.events.filter(({ type }) => type === 'post_edited')
    await vi.waitUntil(() => edits().length === 2, { timeout: 15_000 })
    expect(edits()[0]).toEqual({ type: 'post_edited', post_id: id })
    const { body: texts } = await get(`staff/posts/${id}/earlier-texts/`, staff)
    expect(texts.map((text: { body: string; comment_id: null }) => [text.body, text.comment_id])).toEqual([
      ['Второе', null],
      ['Первое', null],
    ])
    for (const who of [anna, boris]) {
      expect((await get(`staff/posts/${id}/earlier-texts/`, who)).status).toBe(404)
      expect((await get(`posts/${id}/`, who)).text).not.toContain('Второе')
    }
    expect((await get(`staff/posts/${uuidv7()}/earlier-texts/`, staff)).status).toBe(404)
    expect([await news(anna), await news(boris)]).toEqual([told, 0])
  })

  it('edited many times at once has the text of one of them, and counts once', async () => {
    const id = await make('Одновременно')
    const count = await postsCount()
    await Promise.all([true, false, true, true].map((is_private, n) => edit(id, { body: `Вариант ${n}`, is_private })))
    const { post } = (await get(`posts/${id}/`, anna)).body
    expect(await postsCount()).toBe(post.is_private ? count - 1 : count)
  })
})

describe('a comment', () => {
  const comment = async (id: string, who: Person, more = {}) =>
    (await send('POST', `posts/${id}/comment/`, who, { body: 'Да', ...more })).body
  const commentsOf = async (id: string, who: Person) => (await get(`posts/${id}/`, who)).body.post

  it('is changed by its author alone, and what it said is kept', async () => {
    const id = await make('Кедр')
    const made = await comment(id, boris)
    expect(made).toMatchObject({ edited_at: null, reply_to: null, likes_count: 0, liked_by_me: false })
    const told = await news(anna)
    const path = `posts/${id}/comments/${made.id}/`
    for (const who of [anna, vera, staff]) expect((await send('PATCH', path, who, { body: 'Нет' })).status).toBe(403)
    const { body, status } = await send('PATCH', path, boris, { body: 'Нет' })
    expect([status, body.body, body.id, typeof body.edited_at]).toEqual([200, 'Нет', made.id, 'string'])
    expect((await send('PATCH', path, boris, { body: 'Нет' })).body.edited_at).toBe(body.edited_at)
    expect((await commentsOf(id, vera)).comments).toEqual([
      expect.objectContaining({ body: 'Нет', can: { edit: false, remove: false } }),
    ])
    expect((await get(`staff/posts/${id}/earlier-texts/`, staff)).body).toEqual([
      expect.objectContaining({ comment_id: made.id, body: 'Да' }),
    ])
    for (const bad of [{ body: '' }, {}, { body: 'а'.repeat(2001) }])
      expect((await send('PATCH', path, boris, bad)).body.fields).toHaveProperty('body')
    expect(await news(anna)).toBe(told)
  })

  it('is deleted by its author, the author of the post and moderators', async () => {
    const id = await make('Пихта')
    for (const who of [boris, anna, staff]) {
      const made = await comment(id, boris)
      const path = `posts/${id}/comments/${made.id}/`
      expect((await send('DELETE', path, vera)).status).toBe(403)
      expect((await send('DELETE', path, who)).body).toEqual({ message: 'comment deleted' })
      expect((await send('DELETE', path, who)).status).toBe(404)
      expect(await commentsOf(id, vera)).toMatchObject({ comments_count: 0, comments: [] })
    }
  })

  it('is removed also below a post that a moderator has hidden, by those who still see it', async () => {
    const id = await make('Спорное')
    const all = [await comment(id, anna), await comment(id, boris), await comment(id, boris), await comment(id, boris)]
    const [own = '', first = '', second = '', third = ''] = all.map(one => one.id)
    await db.update(posts).set({ hiddenAt: new Date(), isVisible: false }).where(eq(posts.id, id))
    const remove = async (which: string, who: Person) =>
      (await send('DELETE', `posts/${id}/comments/${which}/`, who)).status
    expect(await remove(first, vera)).toBe(404)
    expect([await remove(own, anna), await remove(first, anna), await remove(second, staff)]).toEqual([200, 200, 200])
    const byComplaint = await send('POST', `staff/complaints/comment/${third}/remove/`, staff, { reason: 'Грубо' })
    expect(byComplaint.status).toBe(200)
  })

  it('is one of the post at whose address it is', async () => {
    const [id, other] = [await make('Раз'), await make('Два')]
    const { id: made } = await comment(id, boris)
    for (const [method, path] of [
      ['PATCH', `posts/${other}/comments/${made}/`],
      ['DELETE', `posts/${other}/comments/${made}/`],
      ['POST', `posts/${other}/comments/${made}/like/`],
      ['DELETE', `posts/${id}/comments/${uuidv7()}/`],
      ['DELETE', `posts/${id}/comments/x/`],
    ] as const)
      expect([path, (await send(method, path, boris, { body: 'Да' })).status]).toEqual([path, 404])
    const closed = await make('Своим', { is_private: true })
    const { id: hidden } = await comment(closed, boris)
    for (const method of ['PATCH', 'DELETE'] as const)
      expect((await send(method, `posts/${closed}/comments/${hidden}/`, vera, { body: 'Да' })).status).toBe(404)
  })

  it('answers another one of the same post, and stays when that is deleted', async () => {
    const [id, other] = [await make('Раз'), await make('Два')]
    const first = await comment(id, boris)
    const answer = await comment(id, vera, { reply_to: first.id })
    expect(answer.reply_to).toBe(first.id)
    const elsewhere = await comment(other, boris)
    for (const reply_to of [elsewhere.id, uuidv7(), 'x', 7]) {
      const { status, body } = await send('POST', `posts/${id}/comment/`, vera, { body: 'Да', reply_to })
      expect([status, Object.keys(body.fields)]).toEqual([400, ['reply_to']])
    }
    expect((await comment(id, vera, { reply_to: null })).reply_to).toBeNull()
    await send('DELETE', `posts/${id}/comments/${first.id}/`, boris)
    expect((await commentsOf(id, anna)).comments[0]).toMatchObject({ id: answer.id, reply_to: null })
  })

  it('is liked once by each, also at once', async () => {
    const id = await make('Клён')
    const made = await comment(id, boris)
    const like = (who: Person) => send('POST', `posts/${id}/comments/${made.id}/like/`, who)
    const answers = await Promise.all([vera, vera, vera, anna].map(like))
    expect(answers.filter(({ body }) => body.message === 'like created')).toHaveLength(2)
    expect((await like(vera)).body).toEqual({ message: 'comment already liked' })
    const [seenByVera, seenByBoris] = [await commentsOf(id, vera), await commentsOf(id, boris)]
    expect(seenByVera.comments[0]).toMatchObject({ likes_count: 2, liked_by_me: true })
    expect(seenByBoris.comments[0]).toMatchObject({ likes_count: 2, liked_by_me: false })
  })
})
