import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { uuidv7 } from '#server/platform/database/ids.ts'
import { staffEmail, type TestAnswer, type TestServer, testServer } from '#server/test/app.ts'
import { lookupId, makeCompany, makeFriends, makePerson } from '#server/test/factories.ts'
import { openStream, type TestStream } from '#server/test/streams.ts'
import { readablePosts } from './feed/readable-posts.ts'
import { postReports } from './posts.tables.ts'

let server: TestServer
let db: TestServer['database']['db']
const ids: Record<string, string> = {}
/** A post of each kind that no test changes. */
const shared: Record<string, string> = {}

const tagOf = (kind: string) => `тег_${kind.replace(' ', '_')}`

const readers = ['author', 'friend', 'stranger', 'staff', 'visitor'] as const
type Reader = (typeof readers)[number]
const kinds = ['public', 'private', 'hidden', 'hidden private'] as const
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

const isHidden = (kind: Kind) => kind.startsWith('hidden')

async function write(kind: Kind): Promise<string> {
  const body = `Продаю рододендроны ${kind} #${tagOf(kind)}`
  const { body: post } = await send('POST', 'posts/create/', 'author', {
    body,
    is_private: kind.endsWith('private'),
    is_request: true,
  })
  if (isHidden(kind)) await send('POST', `staff/reports/${post.id}/hide/`, 'staff', { reason: 'Тайная причина' })
  return post.id
}

/** Who may open a post at its own address, and who finds it in lists. */
const atAddress: Record<Kind, Reader[]> = {
  public: ['author', 'friend', 'stranger', 'staff'],
  private: ['author', 'friend', 'staff'],
  hidden: ['author', 'staff'],
  'hidden private': ['author', 'staff'],
}
const inLists: Record<Kind, Reader[]> = {
  public: ['author', 'friend', 'stranger', 'staff'],
  private: ['author', 'friend'],
  hidden: [],
  'hidden private': [],
}
const cases = kinds.flatMap(kind => readers.map(who => ({ kind, who })))

/** Expects a call with a post's address to respond with `expected`, or as if the post did not exist. */
function expectReached(answer: TestAnswer, { kind, who }: { kind: Kind; who: Reader }, expected: number): void {
  const refused = who === 'visitor' ? 401 : 404
  expect(answer.status).toBe(atAddress[kind].includes(who) ? expected : refused)
  if (answer.status >= 400) expect(answer.text).not.toMatch(/рододендроны|Тайная причина/)
}

