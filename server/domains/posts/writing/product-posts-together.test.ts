import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import { products } from '#server/domains/products/products.tables.ts'
import { staffEmail, type TestServer, testServer } from '#server/test/app.ts'
import { makeCompany, makePerson, makeProduct } from '#server/test/factories.ts'
import { posts } from '../posts.tables.ts'
import { deleteProductPosts, upsertProductPost } from './product-posts.service.ts'

let server: TestServer
let db: TestServer['database']['db']
beforeAll(async () => {
  server = await testServer()
  db = server.database.db
})
afterAll(() => server.close())

const postsCount = async (id: string) =>
  (await db.select({ count: users.postsCount }).from(users).where(eq(users.id, id)))[0]?.count
const postOf = async (productId: number) => (await db.select().from(posts).where(eq(posts.productId, productId)))[0]

async function makeAnnounced() {
  const author = await makePerson(db)
  const company = await makeCompany(db, { creatorId: author.id })
  const product = await makeProduct(db, { companyId: company.id })
  const announce = (isApproved: boolean, description = 'Описание #тег', createdById: string | null = author.id) =>
    db.transaction(async tx => {
      await tx.update(products).set({ isApproved, description, createdById }).where(eq(products.id, product.id))
      await upsertProductPost(tx, { productId: product.id })
    })
  return { author, product, announce }
}

describe('a product', () => {
  it('is posted when it is first published, hidden while unpublished, and deleted with its post', async () => {
    const { author, product, announce } = await makeAnnounced()
    const reader = await makePerson(db)
    const seen = async () => {
      const id = (await postOf(product.id))?.id
      const [list, detail] = await Promise.all([
        server.get('/api/posts/', reader.id),
        server.get(`/api/posts/${id}/`, author.id),
      ])
      expect(list.text.includes(`"${id}"`)).toBe(detail.status === 200)
      return detail.status === 200
    }
    await announce(false)
    expect(await postOf(product.id)).toBeUndefined()
    await announce(true)
    expect([await seen(), await postsCount(author.id)]).toEqual([true, 1])
    await announce(true, 'Новое описание')
    expect([(await postOf(product.id))?.body, await postsCount(author.id)]).toEqual(['Новое описание', 1])
    for (const _ of [1, 2]) {
      await announce(false)
      expect([await seen(), await postsCount(author.id)]).toEqual([false, 0])
    }
    await announce(true)
    expect([await seen(), await postsCount(author.id)]).toEqual([true, 1])
    for (const _ of [1, 2]) await db.transaction(tx => deleteProductPosts(tx, { productIds: [product.id] }))
    expect([await postOf(product.id), await postsCount(author.id)]).toEqual([undefined, 0])
  })

  it('is not posted without an author', async () => {
    const { product, announce } = await makeAnnounced()
    await announce(true, 'Ничьё', null)
    expect(await postOf(product.id)).toBeUndefined()
  })

  it.each(['its author', 'a moderator'])('is not posted again after its post was deleted by %s', async who => {
    const { author, product, announce } = await makeAnnounced()
    const moderator = await makePerson(db, { email: who === 'a moderator' ? staffEmail : `${product.id}@other.test` })
    await announce(true)
    const { id } = (await postOf(product.id)) ?? {}
    const reader = await makePerson(db)
    expect((await server.send('DELETE', `/api/posts/${id}/delete/`, undefined, reader.id)).status).toBe(403)
    const remover = who === 'a moderator' ? moderator : author
    expect((await server.send('DELETE', `/api/posts/${id}/delete/`, undefined, remover.id)).status).toBe(200)
    for (const isPublished of [true, false, true]) await announce(isPublished)
    expect([await postOf(product.id), await postsCount(author.id)]).toEqual([undefined, 0])
  })
})

it('has correct counts when products of several people are withdrawn during new posts', async () => {
  const announced = await Promise.all([1, 2, 3].map(makeAnnounced))
  for (const { announce } of announced) await announce(true)
  const ids = announced.map(({ product }) => product.id)
  await Promise.all([
    db.transaction(tx => deleteProductPosts(tx, { productIds: ids })),
    db.transaction(tx => deleteProductPosts(tx, { productIds: ids.toReversed() })),
    ...announced.map(({ author }) => server.send('POST', '/api/posts/create/', { body: 'Своя' }, author.id)),
  ])
  for (const { author } of announced) expect(await postsCount(author.id)).toBe(1)
})
