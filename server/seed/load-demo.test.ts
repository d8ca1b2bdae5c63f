import { and, desc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import { companies } from '#server/domains/companies/companies.tables.ts'
import { hashtags, postAttachments, postHashtags, posts } from '#server/domains/posts/posts.tables.ts'
import { hashtagsOf } from '#server/domains/posts/writing/hashtags.ts'
import { productImages, products } from '#server/domains/products/products.tables.ts'
import { places } from '#server/domains/reference/places/places.tables.ts'
import type { MediaStore } from '#server/platform/media/media.ts'
import { login } from '#server/test/accounts.ts'
import { type TestServer, testServer } from '#server/test/app.ts'
import { jobsOf, workOff } from '#server/test/jobs.ts'
import { demoCompanies } from './demo/companies.ts'
import { demoAccounts, demoPassword, demoPeople, keyOf } from './demo/social/people.ts'
import { type DemoPicture, demoDrawing } from './demo-pictures.jobs.ts'
import { demoDrawer } from './demo-pictures.ts'
import { loadDemo } from './load-demo.ts'

let server: TestServer
let media: MediaStore
const ids = new Map<string, string>()

beforeAll(async () => {
  server = await testServer()
  // Drawings are tested elsewhere; here a picture is only a key.
  let drawn = 0
  media = { ...server.media, putPicture: async () => `drawing-${drawn++}` }
  await loadDemo(server.database.db, media, () => {})
  const rows = await server.database.db.select({ id: users.id, email: users.email }).from(users)
  for (const row of rows) ids.set(keyOf({ name: '', email: row.email }), row.id)
})
afterAll(() => server.close())

/** How many rows a query returns. */
async function count(from: ReturnType<typeof sql>): Promise<number> {
  const [row] = await server.database.db.select({ count: sql<number>`count(*)::int` }).from(sql`${from}`)
  return row?.count ?? 0
}

const breaking = (from: string) => count(sql.raw(`(${from}) broken`))

describe('the demonstration set', () => {
  it('is written once and completely', async () => {
    expect(await breaking('select id from users')).toBe(60)
    expect(await breaking('select id from posts where product_id is null')).toBe(300)
    expect(await breaking('select id from posts where product_id is not null')).toBe(361)
    expect(await breaking('select id from conversations')).toBe(25)
    await loadDemo(server.database.db, server.media, () => {})
    expect(await breaking('select id from users')).toBe(60)
  })

  it('has a post for every published product, with its text, author, time, category and region', async () => {
    expect(
      await breaking(`
        select products.id from products join companies on companies.id = company_id
        left join posts on posts.product_id = products.id
          and posts.body = products.description and posts.author_id = products.created_by_id
          and posts.created_at = products.published_at and posts.category_id = products.category_id
          and posts.region_id = companies.region_id
        where is_active and (posts.id is null or not posts.is_visible)`),
    ).toBe(0)
  })

  it('has every company in its town', async () => {
    const rows = await server.database.db
      .select({ name: companies.name, place: places.name })
      .from(companies)
      .innerJoin(places, and(eq(places.id, companies.placeId), eq(places.regionId, companies.regionId)))
    const expected = demoCompanies.map(({ name, city }) => ({ name, place: city }))
    expect(rows).toHaveLength(expected.length)
    expect(rows).toEqual(expect.arrayContaining(expected))
    // The town, not one of the three villages of this name near Moscow.
    expect(
      await breaking(`select id from places where name = 'Верея' and population > 4000 and near = 'Можайск'
        and id in (select place_id from companies)`),
    ).toBe(1)
  })

  it('has counters that match the rows', async () => {
    for (const broken of [
      `select id from users where friends_count <> (select count(*) from friendships where user_id = users.id)`,
      `select id from users where posts_count <>
         (select count(*) from posts where author_id = users.id and not is_private and is_visible)`,
      `select id from posts where likes_count <> (select count(*) from post_likes where post_id = posts.id)`,
      `select id from posts where comments_count <> (select count(*) from comments where post_id = posts.id)`,
      `select user_id from friendships one where user_id = friend_id or not exists
         (select from friendships other where other.user_id = one.friend_id and other.friend_id = one.user_id
            and other.created_at = one.created_at)`,
      `select post_id from post_likes join posts on posts.id = post_id where user_id = author_id`,
      `select post_id from post_likes join posts on posts.id = post_id where is_private and not exists
         (select from friendships where friendships.user_id = author_id and friend_id = post_likes.user_id)`,
      `select conversation_id from conversation_sides side where unread_count > (select count(*) from messages
         where messages.conversation_id = side.conversation_id and author_id <> side.user_id)`,
      `select conversation_id from conversation_sides side where modified_at <>
         (select max(created_at) from messages where messages.conversation_id = side.conversation_id)`,
    ]) {
      expect([broken, await breaking(broken)]).toEqual([broken, 0])
    }
  })

  it('is chronological: nothing in the future, nothing before its author joined, replies after the post', async () => {
    for (const broken of [
      ...['users', 'posts', 'comments', 'post_likes', 'messages', 'notifications', 'friendships'].map(
        table => `select 1 from ${table} where created_at > now()`,
      ),
      `select 1 from posts join users on users.id = author_id where posts.created_at <= users.created_at`,
      `select 1 from friendships join users on users.id in (user_id, friend_id) where friendships.created_at <= users.created_at`,
      `select 1 from comments join posts on posts.id = post_id where comments.created_at <= posts.created_at`,
      `select 1 from post_likes join posts on posts.id = post_id where post_likes.created_at <= posts.created_at`,
      `select 1 from messages one join messages other on other.conversation_id = one.conversation_id
         and other.number = one.number + 1 where other.created_at <= one.created_at`,
      // An id of version 7 starts with its time.
      ...['posts', 'comments', 'messages', 'notifications'].map(
        table => `select 1 from ${table} where left(replace(id::text, '-', ''), 12)
          <> lpad(to_hex(floor(extract(epoch from created_at) * 1000)::bigint), 12, '0')`,
      ),
    ]) {
      expect([broken, await breaking(broken)]).toEqual([broken, 0])
    }
  })

  it('links every hashtag of a text to its post and no other, and can be searched', async () => {
    const { db } = server.database
    const rows = await db.select({ id: posts.id, body: posts.body }).from(posts)
    const tied = await db
      .select({ postId: postHashtags.postId, name: hashtags.name })
      .from(postHashtags)
      .innerJoin(hashtags, eq(hashtags.id, postHashtags.hashtagId))
    const said = rows.flatMap(({ id, body }) => hashtagsOf(body).map(name => `${id} ${name.toLowerCase()}`))
    expect(tied.map(({ postId, name }) => `${postId} ${name.toLowerCase()}`).toSorted()).toEqual(said.toSorted())
    expect(await breaking(`select 1 from posts where search_text not like body || '%'`)).toBe(0)
    const found = await server.get('/api/posts/?search=огнёвка', ids.get('anna'))
    expect(found.body.count).toBeGreaterThan(1)
  })

  it('shows category pictures until its own are drawn, the newest products first', async () => {
    const { db } = server.database
    const cards = (await server.get('/api/products/?page_size=100')).body.results as { get_image: string }[]
    expect(cards).toHaveLength(100)
    expect(new Set(cards.map(card => card.get_image)).size).toBeLessThanOrEqual(10)
    const jobs = (await jobsOf(db, demoDrawing)).map(({ data }) => data as DemoPicture)
    expect(jobs.length).toBeGreaterThan(700)
    const newest = await db.select({ id: products.id }).from(products).orderBy(desc(products.publishedAt)).limit(5)
    const [latest] = newest
    expect(jobs[0]?.products[0]).toEqual({ id: latest?.id, position: 0 })
    // About a third of the posts have pictures.
    const pictured = new Set(jobs.flatMap(job => job.posts.map(({ id }) => id)))
    expect(pictured.size).toBeGreaterThan(90)
    expect(pictured.size).toBeLessThan(125)
  })

  it('draws each picture once and shows it in its places, also when a job runs twice', async () => {
    const { db } = server.database
    const jobs = (await jobsOf(db, demoDrawing)).map(({ data }) => data as DemoPicture)
    // Some jobs: for the newest products, and for posts.
    const some = [...jobs.slice(0, 12), ...jobs.filter(job => job.posts.length > 0).slice(0, 6)]
    await db.execute(sql`delete from pgboss.job`)
    // Changed by its company meanwhile, so its pictures are left alone.
    const own = jobs[11]?.products[0]?.id ?? 0
    await db.update(products).set({ updatedAt: sql`now()` }).where(eq(products.id, own))
    for (let round = 0; round < 2; round++) {
      await db.transaction(tx =>
        demoDrawing.send(
          tx,
          some.map(data => ({ data })),
        ),
      )
      await workOff(server.database, [demoDrawer(db, media)])
    }
    const images = await db.select().from(productImages)
    const places = some.flatMap(job => job.products).filter(({ id }) => id !== own)
    const text = ({ id, position }: { id: number | string; position: number }) => `${id} ${position}`
    expect(images.map(({ productId: id, position }) => text({ id, position })).toSorted()).toEqual(
      [...new Set(places.map(text))].toSorted(),
    )
    const attachments = await db.select().from(postAttachments)
    expect(attachments.map(({ postId: id, position }) => text({ id, position })).toSorted()).toEqual(
      [...new Set(some.flatMap(job => job.posts).map(text))].toSorted(),
    )
    const [first] = await db
      .select()
      .from(products)
      .where(eq(products.id, some[0]?.products[0]?.id ?? 0))
    const cover = images.find(image => image.productId === first?.id && image.position === 0)
    expect(cover).toBeDefined()
  })
})

describe('the demonstration accounts', () => {
  const emailOf = (key: string) => demoPeople.find(person => keyOf(person) === key)?.email ?? ''

  it('sign in with the password in README; no other account does', async () => {
    for (const key of demoAccounts) expect((await login(server, emailOf(key), demoPassword)).status).toBe(200)
    expect((await login(server, emailOf('gorelov'), demoPassword)).status).toBe(401)
    expect(await breaking('select id from users where password_hash is not null')).toBe(demoAccounts.length)
  })

  it('have unread notifications, requests, conversations and a feed with private posts of friends', async () => {
    for (const key of demoAccounts) {
      const id = ids.get(key) ?? ''
      const news = (await server.get('/api/notifications/', id)).body as { type_of_notification: string }[]
      expect(news.length).toBe(8)
      const friends = (await server.get(`/api/friends/${id}/`, id)).body
      expect(friends.requests.length).toBeGreaterThanOrEqual(2)
      expect(friends.friends.length).toBe(friends.user.friends_count)
      const chats = (await server.get('/api/chat/', id)).body as { unread_count: number }[]
      expect(chats.length).toBeGreaterThanOrEqual(3)
      expect(chats.filter(chat => chat.unread_count > 0).length).toBeGreaterThanOrEqual(1)
      const feed = (await server.get('/api/posts/?page_size=100', id)).body
      expect(feed.results.some((post: { is_private: boolean }) => post.is_private)).toBe(true)
    }
  })

  it('see ten trends and people they may know', async () => {
    const id = ids.get('anna') ?? ''
    expect((await server.get('/api/posts/trends/', id)).body).toHaveLength(10)
    expect((await server.get('/api/friends/suggested/', id)).body.length).toBeGreaterThan(5)
  })
})
