import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import { uuidv7 } from '#server/platform/database/ids.ts'
import { type TestServer, testServer } from '#server/test/app.ts'
import { makeFriends, makePerson } from '#server/test/factories.ts'

// More posts than are scanned one by one: the frequency of a word decides how its posts are found.
const count = 5600

/** For each word, which of the posts, numbered from the newest, contain it. */
const words: Record<string, (n: number) => boolean> = {
  повсюду: n => n % 3 === 0,
  местами: n => n % 70 === 1,
  редкость: n => n % 1100 === 2,
  давность: n => n > 5010,
  полугодие: n => n > 1000 && n <= 1400,
  подавно: n => n > 5590,
}

let server: TestServer
let reader: { id: string }
beforeAll(async () => {
  server = await testServer()
  const { db } = server.database
  const [friend, stranger] = [await makePerson(db), await makePerson(db)]
  reader = await makePerson(db)
  await makeFriends(db, reader, friend)
  const rows = Array.from({ length: count }, (_, n) => ({
    n,
    body: [n, ...Object.keys(words).filter(word => words[word]?.(n))].join(' '),
  }))
  // Over two hundred days; every tenth is private, half of these a friend's.
  await db.execute(sql`
    insert into posts (id, author_id, body, search_text, is_private, created_at)
    select gen_random_uuid(), case when n % 20 < 10 then ${friend.id} else ${stranger.id} end::uuid, body, body, n % 10 = 0,
      now() - n * interval '200 days' / ${count}
    from json_to_recordset(${JSON.stringify(rows)}::json) as row (n int, body text) order by md5(body)`)
  const people = Array.from({ length: 320 }, (_, n) => ({
    id: uuidv7(),
    email: `slav${n}@like.test`,
    name: `Мирославов ${n}`,
  }))
  await db.insert(users).values(people)
  await makePerson(db, { name: 'Мирослав Ёлкин' })
})
afterAll(() => server.close())

const numberOf = ({ body }: { body: string }) => Number.parseInt(body, 10)
const isVisible = (n: number) => n % 20 !== 10
const withWord = (word: string) =>
  Array.from({ length: count }, (_, n) => n).filter(n => words[word]?.(n) && isVisible(n))

it.each(Object.keys(words))('finds the newest posts with the word «%s» among very many', async word => {
  const { body } = await server.send('POST', '/api/search/', { query: word }, reader.id)
  expect(body.posts.map(numberOf)).toEqual(withWord(word).slice(0, 20))
})

it.each(Object.keys(words))('returns pages with all posts with the word «%s», each once', async word => {
  const expected = withWord(word)
  const pages = Math.ceil(Math.min(expected.length, 250) / 50)
  for (let page = 1; page <= pages; page++) {
    const { body } = await server.get(`/api/posts/?search=${word}&page=${page}&page_size=50`, reader.id)
    expect(body.count).toBe(expected.length)
    expect(body.results.map(numberOf)).toEqual(expected.slice((page - 1) * 50, page * 50))
  }
})

it('finds nothing for a word that no post has', async () => {
  const { status, body } = await server.send('POST', '/api/search/', { query: 'небывальщина' }, reader.id)
  expect([status, body]).toEqual([200, { users: [], posts: [] }])
})

it.each([
  ['Мирослав Ёл', 'Мирослав Ёлкин'],
  ['Мирослав Елкен', 'Мирослав Ёлкин'],
  ['СЛАВ ЁЛ', 'Мирослав Ёлкин'],
  ['ёл', 'Мирослав Ёлкин'],
])('finds the right person by «%s», also among hundreds with similar names', async (query, name) => {
  const { body } = await server.send('POST', '/api/search/', { query }, reader.id)
  const names = body.users.map((user: { name: string }) => user.name)
  expect(names[0]).toBe(name)
  expect(new Set(names).size).toBe(names.length)
  expect(names.length).toBeLessThanOrEqual(20)
})
