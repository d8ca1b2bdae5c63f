import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Post } from '#contract/posts.ts'
import { products } from '#server/domains/products/products.tables.ts'
import { uuidv7 } from '#server/platform/database/ids.ts'
import { publicUrl, type TestServer, testServer } from '#server/test/app.ts'
import { categoryId, makeCompany, makeFriends, makePerson, makeProduct } from '#server/test/factories.ts'
import { posts } from '../posts.tables.ts'
import { moveCompany, upsertProductPost } from '../writing/product-posts.service.ts'

let server: TestServer
let db: TestServer['database']['db']
beforeAll(async () => {
  server = await testServer()
  db = server.database.db
})
afterAll(() => server.close())

type Person = Awaited<ReturnType<typeof makePerson>>

async function write(who: { id: string }, body: string, more: object = {}): Promise<Post> {
  const answer = await server.send('POST', '/api/posts/create/', { body, ...more }, who.id)
  expect(answer.status).toBe(201)
  return answer.body
}
const feed = (who: { id: string }, query = '') => server.get(`/api/posts/${query}`, who.id)
const found = async (who: { id: string }, query: string): Promise<string[]> =>
  (await feed(who, query)).body.results.map((post: Post) => post.body)

/** A product of a company in this region with its post, as created through the catalogue. */
async function offer(overrides: {
  category?: string
  region?: string
  genus?: string
  species?: string
  body?: string
}) {
  const { category = 'hvoynye', region = 'Московская область', body = 'Описание', ...plant } = overrides
  const author = await makePerson(db)
  const company = await makeCompany(db, { creatorId: author.id, regionId: await regionId(region) })
  const description = body
  const product = await makeProduct(db, {
    category,
    companyId: company.id,
    createdById: author.id,
    description,
    ...plant,
  })
  await db.transaction(tx => upsertProductPost(tx, { productId: product.id }))
  return { author, company, product }
}

async function regionId(name: string): Promise<number> {
  const { body } = await server.get('/api/teams/cities/')
  return body.find((region: { name: string }) => region.name === name).id
}

describe('pages', () => {
  it('have all posts, newest first, each once', async () => {
    const person = await makePerson(db)
    const tag = 'постранично'
    for (let n = 0; n < 7; n++) await write(person, `${n} #${tag}`)
    const seen: string[] = []
    let address: string | null = `/api/posts/?trend=${tag}&page_size=3`
    while (address) {
      const { status, body } = await server.get(address, person.id)
      expect(status).toBe(200)
      expect(body.count).toBe(7)
      seen.push(...body.results.map((post: Post) => post.body))
      expect(body.previous === null).toBe(seen.length <= 3)
      expect(body.next === null || body.next.startsWith(`${publicUrl}/api/posts/?`)).toBe(true)
      address = body.next?.slice(publicUrl.length) ?? null
    }
    expect(seen).toEqual([6, 5, 4, 3, 2, 1, 0].map(n => `${n} #${tag}`))
  })

  it.each([
    ['page=0', 400],
    ['page=-1', 400],
    ['page=x', 400],
    ['page=1.5', 400],
    ['page_size=0', 400],
    ['page=100000', 404],
    ['ordering=id', 400],
    ['is_request=2', 400],
    ['friends=2', 400],
    [`search=${'я'.repeat(256)}`, 400],
    ['search=a%00b', 400],
    ['page_size=1000', 200],
    ['page=&search=&trend=&is_request=&ordering=', 200],
    ['search=%20', 200],
    ['search=и', 200],
    ["search=%26%20!('", 200],
    ['trend=%23', 200],
  ])('responds to ?%s with %i', async (query, status) => {
    const person = await makePerson(db)
    const answer = await feed(person, `?${query}`)
    expect(answer.status).toBe(status)
    if (status === 400) expect(answer.body.fields).toHaveProperty(query.split('=')[0] ?? '')
  })

  it('have the larger id first among posts with the same time, also after likes', async () => {
    const person = await makePerson(db)
    const createdAt = new Date()
    const ids = [1, 2, 3, 4].map(() => uuidv7()).toSorted()
    for (const id of [2, 0, 3, 1].map(index => ids[index] ?? '')) {
      await db.insert(posts).values({ id, authorId: person.id, body: 'разом', searchText: 'разом', createdAt })
    }
    const listed = async (ordering: string) =>
      (await feed(person, `?search=разом&ordering=${ordering}`)).body.results.map((post: Post) => post.id)
    expect(await listed('-created_at')).toEqual(ids.toReversed())
    expect(await listed('-likes_count')).toEqual(ids.toReversed())
    await server.send('POST', `/api/posts/${ids[1]}/like/`, undefined, person.id)
    expect(await listed('-likes_count')).toEqual([ids[1], ids[3], ids[2], ids[0]])
    expect(await listed('-created_at')).toEqual(ids.toReversed())
  })

  it('have the current counts, whoever has changed the posts', async () => {
    const [reader, writer] = [await makePerson(db), await makePerson(db)]
    await makeFriends(db, reader, writer)
    const count = async () => (await feed(reader, '?trend=счёт')).body.count
    expect(await count()).toBe(0)
    const open = await write(writer, 'раз #счёт')
    expect(await count()).toBe(1)
    const closed = await write(writer, 'два #счёт', { is_private: true })
    expect(await count()).toBe(2)
    expect((await feed(await makePerson(db), '?trend=счёт')).body.count).toBe(1)
    await db.delete(posts).where(sql`${posts.id} = ${open.id}`)
    expect(await count()).toBe(1)
    await server.send('DELETE', `/api/posts/${closed.id}/delete/`, undefined, writer.id)
    expect(await count()).toBe(0)
  })
})

