import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { uuidv7 } from '#server/platform/database/ids.ts'
import { type TestServer, testServer } from '#server/test/app.ts'
import { makePerson } from '#server/test/factories.ts'
import { posts } from '../posts.tables.ts'
import { feedCounts } from './cached-counts.ts'

let server: TestServer
let db: TestServer['database']['db']
beforeAll(async () => {
  server = await testServer()
  db = server.database.db
})
afterAll(() => server.close())

const wanted = {
  text: null,
  categoryId: null,
  regionId: null,
  hashtagId: null,
  isRequest: true,
  friendsOf: null,
  mostLikedFirst: false,
}

test('an approximate count is refreshed every half minute', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const author = await makePerson(db)
  const write = () => db.insert(posts).values({ id: uuidv7(), authorId: author.id, body: 'Ищу липы', isRequest: true })
  const counts = feedCounts(db, () => {})
  await write()
  await counts.refresh(wanted)
  await write()
  vi.setSystemTime(Date.now() + 29_000)
  await counts.refresh(wanted)
  expect(await counts.roughly(wanted)).toBe(1)
  vi.setSystemTime(Date.now() + 2000)
  await counts.refresh(wanted)
  expect(await counts.roughly(wanted)).toBe(2)
})
