import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidv7 } from '#server/platform/ids.ts'
import { staffEmail, type TestAnswer, type TestServer, testServer } from '#server/test/app.ts'
import { makeFriends, makePerson } from '#server/test/factories.ts'
import { canSeePost } from './posts.service.ts'

let server: TestServer
let db: TestServer['database']['db']
const ids: Record<string, string> = {}
/** A post of each kind that stays as it is. */
const shared: Record<string, string> = {}

const readers = ['author', 'friend', 'stranger', 'staff', 'visitor'] as const
type Reader = (typeof readers)[number]
const kinds = ['public', 'private'] as const
type Kind = (typeof kinds)[number]

beforeAll(async () => {
  server = await testServer()
  db = server.database.db
  const author = await makePerson(db, { name: 'Автор Записей' })
  const friend = await makePerson(db)
  await makeFriends(db, author, friend)
  Object.assign(ids, { author: author.id, friend: friend.id })
  ids.stranger = (await makePerson(db)).id
  ids.staff = (await makePerson(db, { email: staffEmail })).id
  for (const kind of kinds) shared[kind] = await write(kind)
})
afterAll(() => server.close())

const get = (path: string, who: Reader) => server.get(`/api/${path}`, ids[who])
const send = (method: 'POST' | 'DELETE', path: string, who: Reader, body?: object) =>
  server.send(method, `/api/${path}`, body, ids[who])

async function write(kind: Kind): Promise<string> {
  const body = `Продаю рододендроны ${kind} #тег_${kind}`
  const { body: post } = await send('POST', 'posts/create/', 'author', {
    body,
    is_private: kind === 'private',
    is_request: true,
  })
  return post.id
}

/** Who may reach a post at its own address, and who finds it in lists. */
const atAddress: Record<Kind, Reader[]> = {
  public: ['author', 'friend', 'stranger', 'staff'],
  private: ['author', 'friend', 'staff'],
}
const inLists: Record<Kind, Reader[]> = {
  public: ['author', 'friend', 'stranger', 'staff'],
  private: ['author', 'friend'],
}
const cases = kinds.flatMap(kind => readers.map(who => ({ kind, who })))

/** What a call that needs a post's address answers: as `expected`, or as if there were no post. */
function expectReached(answer: TestAnswer, { kind, who }: { kind: Kind; who: Reader }, expected: number): void {
  const refused = who === 'visitor' ? 401 : 404
  expect(answer.status).toBe(atAddress[kind].includes(who) ? expected : refused)
  if (answer.status >= 400) expect(answer.text).not.toContain('рододендроны')
}

describe.each(cases)('a $kind post for the $who', ({ kind, who }) => {
  it('is reached at its address', async () => {
    expectReached(await get(`posts/${shared[kind]}/`, who), { kind, who }, 200)
  })

  it.each([
    ['like', undefined, 200],
    ['report', undefined, 200],
    ['comment', { body: 'Сколько?' }, 201],
  ] as const)('takes a %s', async (action, body, status) => {
    const id = await write(kind)
    expectReached(await send('POST', `posts/${id}/${action}/`, who, body), { kind, who }, status)
    const counts = (await get(`posts/${id}/`, 'author')).body.post
    const took = atAddress[kind].includes(who) ? 1 : 0
    expect(counts.likes_count).toBe(action === 'like' ? took : 0)
    expect(counts.comments_count).toBe(action === 'comment' ? took : 0)
    expect(counts.comments).toHaveLength(action === 'comment' ? took : 0)
  })

  it('is deleted by its author and by moderators', async () => {
    const id = await write(kind)
    const answer = await send('DELETE', `posts/${id}/delete/`, who)
    if (who === 'author' || who === 'staff') expect(answer.body).toEqual({ message: 'post deleted' })
    else expectReached(answer, { kind, who }, 403)
    const isGone = (await get(`posts/${id}/`, 'author')).status === 404
    expect(isGone).toBe(who === 'author' || who === 'staff')
  })

  it.each([
    '',
    '?search=рододендрон',
    '?search=записей автор',
    `?trend=тег_${kind}`,
    `?trend=ТЕГ_${kind}&search=рододендроны&is_request=1`,
    '?is_request=1',
    '?ordering=-likes_count',
    `?ordering=-likes_count&trend=тег_${kind}`,
  ])('stands in the list %s', async query => {
    const id = shared[kind] ?? ''
    const { status, body, text } = await get(
      `posts/${query === '' ? '?' : query}${query === '' ? '' : '&'}page_size=100`,
      who,
    )
    if (who === 'visitor') {
      expect(status).toBe(401)
      expect(text).not.toContain(id)
      return
    }
    const listed: string[] = body.results.map((post: { id: string }) => post.id)
    expect(listed.includes(id)).toBe(inLists[kind].includes(who))
    expect(body.count).toBe(listed.length)
  })

  it('stands on the profile of its author', async () => {
    const id = shared[kind] ?? ''
    const { status, body } = await get(`posts/profile/${ids.author}/`, who)
    if (who === 'visitor') return expect(status).toBe(401)
    expect(body.posts.map((post: { id: string }) => post.id).includes(id)).toBe(inLists[kind].includes(who))
  })

  it('is found by search', async () => {
    // Twenty are found: it must be among the newest.
    const id = await write(kind)
    const { status, text } = await send('POST', 'search/', who, { query: 'рододендронов' })
    expect(status).toBe(who === 'visitor' ? 401 : 200)
    expect(text.includes(id)).toBe(inLists[kind].includes(who))
  })

  it('may be watched', async () => {
    const id = shared[kind] ?? ''
    if (who === 'visitor') return
    const actor = { id: ids[who] ?? '', isStaff: who === 'staff', companyId: null }
    expect(await canSeePost(db, actor, id)).toBe(atAddress[kind].includes(who))
  })
})