describe('posts of friends', () => {
  it("are those of the friends of the moment, with their private ones, and nobody else's", async () => {
    const [reader, friend, stranger] = [await makePerson(db), await makePerson(db), await makePerson(db)]
    await write(reader, 'своё')
    await write(stranger, 'чужое')
    await write(friend, 'липы от друга')
    await write(friend, 'клёны для друзей', { is_private: true })
    expect(await found(reader, '?friends=1')).toEqual([])
    await makeFriends(db, reader, friend)
    expect((await feed(reader, '?friends=1')).body).toMatchObject({ count: 2 })
    expect(await found(reader, '?friends=1')).toEqual(['клёны для друзей', 'липы от друга'])
    expect(await found(reader, '?friends=1&search=липа')).toEqual(['липы от друга'])
    expect(await found(reader, '?friends=0')).toContain('чужое')
    await server.send('DELETE', `/api/friends/${friend.id}/`, undefined, reader.id)
    expect((await feed(reader, '?friends=1')).body).toMatchObject({ count: 0, results: [] })
  })
})

describe('filters', () => {
  let reader: Person
  beforeAll(async () => {
    reader = await makePerson(db)
    await offer({ body: 'сосна из Москвы', genus: 'Сосна', species: 'горная' })
    await offer({ body: 'сосна из Твери', genus: 'Сосна', species: 'кедровая', region: 'Тверская область' })
    await offer({
      body: 'берёза из Твери',
      category: 'listvennye-derevya',
      region: 'Тверская область',
      genus: 'Берёза',
    })
    await write(reader, 'ищу сосну #куплю', { is_request: true })
    await write(reader, 'сосны хороши #куплю')
  })

  it.each([
    ['product__category__name=Хвойные растения', ['сосна из Твери', 'сосна из Москвы']],
    ['product__team__team_city_id__name=Тверская область', ['берёза из Твери', 'сосна из Твери']],
    ['product__category__name=Хвойные растения&product__team__team_city_id__name=Тверская область', ['сосна из Твери']],
    ['product__category__name=Хвойные растения&search=кедровой', ['сосна из Твери']],
    ['is_request=1&trend=куплю', ['ищу сосну #куплю']],
    ['is_request=0&trend=КУПЛЮ', ['сосны хороши #куплю', 'ищу сосну #куплю']],
    ['trend=куплю&search=хороший', ['сосны хороши #куплю']],
    ['trend=куплю&product__category__name=Хвойные растения', []],
    ['trend=купл', []],
    ['product__category__name=хвойные растения', []],
    ['product__category__name=Нет такой', []],
    ['product__team__team_city_id__name=Тверь', []],
  ])('%s', async (query, expected) => {
    const { status, body } = await feed(reader, `?${query}`)
    expect(status).toBe(200)
    expect(body.results.map((post: Post) => post.body)).toEqual(expected)
    expect(body.count).toBe(expected.length)
  })

  it('show the card of the product and its link', async () => {
    const { product, company } = await offer({ body: 'с карточкой', genus: 'Клён', category: 'listvennye-derevya' })
    const [post] = (await feed(reader, '?search=карточкой')).body.results
    expect(post.product).toMatchObject({
      id: product.id,
      name: product.name,
      category: { id: await categoryId(db, 'listvennye-derevya') },
      team: { id: company.id, company_name: company.name, is_verified: false },
      get_absolute_url: `/listvennye-derevya/${product.slug}/`,
      is_active: true,
    })
    expect((await server.get(`/api/posts/${post.id}/`, reader.id)).body.post.product).toEqual(post.product)
  })
})

