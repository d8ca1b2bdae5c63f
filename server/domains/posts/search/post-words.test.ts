import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { staffEmail, type TestServer, testServer } from '#server/test/app.ts'
import { makeCompany, makePerson, makeProduct } from '#server/test/factories.ts'
import { posts, postWords } from '../posts.tables.ts'
import { upsertProductPost } from '../writing/product-posts.service.ts'

let server: TestServer
let db: TestServer['database']['db']
let author: { id: string }
let staff: { id: string }
beforeAll(async () => {
  server = await testServer()
  db = server.database.db
  author = await makePerson(db, { name: 'Анна Лесная' })
  staff = await makePerson(db, { email: staffEmail })
})
afterAll(() => server.close())

const send = (path: string, body: object = {}, who = author) => server.send('POST', `/api/${path}`, body, who.id)
const write = async (body: string, more: object = {}) => (await send('posts/create/', { body, ...more })).body.id
const found = async (text: string) =>
  (await server.get(`/api/posts/?${new URLSearchParams({ search: text })}`, author.id)).body.count

/** Expects the stored counts to match the posts. */
async function expectCached() {
  const kept = await db
    .select()
    .from(postWords)
    .orderBy(sql`${postWords.word} collate "C"`)
  const said = await db
    .select({ word: sql<string>`word`, postsCount: sql<number>`ndoc` })
    .from(sql`ts_stat('select search_vector from posts where is_visible and not is_private')`)
    .orderBy(sql`word collate "C"`)
  expect(kept).toEqual(said)
  expect(kept.length).toBeGreaterThan(0)
}

it('counts the posts with a word in all its forms, and is updated with every change of the posts', async () => {
  const first = await write('Ищу саженцы ёлки')
  await write('Ёлки, елки и ещё раз ёлку!')
  const hidden = await write('Про ёлку тайно', { is_private: 'true' })
  expect([await found('елка'), await found('ЁЛКОЙ'), await found('лесная'), await found('саженцев ёлки')]).toEqual([
    3, 3, 3, 1,
  ])
  await expectCached()

  await send(`posts/${first}/like/`)
  await send(`staff/reports/${first}/hide/`, { reason: 'Реклама' }, staff)
  expect(await found('ёлка')).toBe(2)
  await expectCached()
  await send(`staff/reports/${first}/restore/`, { reason: 'Ошибка' }, staff)
  expect(await found('ёлка')).toBe(3)
  await expectCached()

  await db.update(posts).set({ isPrivate: false }).where(eq(posts.id, hidden))
  await expectCached()
  await server.send('DELETE', `/api/posts/${first}/delete/`, undefined, author.id)
  expect(await found('ёлка')).toBe(2)
  await expectCached()

  await send('editprofile/', { name: 'Анна Полевая', email: 'anna@dendro.test' })
  expect([await found('лесная'), await found('полевой')]).toEqual([0, 2])
  await expectCached()
})

it('counts posts that are created and deleted in bulk', async () => {
  const company = await makeCompany(db, { creatorId: author.id })
  const products = await Promise.all(
    [1, 2, 3].map(() => makeProduct(db, { companyId: company.id, genus: 'Катальпа', createdById: author.id })),
  )
  await db.transaction(async tx => {
    for (const { id } of products) await upsertProductPost(tx, { productId: id })
  })
  expect(await found('катальпы')).toBe(3)
  await expectCached()
  await db.delete(posts)
  expect(await found('катальпа')).toBe(0)
  expect(await db.select().from(postWords)).toEqual([])
})

it('loses no word of posts that are written and hidden at the same time', async () => {
  const ids = await Promise.all(Array.from({ length: 20 }, (_, n) => write(`Липа, клён, дуб и вяз номер ${n}`)))
  const answers = await Promise.all([
    ...ids.slice(0, 10).map(id => send(`staff/reports/${id}/hide/`, { reason: 'Повтор' }, staff)),
    ...Array.from({ length: 10 }, () => send('posts/create/', { body: 'Вяз, дуб, клён, липа' })),
  ])
  expect(answers.filter(({ status }) => status >= 400)).toEqual([])
  expect(await found('клёны')).toBe(20)
  await expectCached()
})