describe.each(cases)('a $kind post for the $who', ({ kind, who }) => {
  it('is accessible at its address', async () => {
    const answer = await get(`posts/${shared[kind]}/`, who)
    expectReached(answer, { kind, who }, 200)
    if (answer.status === 200) expect(answer.body.post.hidden_reason).toBe(isHidden(kind) ? 'Тайная причина' : null)
  })

  it.each([
    ['like', undefined, 200],
    ['report', undefined, 200],
    ['comment', { body: 'Сколько?' }, 201],
  ] as const)('takes a %s', async (action, body, status) => {
    const id = await write(kind)
    const answer = await send('POST', `posts/${id}/${action}/`, who, body)
    // Whoever still sees a hidden post may complain of it; nothing else can be done with it.
    expectReached(answer, { kind, who }, isHidden(kind) && action !== 'report' ? 403 : status)
    const counts = (await get(`posts/${id}/`, 'author')).body.post
    const mayReach = atAddress[kind].includes(who)
    const took = mayReach && !isHidden(kind) ? 1 : 0
    const reports = await db.select().from(postReports).where(eq(postReports.postId, id))
    // One's own is counted for nothing.
    expect(reports).toHaveLength(action === 'report' && who !== 'author' && mayReach ? 1 : 0)
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
    `?trend=${tagOf(kind)}`,
    `?trend=${tagOf(kind).toUpperCase()}&search=рододендроны&is_request=1`,
    '?is_request=1',
    '?ordering=-likes_count',
    `?ordering=-likes_count&trend=${tagOf(kind)}`,
  ])('is in the list %s', async query => {
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

  it('is on the profile of its author', async () => {
    const id = shared[kind] ?? ''
    const { status, body } = await get(`posts/profile/${ids.author}/`, who)
    if (who === 'visitor') return expect(status).toBe(401)
    const isOwnHidden = isHidden(kind) && who === 'author'
    const found = body.posts.find((post: { id: string }) => post.id === id)
    expect(found !== undefined).toBe(inLists[kind].includes(who) || isOwnHidden)
    if (found) expect(found.hidden_reason).toBe(isOwnHidden ? 'Тайная причина' : null)
  })

  it('is found by search', async () => {
    // The search returns twenty, so the post must be among the newest.
    const id = await write(kind)
    const { status, text } = await send('POST', 'search/', who, { query: 'рододендронов' })
    expect(status).toBe(who === 'visitor' ? 401 : 200)
    expect(text.includes(id)).toBe(inLists[kind].includes(who))
  })

  it('can be watched', async () => {
    const id = shared[kind] ?? ''
    if (who === 'visitor') return
    const actor = { id: ids[who] ?? '', isStaff: who === 'staff', companyId: null, silences: 0 }
    expect(await readablePosts(db, actor, [id])).toEqual(atAddress[kind].includes(who) ? [id] : [])
  })
})

describe('traces of a private or hidden post', () => {
  it('are in no trend and in no public count of posts', async () => {
    const trends = await get('posts/trends/', 'author')
    const names = trends.body.map((trend: { hashtag: string }) => trend.hashtag)
    expect(names).toContain('тег_public')
    for (const kind of kinds.filter(other => other !== 'public')) expect(names).not.toContain(tagOf(kind))
    const postsCount = async () => (await get(`posts/profile/${ids.author}/`, 'stranger')).body.user.posts_count
    const before = await postsCount()
    for (const kind of kinds.filter(other => other !== 'public')) {
      const id = await write(kind)
      expect(await postsCount()).toBe(before)
      await send('DELETE', `posts/${id}/delete/`, 'author')
      expect(await postsCount()).toBe(before)
    }
  })

  it('notify only its author of a like, and nobody of a refused action', async () => {
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

  it('are not visible to a former friend', async () => {
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

describe('live events', () => {
  const members = readers.filter(who => who !== 'visitor')
  const soon = { timeout: 5000 }
  let address: string
  beforeAll(async () => {
    address = await server.app.listen({ port: 0, host: '127.0.0.1' })
  })

  const openAll = async (watch: string[]) =>
    Object.fromEntries(
      await Promise.all(members.map(async who => [who, await openStream(server, address, ids[who] ?? '', watch)])),
    ) as Record<(typeof members)[number], TestStream>

  const toldOf = (stream: TestStream, id: string) =>
    stream.events.flatMap(event => ('post_id' in event && event.post_id === id ? event.type : []))

  it.each(kinds)('of a %s post reach only people who may see it', async kind => {
    const id = await write(kind)
    const streams = await openAll([id])
    await send('POST', `posts/${id}/like/`, 'author')
    await send('DELETE', `posts/${id}/delete/`, 'author')
    const changes = isHidden(kind) ? ['post_removed'] : ['post_changed', 'post_removed']
    for (const who of members) {
      const told = atAddress[kind].includes(who) ? changes : []
      await vi.waitFor(() => expect([who, toldOf(streams[who], id)]).toEqual([who, told]), soon)
    }
  })

  it('inform all watchers of a post that it has been hidden, without the reason', async () => {
    const id = await write('public')
    const streams = await openAll([id])
    await send('POST', `staff/reports/${id}/hide/`, 'staff', { reason: 'Тайная причина' })
    for (const who of members) {
      await vi.waitFor(() => expect(toldOf(streams[who], id)).toEqual(['post_removed']), soon)
      expect(JSON.stringify(streams[who].events).includes('Тайная причина')).toBe(who === 'author')
    }
  })

  it.each(kinds.filter(kind => !isHidden(kind)))('announce a new %s post to people whose feed has it', async kind => {
    const streams = await openAll([])
    await write(kind)
    const isTold = (who: Reader) => who !== 'author' && inLists[kind].includes(who)
    for (const who of members.filter(isTold)) {
      await vi.waitFor(
        () => expect(streams[who].events).toContainEqual({ type: 'new_post', count: expect.any(Number) }),
        soon,
      )
    }
    for (const who of members.filter(other => !isTold(other))) expect([who, streams[who].events]).toEqual([who, []])
  })
})

describe('a post that is hidden and restored', () => {
  it('is removed from all cached pages and counts at once, and returns to them', async () => {
    const id = await write('public')
    const trend = tagOf('public')
    const lists = ['', 'search=рододендрон', `trend=${trend}`, 'is_request=1', 'ordering=-likes_count']
    const seen = async (who: Reader) => {
      const pages = await Promise.all(lists.map(async query => (await get(`posts/?${query}`, who)).body))
      return pages.map(({ count, results }) => [count, results.some((post: { id: string }) => post.id === id)])
    }
    const used = async () =>
      (await get('posts/trends/', 'stranger')).body.find((entry: { hashtag: string }) => entry.hashtag === trend)
        ?.occurences
    const written = async () => (await get(`posts/profile/${ids.author}/`, 'stranger')).body.user.posts_count
    const everything = async () => ({
      stranger: await seen('stranger'),
      friend: await seen('friend'),
      author: await seen('author'),
      used: await used(),
      written: await written(),
    })
    const before = await everything()
    expect(before.stranger.map(([, isThere]) => isThere)).toEqual(lists.map(() => true))
    await send('POST', `staff/reports/${id}/hide/`, 'staff', { reason: 'Повтор' })
    const less = (pages: unknown[][]) => pages.map(([count]) => [Number(count) - 1, false])
    expect(await everything()).toEqual({
      stranger: less(before.stranger),
      friend: less(before.friend),
      author: less(before.author),
      used: before.used - 1,
      written: before.written - 1,
    })
    await send('POST', `staff/reports/${id}/restore/`, 'staff', { reason: 'Ошибка' })
    expect(await everything()).toEqual(before)
  })

  it('keeps its notifications, with a link only for the author', async () => {
    const id = await write('public')
    await send('POST', `posts/${id}/like/`, 'friend')
    await send('POST', `posts/${id}/comment/`, 'friend', { body: 'Сколько?' })
    await send('POST', `staff/reports/${id}/hide/`, 'staff', { reason: 'Тайная причина' })
    const types = (await get('notifications/', 'author')).body
      .filter((entry: { post_id: string | null }) => entry.post_id === id)
      .map((entry: { type_of_notification: string }) => entry.type_of_notification)
    expect(types).toEqual(['post_hidden', 'post_comment', 'post_like'])
    for (const who of ['friend', 'stranger', 'staff'] as const) {
      const { text } = await get('notifications/', who)
      for (const secret of [id, 'Тайная причина']) expect([who, text.includes(secret)]).toEqual([who, false])
    }
  })
})

describe('the number of a person’s posts', () => {
  it('counts public posts wherever people are shown', async () => {
    const writer = await makePerson(db, { name: 'Усердный Писарь' })
    await makeFriends(db, writer, { id: ids.friend ?? '' })
    const write = async (isPrivate: boolean) =>
      (await server.send('POST', '/api/posts/create/', { body: 'Слово', is_private: isPrivate }, writer.id)).body.id
    await write(false)
    await write(true)
    for (const isPrivate of [false, true]) {
      const { status } = await send('POST', `staff/reports/${await write(isPrivate)}/hide/`, 'staff', { reason: 'Да' })
      expect(status).toBe(200)
    }
    const own = { id: writer.id, posts_count: 1 }
    const containing = (user: object) => expect.arrayContaining([expect.objectContaining(user)])
    expect((await get(`posts/profile/${writer.id}/`, 'stranger')).body.user).toMatchObject(own)
    expect((await get('friends/suggested/', 'author')).body).toEqual(containing(own))
    expect((await get(`friends/${ids.friend}/`, 'stranger')).body.friends).toEqual(containing(own))
    const { body: found } = await send('POST', 'search/', 'stranger', { query: 'усердный писарь' })
    expect(found.users).toEqual(containing(own))
    expect(found.posts.map((post: { body: string }) => post.body)).toEqual(['Слово'])
    const { body: people } = await get('staff/people/?search=усердный', 'staff')
    expect(people.results).toEqual(containing({ posts_count: 1 }))
  })
})

describe('the posts of a blocked person', () => {
  it('stay visible to those who saw them, with their comments; the author has no access', async () => {
    const writer = await makePerson(db, { name: 'Отлучённый' })
    await makeFriends(db, writer, { id: ids.friend ?? '' })
    const theirs: Record<string, string> = {}
    for (const kind of kinds) {
      const form = { body: `Ландыши ${kind}`, is_private: kind.endsWith('private') }
      theirs[kind] = (await server.send('POST', '/api/posts/create/', form, writer.id)).body.id
      if (isHidden(kind)) await send('POST', `staff/reports/${theirs[kind]}/hide/`, 'staff', { reason: 'Да' })
    }
    const comment = { body: 'И мои ландыши' }
    await server.send('POST', `/api/posts/${shared.public}/comment/`, comment, writer.id)
    await server.send('POST', `/api/posts/${shared.public}/like/`, undefined, writer.id)
    const { body: before } = await get(`posts/${shared.public}/`, 'stranger')
    await send('POST', `staff/people/${writer.id}/block/`, 'staff', { reason: 'Обман' })

    for (const kind of kinds) {
      for (const who of ['friend', 'stranger', 'staff'] as const) {
        const { status } = await get(`posts/${theirs[kind]}/`, who)
        expect([kind, who, status]).toEqual([kind, who, atAddress[kind].includes(who) ? 200 : 404])
        const { text } = await get('posts/?search=ландыши', who)
        expect([kind, who, text.includes(theirs[kind] ?? '')]).toEqual([kind, who, inLists[kind].includes(who)])
        const { body } = await get(`posts/profile/${writer.id}/`, who)
        const listed = body.posts.some((post: { id: string }) => post.id === theirs[kind])
        expect([kind, who, listed]).toEqual([kind, who, inLists[kind].includes(who)])
      }
      expect((await server.get(`/api/posts/${theirs[kind]}/`, writer.id)).status).toBe(401)
    }
    expect((await get(`posts/${shared.public}/`, 'stranger')).body.post).toMatchObject({
      likes_count: before.post.likes_count,
      comments: before.post.comments,
    })
    // Moderators can still process them.
    expect((await send('POST', `posts/${theirs.public}/report/`, 'stranger')).status).toBe(200)
    expect((await send('POST', `staff/reports/${theirs.public}/hide/`, 'staff', { reason: 'Да' })).status).toBe(200)
    expect((await get(`posts/${theirs.public}/`, 'friend')).status).toBe(404)
  })
})

describe('the post of a product', () => {
  const states = ['published', 'not published', 'of a blocked company', 'hidden'] as const
  const everybody = ['author', 'colleague', ...readers.slice(1)] as const
  const genus = 'Гинкго'
  let post: string
  let maker: string
  let company: number
  let conifers: { id: number; name: string }
  let edit: (changes: object) => Promise<void>

  beforeAll(async () => {
    const regionId = await lookupId(db, 'region', 'MOS')
    const employee = await makePerson(db)
    const made = await makeCompany(db, { regionId, employees: [employee.id] })
    const { body: categories } = await server.get('/api/products/short_list_categories/')
    conifers = categories.find(({ slug }: { slug: string }) => slug === 'hvoynye')
    company = made.id
    maker = made.creatorId
    await makeFriends(db, { id: maker }, { id: ids.friend ?? '' })
    ids.colleague = employee.id
    const form = { category: conifers.id, genus: 'Туя', species: "западная 'Smaragd'", description: genus }
    const { body: product } = await server.send('POST', '/api/products/create/', form, maker)
    let path: string = product.get_absolute_url
    edit = async changes => {
      const { status, body } = await server.send('POST', `/api/products${path}edit/`, changes, maker)
      expect(status).toBe(200)
      path = body.get_absolute_url
    }
    post = (await server.get(`/api/posts/?search=${genus}`, ids.stranger)).body.results[0].id
  })

  const judge = (what: string, reason = 'Причина') => send('POST', `staff/${what}/`, 'staff', { reason })
  const enter: Record<(typeof states)[number], () => Promise<unknown>> = {
    published: async () => undefined,
    'not published': () => edit({ species: 'неведомая' }),
    'of a blocked company': () => judge(`companies/${company}/block`),
    hidden: () => judge(`reports/${post}/hide`),
  }
  const leave: typeof enter = {
    published: async () => undefined,
    'not published': () => edit({ species: "западная 'Smaragd'" }),
    'of a blocked company': () => judge(`companies/${company}/unblock`),
    hidden: () => judge(`reports/${post}/restore`),
  }

  it.each(states)('that is %s is visible to the right people everywhere', async state => {
    await enter[state]()
    const idOf = (who: string) => (who === 'author' ? maker : who === 'visitor' ? undefined : ids[who])
    const category = `product__category__name=${encodeURIComponent(conifers.name)}`
    const region = `product__team__team_city_id__name=${encodeURIComponent('Московская область')}`
    for (const who of everybody) {
      const id = idOf(who)
      const mayReach = state === 'published' || (state === 'hidden' && (who === 'author' || who === 'staff'))
      const expectStatus = (what: string, { status }: Pick<TestAnswer, 'status'>, reached: number) =>
        expect([what, who, status]).toEqual([what, who, who === 'visitor' ? 401 : mayReach ? reached : 404])
      const isListed = state === 'published' && who !== 'visitor'

      expectStatus('address', await server.get(`/api/posts/${post}/`, id), 200)
      const answered = state === 'hidden' ? 403 : 200
      for (const action of ['like', 'report']) {
        const { status } = await server.send('POST', `/api/posts/${post}/${action}/`, undefined, id)
        expectStatus(action, { status }, action === 'report' ? 200 : answered)
      }
      const said = await server.send('POST', `/api/posts/${post}/comment/`, { body: 'Есть?' }, id)
      expectStatus('comment', said, state === 'hidden' ? 403 : 201)
      if (who !== 'author' && who !== 'staff') {
        expectStatus('delete', await server.send('DELETE', `/api/posts/${post}/delete/`, undefined, id), 403)
      }
      for (const query of ['', `search=${genus}`, category, region, `${category}&${region}`, 'ordering=-likes_count']) {
        const { body, text } = await server.get(`/api/posts/?${query}&page_size=100`, id)
        expect([query, who, text.includes(post)]).toEqual([query, who, isListed])
        if (who !== 'visitor') expect([query, body.count]).toEqual([query, body.results.length])
      }
      const { text: profile } = await server.get(`/api/posts/profile/${maker}/`, id)
      expect([who, profile.includes(post)]).toEqual([who, isListed || (state === 'hidden' && who === 'author')])
      const { text: found } = await server.send('POST', '/api/search/', { query: genus }, id)
      expect([who, found.includes(post)]).toEqual([who, isListed])
      if (id) {
        const actor = { id, isStaff: who === 'staff', companyId: who === 'author' ? company : null, silences: 0 }
        expect([who, await readablePosts(db, actor, [post])]).toEqual([who, mayReach ? [post] : []])
      }
    }
    const { body: seen } = await server.get(`/api/posts/profile/${maker}/`, ids.stranger)
    expect(seen.user.posts_count).toBe(state === 'published' ? 1 : 0)
    await leave[state]()
    expect((await server.get(`/api/posts/${post}/`, ids.stranger)).status).toBe(200)
  })
})

describe('an unknown post', () => {
  it.each(readers.filter(who => who !== 'visitor'))('returns 404 in every call of the %s', async who => {
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
