import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { latestActions } from '#contract/moderation/overview.ts'
import { accountCleanup } from '#server/domains/accounts/accounts.jobs.ts'
import { articles } from '#server/domains/publications/publications.tables.ts'
import { otherStaffEmail, staffEmail, type TestServer, testServer } from '#server/test/app.ts'
import { makeCompany, makePerson, makeProduct } from '#server/test/factories.ts'

let server: TestServer
let staff: Awaited<ReturnType<typeof makePerson>>
let colleague: Awaited<ReturnType<typeof makePerson>>

beforeAll(async () => {
  server = await testServer()
  const { db } = server.database
  staff = await makePerson(db, { email: staffEmail, name: 'Первый модератор' })
  colleague = await makePerson(db, { email: otherStaffEmail, name: 'Второй модератор' })
})
afterAll(() => server.close())

const send = (path: string, body: object | undefined, who = staff) => server.send('POST', `/api/${path}`, body, who.id)

it('the journal shows who did what, when and why, newest first, for one kind or all', async () => {
  const { db } = server.database
  const person = await makePerson(db, { name: 'Пётр' })
  const company = await makeCompany(db, { name: 'Роща' })
  await send(`staff/people/${person.id}/block/`, { reason: 'Обман' })
  await send(`staff/companies/${company.id}/block/`, { reason: 'Чужие снимки' }, colleague)
  await send(`staff/people/${person.id}/unblock/`, { reason: 'Разобрались' }, colleague)
  const journal = async (query = '') => (await server.get(`/api/staff/journal/?${query}`, staff.id)).body
  const all = await journal()
  expect(all).toMatchObject({ count: 3, next: null, previous: null })
  expect(all.results[1]).toEqual({
    id: expect.any(String),
    staff: { id: colleague.id, name: 'Второй модератор' },
    action: 'block',
    subject: 'company',
    subject_id: String(company.id),
    subject_name: 'Роща',
    reason: 'Чужие снимки',
    created_at: expect.stringMatching(/Z$/),
  })
  const people = await journal('subject=person')
  expect(people.results).toMatchObject([
    { action: 'unblock', subject_name: 'Пётр', staff: { id: colleague.id } },
    { action: 'block', subject_id: person.id, staff: { id: staff.id } },
  ])
  expect((await journal('subject=person&page_size=1&page=2')).results).toMatchObject([{ action: 'block' }])
  expect(await journal('subject=genus')).toMatchObject({ count: 0, results: [] })
  for (const [query, status] of [
    ['page=2', 404],
    ['subject=tree', 400],
  ] as const)
    expect((await server.get(`/api/staff/journal/?${query}`, staff.id)).status).toBe(status)
})

it('the overview counts what is waiting and shows the last actions', async () => {
  const { db } = server.database
  const overview = async () => (await server.get('/api/staff/overview/', staff.id)).body
  const before = await overview()
  await makeProduct(db, { isApproved: false, publishedAt: null })
  await makeProduct(db, { isApproved: false, review: 'returned' })
  await makeProduct(db)
  const slugs = ['chernovik', 'statya']
  await db
    .insert(articles)
    .values(
      slugs.map((slug, index) => ({ slug, name: slug, authorName: 'Автор', publishedAt: index ? new Date() : null })),
    )
  const { body: post } = await send('posts/create/', { body: 'Запись' })
  for (const who of [colleague, await makePerson(db)]) await send(`posts/${post.id}/report/`, undefined, who)
  await db.transaction(tx => accountCleanup.send(tx, [{ data: {} }]))
  await db.execute(sql`update pgboss.job set state = 'failed', completed_on = now()`)
  await db.transaction(tx => accountCleanup.send(tx, [{ data: {} }]))
  expect(await overview()).toMatchObject({
    listings_waiting: before.listings_waiting + 1,
    posts_reported: before.posts_reported + 1,
    articles_drafted: before.articles_drafted + 1,
    jobs_waiting: before.jobs_waiting + 1,
    jobs_failed: before.jobs_failed + 1,
  })
  for (let n = 0; n < latestActions; n++) {
    await send(`staff/reports/${post.id}/${n % 2 ? 'restore' : 'hide'}/`, { reason: `Причина ${n}` })
  }
  const { latest, posts_reported } = await overview()
  expect(posts_reported).toBe(before.posts_reported)
  expect(latest.map((entry: { reason: string }) => entry.reason)).toEqual(
    Array.from({ length: latestActions }, (_, n) => `Причина ${latestActions - 1 - n}`),
  )
})
