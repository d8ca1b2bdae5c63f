import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditLog } from '#server/domains/audit/audit.tables.ts'
import { postReports, posts } from '#server/domains/posts/posts.tables.ts'
import { liveChannel } from '#server/platform/live/live.queries.ts'
import { readNotice } from '#server/platform/live/live.ts'
import { otherStaffEmail, staffEmail, type TestServer, testServer } from '#server/test/app.ts'
import { categoryId, makeCompany, makePerson } from '#server/test/factories.ts'
import { upload } from '#server/test/pictures.ts'

type Person = Awaited<ReturnType<typeof makePerson>>

let server: TestServer
let db: TestServer['database']['db']
let staff: Person
let colleague: Person
let author: Person
let readers: Person[]

beforeAll(async () => {
  server = await testServer()
  db = server.database.db
  staff = await makePerson(db, { email: staffEmail, name: 'Модератор' })
  colleague = await makePerson(db, { email: otherStaffEmail })
  readers = [await makePerson(db, { name: 'Борис' }), await makePerson(db, { name: 'Вера' })]
})
afterAll(() => server.close())

// The queue must contain only the test's posts.
beforeEach(async () => {
  await db.delete(posts)
  author = await makePerson(db, { name: 'Анна Лесная' })
})

const send = (who: Person | undefined, path: string, body?: object) =>
  server.send('POST', `/api/${path}`, body, who?.id)
const get = async (path: string, who: Person) => (await server.get(`/api/${path}`, who.id)).body
const judge = (id: string, action: string, reason?: string, who = staff) =>
  send(who, `staff/reports/${id}/${action}/`, reason === undefined ? undefined : { reason })
const report = (id: string, who: Person | undefined) => send(who, `posts/${id}/report/`)
const queue = async () => (await get('staff/reports/', staff)).results
const postsCount = async (who: Person) => (await get(`posts/profile/${who.id}/`, staff)).user.posts_count
const actions = (id: string) =>
  db
    .select({ action: auditLog.action, subject: auditLog.subject, name: auditLog.subjectName, reason: auditLog.reason })
    .from(auditLog)
    .where(eq(auditLog.subjectId, id))
    .orderBy(auditLog.id)

async function write(body: string, more: object = {}): Promise<string> {
  const { status, body: post } = await send(author, 'posts/create/', { body, ...more })
  expect(status).toBe(201)
  return post.id
}

describe('the queue of reports', () => {
  it('shows how often, by whom and when, most reported first', async () => {
    const [quiet, old, late] = [await write('Никто не против'), await write('Первая'), await write('Вторая')]
    const photo = await upload(server, author.id)
    const worst = await write('Закрытая', { is_private: true, photos: [photo] })
    const at = (day: number) => new Date(Date.UTC(2026, 5, day))
    const row = (postId: string, index: number, day: number) => ({
      postId,
      userId: readers[index]?.id ?? '',
      createdAt: at(day),
    })
    await db.insert(postReports).values([row(late, 0, 3), row(old, 0, 2), row(worst, 0, 4), row(worst, 1, 5)])
    const [first, ...others] = await queue()
    expect(first).toEqual({
      post: expect.objectContaining({
        id: worst,
        body: 'Закрытая',
        is_private: true,
        hidden_reason: null,
        attachments: [expect.objectContaining({ id: expect.any(String) })],
        created_by: expect.objectContaining({ id: author.id, name: 'Анна Лесная', email: '' }),
      }),
      is_visible: true,
      reports_count: 2,
      first_reported_at: at(4).toISOString(),
      last_reported_at: at(5).toISOString(),
      reports: [
        {
          created_by: { id: readers[1]?.id, name: 'Вера' },
          created_at: at(5).toISOString(),
          reason: 'other',
          text: '',
        },
        {
          created_by: { id: readers[0]?.id, name: 'Борис' },
          created_at: at(4).toISOString(),
          reason: 'other',
          text: '',
        },
      ],
    })
    expect(others.map((entry: { post: { id: string } }) => entry.post.id)).toEqual([old, late])
    expect(JSON.stringify([first, others])).not.toContain(quiet)
    const page = await get('staff/reports/?page=2&page_size=2', staff)
    expect([page.count, page.results.map((entry: { post: { id: string } }) => entry.post.id)]).toEqual([3, [late]])
    expect((await server.get('/api/staff/reports/?page=2', staff.id)).status).toBe(404)
  })

  it('names ten reporters and counts all', async () => {
    const id = await write('Спам')
    for (let n = 0; n < 12; n++) await report(id, await makePerson(db))
    const [{ reports_count: count, reports }] = await queue()
    expect([count, reports.length]).toEqual([12, 10])
  })
})

