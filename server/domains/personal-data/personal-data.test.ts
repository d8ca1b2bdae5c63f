import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { conversations, messages } from '#server/domains/chat/chat.tables.ts'
import { companies, companyMembers } from '#server/domains/companies/companies.tables.ts'
import { notifications } from '#server/domains/notifications/notifications.tables.ts'
import { plants } from '#server/domains/plants/plants.tables.ts'
import { comments, postLikes, posts } from '#server/domains/posts/posts.tables.ts'
import { products } from '#server/domains/products/products.tables.ts'
import { savedPlants, savedSearches } from '#server/domains/saved-searches/saved-searches.tables.ts'
import { uploads } from '#server/domains/uploads/uploads.tables.ts'
import { uuidv7 } from '#server/platform/database/ids.ts'
import { as, emailsTo, login, type Member, newEmail, newMember, password, signUp } from '#server/test/accounts.ts'
import { type TestServer, testServer } from '#server/test/app.ts'
import { makeCompany, makeFriends, makeMedia, makePerson, makeProduct } from '#server/test/factories.ts'
import { confirmations, passwordResets, refreshTokens, users } from '../accounts/accounts.tables.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const remove = ({ access }: Member, secret: unknown = password) =>
  as(server, access, 'POST', '/api/me/delete/', { password: secret })

/** Adds all data that the product stores about a person. */
async function traces({ id }: Member) {
  const { db } = server.database
  await db.insert(notifications).values({ id: uuidv7(), recipientId: id, type: 'added_to_company' })
  const postId = uuidv7()
  await db.insert(posts).values({ id: postId, authorId: id, body: 'Ищу сосны' })
  await db.insert(comments).values({ id: uuidv7(), postId, authorId: id, body: 'Уже нашла' })
  await db.insert(postLikes).values({ postId, userId: id })
  const friend = await makePerson(db, { name: 'Подруга' })
  await makeFriends(db, { id }, friend)
  const conversationId = uuidv7()
  await db.insert(conversations).values({ id: conversationId, openedById: id, otherId: friend.id })
  await db.insert(messages).values([
    { id: uuidv7(), conversationId, authorId: id, number: 1, body: 'Есть сосны?' },
    { id: uuidv7(), conversationId, authorId: friend.id, number: 2, body: 'Чужие слова' },
  ])
  await db.insert(uploads).values({ id: uuidv7(), ownerId: id, mediaKey: await makeMedia(db) })
  await db
    .insert(savedSearches)
    .values({ id: uuidv7(), personId: id, name: 'Туи', query: 'search=%D1%82%D1%83%D1%8F', every: 'daily' })
  const [plant] = await db.select({ id: plants.id }).from(plants).limit(1)
  await db.insert(savedPlants).values({ personId: id, plantId: plant?.id ?? 0 })
}

it('me/data is a file with all data of the person, without those of others and secrets', async () => {
  const { db } = server.database
  const member = await newMember(server)
  const stranger = await newMember(server)
  for (const one of [member, stranger]) await traces(one)
  const company = await makeCompany(db, { creatorId: member.id, name: 'Питомник «Яуза»' })
  await makeProduct(db, { companyId: company.id, createdById: member.id, priceKopecks: 12_550 })
  const { body: key } = await as(server, member.access, 'POST', '/api/teams/api-keys/', { name: 'Для 1С' })
  const { status, headers, body, text } = await as(server, member.access, 'GET', '/api/me/data/')
  expect(status).toBe(200)
  expect(body.apiKeys).toEqual([{ name: 'Для 1С', createdAt: expect.stringMatching(/Z$/), lastUsedAt: null }])
  expect(text).not.toContain(key.key)
  expect(headers['content-disposition']).toBe('attachment; filename="dendro-data.json"')
  expect(headers['cache-control']).toBe('no-store')
  expect(body.profile).toMatchObject({ id: member.id, name: 'Анна Лесная', email: member.email })
  expect(body.company).toMatchObject({ company_name: 'Питомник «Яуза»', members: [{ id: member.id }] })
  expect(body.products).toMatchObject([{ price: 125.5, createdAt: expect.stringMatching(/Z$/) }])
  expect(body.posts).toMatchObject([{ body: 'Ищу сосны' }])
  expect(body.comments).toMatchObject([{ body: 'Уже нашла' }])
  expect(body.likes).toHaveLength(1)
  expect(body.friends).toMatchObject([{ name: 'Подруга' }])
  expect(body.friendshipRequests).toEqual([])
  expect(body.messages).toMatchObject([{ body: 'Есть сосны?' }])
  expect(text).not.toContain('Чужие слова')
  expect(body.notifications).toMatchObject([
    { body: 'Вас добавили в компанию. Теперь вы можете предлагать её растения.', readAt: null },
  ])
  expect(body.uploads).toMatchObject([{ get_image: expect.stringMatching(/-1280\.webp$/) }])
  expect(body.savedSearches).toMatchObject([{ name: 'Туи', query: expect.any(String), every: 'daily', told: [] }])
  expect(body.savedPlants).toMatchObject([{ plantId: expect.any(Number) }])
  expect(body.sessions).toHaveLength(1)
  expect(body.confirmations).toMatchObject([{ email: member.email }])
  expect(text).not.toMatch(/argon2|token|hash/i)
  expect(text).not.toContain(stranger.id)
})

it('me/delete needs the password', async () => {
  const member = await newMember(server)
  const wrong = await remove(member, 'wrong')
  expect(wrong).toMatchObject({
    status: 400,
    body: { fields: { password: [{ message: 'Неверный пароль', code: 'wrong' }] } },
  })
  expect((await remove(member, '')).body.fields.password[0].message).toBe('Не заполнен пароль')
  expect((await remove(member, 7)).status).toBe(400)
  expect((await login(server, member.email)).status).toBe(200)
})

