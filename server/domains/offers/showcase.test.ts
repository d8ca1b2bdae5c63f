import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestServer, testServer } from '#server/test/app.ts'
import { makeCompany, makeProduct } from '#server/test/factories.ts'
import { mixed } from './showcase.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const of = (companyId: number, count: number, photos = 0) =>
  Array.from({ length: count }, (_, at) => ({
    id: companyId * 1000 + at,
    companyId,
    hasPhotos: at < photos,
    coverKey: '',
  }))
const companiesIn = (ids: number[]) => {
  const counts = Map.groupBy(ids, id => Math.floor(id / 1000))
  return Object.fromEntries([...counts].map(([company, list]) => [company, list.length]))
}

it('one price list does not fill the home page while others offer something', () => {
  const many = [...of(1, 24), ...[2, 3, 4, 5, 6, 7, 8, 9].flatMap(company => of(company, 24))]
  expect(mixed(many)).toHaveLength(12)
  expect(Math.max(...Object.values(companiesIn(mixed(many))))).toBeLessThanOrEqual(3)
  // Where there are no others, more of one.
  expect(companiesIn(mixed([...of(1, 24), ...of(2, 2)]))).toEqual({ 1: 10, 2: 2 })
  expect(mixed([])).toEqual([])
})

it('photos come before drawings', () => {
  const ids = mixed([...of(1, 3, 1), ...of(2, 3, 2), ...of(3, 3)])
  expect(ids.slice(0, 3)).toEqual([1000, 2000, 2001])
})

it('shows published products alone, each category with a picture, and where companies are', async () => {
  const { db } = server.database
  const company = await makeCompany(db)
  const shown = await makeProduct(db, { companyId: company.id })
  const hidden = await makeProduct(db, { companyId: company.id, isApproved: false })
  const { status, body } = await server.get('/api/showcase/')
  expect(status).toBe(200)
  const ids = body.products.map(({ id }: { id: number }) => id)
  expect(ids).toContain(shown.id)
  expect(ids).not.toContain(hidden.id)
  const team = body.teams.find(({ id }: { id: number }) => id === company.id)
  expect(team).toMatchObject({ products_count: 1, pictures: [expect.stringContaining('/media/')] })
  const { body: categories } = await server.get('/api/products/categories/')
  expect(body.categories.map(({ slug }: { slug: string }) => slug)).toEqual(
    categories.map(({ slug }: { slug: string }) => slug),
  )
  for (const { products_count, get_thumbnail } of body.categories)
    expect(get_thumbnail === null).toBe(products_count === 0)
})
