import { eq, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { mutedHashtagsMax, silencedPeopleMax } from '#contract/silenced.ts'
import { personBlocks, personMutes, users } from '#server/domains/accounts/accounts.tables.ts'
import { friendshipRequests } from '#server/domains/friends/friends.tables.ts'
import { isForViewer } from '#server/domains/posts/feed/feed.queries.ts'
import { hashtags, hiddenPosts, mutedHashtags } from '#server/domains/posts/posts.tables.ts'
import { uuidv7 } from '#server/platform/database/ids.ts'
import { as, newMember, password } from '#server/test/accounts.ts'
import { type TestServer, testServer } from '#server/test/app.ts'
import { makeFriends, makePerson } from '#server/test/factories.ts'
import { openStream } from '#server/test/streams.ts'

let server: TestServer
let db: TestServer['database']['db']
beforeAll(async () => {
  server = await testServer()
  db = server.database.db
})
afterAll(() => server.close())

type Person = { id: string }
const people = async (count: number) =>
  (await Promise.all(Array.from({ length: count }, (): Promise<Person> => makePerson(db)))) as [
    Person,
    Person,
    Person,
    Person,
  ]

const send = (method: 'POST' | 'DELETE', path: string, who: Person, body?: object) =>
  server.send(method, `/api/${path}`, body, who.id)
const get = async (path: string, who: Person) => (await server.get(`/api/${path}`, who.id)).body
const post = async (who: Person, body: string, more = {}) =>
  (await send('POST', 'posts/create/', who, { body, ...more })).body.id as string
const block = (who: Person, whom: Person) => send('POST', `people/${whom.id}/block/`, who)
const mute = (who: Person, whom: Person) => send('POST', `people/${whom.id}/mute/`, who)
const idsIn = (list: { id: string }[]) => list.map(({ id }) => id)
const feedOf = async (who: Person, query = '') => idsIn((await get(`posts/?page_size=100&${query}`, who)).results)
const silencedOf = async (who: Person) => {
  const { blocked, muted, hashtags: tags } = await get('silenced/', who)
  return { blocked: idsIn(blocked), muted: idsIn(muted), hashtags: tags }
}
const nothing = { blocked: [], muted: [], hashtags: [] }

describe('a block', () => {
  it('is listed to the person alone, and can be taken back; repeating changes nothing', async () => {
    const [anna, boris, vera] = await people(3)
    for (let n = 0; n < 2; n++) expect((await block(anna, boris)).body).toEqual({ message: 'person blocked' })
    await block(anna, vera)
    expect(await silencedOf(anna)).toEqual({ ...nothing, blocked: [vera.id, boris.id] })
    expect(await silencedOf(boris)).toEqual(nothing)
    for (let n = 0; n < 2; n++)
      expect((await send('DELETE', `people/${boris.id}/block/`, anna)).body).toEqual({ message: 'person unblocked' })
    expect(await silencedOf(anna)).toEqual({ ...nothing, blocked: [vera.id] })
    expect((await get(`posts/profile/${anna.id}/`, boris)).user.id).toBe(anna.id)
  })

  it('of both stands until both have taken it back', async () => {
    const [anna, boris] = await people(2)
    await block(anna, boris)
    expect((await block(boris, anna)).status).toBe(200)
    await send('DELETE', `people/${boris.id}/block/`, anna)
    expect((await server.get(`/api/posts/profile/${boris.id}/`, anna.id)).status).toBe(404)
    await send('DELETE', `people/${anna.id}/block/`, boris)
    expect((await server.get(`/api/posts/profile/${boris.id}/`, anna.id)).status).toBe(200)
  })

  it.each(['block', 'mute'])('%s: of oneself is 400, of nobody 404', async what => {
    const [anna] = await people(1)
    const deleted = await makePerson(db, { deletedAt: new Date() })
    expect((await send('POST', `people/${anna.id.toUpperCase()}/${what}/`, anna)).status).toBe(400)
    for (const id of [uuidv7(), deleted.id, 'me'])
      for (const method of ['POST', 'DELETE'] as const)
        expect((await send(method, `people/${id}/${what}/`, anna)).status).toBe(404)
  })

  it('ends a friendship and what was asked, is told to nobody, and changes no other count', async () => {
    const [anna, boris, vera, gleb] = await people(4)
    await makeFriends(db, anna, boris)
    await makeFriends(db, anna, vera)
    await post(anna, 'Только друзьям', { is_private: true })
    await send('POST', `friends/${anna.id}/request/`, gleb)
    await block(anna, boris)
    await block(anna, gleb)
    const { user, friends, requests } = await get(`friends/${anna.id}/`, anna)
    expect([user.friends_count, idsIn(friends), requests]).toEqual([1, [vera.id], []])
    expect(await db.select().from(friendshipRequests).where(eq(friendshipRequests.fromId, gleb.id))).toEqual([])
    for (const who of [boris, gleb, anna]) expect(await get('notifications/', who)).toEqual([])
    // Afterwards they are strangers.
    await send('DELETE', `people/${boris.id}/block/`, anna)
    expect(await feedOf(boris)).toEqual(expect.not.arrayContaining([expect.stringContaining('Только')]))
    expect((await get(`posts/profile/${anna.id}/`, boris)).posts).toEqual([])
    expect((await send('POST', `friends/${anna.id}/request/`, boris)).body.message).toBe('friendship request created')
  })

  it('ends what both have open, so that they watch nothing of each other any more', async () => {
    const [anna, boris, vera] = await people(3)
    const address = await server.app.listen({ port: 0, host: '127.0.0.1' })
    const [ofAnna, ofBoris, ofVera] = await Promise.all(
      [anna, boris, vera].map(({ id }) => openStream(server, address, id)),
    )
    await block(anna, boris)
    await vi.waitUntil(() => ofAnna?.hasEnded && ofBoris?.hasEnded, { timeout: 15_000 })
    expect(ofVera?.hasEnded).toBe(false)
  })

  it('takes the other one out of what was told, and leaves what others did', async () => {
    const [anna, boris, vera, gleb] = await people(4)
    const [shared, own] = [await post(anna, 'Ель'), await post(anna, 'Липа')]
    for (const who of [vera, gleb, boris]) await send('POST', `posts/${shared}/like/`, who)
    await send('POST', `posts/${own}/like/`, boris)
    await send('POST', `posts/${own}/comment/`, boris, { body: 'Да' })
    await send('POST', `friends/${anna.id}/request/`, boris)
    const groups = async () =>
      (await get('notifications/groups/', anna)).groups.map(
        ({ type_of_notification: type, post_id, people_count }: Record<string, unknown>) => [
          type,
          post_id,
          people_count,
        ],
      )
    expect(await groups()).toHaveLength(4)
    await block(boris, anna)
    expect(await groups()).toEqual([['post_like', shared, 2]])
    expect(await get('notifications/', anna)).toHaveLength(2)
  })

  it('is counted, up to a limit', async () => {
    const [anna, boris] = await people(2)
    const many = Array.from({ length: silencedPeopleMax }, (_, n) => ({
      id: uuidv7(),
      name: 'Х',
      email: `many${n}@dendro.test`,
    }))
    await db.insert(users).values(many)
    await db.insert(personBlocks).values(many.map(({ id }) => ({ blockerId: anna.id, blockedId: id })))
    await db.insert(personMutes).values(many.map(({ id }) => ({ userId: anna.id, mutedId: id })))
    expect((await block(anna, boris)).status).toBe(409)
    expect((await mute(anna, boris)).status).toBe(409)
    expect((await block(boris, anna)).status).toBe(200)
  })
})

describe('the end of a friendship', () => {
  it('is told to nobody, and can be asked for again', async () => {
    const [anna, boris] = await people(2)
    await makeFriends(db, anna, boris)
    const secret = await post(anna, 'Только друзьям', { is_private: true })
    expect(await feedOf(boris)).toContain(secret)
    expect((await send('DELETE', `friends/${anna.id}/`, boris)).body).toEqual({ message: 'friendship ended' })
    expect((await send('DELETE', `friends/${anna.id}/`, boris)).status).toBe(404)
    for (const who of [anna, boris]) {
      const { user, friends } = await get(`friends/${who.id}/`, who)
      expect([user.friends_count, friends, await get('notifications/', who)]).toEqual([0, [], []])
    }
    expect(await feedOf(boris)).not.toContain(secret)
    expect((await get(`posts/profile/${anna.id}/`, boris)).can_send_friendship_request).toBe(true)
  })

  it('of two at once counts once', async () => {
    const [anna, boris] = await people(2)
    await makeFriends(db, anna, boris)
    const ended = await Promise.all(
      [anna, boris].map((who, n) => send('DELETE', `friends/${[boris, anna][n]?.id}/`, who)),
    )
    expect(new Set(ended.map(({ status }) => status))).toEqual(new Set([200, 404]))
    expect((await get(`friends/${anna.id}/`, anna)).user.friends_count).toBe(0)
  })
})

describe('a mute', () => {
  it('of a person takes their posts and comments from the lists of the one, and nothing from anybody else', async () => {
    const [anna, boris, vera] = await people(3)
    await makeFriends(db, anna, vera)
    await makeFriends(db, boris, vera)
    const word = `вереск${Date.now()}`
    const theirs = await post(boris, `#${word} и ${word}`)
    const mine = await post(anna, `Мой ${word}`)
    await send('POST', `posts/${mine}/comment/`, boris, { body: 'Да' })
    expect(idsIn(await get('friends/suggested/', anna))).toEqual([boris.id])
    const lists = async (who: Person) => [
      (await feedOf(who)).includes(theirs),
      (await feedOf(who, `search=${word}`)).includes(theirs),
      (await feedOf(who, `trend=${word}`)).includes(theirs),
      idsIn((await send('POST', 'search/', who, { query: word })).body.posts).includes(theirs),
      (await get(`posts/${mine}/`, who)).post.comments.length === 1,
    ]
    expect(await lists(anna)).toEqual([true, true, true, true, true])
    expect((await mute(anna, boris)).body).toEqual({ message: 'person muted' })
    expect(await lists(anna)).toEqual([false, false, false, false, false])
    expect(idsIn(await get('friends/suggested/', anna))).toEqual([])
    expect((await get(`posts/${mine}/`, anna)).post.comments_count).toBe(1)
    for (const who of [boris, vera]) expect(await lists(who)).toEqual([true, true, true, true, true])
    // Where one goes on purpose, one sees them.
    expect(idsIn((await get(`posts/profile/${boris.id}/`, anna)).posts)).toEqual([theirs])
    expect((await server.get(`/api/posts/${theirs}/`, anna.id)).status).toBe(200)
    const { body } = await server.get('/api/posts/?page_size=100', anna.id)
    expect(body.count).toBe(body.results.length)
    expect(await silencedOf(anna)).toEqual({ ...nothing, muted: [boris.id] })
    await send('DELETE', `people/${boris.id}/mute/`, anna)
    expect(await lists(anna)).toEqual([true, true, true, true, true])
  })

  it('of a person keeps likes and comments from being told, not what is agreed', async () => {
    const [anna, boris] = await people(2)
    const mine = await post(anna, 'Сосна')
    await mute(anna, boris)
    await send('POST', `posts/${mine}/like/`, boris)
    await send('POST', `posts/${mine}/comment/`, boris, { body: 'Да' })
    expect(await get('notifications/', anna)).toEqual([])
    expect((await get(`posts/${mine}/`, boris)).post).toMatchObject({ likes_count: 1, comments_count: 1 })
  })

  it('of a hashtag takes its posts and its place among the trends, whatever its case; one’s own stay', async () => {
    const [anna, boris] = await people(2)
    const tag = `Рододендрон${Date.now()}`
    const [theirs, mine] = [await post(boris, `Цветёт #${tag}!`), await post(anna, `И у меня #${tag}`)]
    const trendsOf = async (who: Person) =>
      (await get('posts/trends/', who)).map(({ hashtag }: { hashtag: string }) => hashtag)
    expect(await trendsOf(anna)).toContain(tag)
    const path = `hashtags/${tag.toLowerCase()}/mute/`
    expect((await send('POST', path, anna)).body).toEqual({ message: 'hashtag muted' })
    const feed = await feedOf(anna)
    expect([feed.includes(theirs), feed.includes(mine)]).toEqual([false, true])
    expect(await feedOf(anna, `trend=${tag}`)).toEqual([mine])
    expect((await get(`posts/?trend=${tag}`, anna)).count).toBe(1)
    expect(await trendsOf(anna)).not.toContain(tag)
    expect([await trendsOf(boris), await feedOf(boris, `trend=${tag}`)]).toEqual([
      expect.arrayContaining([tag]),
      [mine, theirs],
    ])
    expect(await silencedOf(anna)).toEqual({ ...nothing, hashtags: [tag] })
    expect((await send('DELETE', path, anna)).body).toEqual({ message: 'hashtag unmuted' })
    expect(await feedOf(anna)).toContain(theirs)
  })

  it('of a hashtag that nobody has used takes posts that come later; of no hashtag is 404', async () => {
    const [anna, boris] = await people(2)
    const tag = `Будущее_${Date.now()}`
    expect((await send('POST', `hashtags/${tag}/mute/`, anna)).status).toBe(200)
    expect(await feedOf(anna)).not.toContain(await post(boris, `#${tag}`))
    for (const bad of ['a b', '%23tag', 'а-б', 'а'.repeat(256)])
      expect((await send('POST', `hashtags/${encodeURIComponent(bad)}/mute/`, anna)).status).toBe(404)
  })

  it('of hashtags has a limit', async () => {
    const [anna] = await people(1)
    const names = Array.from({ length: mutedHashtagsMax }, (_, n) => ({ name: `много${n}` }))
    const made = await db.insert(hashtags).values(names).returning()
    await db.insert(mutedHashtags).values(made.map(({ id }) => ({ userId: anna.id, hashtagId: id })))
    expect((await send('POST', 'hashtags/лишний/mute/', anna)).status).toBe(409)
  })
})

describe('hiding a post', () => {
  it('takes it from the lists of the one alone', async () => {
    const [anna, boris] = await people(2)
    const theirs = await post(boris, 'Реклама')
    const count = (await get('posts/', anna)).count
    for (let n = 0; n < 2; n++)
      expect((await send('POST', `posts/${theirs}/hide/`, anna)).body).toEqual({ message: 'post hidden' })
    expect(await feedOf(anna)).not.toContain(theirs)
    expect((await get('posts/', anna)).count).toBe(count - 1)
    expect((await get(`posts/profile/${boris.id}/`, anna)).posts).toEqual([])
    expect((await server.get(`/api/posts/${theirs}/`, anna.id)).status).toBe(200)
    expect(await feedOf(boris)).toContain(theirs)
    expect((await send('POST', `posts/${uuidv7()}/hide/`, anna)).status).toBe(404)
    const secret = await post(boris, 'Только друзьям', { is_private: true })
    expect((await send('POST', `posts/${secret}/hide/`, anna)).status).toBe(404)
  })
})

it('costs those nothing who have never silenced anybody: their lists ask for nothing more', () => {
  const asked = (silences: number) =>
    new PgDialect({ casing: 'snake_case' }).sqlToQuery(sql`${isForViewer({ id: uuidv7(), silences })}`).sql
  expect(asked(0)).not.toMatch(/person_blocks|person_mutes|hidden_posts|muted_hashtags/)
  for (const table of ['person_blocks', 'person_mutes', 'hidden_posts', 'muted_hashtags'])
    expect(asked(1)).toContain(table)
})

it('goes with the account', async () => {
  const member = await newMember(server)
  const [boris] = await people(1)
  const theirs = await post(boris, 'Ива')
  await block(member, boris)
  await mute(member, boris)
  await block(boris, member)
  await send('POST', 'hashtags/ива/mute/', member)
  await db.insert(hiddenPosts).values({ userId: member.id, postId: theirs })
  const { body } = await as(server, member.access, 'GET', '/api/me/data/')
  expect(body.silenced).toMatchObject({ blocked: [{ id: boris.id }], muted: [{ id: boris.id }], mutedTags: ['ива'] })
  expect((await as(server, member.access, 'POST', '/api/me/delete/', { password })).status).toBe(200)
  expect(await silencedOf(boris)).toEqual(nothing)
  const left = await db.execute(sql`
    select 1 from ${personBlocks} where ${member.id} in (blocker_id, blocked_id)
    union all select 1 from ${personMutes} where ${member.id} in (user_id, muted_id)
    union all select 1 from ${mutedHashtags} where user_id = ${member.id}
    union all select 1 from ${hiddenPosts} where user_id = ${member.id}`)
  expect(left.rows).toEqual([])
})
