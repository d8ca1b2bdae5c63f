import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import { feedVersion, posts } from '#server/domains/posts/posts.tables.ts'
import { deleteProductsOfCompany, unassignLeaving } from '#server/domains/products/company-products.service.ts'
import { productSlugs, products } from '#server/domains/products/products.tables.ts'
import { type TestServer, testServer } from '#server/test/app.ts'
import { categoryId, makeCompany, makePerson, makeProduct } from '#server/test/factories.ts'

let server: TestServer
let conifers: number
let company: Awaited<ReturnType<typeof makeCompany>>
let creator: string
let employee: string

beforeAll(async () => {
  server = await testServer()
  conifers = await categoryId(server.database.db, 'hvoynye')
})
afterAll(() => server.close())

beforeEach(async () => {
  const { db } = server.database
  employee = (await makePerson(db)).id
  company = await makeCompany(db, { employees: [employee] })
  creator = company.creatorId
})

const smaragd = { genus: 'Туя', species: "западная 'Smaragd'" }
const unknown = { genus: 'Туя', species: 'западная неведомая' }

async function create(fields: Record<string, unknown>, userId = creator) {
  const { status, body } = await server.send(
    'POST',
    '/api/products/create/',
    { category: conifers, description: 'Ровные', ...fields },
    userId,
  )
  expect(status).toBe(201)
  return body
}
const edit = (body: { get_absolute_url: string }, fields: unknown, userId = creator) =>
  server.send('POST', `/api/products${body.get_absolute_url}edit/`, fields, userId)
const postsOf = (body: { id: number }) =>
  server.database.db
    .select({ id: posts.id, authorId: posts.authorId, body: posts.body, isVisible: posts.isVisible })
    .from(posts)
    .where(eq(posts.productId, body.id))
const postsCount = async (id: string) =>
  (await server.database.db.select().from(users).where(eq(users.id, id)))[0]?.postsCount

describe('the feed’s post of a product', () => {
  it('is created when the product is published, with the product’s creator as author', async () => {
    const body = await create(smaragd, employee)
    expect(await postsOf(body)).toEqual([
      { id: expect.any(String), authorId: employee, body: 'Ровные', isVisible: true },
    ])
    expect([await postsCount(employee), await postsCount(creator)]).toEqual([1, 0])
  })

  it('is not created for a product that awaits publication until it is published', async () => {
    const body = await create(unknown, employee)
    expect(await postsOf(body)).toEqual([])
    expect(await postsCount(employee)).toBe(0)
    // The creator publishes the employee's product.
    const { body: published } = await edit(body, smaragd)
    expect(await postsOf(published)).toEqual([expect.objectContaining({ authorId: employee, body: 'Ровные' })])
    expect([await postsCount(employee), await postsCount(creator)]).toEqual([1, 0])
  })

  it('has the current description, and is hidden while the product is', async () => {
    const body = await create(smaragd)
    const [post] = await postsOf(body)
    await edit(body, { description: 'Иначе' })
    expect(await postsOf(body)).toEqual([{ ...post, body: 'Иначе' }])
    await edit(body, { ...unknown, description: 'Втайне' })
    expect(await postsOf(body)).toEqual([{ ...post, body: 'Втайне', isVisible: false }])
    expect(await postsCount(creator)).toBe(0)
    await edit(body, { price: 5 })
    expect(await postsCount(creator)).toBe(0)
    await edit(body, smaragd)
    expect(await postsOf(body)).toEqual([{ ...post, body: 'Втайне' }])
    expect(await postsCount(creator)).toBe(1)
  })

  it('is not written if it does not change, so that no list of posts is invalidated', async () => {
    const { db } = server.database
    const body = await create(smaragd)
    const [before] = await db.select().from(feedVersion)
    await edit(body, { price: 5, s_height_to: 90 })
    expect(await db.select().from(feedVersion)).toEqual([before])
    await edit(body, { description: 'Иначе' })
    expect(await db.select().from(feedVersion)).not.toEqual([before])
  })

  it('is deleted with the product', async () => {
    const shown = await create(smaragd)
    const hidden = await create(smaragd)
    await edit(hidden, unknown)
    expect(await postsCount(creator)).toBe(1)
    for (const body of [hidden, shown]) {
      await server.send('DELETE', `/api/products${body.get_absolute_url}delete/`, undefined, creator)
      expect(await postsOf(body)).toEqual([])
    }
    expect(await postsCount(creator)).toBe(0)
  })
})

describe('products of a company', () => {
  it('are deleted with their posts when the company is deleted; their addresses stay reserved', async () => {
    const { db } = server.database
    const mine = [await create(smaragd), await create(smaragd), await create(unknown)]
    const theirs = await create(smaragd, employee)
    const other = await makeCompany(db)
    const { body: foreign } = await server.send(
      'POST',
      '/api/products/create/',
      { category: conifers, ...smaragd },
      other.creatorId,
    )
    await db.transaction(tx => deleteProductsOfCompany(tx, { companyId: company.id }))
    expect(await db.select().from(products).where(eq(products.companyId, company.id))).toEqual([])
    const ids = [...mine, theirs].map(body => body.id)
    expect(await db.select().from(posts).where(inArray(posts.productId, ids))).toEqual([])
    expect([await postsCount(creator), await postsCount(employee)]).toEqual([0, 0])
    expect([await postsCount(other.creatorId), (await postsOf(foreign)).length]).toEqual([1, 1])
    const kept = await db.select().from(productSlugs).where(eq(productSlugs.slug, theirs.slug))
    expect(kept).toEqual([{ slug: theirs.slug, productId: null }])
    // A company without products can be deleted too.
    await db.transaction(tx => deleteProductsOfCompany(tx, { companyId: company.id }))
  })

  it('become unassigned when the assigned person leaves, and only those', async () => {
    const { db } = server.database
    const theirs = await create(unknown, employee)
    const mine = await create({ ...unknown, assigned_to: creator })
    const elsewhere = await makeProduct(db, { assignedToId: employee })
    await db.transaction(tx => unassignLeaving(tx, { companyId: company.id, userId: employee }))
    const rows = await db
      .select()
      .from(products)
      .where(inArray(products.id, [theirs.id, mine.id, elsewhere.id]))
    const assignee = new Map(rows.map(row => [row.id, row.assignedToId]))
    expect([theirs, mine, elsewhere].map(({ id }) => assignee.get(id))).toEqual([null, creator, employee])
  })
})
