import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type TestServer, testServer } from '#server/test/app.ts'
import { lookupId, makeCompany, makePerson, makeProduct } from '#server/test/factories.ts'

let server: TestServer

beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

it('lists all products of the company with the data of their pages, newest first', async () => {
  const { db } = server.database
  const [employee, other] = [(await makePerson(db)).id, (await makePerson(db)).id]
  const company = await makeCompany(db, { employees: [employee, other] })
  const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute))
  const older = await makeProduct(db, { companyId: company.id, createdAt: at(1), publishedAt: at(9) })
  const hidden = await makeProduct(db, {
    companyId: company.id,
    createdAt: at(2),
    isApproved: false,
    assignedToId: employee,
    images: 3,
    zoneId: await lookupId(db, 'winter_hardiness', '4'),
    rootPackagingId: await lookupId(db, 'root_packaging', 'container'),
    crownShapeId: await lookupId(db, 'crown_shape', 'conical'),
  })
  const newest = await makeProduct(db, { companyId: company.id, createdAt: at(2), images: 1 })
  await makeProduct(db)

  for (const userId of [company.creatorId, employee, other]) {
    const { body } = await server.get('/api/products/my_products/', userId)
    expect(body.map((product: { id: number }) => product.id)).toEqual([newest.id, hidden.id, older.id])
    for (const product of body) {
      expect((await server.get(`/api/products/hvoynye/${product.slug}/`, userId)).body).toEqual(product)
    }
  }
  const canOf = async (userId: string) =>
    (await server.get('/api/products/my_products/', userId)).body.map((product: { can: unknown }) => product.can)
  const [none, all] = [
    { edit: false, assign: false },
    { edit: true, assign: true },
  ]
  expect(await canOf(company.creatorId)).toEqual([all, all, all])
  expect(await canOf(employee)).toEqual([none, { edit: true, assign: false }, none])
  expect(await canOf(other)).toEqual([none, none, none])
})

it('is empty without a company', async () => {
  const person = await makePerson(server.database.db)
  const { status, body } = await server.get('/api/products/my_products/', person.id)
  expect([status, body]).toEqual([200, []])
})

it('makes the same number of queries for one product and for many', async () => {
  const { db } = server.database
  const company = await makeCompany(db)
  // The first request of a person makes their session.
  await server.bearer(company.creatorId)
  const asked = vi.spyOn((db as unknown as { session: { prepareQuery: () => unknown } }).session, 'prepareQuery')
  const queries = async () => {
    await makeProduct(db, { companyId: company.id, images: 2 })
    asked.mockClear()
    await server.get('/api/products/my_products/', company.creatorId)
    return asked.mock.calls.length
  }
  const one = await queries()
  expect(one).toBeGreaterThan(2)
  for (let n = 0; n < 5; n++) expect(await queries()).toBe(one)
  asked.mockRestore()
})