describe('hiding', () => {
  it('hides the post from everybody, gives its author the reason but not the moderator, and closes the reports', async () => {
    const id = await write('Реклама\nи ничего  больше #реклама')
    const other = await write('Хорошая запись')
    for (const reader of readers) for (const post of [id, other]) await report(post, reader)
    const told: unknown[] = []
    const stop = await server.database.listen(
      liveChannel,
      text => {
        const { audience, event } = readNotice(text)
        told.push([audience, JSON.parse(event).type])
      },
      () => {},
    )
    expect(await postsCount(author)).toBe(2)
    expect(await judge(id, 'hide', ' Это реклама. ')).toMatchObject({ status: 200, body: { message: 'post hidden' } })

    expect((await queue()).map((entry: { post: { id: string } }) => entry.post.id)).toEqual([other])
    expect(await postsCount(author)).toBe(1)
    expect(await get('posts/trends/', author)).toEqual([])
    const [news] = await get('notifications/', author)
    expect(news).toMatchObject({
      type_of_notification: 'post_hidden',
      post_id: id,
      body: 'Модератор скрыл вашу запись. Причина: Это реклама.',
    })
    expect((await get(`posts/${id}/`, author)).post.hidden_reason).toBe('Это реклама.')
    expect(await actions(id)).toEqual([
      {
        action: 'hide',
        subject: 'post',
        name: 'Реклама и ничего больше #реклама',
        reason: 'Это реклама.',
      },
    ])
    const { results } = await get('staff/reports/hidden/', staff)
    expect(results).toEqual([
      { post: expect.objectContaining({ id, hidden_reason: 'Это реклама.' }), hidden_at: expect.stringMatching(/Z$/) },
    ])
    const toReaders = readers.map(reader => [{ userIds: [reader.id] }, 'notification'])
    await expect.poll(() => told).toHaveLength(4)
    expect(told).toEqual(expect.arrayContaining(toReaders))
    expect([told[0], told[3]]).toEqual([
      [{ watching: id }, 'post_removed'],
      [{ userIds: [author.id] }, 'notification'],
    ])
    await stop()
  })

  it('changes no public count for a private post, and notifies nobody for an own post', async () => {
    const closed = await write('Закрытая', { is_private: true })
    await write('Открытая')
    await judge(closed, 'hide', 'Грубость')
    expect(await postsCount(author)).toBe(1)
    const { body: own } = await send(staff, 'posts/create/', { body: 'Моя' })
    expect((await judge(own.id, 'hide', 'Ошибся')).status).toBe(200)
    expect(await get('notifications/', staff)).toEqual([])
  })

  it('requires a reason', async () => {
    const id = await write('Запись')
    for (const body of [undefined, {}, { reason: '  ' }, { reason: 'а'.repeat(1001) }, { reason: 'а\u0000' }]) {
      const { status, body: answer } = await send(staff, `staff/reports/${id}/hide/`, body)
      expect(status).toBe(400)
      if (body) expect(Object.keys(answer.fields)).toEqual(['reason'])
    }
    expect(await actions(id)).toEqual([])
    expect((await judge(id, 'hide', 'а'.repeat(1000))).status).toBe(200)
  })

  it('happens once when two moderators do it at once', async () => {
    const id = await write('Запись')
    for (const reader of readers) await report(id, reader)
    const answers = await Promise.all([judge(id, 'hide', 'Первый'), judge(id, 'hide', 'Второй', colleague)])
    expect(answers.map(answer => answer.status).toSorted((one, other) => one - other)).toEqual([200, 409])
    expect(answers.find(answer => answer.status === 409)?.body.detail).toBe('Эту запись уже скрыли.')
    expect(await postsCount(author)).toBe(0)
    expect(await get('notifications/', author)).toHaveLength(1)
    expect(await actions(id)).toHaveLength(1)
  })

  it('leaves no open reports while others report and like the post', async () => {
    const id = await write('Запись')
    const answers = await Promise.all([
      report(id, readers[0]),
      judge(id, 'hide', 'Грубость'),
      report(id, readers[1]),
      send(readers[0], `posts/${id}/like/`),
    ])
    expect(answers.map(answer => answer.status).every(status => status === 200 || status === 404)).toBe(true)
    expect(await queue()).toEqual([])
  })

  it('allows the author to delete the post, which is not counted twice', async () => {
    const id = await write('Запись')
    await judge(id, 'hide', 'Грубость')
    expect((await server.send('DELETE', `/api/posts/${id}/delete/`, undefined, author.id)).status).toBe(200)
    expect(await postsCount(author)).toBe(0)
    expect((await get('staff/reports/hidden/', staff)).results).toEqual([])
    expect((await judge(id, 'restore', 'Зря')).status).toBe(404)
  })
})