describe('what a private post leaves behind', () => {
  it('is in no trend and in no public count of posts', async () => {
    const trends = await get('posts/trends/', 'author')
    const names = trends.body.map((trend: { hashtag: string }) => trend.hashtag)
    expect(names).toContain('тег_public')
    expect(names).not.toContain('тег_private')
    const postsCount = async () => (await get(`posts/profile/${ids.author}/`, 'stranger')).body.user.posts_count
    const before = await postsCount()
    const id = await write('private')
    expect(await postsCount()).toBe(before)
    await send('DELETE', `posts/${id}/delete/`, 'author')
    expect(await postsCount()).toBe(before)
  })

  it('tells nobody but its author of a like, and of nothing that was refused', async () => {
    const writer = await makePerson(db)
    const { body } = await server.send(
      'POST',
      '/api/posts/create/',
      { body: 'Только друзьям', is_private: true },
      writer.id,
    )
    await send('POST', `posts/${body.id}/like/`, 'stranger')
    await send('POST', `posts/${body.id}/comment/`, 'stranger', { body: 'Ага' })
    expect((await server.get('/api/notifications/', writer.id)).body).toEqual([])
    await makeFriends(db, writer, { id: ids.friend ?? '' })
    await send('POST', `posts/${body.id}/like/`, 'friend')
    expect((await server.get('/api/notifications/', writer.id)).body).toHaveLength(1)
    expect((await get('notifications/', 'stranger')).text).not.toContain(body.id)
  })

  it('is gone for somebody who is no friend any more', async () => {
    const writer = await makePerson(db)
    const { body } = await server.send('POST', '/api/posts/create/', { body: 'Закрытая', is_private: true }, writer.id)
    expect((await get(`posts/${body.id}/`, 'friend')).status).toBe(404)
    await makeFriends(db, writer, { id: ids.friend ?? '' })
    const before = (await get('posts/', 'friend')).body.count
    expect((await get(`posts/${body.id}/`, 'friend')).status).toBe(200)
    await db.execute(`delete from friendships where user_id = '${writer.id}' or friend_id = '${writer.id}'`)
    expect((await get(`posts/${body.id}/`, 'friend')).status).toBe(404)
    expect((await get('posts/', 'friend')).body.count).toBe(before - 1)
  })
})

describe('a post that is not there', () => {
  it.each(readers.filter(who => who !== 'visitor'))('is 404 in every call of the %s', async who => {
    for (const id of [uuidv7(), 'no-uuid', '1']) {
      const answers = await Promise.all([
        get(`posts/${id}/`, who),
        send('POST', `posts/${id}/like/`, who),
        send('POST', `posts/${id}/report/`, who),
        send('POST', `posts/${id}/comment/`, who, { body: 'Да' }),
        send('DELETE', `posts/${id}/delete/`, who),
        get(`posts/profile/${id}/`, who),
      ])
      expect(answers.map(answer => answer.status)).toEqual(Array(6).fill(404))
    }
  })
})
