import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { staffEmail, type TestServer, testServer } from '#server/test/app.ts'
import { makeCompany, makeFriends, makePerson } from '#server/test/factories.ts'
import { openStream } from '#server/test/streams.ts'
import { companies, companyMembers } from './companies.tables.ts'

let server: TestServer
let db: TestServer['database']['db']
let base: string
let staff: Person
beforeAll(async () => {
  server = await testServer()
  db = server.database.db
  staff = await makePerson(db, { email: staffEmail })
  base = await server.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => server.close())

type Person = Awaited<ReturnType<typeof makePerson>>

async function call(who: Person, method: 'GET' | 'POST', path: string, body?: object) {
  const answer =
    method === 'GET' ? server.get(`/api/${path}`, who.id) : server.send(method, `/api/${path}`, body, who.id)
  const { status, body: got } = await answer
  expect([status, path]).toEqual([expect.toSatisfy(code => code < 300), path])
  return got
}

/** Collects Igor's User from every response in which another person sees him. */
async function everywhere() {
  const [igor, reader] = [await makePerson(db, { name: 'Игорь Малахов' }), await makePerson(db)]
  const post = (await call(igor, 'POST', 'posts/create/', { body: 'Первый снег' })).id
  await call(igor, 'POST', `posts/${post}/comment/`, { body: 'И метель' })
  await call(igor, 'POST', `friends/${reader.id}/request/`)
  const friend = await makePerson(db)
  await makeFriends(db, igor, friend)
  const chat = (await call(reader, 'GET', `chat/${igor.id}/get-or-create/`)).id
  await call(igor, 'POST', `chat/${chat}/send/`, { body: 'Здравствуйте' })
  const isIgor = ({ id }: { id: string }) => id === igor.id
  const places: Record<string, () => Promise<any>> = {
    feed: async () => (await call(reader, 'GET', 'posts/')).results[0].created_by,
    'feed by search': async () => (await call(reader, 'GET', 'posts/?search=снег')).results[0].created_by,
    post: async () => (await call(reader, 'GET', `posts/${post}/`)).post.created_by,
    comment: async () => (await call(reader, 'GET', `posts/${post}/`)).post.comments[0].created_by,
    profile: async () => (await call(reader, 'GET', `posts/profile/${igor.id}/`)).user,
    'own profile': async () => (await call(igor, 'GET', `posts/profile/${igor.id}/`)).user,
    search: async () => (await call(reader, 'POST', 'search/', { query: 'Игорь' })).users.find(isIgor),
    'search by a name like it': async () =>
      (await call(reader, 'POST', 'search/', { query: 'Молахов' })).users.find(isIgor),
    'page of friends': async () => (await call(reader, 'GET', `friends/${igor.id}/`)).user,
    friends: async () => (await call(reader, 'GET', `friends/${friend.id}/`)).friends[0],
    request: async () => (await call(reader, 'GET', `friends/${reader.id}/`)).requests[0].created_by,
    conversations: async () => (await call(reader, 'GET', 'chat/'))[0].users.find(isIgor),
    message: async () => (await call(reader, 'GET', `chat/${chat}/`)).messages[0].created_by,
  }
  const teams = async () =>
    Object.fromEntries(
      await Promise.all(Object.entries(places).map(async ([place, find]) => [place, (await find()).team] as const)),
    )
  const all = (team: object | null) => Object.fromEntries(Object.keys(places).map(place => [place, team]))
  return { igor, reader, post, chat, teams, all }
}

it("a company's current name is shown beside its people's names as long as they belong to it", async () => {
  const { igor, reader, teams, all } = await everywhere()
  expect(await teams()).toEqual(all(null))

  const company = await makeCompany(db, { name: 'Питомник «Верей», Тверь' })
  const creator = { id: company.creatorId } as Person
  const team = { id: company.id, company_name: company.name, is_verified: false }
  await call(creator, 'POST', 'teams/add_member/', { email: igor.email })
  expect(await teams()).toEqual(all(team))
  expect((await call(reader, 'GET', `posts/profile/${creator.id}/`)).user.team).toEqual(team)

  const seen = { company_name: company.name, team_zipcode: company.inn, team_country: company.country }
  await call(staff, 'POST', `staff/companies/${company.id}/verify/`, { note: 'Сверено', was: seen })
  expect(await teams()).toEqual(all({ ...team, is_verified: true }))
  await call(staff, 'POST', `staff/companies/${company.id}/correct/`, {
    ...{ company_name: 'Верей и сыновья', team_zipcode: company.inn, team_country: company.country },
    ...{ reason: 'По письму', was: seen },
  })
  const renamed = { ...team, company_name: 'Верей и сыновья', is_verified: true }
  expect(await teams()).toEqual(all(renamed))
  await db.update(companies).set({ reviewsCount: 2, ratingsSum: 9 }).where(eq(companies.id, company.id))
  expect(await teams()).toEqual(all(renamed))
  await db.update(companies).set({ reviewsCount: 3, ratingsSum: 13 }).where(eq(companies.id, company.id))
  expect(await teams()).toEqual(all({ ...renamed, rating: 4.3, reviews_count: 3 }))

  await call(staff, 'POST', `staff/companies/${company.id}/block/`, { reason: 'Обман' })
  expect(await teams()).toEqual(all(null))
  await call(staff, 'POST', `staff/companies/${company.id}/unblock/`, { reason: 'Разобрались' })
  expect((await teams()).feed.company_name).toBe('Верей и сыновья')

  await call(igor, 'POST', 'teams/leave/')
  expect(await teams()).toEqual(all(null))
  const other = await makeCompany(db, { name: 'Роща', employees: [igor.id] })
  expect(await teams()).toEqual(all({ id: other.id, company_name: 'Роща', is_verified: false }))
  // Directly from one company to another whose row the same transaction wrote.
  const next = await makeCompany(db, { name: 'Дубрава' })
  await db.update(companies).set({ about: 'Деревья' })
  expect((await teams()).feed.id).toBe(other.id)
  await db.update(companyMembers).set({ companyId: next.id }).where(eq(companyMembers.userId, igor.id))
  expect(await teams()).toEqual(all({ id: next.id, company_name: 'Дубрава', is_verified: false }))
  await db.delete(companies).where(eq(companies.id, next.id))
  expect(await teams()).toEqual(all(null))
})

it('live events name the company too, as do a new post and the response to a message', async () => {
  const { igor, reader, post, chat } = await everywhere()
  const { id, name } = await makeCompany(db, { employees: [igor.id] })
  const team = { id, company_name: name, is_verified: false }
  const { events } = await openStream(server, base, reader.id, [post])
  expect((await call(igor, 'POST', `posts/${post}/comment/`, { body: 'Ещё' })).created_by.team).toEqual(team)
  expect((await call(igor, 'POST', `chat/${chat}/send/`, { body: 'Ещё' })).created_by.team).toEqual(team)
  expect((await call(igor, 'POST', 'posts/create/', { body: 'Ещё' })).created_by.team).toEqual(team)
  await vi.waitFor(() => {
    expect(events).toContainEqual(
      expect.objectContaining({ comment: expect.objectContaining({ created_by: expect.objectContaining({ team }) }) }),
    )
    expect(events).toContainEqual(
      expect.objectContaining({ message: expect.objectContaining({ created_by: expect.objectContaining({ team }) }) }),
    )
  }, 5000)
})