describe('search', () => {
  it('finds words in any form in the body, the name of the product and the name of the author', async () => {
    const author = await makePerson(db, { name: 'Пётр Черёмухин' })
    await write(author, 'Посадили изгородь вдоль дороги')
    for (const text of ['изгороди', 'ИЗГОРОДЬЮ дорога', 'Черемухин', 'черёмухина', 'петр изгородь']) {
      expect(await found(author, `?search=${text}`)).toEqual(['Посадили изгородь вдоль дороги'])
    }
    for (const text of ['изгор', 'изгородь сосна', 'заборы']) expect(await found(author, `?search=${text}`)).toEqual([])
    const { author: grower } = await offer({ body: 'Ровный ряд', genus: 'Ёлка', species: "'Glauca Globosa'" })
    for (const text of ['елки', 'ёлками', 'glauca', 'ряды globosa', grower.name]) {
      expect(await found(author, `?search=${text}`)).toContain('Ровный ряд')
    }
  })

  it('finds a person only by the new name, a product by its new name, and a company in its new region', async () => {
    const author = await makePerson(db, { name: 'Глафира Старая' })
    await write(author, 'о переименовании')
    const profile = { name: 'Глафира Новая', email: author.email }
    expect((await server.send('POST', '/api/editprofile/', profile, author.id)).status).toBe(200)
    expect(await found(author, '?search=глафира новая')).toEqual(['о переименовании'])
    expect(await found(author, '?search=глафира старая')).toEqual([])

    const { author: grower, company, product } = await offer({ body: 'переезд', genus: 'Магнолия', species: 'кобус' })
    const form = { genus: 'Гинкго', species: 'двулопастный' }
    const path = `/api/products/hvoynye/${product.slug}/edit/`
    expect(
      (await server.send('POST', path, { ...form, category: await categoryId(db, 'listvennye-derevya') }, grower.id))
        .status,
    ).toBe(200)
    await db.transaction(async tx => {
      await tx.update(products).set({ isApproved: true }).where(eq(products.id, product.id))
      await upsertProductPost(tx, { productId: product.id })
    })
    expect(await found(grower, '?search=гинкго')).toEqual(['переезд'])
    expect(await found(grower, '?search=магнолия')).toEqual([])
    expect(await found(grower, '?search=гинкго&product__category__name=Лиственные деревья')).toEqual(['переезд'])

    const inRegion = (name: string) => found(grower, `?search=переезд&product__team__team_city_id__name=${name}`)
    expect(await inRegion('Московская область')).toEqual(['переезд'])
    const { status } = await server.send(
      'PATCH',
      `/api/teams/${company.id}/`,
      { team_city: 'Республика Карелия' },
      grower.id,
    )
    expect(status).toBe(200)
    expect(await inRegion('Московская область')).toEqual([])
    expect(await inRegion('Республика Карелия')).toEqual(['переезд'])
    await db.transaction(tx => moveCompany(tx, { companyId: company.id, regionId: null }))
    expect(await inRegion('Республика Карелия')).toEqual([])
  })
})

