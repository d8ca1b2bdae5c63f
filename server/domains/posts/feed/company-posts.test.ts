import { afterAll, beforeAll, expect, it } from 'vitest'
import { companyPostsMax } from '#contract/posts.ts'
import { type TestServer, testServer } from '#server/test/app.ts'
import { makeCompany, makePerson, makeProduct } from '#server/test/factories.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const write = (id: string, body: string, rest = {}) => server.send('POST', '/api/posts/create/', { body, ...rest }, id)

it('a company’s page shows the newest public posts of its people, and none of others', async () => {
  const { db } = server.database
  const [employee, reader, stranger] = [await makePerson(db), await makePerson(db), await makePerson(db)]
  const company = await makeCompany(db, { employees: [employee.id] })
  await makeProduct(db, { companyId: company.id, name: 'Туя' })
  await write(stranger.id, 'Чужая запись')
  await write(employee.id, 'Для друзей', { is_private: true })
  for (let n = 1; n <= companyPostsMax; n++) await write(employee.id, `Прививаем ${n}`)
  await write(company.creatorId, 'Открыли теплицу')
  const shown = async (id?: string) => server.get(`/api/teams/${company.id}/posts/`, id)
  const bodies = async (id: string) => (await shown(id)).body.map(({ body }: { body: string }) => body)
  expect(await bodies(reader.id)).toEqual([
    'Открыли теплицу',
    ...Array.from({ length: companyPostsMax - 1 }, (_, n) => `Прививаем ${companyPostsMax - n}`),
  ])
  expect((await shown()).status).toBe(401)

  await server.send('POST', `/api/people/${reader.id}/block/`, undefined, employee.id)
  expect(await bodies(reader.id)).toEqual(['Открыли теплицу'])
  expect((await server.get('/api/teams/999999/posts/', reader.id)).status).toBe(404)
})
