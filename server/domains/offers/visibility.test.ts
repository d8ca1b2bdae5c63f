import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { staffEmail, type TestServer, testServer } from '#server/test/app.ts'
import { makeCompany, makePerson, makeProduct } from '#server/test/factories.ts'
import { productSlugs, products } from '../products/products.tables.ts'

let server: TestServer
let companyId: number
let hidden: Awaited<ReturnType<typeof makeProduct>>
let shown: Awaited<ReturnType<typeof makeProduct>>
const people: Record<Actor, string | undefined> = {
  visitor: undefined,
  member: undefined,
  employee: undefined,
  assigned: undefined,
  creator: undefined,
  staff: undefined,
  'other company’s employee': undefined,
  'other company’s creator': undefined,
}

const actors = [
  'visitor',
  'member',
  'employee',
  'assigned',
  'creator',
  'staff',
  'other company’s employee',
  'other company’s creator',
] as const
type Actor = (typeof actors)[number]

const colleagues: readonly Actor[] = ['employee', 'assigned', 'creator']
const mayRead: readonly Actor[] = [...colleagues, 'staff']

beforeAll(async () => {
  server = await testServer()
  const { db } = server.database
  const person = async (email?: string) => (await makePerson(db, email ? { email } : {})).id
  people.member = await person()
  people.staff = await person(staffEmail.toUpperCase())
  people.employee = await person()
  people.assigned = await person()
  people.creator = await person()
  people['other company’s employee'] = await person()
  people['other company’s creator'] = await person()
  companyId = (await makeCompany(db, { creatorId: people.creator, employees: [people.employee, people.assigned] })).id
  const other = await makeCompany(db, {
    creatorId: people['other company’s creator'],
    employees: [people['other company’s employee']],
  })
  hidden = await makeProduct(db, {
    companyId,
    genus: 'Сосна',
    species: 'тайная',
    isApproved: false,
    images: 1,
    assignedToId: people.assigned,
  })
  await db.insert(productSlugs).values({ slug: 'sosna-prezhnyaya', productId: hidden.id })
  shown = await makeProduct(db, { companyId, genus: 'Сосна', species: 'явная', images: 1 })
  await makeProduct(db, { companyId: other.id, genus: 'Сосна', species: 'чужая' })
})
afterAll(() => server.close())

/** Paths of calls that return a single product, by name. */
const single: Record<string, (slug: string) => string> = {
  product: slug => `/api/products/hvoynye/${slug}/`,
  images: slug => `/api/products/${slug}/images/`,
  related: slug => `/api/products/hvoynye/${slug}/related/`,
  address: slug => `/api/products/address/${slug}/`,
}

/** Calls whose responses may list the product, and the actors who find the unpublished one there. */
const lists: Record<string, { path: () => string; seenBy: readonly Actor[] }> = {
  latest: { path: () => '/api/products/latest/', seenBy: [] },
  category: { path: () => '/api/products/hvoynye/', seenBy: [] },
  'category, filtered': { path: () => '/api/products/hvoynye/?search=сосна', seenBy: [] },
  search: { path: () => '/api/products/?search=тайная', seenBy: [] },
  'everything of the search': { path: () => '/api/products/', seenBy: [] },
  'related to another': { path: () => `/api/products/hvoynye/${shown.slug}/related/`, seenBy: [] },
  get_all_products: { path: () => `/api/products/get_all_products/${companyId}/`, seenBy: colleagues },
  sitemap: { path: () => '/sitemaps/products-1.xml', seenBy: [] },
}

const cases = actors.flatMap(actor => Object.keys(single).map(name => ({ actor, name })))
const listCases = actors.flatMap(actor => Object.keys(lists).map(name => ({ actor, name })))

describe('an unpublished product', () => {
  it.each(cases)('$name, requested by: $actor', async ({ actor, name }) => {
    for (const slug of [hidden.slug, 'sosna-prezhnyaya']) {
      const { status, text, body } = await server.get(single[name]?.(slug) ?? '', people[actor])
      if (mayRead.includes(actor)) {
        expect(status).toBe(200)
      } else {
        expect(status).toBe(404)
        expect(body.code).toBe('NOT_FOUND')
        // The same response as for a product that never existed.
        const never = await server.get(single[name]?.('nikogda-ne-bylo') ?? '', people[actor])
        expect(body).toEqual(never.body)
        expect(text).not.toContain('тайная')
      }
    }
  })

  it.each(listCases)('$name, read by: $actor', async ({ actor, name }) => {
    const list = lists[name]
    const { status, text } = await server.get(list?.path() ?? '', people[actor])
    expect(status).toBe(200)
    expect(text.includes(hidden.slug) || text.includes(hidden.name)).toBe(list?.seenBy.includes(actor))
    // The published product is in every list, except in those that do not ask for it.
    if (!['search', 'related to another'].includes(name)) expect(text).toContain(shown.slug)
  })

  it('is not counted anywhere, for any actor', async () => {
    for (const actor of actors) {
      const { body: categories } = await server.get('/api/products/categories/', people[actor])
      expect(categories.find((one: { slug: string }) => one.slug === 'hvoynye').products_count).toBe(2)
      expect((await server.get('/api/products/hvoynye/', people[actor])).body.count).toBe(2)
      expect((await server.get('/api/products/', people[actor])).body.categories).toEqual([
        expect.objectContaining({ slug: 'hvoynye', products_count: 2 }),
      ])
    }
  })

  it('is marked as unpublished for those who see it', async () => {
    const { body } = await server.get(single.product?.(hidden.slug) ?? '', people.creator)
    expect(body).toMatchObject({ id: hidden.id, is_active: false })
    const all = await server.get(`/api/products/get_all_products/${companyId}/`, people.employee)
    expect(all.body.map((card: { is_active: boolean }) => card.is_active).toSorted()).toEqual([false, true])
  })

  it('is not served to visitors from a cache after its company has read it', async () => {
    const path = single.product?.(hidden.slug) ?? ''
    for (const actor of ['creator', 'visitor', 'staff', 'visitor', 'employee', 'member'] as const) {
      expect((await server.get(path, people[actor])).status).toBe(mayRead.includes(actor) ? 200 : 404)
    }
    const companyPath = `/api/products/get_all_products/${companyId}/`
    expect((await server.get(companyPath, people.creator)).body).toHaveLength(2)
    expect((await server.get(companyPath)).body).toHaveLength(1)
    expect((await server.get(companyPath, people.creator)).body).toHaveLength(2)
  })

  it('becomes visible to everybody when it is published and hidden when it is returned', async () => {
    const { db } = server.database
    const path = single.product?.(hidden.slug) ?? ''
    await db.update(products).set({ isApproved: true, publishedAt: new Date() }).where(eq(products.id, hidden.id))
    for (const actor of actors) expect((await server.get(path, people[actor])).status).toBe(200)
    expect((await server.get('/api/products/latest/')).body[0].id).toBe(hidden.id)
    await db.update(products).set({ isApproved: false }).where(eq(products.id, hidden.id))
    for (const actor of actors)
      expect((await server.get(path, people[actor])).status).toBe(mayRead.includes(actor) ? 200 : 404)
    expect((await server.get('/api/products/latest/')).text).not.toContain(hidden.slug)
  })
})
