import { and, desc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { companySlug } from '#contract/company-slug.ts'
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
import { type DemoPicture, demoDrawing } from './demo-pictures.jobs.ts'
import { demoDrawer } from './demo-pictures.ts'
import { demoCompanies } from './demo/companies.ts'
import { demoAccounts, demoPassword, demoPeople, keyOf } from './demo/social/people.ts'
import { loadDemo } from './load-demo.ts'

let server: TestServer
let media: MediaStore
const ids = new Map<string, string>()

beforeAll(async () => {
  server = await testServer()
  // Drawings are tested elsewhere; here a picture is only a key.
  let drawn = 0
  media = { ...server.media, encodePicture: async () => ({ key: `drawing-${drawn++}`, files: [] }) }
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
    expect(await breaking('select id from posts where product_id is not null')).toBe(377)
    expect(await breaking('select id from conversations')).toBe(27)
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

  it('has nurseries whose pages have an address, hours and an area of delivery', async () => {
    const faces = demoCompanies.flatMap(({ name, face }) => (face ? { company_name: name, face } : []))
    expect(faces.length).toBeGreaterThan(2)
    for (const { company_name, face } of faces) {
      const { slug, hours, deliveryArea: delivery_area } = face
      const { status, body } = await server.get(`/api/teams/at/${slug}/`)
      expect([status, body]).toEqual([200, expect.objectContaining({ company_name, slug, hours, delivery_area })])
      expect(companySlug.safeParse(slug).success).toBe(true)
    }
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
      `select id from companies where (reviews_count, ratings_sum) is distinct from
         (select (count(*)::int, coalesce(sum(rating), 0)::int) from reviews where company_id = companies.id)`,
      `select request_id from request_companies where last_revision <> (select count(*) from quotes
         where quotes.request_id = request_companies.request_id and quotes.company_id = request_companies.company_id)`,
      `select id from deals where total_kopecks <> coalesce(delivery_kopecks, 0) + coalesce(unloading_kopecks, 0)
         + (select sum(total_kopecks) from deal_lines where deal_id = deals.id)`,
      `select conversation_id from conversation_sides side where modified_at <>
         (select max(created_at) from messages where messages.conversation_id = side.conversation_id)`,
    ]) {
      expect([broken, await breaking(broken)]).toEqual([broken, 0])
    }
  })

  it('is chronological: nothing in the future, nothing before its author joined, replies after the post', async () => {
    for (const broken of [
      ...[
        ...['users', 'posts', 'comments', 'post_likes', 'messages', 'notifications', 'friendships'],
        ...['projects', 'requests', 'quotes', 'deals', 'deal_documents', 'reviews'],
      ].map(table => `select 1 from ${table} where created_at > now()`),
      `select 1 from posts join users on users.id = author_id where posts.created_at <= users.created_at`,
      `select 1 from friendships join users on users.id in (user_id, friend_id) where friendships.created_at <= users.created_at`,
      `select 1 from comments join posts on posts.id = post_id where comments.created_at <= posts.created_at`,
      `select 1 from post_likes join posts on posts.id = post_id where post_likes.created_at <= posts.created_at`,
      `select 1 from quotes join requests on requests.id = request_id where quotes.created_at <= requests.created_at
         or quotes.created_at > requests.deadline`,
      `select 1 from deals join quotes on quotes.id = quote_id where deals.created_at <= quotes.created_at`,
      `select 1 from deal_history one join deal_history other on other.deal_id = one.deal_id where one.at >= other.at
         and array_position(array['awarded', 'confirmed', 'handed_over', 'received'], one.state)
         < array_position(array['awarded', 'confirmed', 'handed_over', 'received'], other.state)`,
      `select 1 from reviews join deals on deals.id = deal_id where reviews.created_at <= deals.changed_at`,
      `select 1 from messages one join messages other on other.conversation_id = one.conversation_id
         and other.number = one.number + 1 where other.created_at <= one.created_at`,
      // An id of version 7 starts with its time.
      ...['posts', 'comments', 'messages', 'notifications', 'requests', 'quotes', 'deals'].map(
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
    expect(new Set(cards.map(card => card.get_image)).size).toBeLessThanOrEqual(11)
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
    const ofCompanies = jobs.filter(({ companies = [] }) => companies.length > 0)
    const [{ companies: [nursery] = [] } = {}] = ofCompanies
    expect(ofCompanies.flatMap(job => job.companies).filter(id => id === nursery)).toHaveLength(4)
    // Some jobs: for the newest products, for posts, and for a company.
    const some = [
      ...new Set([
        ...jobs.slice(0, 12),
        ...jobs.filter(job => job.posts.length > 0).slice(0, 6),
        ...ofCompanies.filter(job => job.companies?.includes(nursery ?? 0)),
      ]),
    ]
    await db.execute(sql`delete from pgboss.job`)
    // Changed by its company meanwhile, so its pictures are left alone.
    const own = jobs[11]?.products[0]?.id ?? 0
    await db
      .update(products)
      .set({ updatedAt: sql`now()` })
      .where(eq(products.id, own))
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
    expect((await server.get(`/api/teams/get_current_team/${nursery}/`)).body.photos).toHaveLength(4)
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

  it('have requests, quotes and deals in all their states, with reviews, documents and talks', async () => {
    const get = async (path: string, key: string) => (await server.get(`/api/${path}`, ids.get(key))).body
    const { results: asked } = await get('requests/', 'anna')
    expect(asked.map((request: any) => [request.status, request.companies_count, request.quotes_count])).toEqual([
      ['sent', 3, 3],
      ['awarded', 2, 2],
      ['awarded', 1, 1],
      ['awarded', 1, 1],
    ])
    const comparison = await get(`requests/${asked[0].id}/compare/`, 'anna')
    const complete = comparison.quotes.map((quote: any) => [quote.revision, quote.lines.length]).toSorted()
    expect([complete, comparison.missing.length]).toEqual([
      [
        [1, 2],
        [1, 2],
        [2, 4],
      ],
      1,
    ])
    expect((await get(`requests/${asked[0].id}/`, 'anna')).can).toMatchObject({ award: true })
    expect(await get('trade/attention/', 'anna')).toMatchObject({ quotes: 1, deals: 1 })
    expect(await get('trade/attention/', 'malakhov')).toMatchObject({ incoming: 1, deals: 1 })
    const { results: bought } = await get('deals/', 'anna')
    expect(bought.map((deal: any) => deal.state)).toEqual(['handed_over', 'confirmed', 'received'])
    const onTheWay = await get(`deals/${bought[0].id}/`, 'anna')
    expect(onTheWay.documents).toMatchObject([{ name: 'Накладная 214.pdf', type: 'application/pdf', side: 'company' }])
    const { statusCode, rawPayload } = await server.app.inject({
      url: new URL(onTheWay.documents[0].url).pathname + new URL(onTheWay.documents[0].url).search,
    })
    expect([statusCode, rawPayload.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
    const rated = (await get('teams/teams_list/', 'anna')).filter((team: any) => team.rating !== null)
    expect(rated.map((team: any) => [team.rating, team.reviews_count]).toSorted()).toEqual([
      [4, 3],
      [4.7, 3],
      [4.8, 4],
    ])
    const talks = (key: string) => get('chat/', key)
    const [newest] = await talks('anna')
    expect((await talks('kurbatova')).filter((talk: any) => talk.company !== null)).toHaveLength(2)
    const withFile = (await talks('anna')).find((talk: any) => talk.company !== null)
    const { messages: said } = await get(`chat/${withFile.id}/`, 'anna')
    expect(newest.unread_count).toBeGreaterThan(0)
    expect([withFile.unread_count, said.flatMap((message: any) => message.files).length]).toEqual([1, 1])
  })

  it('see ten trends and people they may know', async () => {
    const id = ids.get('anna') ?? ''
    expect((await server.get('/api/posts/trends/', id)).body).toHaveLength(10)
    expect((await server.get('/api/friends/suggested/', id)).body.length).toBeGreaterThan(5)
  })
})