describe('dismissing', () => {
  it('closes the reports and leaves the post; only another person’s report opens it again', async () => {
    const id = await write('Запись')
    await report(id, readers[0])
    expect((await judge(id, 'dismiss')).body).toEqual({ message: 'reports dismissed' })
    expect(await queue()).toEqual([])
    expect((await get(`posts/${id}/`, author)).post.hidden_reason).toBeNull()
    expect(await get('notifications/', author)).toEqual([])
    expect(await actions(id)).toEqual([{ action: 'dismiss', subject: 'post', name: 'Запись', reason: '' }])
    await report(id, readers[0])
    expect(await queue()).toEqual([])
    await report(id, readers[1])
    expect(await queue()).toMatchObject([{ reports_count: 1 }])
  })

  it('is refused if there are no reports or they have been decided meanwhile', async () => {
    const id = await write('Запись')
    expect((await judge(id, 'dismiss')).status).toBe(409)
    await report(id, readers[0])
    const answers = await Promise.all([judge(id, 'dismiss'), judge(id, 'dismiss', undefined, colleague)])
    expect(answers.map(answer => answer.status).toSorted((one, other) => one - other)).toEqual([200, 409])
    expect(await actions(id)).toHaveLength(1)
  })

  it('leaves the post hidden and nothing open when concurrent with hiding', async () => {
    const id = await write('Запись')
    for (const reader of readers) await report(id, reader)
    const [dismissed, hidden] = await Promise.all([judge(id, 'dismiss'), judge(id, 'hide', 'Грубость', colleague)])
    expect([200, 409]).toContain(dismissed.status)
    expect(hidden.status).toBe(200)
    expect(await queue()).toEqual([])
    expect((await actions(id)).map(({ action }) => action).filter(action => action === 'dismiss')).toHaveLength(
      dismissed.status === 200 ? 1 : 0,
    )
  })
})

describe('restoring', () => {
  it('shows the post to everybody again', async () => {
    const id = await write('Запись')
    await judge(id, 'hide', 'Грубость')
    expect((await judge(id, 'restore')).status).toBe(400)
    expect((await judge(id, 'restore', 'Ошибка')).body).toEqual({ message: 'post restored' })
    const { post } = await get(`posts/${id}/`, readers[0] as Person)
    expect(post.hidden_reason).toBeNull()
    expect((await get('posts/', readers[0] as Person)).results).toHaveLength(1)
    expect(await postsCount(author)).toBe(1)
    expect((await actions(id)).map(({ action, reason }) => [action, reason])).toEqual([
      ['hide', 'Грубость'],
      ['restore', 'Ошибка'],
    ])
    expect((await judge(id, 'restore', 'Ещё раз')).status).toBe(409)
    const [news] = await get('notifications/', author)
    expect(news).toMatchObject({
      type_of_notification: 'post_restored',
      post_id: id,
      body: 'Модератор вернул вашу запись.',
    })
  })
})