describe('POST search', () => {
  const search = async (who: { id: string }, query: string) =>
    (await server.send('POST', '/api/search/', { query }, who.id)).body
  const names = async (who: { id: string }, query: string): Promise<string[]> =>
    (await search(who, query)).users.map((user: { name: string }) => user.name)

  it('finds people by any part of their name, then by similar names', async () => {
    const person = await makePerson(db, { name: 'Семён Толбухин' })
    await makePerson(db, { name: 'Толбухина Анна' })
    await makePerson(db, { name: 'Ольга Талбухина' })
    expect((await names(person, 'толбухи')).slice(0, 2)).toEqual(['Толбухина Анна', 'Семён Толбухин'])
    expect((await names(person, 'СЕМЕН ТОЛ'))[0]).toBe('Семён Толбухин')
    expect((await names(person, 'мён'))[0]).toBe('Семён Толбухин')
    expect(await names(person, 'толбухин')).toEqual(['Толбухина Анна', 'Семён Толбухин', 'Ольга Талбухина'])
    expect((await names(person, 'олга'))[0]).toBe('Ольга Талбухина')
    for (const nobody of ['%', '_', '\\', 'щщщщ']) expect(await names(person, nobody)).toEqual([])
  })

  it('returns nothing for an empty text, and at most twenty people', async () => {
    const person = await makePerson(db)
    for (const query of ['', '  ']) expect(await search(person, query)).toEqual({ users: [], posts: [] })
    for (let n = 0; n < 22; n++) await makePerson(db, { name: `Множество ${n}` })
    for (let n = 0; n < 22; n++) await write(person, `множество ${n}`)
    const { users, posts: listed } = await search(person, 'множество')
    expect([users.length, listed.length]).toEqual([20, 20])
    expect(listed[0].body).toBe('множество 21')
  })

  it('does not find deleted or blocked people', async () => {
    const person = await makePerson(db, { name: 'Варфоломей Первый' })
    await makePerson(db, { name: 'Варфоломей Второй', blockedAt: new Date() })
    await makePerson(db, { name: 'Варфоломей Третий', deletedAt: new Date() })
    expect(await names(person, 'варфоломей')).toEqual(['Варфоломей Первый'])
    expect(await names(person, 'варфаломей')).toEqual(['Варфоломей Первый'])
  })

  it('refuses values that are not text', async () => {
    const person = await makePerson(db)
    for (const query of [undefined, null, 5, ['а'], 'a\u0000b', 'я'.repeat(256)]) {
      const { status, body } = await server.send('POST', '/api/search/', { query }, person.id)
      expect([status, Object.keys(body.fields)]).toEqual([400, ['query']])
    }
  })
})