it('me/delete leaves a row without personal data, and frees the address', async () => {
  const { db } = server.database
  const member = await newMember(server)
  await traces(member)
  await server.send('POST', '/api/password-reset/', { email: member.email })
  expect((await remove(member)).body).toEqual({ message: 'success' })

  const [row] = await db.select().from(users).where(eq(users.id, member.id))
  expect(row).toMatchObject({
    name: 'Удалённый пользователь',
    email: `deleted-${member.id}@deleted.invalid`,
    confirmedEmail: null,
    passwordHash: null,
    avatarKey: null,
    deletedAt: expect.any(Date),
  })
  for (const table of [refreshTokens, confirmations, passwordResets]) {
    expect(await db.select().from(table).where(eq(table.userId, member.id))).toEqual([])
  }
  expect(await db.select().from(notifications).where(eq(notifications.recipientId, member.id))).toEqual([])
  expect(await db.select().from(uploads).where(eq(uploads.ownerId, member.id))).toEqual([])
  expect(await db.select().from(savedSearches).where(eq(savedSearches.personId, member.id))).toEqual([])
  expect(await db.select().from(savedPlants).where(eq(savedPlants.personId, member.id))).toEqual([])
  expect(await emailsTo(server, member.email)).toEqual([])

  expect((await as(server, member.access, 'GET', '/api/me/')).status).toBe(401)
  expect((await server.send('POST', '/api/refresh/', { refresh: member.refresh })).status).toBe(401)
  expect((await login(server, member.email)).status).toBe(401)
  expect((await signUp(server, { email: member.email })).body).toEqual({ message: 'success' })
  const ghost = await signUp(server, { email: row?.email })
  expect(JSON.parse(ghost.body.message).email[0].code).toBe('unique')
})

it('me/delete removes the name from notifications of others, and leaves those about a namesake', async () => {
  const name = 'Анна 🌲 Лесная'
  const [member, namesake, reader] = [await newMember(server), await newMember(server), await newMember(server)]
  const tell = (who: Member, path: string, body?: object) => as(server, who.access, 'POST', `/api/${path}`, body)
  for (const who of [member, namesake]) await tell(who, 'editprofile/', { name, email: who.email })
  const [first, second] = [
    await tell(reader, 'posts/create/', { body: 'Первая' }),
    await tell(reader, 'posts/create/', { body: 'Вторая' }),
  ]
  await tell(member, `posts/${first.body.id}/like/`)
  await tell(namesake, `posts/${second.body.id}/like/`)
  await tell(member, `posts/${first.body.id}/comment/`, { body: 'Хорошо' })
  await tell(namesake, `friends/${reader.id}/request/`)
  await tell(reader, `friends/${member.id}/request/`)
  await tell(member, `friends/${reader.id}/rejected/`)
  expect((await remove(member)).body).toEqual({ message: 'success' })
  const { body } = await as(server, reader.access, 'GET', '/api/notifications/')
  expect(body.map((told: { body: string }) => told.body)).toEqual([
    'Удалённый пользователь отклоняет вашу просьбу о дружбе.',
    `${name} предлагает вам дружбу.`,
    'Удалённый пользователь комментирует вашу запись.',
    `${name} ставит «Нравится» вашей записи.`,
    'Удалённый пользователь ставит «Нравится» вашей записи.',
  ])
})

it('two concurrent deletions delete once', async () => {
  const member = await newMember(server)
  const answers = await Promise.all([remove(member), remove(member), remove(member)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401, 401])
})

it('the company passes to its earliest employee, or is closed with its products', async () => {
  const { db } = server.database
  const [creator, alone] = [await newMember(server), await newMember(server)]
  const [elder, younger] = [await makePerson(db), await makePerson(db)]
  const company = await makeCompany(db, { creatorId: creator.id, employees: [elder.id, younger.id] })
  const closing = await makeCompany(db, { creatorId: alone.id })
  await makeProduct(db, { companyId: closing.id })
  await db
    .update(companyMembers)
    .set({ joinedAt: sql`now() - interval '1 day'` })
    .where(eq(companyMembers.userId, younger.id))
  await db
    .update(companyMembers)
    .set({ joinedAt: sql`now() - interval '9 days'` })
    .where(eq(companyMembers.userId, elder.id))
  for (const member of [creator, alone]) expect((await remove(member)).status).toBe(200)

  const { body } = await server.get(`/api/teams/get_current_team/${company.id}/`)
  expect(body).toMatchObject({ created_by: { id: elder.id }, members: [{ id: elder.id }, { id: younger.id }] })
  expect((await server.get(`/api/teams/get_current_team/${closing.id}/`)).status).toBe(404)
  expect(await db.select().from(products).where(eq(products.companyId, closing.id))).toEqual([])
  expect(await db.select().from(companies).where(eq(companies.id, closing.id))).toEqual([])
})

it('a failure leaves the account as it was', async () => {
  const { db } = server.database
  const member = await newMember(server, newEmail())
  await db.execute(
    sql`create function refuse() returns trigger language plpgsql as 'begin raise exception ''no''; end'`,
  )
  await db.execute(
    sql`create trigger refuse before update of deleted_at on users for each row execute function refuse()`,
  )
  expect((await remove(member)).status).toBe(500)
  await db.execute(sql`drop trigger refuse on users`)
  expect((await server.send('POST', '/api/refresh/', { refresh: member.refresh })).status).toBe(200)
})