describe('deleting', () => {
  const remove = (id: string, who: Person) => server.send('DELETE', `/api/posts/${id}/delete/`, undefined, who.id)

  it('gives the author a moderator’s reason and is in the log', async () => {
    const id = await write(`Реклама ${'🌲'.repeat(100)}`)
    await report(id, readers[0])
    expect((await judge(id, 'delete')).status).toBe(400)
    expect(await judge(id, 'delete', 'Это реклама.')).toMatchObject({ status: 200, body: { message: 'post deleted' } })
    expect((await server.get(`/api/posts/${id}/`, author.id)).status).toBe(404)
    expect(await queue()).toEqual([])
    expect(await postsCount(author)).toBe(0)
    expect(await get('notifications/', author)).toMatchObject([
      {
        type_of_notification: 'post_deleted',
        post_id: null,
        body: 'Модератор удалил вашу запись. Причина: Это реклама.',
      },
    ])
    const name = `Реклама ${'🌲'.repeat(72)}…`
    expect(await actions(id)).toEqual([{ action: 'delete', subject: 'post', name, reason: 'Это реклама.' }])
    expect((await judge(id, 'delete', 'Ещё раз')).status).toBe(404)
  })

  it('is in the log even without a reason, but not for an own post', async () => {
    const [id, own] = [await write('Чужая'), await write('Своя')]
    expect((await remove(id, staff)).status).toBe(200)
    expect(await actions(id)).toMatchObject([{ action: 'delete', name: 'Чужая', reason: '' }])
    expect(await get('notifications/', author)).toMatchObject([{ body: 'Модератор удалил вашу запись.' }])
    expect((await remove(own, author)).status).toBe(200)
    expect(await actions(own)).toEqual([])
    const { body: post } = await send(staff, 'posts/create/', { body: 'Моя' })
    expect((await remove(post.id, staff)).status).toBe(200)
    expect(await actions(post.id)).toEqual([])
  })

  it('happens once when two do it at once', async () => {
    const id = await write('Запись')
    const answers = await Promise.all([
      judge(id, 'delete', 'Первый'),
      judge(id, 'delete', 'Второй', colleague),
      judge(id, 'hide', 'Третий'),
      remove(id, author),
    ])
    expect(answers.filter(({ body }) => body.message === 'post deleted')).toHaveLength(1)
    expect(answers.filter(({ status }) => status !== 200 && status !== 404)).toEqual([])
    expect(await postsCount(author)).toBe(0)
    expect((await actions(id)).filter(({ action }) => action === 'delete').length).toBeLessThan(2)
  })
})

it('an unknown post is 404 for every action', async () => {
  for (const id of ['0190a5c0-0000-7000-8000-000000000000', '7', 'no-uuid'])
    for (const action of ['hide', 'dismiss', 'restore', 'delete'])
      expect((await judge(id, action, 'Причина')).status).toBe(404)
})

describe('a hidden post of a product', () => {
  const smaragd = { genus: 'Туя', species: "западная 'Smaragd'" }
  const unknown = { genus: 'Туя', species: 'западная неведомая' }

  async function makeProduct() {
    const { creatorId } = await makeCompany(db)
    const call = (path: string, body: object) => server.send('POST', `/api/products/${path}`, body, creatorId)
    const { body: product } = await call('create/', { category: await categoryId(db, 'hvoynye'), ...smaragd })
    const [post] = await db.select().from(posts).where(eq(posts.productId, product.id))
    if (!post) throw new Error('the product is not announced')
    let path: string = product.get_absolute_url
    const edit = async (changes: object) => {
      const { status, body } = await call(`${path.slice(1)}edit/`, changes)
      expect(status).toBe(200)
      path = body.get_absolute_url
    }
    const isShown = async () => (await server.get(`/api/posts/${post.id}/`, readers[0]?.id)).status === 200
    const count = async () => (await get(`posts/profile/${creatorId}/`, staff)).user.posts_count
    return { id: post.id, creatorId, edit, isShown, count }
  }

  it('stays hidden whatever happens to the product, and is restored to the product’s state', async () => {
    const { id, creatorId, edit, isShown, count } = await makeProduct()
    await judge(id, 'hide', 'Не то растение')
    for (const changes of [{ description: 'Новое' }, unknown, smaragd]) {
      await edit(changes)
      expect([await isShown(), await count()]).toEqual([false, 0])
    }
    expect((await server.get(`/api/posts/${id}/`, creatorId)).body.post).toMatchObject({
      body: 'Новое',
      hidden_reason: 'Не то растение',
    })
    await edit(unknown)
    await judge(id, 'restore', 'Исправили')
    expect([await isShown(), await count()]).toEqual([false, 0])
    await edit(smaragd)
    expect([await isShown(), await count()]).toEqual([true, 1])
  })

  it('stays hidden when it is hidden while its product is saved', async () => {
    for (let round = 0; round < 5; round++) {
      const { id, edit, isShown, count } = await makeProduct()
      await Promise.all([edit({ description: 'Новое' }), judge(id, 'hide', 'Причина'), edit({ price: round })])
      expect([await isShown(), await count()]).toEqual([false, 0])
      const [row] = await db
        .select()
        .from(posts)
        .where(and(eq(posts.id, id), eq(posts.isVisible, false)))
      expect(row?.hiddenReason).toBe('Причина')
    }
  })
})