describe('GET posts/trends', () => {
  it('counts each hashtag once per post in any letter case, for the last seven days, at most ten', async () => {
    await db.delete(posts)
    const person = await makePerson(db)
    const trends = async () =>
      (await server.get('/api/posts/trends/', person.id)).body.map((trend: { hashtag: string; occurences: number }) => [
        trend.hashtag,
        trend.occurences,
      ])
    expect(await trends()).toEqual([])
    await write(person, '#Сад и #сад, #САД! #роза_1 #日本 #1')
    await write(person, '#сАд (#роза_1)#роза_1')
    expect(await trends()).toEqual([
      ['Сад', 2],
      ['роза_1', 2],
      ['1', 1],
      ['日本', 1],
    ])
    await db.execute(sql`update post_hashtags set created_at = now() - interval '8 days'`)
    expect(await trends()).toEqual([])
    for (let n = 0; n < 12; n++) await write(person, `#т${n} #частый`)
    expect(await trends()).toHaveLength(10)
    expect((await trends())[0]).toEqual(['частый', 12])
  })

  it.each([{ isVisible: false }, { isPrivate: true }])(
    'leaves out of the results and all counts a post with %o',
    async state => {
      await db.delete(posts)
      const [author, stranger] = [await makePerson(db), await makePerson(db)]
      const { id } = await write(author, 'для всех #видно')
      const seen = async () => {
        const trends = (await server.get('/api/posts/trends/', stranger.id)).body
        return [trends.length, (await feed(stranger, '?trend=видно')).body.count]
      }
      expect(await seen()).toEqual([1, 1])
      await db.update(posts).set(state).where(eq(posts.id, id))
      expect(await seen()).toEqual([0, 0])
      await db.update(posts).set({ isVisible: true, isPrivate: false }).where(eq(posts.id, id))
      expect(await seen()).toEqual([1, 1])
    },
  )
})

describe('GET posts/profile', () => {
  const profile = (id: string, who: { id: string }, query = '') =>
    server.get(`/api/posts/profile/${id}/${query}`, who.id)

  it('shows the person, their posts, newest first, and whether a friendship request is possible', async () => {
    const [one, other] = [await makePerson(db), await makePerson(db)]
    for (const body of ['первая', 'вторая']) await write(one, body)
    const { body } = await profile(one.id, other)
    expect(body.user).toMatchObject({ id: one.id, name: one.name, email: '', posts_count: 2, friends_count: 0 })
    expect(body.posts.map((post: Post) => post.body)).toEqual(['вторая', 'первая'])
    expect(body.can_send_friendship_request).toBe(true)
    const own = (await profile(one.id, one)).body
    expect([own.can_send_friendship_request, own.user.email]).toEqual([false, one.email])
    await server.send('POST', `/api/friends/${one.id}/request/`, undefined, other.id)
    expect((await profile(one.id, other)).body.can_send_friendship_request).toBe(false)
    expect((await profile(other.id, one)).body.can_send_friendship_request).toBe(false)
    await makeFriends(db, one, other)
    expect((await profile(one.id, other)).body.user.email).toBe(one.email)
    expect((await profile(one.id, other)).body.posts[0].created_by.email).toBe(one.email)
  })

  it('has a hundred posts per page', async () => {
    const [person, reader] = [await makePerson(db), await makePerson(db)]
    await db.insert(posts).values(
      Array.from({ length: 101 }, (_, n) => ({
        id: uuidv7(),
        authorId: person.id,
        body: String(n),
        createdAt: new Date(Date.now() + n),
      })),
    )
    const pageOf = async (query: string) => (await profile(person.id, reader, query)).body.posts
    expect(await pageOf('')).toHaveLength(100)
    expect((await pageOf('?page=2')).map((post: Post) => post.body)).toEqual(['0'])
    expect((await profile(person.id, reader, '?page=3')).status).toBe(404)
    expect((await profile(person.id, reader, '?page=0')).status).toBe(400)
  })

  it('shows a deleted person by the data of their row, and keeps their posts', async () => {
    const [person, reader] = [
      await makePerson(db, { name: 'Удалённый пользователь', deletedAt: new Date() }),
      await makePerson(db),
    ]
    await db.insert(posts).values({ id: uuidv7(), authorId: person.id, body: 'осталось' })
    const { status, body } = await profile(person.id, reader)
    expect(status).toBe(200)
    expect(body.user.name).toBe('Удалённый пользователь')
    expect(body.posts[0].created_by.name).toBe('Удалённый пользователь')
    expect(body.can_send_friendship_request).toBe(false)
  })

  it('shows e-mails to colleagues', async () => {
    const [creator, employee] = [await makePerson(db), await makePerson(db)]
    await makeCompany(db, { creatorId: creator.id, employees: [employee.id] })
    expect((await profile(creator.id, employee)).body.user.email).toBe(creator.email)
  })
})
