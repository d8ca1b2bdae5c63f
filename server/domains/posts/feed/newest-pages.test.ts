import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Post } from '#contract/posts.ts'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import { companies } from '#server/domains/companies/companies.tables.ts'
import { friendships } from '#server/domains/friends/friends.tables.ts'
import { products } from '#server/domains/products/products.tables.ts'
import { uuidv7 } from '#server/platform/database/ids.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { publicUrl, staffEmail, type TestServer, testServer } from '#server/test/app.ts'
import { makeCompany, makeFriends, makeMedia, makePerson, makeProduct } from '#server/test/factories.ts'
import { postAttachments, posts } from '../posts.tables.ts'
import { postPresenter } from './feed.service.ts'
import { newestPages } from './newest-pages.ts'

let server: TestServer
let db: TestServer['database']['db']
let other: FastifyInstance
const readers: Record<string, string> = {}
let author: { id: string }
let product: { id: number; companyId: number }
let pictured = ''

beforeAll(async () => {
  server = await testServer()
  db = server.database.db
  other = await server.another()
  author = await makePerson(db)
  const colleague = await makePerson(db)
  const friend = await makePerson(db)
  await makeFriends(db, author, friend)
  const company = await makeCompany(db, { creatorId: author.id, employees: [colleague.id] })
  const made = await makeProduct(db, { companyId: company.id })
  product = { id: made.id, companyId: company.id }
  const staff = await makePerson(db, { email: staffEmail })
  const stranger = await makePerson(db)
  for (const [name, person] of Object.entries({ author, colleague, friend, staff, stranger })) readers[name] = person.id
  pictured = uuidv7()
  await db.insert(posts).values([
    { id: uuidv7(), authorId: author.id, body: 'В продаже', productId: made.id },
    { id: pictured, authorId: author.id, body: 'Со снимком «и кавычками» "\\\n' },
    { id: uuidv7(), authorId: author.id, body: 'Для друзей', isPrivate: true },
    { id: uuidv7(), authorId: stranger.id, body: 'От другого' },
  ])
  await db
    .insert(postAttachments)
    .values({ id: uuidv7(), postId: pictured, mediaKey: await makeMedia(db), position: 0 })
})
afterAll(async () => {
  await other.close()
  await server.close()
})

async function read(app: FastifyInstance, path: string, reader: string) {
  const response = await app.inject({ url: path, headers: { authorization: await server.bearer(reader) } })
  expect(response.statusCode).toBe(200)
  return response.json()
}

/**
 * Expects every reader's page, in both processes and on repeated requests, to show the same as the posts' own
 * addresses. Returns all pages.
 */
async function expectNow(): Promise<unknown[]> {
  const pages: unknown[] = []
  for (const reader of Object.values(readers)) {
    const page = await read(other, '/api/posts/', reader)
    expect(page.results).toHaveLength(page.count)
    for (const shown of page.results as Post[]) {
      const { comments: _comments, ...post } = (await read(other, `/api/posts/${shown.id}/`, reader)).post
      expect(shown).toEqual(post)
    }
    for (let time = 0; time < 2; time++) expect(await read(server.app, '/api/posts/', reader)).toEqual(page)
    pages.push(page)
  }
  return pages
}

describe('the newest page', () => {
  it('shows people the posts that they may see', async () => {
    await expectNow()
    const seen = async (reader: string) => {
      const { results } = await read(server.app, '/api/posts/', readers[reader] ?? '')
      const announced = (results as Post[]).find(post => post.product !== null)
      return [results.length, announced?.created_by.email !== '', announced?.can.remove]
    }
    expect(await seen('author')).toEqual([4, true, true])
    expect(await seen('colleague')).toEqual([3, true, false])
    expect(await seen('friend')).toEqual([4, true, false])
    expect(await seen('staff')).toEqual([3, false, true])
    expect(await seen('stranger')).toEqual([3, false, false])
  })

  it.each<[string, () => Promise<unknown>]>([
    ['a like', () => server.send('POST', `/api/posts/${pictured}/like/`, undefined, readers.friend)],
    ['a comment', () => server.send('POST', `/api/posts/${pictured}/comment/`, { body: 'Хорошо' }, readers.stranger)],
    ['a new name', () => db.update(users).set({ name: 'Новое Имя' }).where(eq(users.id, author.id))],
    [
      'a new picture of a person',
      async () =>
        db
          .update(users)
          .set({ avatarKey: await makeMedia(db) })
          .where(eq(users.id, author.id)),
    ],
    ['another price', () => db.update(products).set({ priceKopecks: 77_700 }).where(eq(products.id, product.id))],
    [
      'another name of a company',
      () => db.update(companies).set({ name: 'Другой питомник' }).where(eq(companies.id, product.companyId)),
    ],
    ['the end of a friendship', () => db.delete(friendships)],
    ['a friendship', () => makeFriends(db, author, { id: readers.stranger ?? '' })],
    ['a product taken down', () => db.update(posts).set({ isVisible: false }).where(eq(posts.productId, product.id))],
    ['a deleted post', () => server.send('DELETE', `/api/posts/${pictured}/delete/`, undefined, author.id)],
  ])('is updated after %s', async (_, change) => {
    const before = await expectNow()
    await change()
    expect(await expectNow()).not.toEqual(before)
  })

  it('reads a new post once for all who ask at once, and none of those that it has', async () => {
    const present = postPresenter({ db, media: server.media, publicUrl })
    const read: string[][] = []
    const pageOf = newestPages(
      db,
      async (reading, actor, rows) => {
        read.push(rows.map(({ body }) => body))
        return present(reading, actor, rows)
      },
      3,
    )
    const person = (id: string): Actor => ({ id, companyId: null, isStaff: false, silences: 0 })
    const ask = (id: string) => pageOf(person(id), async () => ({ count: 9, next: null, previous: null }))
    const strangers = (await Promise.all(Array.from({ length: 4 }, () => makePerson(db)))).map(({ id }) => id)
    const send = (body: string, who = strangers[0]) => server.send('POST', '/api/posts/create/', { body }, who)
    for (const body of ['Раз', 'Два', 'Три']) await send(body, readers.stranger)
    const others = strangers.slice(1)
    await ask(others[0] ?? '')
    expect(read.splice(0)).toEqual([expect.arrayContaining(['Раз', 'Два', 'Три'])])
    await send('Всем сразу')
    const pages = await Promise.all([...others, ...others].map(ask))
    expect(read).toEqual([['Всем сразу']])
    for (const page of pages) expect(JSON.parse(page.json).results[0].body).toBe('Всем сразу')
  })

  it('shows the current age of posts', async () => {
    const ages = async () =>
      (await read(server.app, '/api/posts/', author.id)).results.map((post: Post) => post.created_at_formatted)
    expect(await ages()).toContain('0 minutes')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 65 * 60_000 })
    onTestFinished(() => void vi.useRealTimers())
    expect(await ages()).toContain('1 hour, 5 minutes')
    expect(await ages()).not.toContain('0 minutes')
  })
})
